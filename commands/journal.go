package commands

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/readmodels"
)

var journalAggregate = Aggregate[journal.State]{Category: journal.Category.Name, Evolve: journal.State.Evolve,
	SiteOf: func(s journal.State) int64 { return s.Site }}

// Proposed is what a proposal is to say, and of which entry.
type Proposed struct {
	EntryID string // "" = a new one, named by the command
	Anew    bool   // the caller named the entry, which was returned
	Follows bool   // an event of the log has it proposed: no permission is asked for
	Request any
	Make    func(ctx context.Context, f booking.Facts) (journal.Proposal, error)
	// Renew is asked of an entry that is there already, each time the proposal is decided: what it
	// rests on may have changed. stands = the entry says it, and nothing is appended; nil = it
	// rests on nothing else.
	Renew func(ctx context.Context, entry journal.State) (stands bool, err error)
	// Claim takes what the entry rests on, once nothing stands in its way; nil = nothing.
	Claim func(ctx context.Context) error
}

// Propose makes a proposal and appends it.
func (x *Books) Propose(ctx context.Context, c Caller, in Proposed) (Done[journal.State], error) {
	site := c.Site
	cmd := func(s journal.State, a act.Context) ([]event.Payload, error) {
		if s.ID != "" {
			site = s.Site
		}
		a.Site = site
		if in.Anew && s.ID == "" {
			return nil, fault.New(fault.NotFound, "there is no such journal entry")
		}
		if in.Renew != nil && s.ID != "" {
			if stands, err := in.Renew(ctx, s); stands || err != nil {
				return nil, err
			}
		}
		p, err := in.Make(ctx, x.bookingFacts(c, site))
		if err != nil {
			return nil, err
		}
		f, _, err := x.entryFacts(ctx, c, site, s.ID, p)
		if err != nil {
			return nil, err
		}
		out, err := journal.Propose{EntryID: in.EntryID, Anew: in.Anew, Proposal: p}.Decide(s, a, f)
		if err == nil && in.Claim != nil {
			err = in.Claim(ctx)
		}
		return out, err
	}
	return Execute(ctx, x.Executor, c, journalAggregate, Order[journal.State]{
		Operation: "journal.propose", Permission: unless(in.Follows, "accounting:write"), ID: in.EntryID, Request: in.Request, Decide: cmd,
	})
}

// Settle proposes the entry of a payment.
func (x *Books) Settle(ctx context.Context, c Caller, p booking.Payment, request any) (Done[journal.State], error) {
	return x.Propose(ctx, c, Proposed{Request: request, Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
		open, _, err := x.open(ctx, c, "", lineNames(p))
		if err != nil {
			return journal.Proposal{}, err
		}
		return booking.Settle(p, open, f)
	}})
}

// YearEnd proposes the entry that carries a year's result to equity.
func (x *Books) YearEnd(ctx context.Context, c Caller, day civil.Date, request any) (Done[journal.State], error) {
	return x.Propose(ctx, c, Proposed{Request: request, Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
		year := f.Books.Year(day)
		if last := year.Ends().Last(); !last.Before(x.Today(c.Tenant, c.Site, x.Now())) {
			var b fault.Blockers
			b.Add("period_not_ended", "the fiscal year %s ends on %s; what it comes to is not known before", year, last)
			return journal.Proposal{}, b.Err()
		}
		sums, order, err := x.balances(ctx, c, c.Site, year)
		if err != nil {
			return journal.Proposal{}, err
		}
		balances := make([]booking.Balance, len(order))
		for i, code := range order {
			balances[i] = booking.Balance{Account: code, Amount: sums[code]}
		}
		return booking.YearEnd(year, balances, f)
	}})
}

// balances are what the accounts come to in base currency at a year's end, debits
// less credits.
func (x *Books) balances(ctx context.Context, c Caller, site int64, year books.Year) (map[books.Code]money.Dec, []books.Code, error) {
	rows, err := x.DB.TrialBalance(ctx, c.Tenant, readmodels.Reading{Site: site, To: year.Ends().Last().Time()})
	sums, order := map[books.Code]money.Dec{}, []books.Code{}
	for _, r := range rows {
		code := books.Code(r.Account)
		if _, ok := sums[code]; !ok {
			order = append(order, code)
		}
		sums[code] = sums[code].Add(money.MustParse(r.BaseDebit)).Sub(money.MustParse(r.BaseCredit))
	}
	return sums, order, err
}

// carriable blocks the posting of a year's end that no longer brings the accounts
// of the result to zero: something was posted since, or another year's end.
func (x *Books) carriable(ctx context.Context, c Caller, s journal.State, l books.Ledger) error {
	sums, _, err := x.balances(ctx, c, s.Site, l.Year(s.Date))
	if err != nil {
		return err
	}
	for _, line := range s.Lines {
		code := books.Code(line.Account)
		sums[code] = sums[code].Add(line.Signed())
	}
	var b fault.Blockers
	for _, a := range l.Accounts() {
		if a.Class.Result() && !sums[a.Code].IsZero() {
			b.On("account/"+string(a.Code), "document_changed", "account %s would stand at %s; propose the year's end anew", a.Code, sums[a.Code])
		}
	}
	return b.Err()
}

// EntryStep is a decision on an entry: Approve, Reject, Return, Post or Review.
type EntryStep interface {
	Decide(journal.State, act.Context, journal.Facts) ([]event.Payload, error)
}

// entryOrder is one row per decision: its operation and permission.
func entryOrder(cmd EntryStep) (operation string, permission access.Permission) {
	switch cmd.(type) {
	case journal.Approve:
		return "journal.approve", "accounting:approve"
	case journal.Reject:
		return "journal.reject", "accounting:approve"
	case journal.Return:
		return "journal.return", "accounting:approve"
	case journal.Post:
		return "journal.post", "accounting:post"
	case journal.Review:
		return "reviews.resolve", "accounting:approve"
	}
	panic("commands: a decision on an entry without a row")
}

// Step carries out a decision on an entry.
func (x *Books) Step(ctx context.Context, c Caller, id string, cmd EntryStep) (Done[journal.State], error) {
	operation, permission := entryOrder(cmd)
	return Execute(ctx, x.Executor, c, journalAggregate, Order[journal.State]{
		Operation: operation, Permission: permission, ID: id, Request: cmd,
		Decide: func(s journal.State, a act.Context) ([]event.Payload, error) {
			said := s.Proposal
			if lines := edited(cmd); lines != nil {
				said.Lines = lines
			}
			f, seen, err := x.entryFacts(ctx, c, s.Site, s.ID, said)
			if err != nil {
				return nil, err
			}
			f.Alone = x.Alone(c, s.Site, permission)
			out, err := cmd.Decide(s, a, f)
			if _, posting := cmd.(journal.Post); err != nil || !posting {
				return out, err
			}
			return out, x.secure(ctx, c, s, f.Books, seen)
		},
	})
}

// secure is the last that a posting waits for: what it rests on, beside the entry, stands
// and is taken for it in the log. Its errors are those of claim and use, and fault.Blocked.
func (x *Books) secure(ctx context.Context, c Caller, s journal.State, l books.Ledger, seen claims) error {
	switch s.Origin {
	case journal.FromClosing:
		ends, err := x.carried(ctx, c, s, l.Year(s.Date))
		if err != nil {
			return err
		}
		maps.Copy(seen, ends)
		if err := x.carriable(ctx, c, s, l); err != nil {
			return err
		}
	case journal.FromOrder:
		if err := x.unreplaced(ctx, c, s); err != nil {
			return err
		}
		if err := x.holdOrders(ctx, c, s); err != nil {
			return err
		}
	}
	if err := x.use(ctx, c, s.Site, l); err != nil {
		return err
	}
	return x.claim(ctx, c, s, seen)
}

// InBase fills the base amounts of lines that somebody edited, where none has
// one, at the entry's own rate.
func (x *Books) InBase(ctx context.Context, c Caller, id string, lines []journal.Line) ([]journal.Line, error) {
	for _, l := range lines {
		if !l.BaseAmount.IsZero() {
			return lines, nil
		}
	}
	s, _, err := x.Entry(ctx, c, id)
	if err != nil {
		return nil, err
	}
	rate := money.One
	if s.Exchange != nil {
		rate = s.Exchange.Rate
	}
	places, _ := money.MinorUnits(s.BaseCurrency)
	return journal.InBase(lines, rate, places), nil
}

// Entry returns an entry that the caller sees.
func (x *Books) Entry(ctx context.Context, c Caller, id string) (journal.State, uint64, error) {
	notFound := fault.New(fault.NotFound, "there is no such journal entry")
	stream := event.Stream{Category: journal.Category.Name, Tenant: c.Tenant, ID: id}
	if _, ok := event.ParseStream(stream.String()); !ok {
		return journal.State{}, 0, notFound
	}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return journal.State{}, 0, storeFault(err)
	}
	s := journal.Fold(history)
	if s.ID == "" || !Sees(c, s.Site) {
		return s, 0, notFound
	}
	return s, history[len(history)-1].Revision, nil
}

// bookingFacts is what proposals are made with.
func (x *Books) bookingFacts(c Caller, site int64) booking.Facts {
	l := x.ledger(c, site)
	var config commerce.Config
	if x.Config != nil {
		config = x.Config(c.Tenant)
	}
	return booking.Facts{
		Books:      l,
		Convert:    func(currency string, on civil.Date) *journal.Exchange { return x.convert(currency, l.BaseCurrency, on) },
		Registered: func(country string, on civil.Date) bool { return config.Registered(country, "", site, on) },
		OSS: func(on civil.Date) bool {
			return config.Registered(l.Country, commerce.UnionOSS, site, on) || config.Registered(l.Country, commerce.NonUnionOSS, site, on)
		},
	}
}

// convert finds the rate of a day in the table that the base currency's law
// names: HMRC's for sterling, the ECB's for the euro; for others, the only one
// that has both.
func (x *Books) convert(from, to string, on civil.Date) *journal.Exchange {
	q := fx.Request{Amount: money.One, From: from, To: to, Date: on, MissingDay: fx.Previous, AskedOn: on}
	switch to {
	case "EUR":
		q.Source = fx.ECB
	case "GBP":
		q.Source = fx.HMRC
	}
	r, err := fx.Convert(x.Rates(), q)
	if err != nil {
		return nil
	}
	return &journal.Exchange{Source: r.Source, On: r.RateDate, Rate: r.Rate}
}

// entryFacts is what decisions on an entry are told, and what its posting has to claim.
func (x *Books) entryFacts(ctx context.Context, c Caller, site int64, own string, p journal.Proposal) (journal.Facts, claims,
	error) {
	f := journal.Facts{Books: x.ledger(c, site), Today: x.Today(c.Tenant, site, x.Now()), Sources: map[journal.Source]string{},
		TaxInForce: TaxInForce}
	for _, s := range p.Sources {
		hash, ok, err := x.source(ctx, c, s)
		if err != nil {
			return f, nil, err
		}
		if ok {
			f.Sources[s] = hash
		}
	}
	var err error
	if f.Parties, err = x.partiesOf(ctx, c, site, p.Lines); err != nil {
		return f, nil, err
	}
	var seen claims
	if p.Origin == journal.FromReversal {
		f.SettledBy, seen, err = x.settledBy(ctx, c, p.Reverses)
		return f, seen, err
	}
	var names []string
	for _, l := range p.Lines {
		if l.Settles != "" {
			names = append(names, l.Settles)
		}
	}
	c.Site = site // items of other books are not these books'
	open, seen, err := x.open(ctx, c, own, names)
	f.Open = map[string]journal.OpenItem{}
	for name, item := range open {
		f.Open[name] = item.OpenItem
	}
	return f, seen, err
}

// partiesOf looks the parties up that lines name: the site's, or the tenant's.
func (x *Books) partiesOf(ctx context.Context, c Caller, site int64, lines []journal.Line) (func(id string) bool, error) {
	known := map[string]bool{}
	for _, l := range lines {
		if _, asked := known[l.Party]; l.Party == "" || asked {
			continue
		}
		c.Site, c.Sites = 0, tenancy.Grant{All: true}
		s, _, err := x.Party(ctx, c, l.Party)
		if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
			return nil, err
		}
		known[l.Party] = err == nil && (s.Site == site || s.Site == 0)
	}
	return func(id string) bool { return known[id] }, nil
}

// edited are the lines that a decision changes.
func edited(cmd EntryStep) []journal.Line {
	switch cmd := cmd.(type) {
	case journal.Approve:
		return cmd.Lines
	case journal.Return:
		return cmd.Lines
	}
	return nil
}

// source returns the present hash of a record that an entry rests on.
func (x *Books) source(ctx context.Context, c Caller, s journal.Source) (hash string, ok bool, err error) {
	switch s.Kind {
	case "entry":
		var found journal.State
		found, _, err = x.Entry(ctx, c, s.ID)
		hash = found.SHA256
	case "order":
		var found orders.State
		if found, _, err = x.CommerceEntry(ctx, c, s.ID); err == nil {
			hash = found.Latest().SHA256
			if found.SupersededBy != "" {
				return "", false, nil // another entry stands for it
			}
		}
	case "invoice":
		var found invoicing.State
		found, err = x.invoice(ctx, c, s.ID)
		hash = found.ContentSHA256
	case "bank_statement":
		return x.statementHash(ctx, c.Tenant, s.ID)
	case "document":
		var history []event.Recorded
		if history, err = x.Log.Load(ctx, event.Stream{Category: docs.Category.Name, Tenant: c.Tenant, ID: s.ID}.String()); err != nil {
			return "", false, storeFault(err)
		}
		found := docs.Fold(history)
		return found.Blob.SHA256, found.ID != "", nil
	default:
		return s.SHA256, true, nil
	}
	var missing *fault.Error
	if errors.As(err, &missing) && missing.Code == fault.NotFound {
		return "", false, nil
	}
	return hash, err == nil, err
}

func lineNames(p booking.Payment) []string {
	out := make([]string, len(p.Items))
	for i, item := range p.Items {
		out[i] = item.Line
	}
	return out
}

// TaxInForce reports whether a tax code at a rate holds on a day: the place
// charges that rate of VAT or GST then. Codes without tax hold at zero; a place
// whose rates are not held, and sales tax, hold as charged.
func TaxInForce(code journal.TaxCode, rate money.Dec, on civil.Date) bool {
	country, ok := code.Country()
	if !ok {
		return false
	}
	if rate.IsZero() {
		return true
	}
	held, ok := rates.Held(country, on)
	return !ok || slices.ContainsFunc(held, rate.Equal)
}
