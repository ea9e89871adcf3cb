package commands

import (
	"context"
	"slices"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
)

// Analysed is an entry looked at again.
type Analysed struct {
	Entry    journal.State
	Analysis journal.Analysis
	// Anew is what the order that the entry rests on would be booked as now; nil
	// where it rests on none, or that cannot be booked, for the reasons named.
	Anew     *journal.Proposal
	Reasons  []fault.Blocker
	Differs  bool // lines, days or currency of Anew are others
	Revision uint64
}

// Analyse looks at an entry as things stand now. It changes nothing.
func (x *Books) Analyse(ctx context.Context, c Caller, id string) (Analysed, error) {
	s, revision, err := x.Entry(ctx, c, id)
	if err != nil {
		return Analysed{}, err
	}
	f, _, err := x.entryFacts(ctx, c, s.Site, s.ID, s.Proposal)
	if err != nil {
		return Analysed{}, err
	}
	out := Analysed{Entry: s, Analysis: s.Analyse(f), Revision: revision}
	at := slices.IndexFunc(s.Sources, func(x journal.Source) bool { return x.Kind == "order" })
	if at < 0 {
		return out, nil
	}
	order, _, err := x.CommerceEntry(ctx, c, s.Sources[at].ID)
	if e := fault.As(err); e != nil && e.Code == fault.NotFound {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	return out, x.anew(ctx, c, order, &out)
}

// anew fills in what the order would be booked as now.
func (x *Books) anew(ctx context.Context, c Caller, order orders.State, out *Analysed) error {
	o, ok := order.Latest().Order()
	if !ok {
		return nil
	}
	f, err := x.orderFacts(ctx, c, order.Site, o)
	if err != nil {
		return err
	}
	p, err := orderProposal(o, journal.Source{Kind: "order", ID: order.ID, SHA256: order.Latest().SHA256}, f)
	if e := fault.As(err); e != nil && e.Code == fault.Blocked {
		out.Reasons = e.Blockers
		return nil
	}
	if err != nil {
		return err
	}
	s := out.Entry
	out.Anew = &p
	out.Differs = p.Date != s.Date || p.TaxDate != s.TaxDate || p.Currency != s.Currency || !slices.EqualFunc(p.Lines, s.Lines,
		func(a, b journal.Line) bool {
			return a.Account == b.Account && a.Side == b.Side && a.Amount.Equal(b.Amount) && a.BaseAmount.Equal(b.BaseAmount) &&
				a.TaxCode == b.TaxCode
		})
	return nil
}
