package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
)

var orderAggregate = Aggregate[orders.State]{Category: orders.Category.Name, Evolve: orders.State.Evolve, SiteOf: func(s orders.State) int64 { return s.Site }}

// OrderTaken is what became of one order of a push.
type OrderTaken struct {
	ID             string
	Status         string // pending | recorded | posted | difference | voided | unchanged
	JournalEntryID string // "" = there is none yet
	Blockers       []fault.Blocker
	Position       event.Position
	Appended       bool
}

// pushOperation names a push; its orders' commands derive from it.
const pushOperation = "orders.push"

// BindPush has the caller's Idempotency-Key stand for this push, before any of its
// orders is taken. Errors: fault.IdempotencyKeyReused.
func (x *Books) BindPush(ctx context.Context, c Caller, request any) error {
	if c.IdempotencyKey == "" {
		return nil
	}
	id := CommandID(c, pushOperation)
	hash, err := requestHash(c, pushOperation, "", request)
	if err != nil {
		return err
	}
	r := run[orders.State]{x: x.Executor, c: c, o: Order[orders.State]{Operation: pushOperation}, hash: hash, attempt: uuid.Must(uuid.NewV7()),
		a: act.Context{CommandID: id, Now: x.Now().UTC().Truncate(time.Microsecond), Tenant: c.Tenant, Site: c.Site, Principal: c.Principal, Role: string(c.Role)}}
	record := act.CommandStream(c.Tenant, id)
	for range attemptsMax {
		b, err := r.bound(ctx, record)
		if err == nil && b.events == 0 {
			err = r.bind(ctx, record, b, 0, false, orders.State{})
		}
		if !errors.Is(err, eventstore.ErrWrongRevision) {
			return storeFault(err)
		}
	}
	return fault.New(fault.Contended, "%d other writers were faster; nothing was changed", attemptsMax)
}

// TakeOrder records what a source says of an order, and proposes its journal
// entry. Cut off between the two, it is finished when the order comes again, or
// by a proposal that names it. Errors: those of Execute; blockers of the proposal
// are no error: the order waits, and says why.
func (x *Books) TakeOrder(ctx context.Context, c Caller, source string, o orders.Order) (OrderTaken, error) {
	id := orders.EntryID(c.Tenant, c.Site, source, o.Kind, o.SourceRef)
	facts := x.bookingFacts(c, c.Site)
	check := taxCheck(o, facts)
	c.IfMatch = nil // the order names itself
	if c.IdempotencyKey != "" {
		c.Command, c.IdempotencyKey = uuid.NewSHA1(CommandID(c, pushOperation), []byte(id)), ""
	}
	before, final, err := x.restsOn(ctx, c, id)
	if err != nil {
		return OrderTaken{}, err
	}
	cmd := orders.Record{EntryID: id, Source: source, Order: o, TaxCheck: check}
	done, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
		Operation: pushOperation, Permission: "ledger:write", ID: id, Request: o,
		Decide: func(s orders.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s, final) },
	})
	if err != nil {
		return OrderTaken{}, err
	}
	out := OrderTaken{ID: id, Status: "pending", JournalEntryID: before.ID, Position: done.Position, Appended: !done.Nothing && !done.Replayed}
	if before.ID != "" {
		out.Status = "recorded"
	}
	switch {
	case done.State.Voided:
		out.Status, out.JournalEntryID = "voided", ""
		return out, nil
	case final && !done.Nothing:
		out.Status = "difference"
		return out, nil
	case before.Status == journal.Posted && !done.Replayed:
		out.Status = "unchanged"
		return out, nil
	case before.Status == journal.Posted:
		return out, nil // it was recorded by this very push
	}
	proposed, err := x.ProposeOrder(ctx, c, done.State)
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code == fault.Blocked:
		out.Blockers = refused.Blockers
		return out, nil
	case err != nil:
		return out, err
	}
	out.Status, out.JournalEntryID = "recorded", proposed.ID
	if out.Position.Less(proposed.Position) {
		out.Position = proposed.Position
	}
	out.Appended = out.Appended || !proposed.Nothing && !proposed.Replayed
	return out, nil
}

// restsOn returns the journal entry of an order, if it has one, and reports
// whether the order is final: the entry is posted, or lines of the order stand on
// an invoice.
func (x *Books) restsOn(ctx context.Context, c Caller, id string) (entry journal.State, final bool, err error) {
	entry, _, err = x.Entry(ctx, c, orders.JournalID(id))
	var missing *fault.Error
	if err != nil && !(errors.As(err, &missing) && missing.Code == fault.NotFound) {
		return entry, false, err
	}
	claims, err := (&Invoices{Executor: x.Executor}).claims(ctx, c.Tenant, id)
	return entry, entry.Status == journal.Posted || len(claims.Invoices) > 0, err
}

// ProposeOrder proposes the journal entry of an order, anew where the order has
// changed since.
func (x *Books) ProposeOrder(ctx context.Context, c Caller, s orders.State) (Done[journal.State], error) {
	c.Site = s.Site
	version := s.Latest()
	o, ok := version.Order()
	if !ok {
		return Done[journal.State]{}, fault.New(fault.Immutable, "what the order says was forgotten")
	}
	source := journal.Source{Kind: "order", ID: s.ID, SHA256: version.SHA256}
	id := orders.JournalID(s.ID)
	before, _, err := x.Entry(ctx, c, id)
	var missing *fault.Error
	if err != nil && !(errors.As(err, &missing) && missing.Code == fault.NotFound) {
		return Done[journal.State]{}, err
	}
	if err == nil && len(before.Sources) > 0 && before.Sources[0] == source && before.Status != journal.Returned && before.Status != journal.Rejected {
		return Done[journal.State]{ID: id, State: before, Nothing: true}, nil
	}
	if err == nil && before.Status == journal.Approved {
		var b fault.Blockers
		b.On("entry/"+id, "document_changed", "the entry was approved as the order was before; return it, and it is proposed anew")
		return Done[journal.State]{}, b.Err()
	}
	return x.Propose(ctx, c, Proposed{EntryID: id, Request: source, Make: func(_ context.Context, f booking.Facts) (journal.Proposal, error) {
		return orderProposal(o, source, f)
	}})
}

// orderProposal is what an order is booked as.
func orderProposal(o orders.Order, source journal.Source, f booking.Facts) (p journal.Proposal, err error) {
	switch o.Kind {
	case orders.Sale, orders.Refund:
		p, err = booking.Propose(o.Transaction(), f)
	default:
		p, err = booking.Transfer{Date: civil.FromTime(o.PlacedAt.UTC()), Currency: o.Currency, Amount: o.Gross, Fee: o.Kind == orders.Fee,
			Memo: string(o.Kind) + " " + o.SourceRef}.Propose(f)
	}
	for _, l := range p.Lines {
		if l.TaxCode != "" && !TaxInForce(l.TaxCode, l.TaxRate, p.TaxDate) && !slices.Contains(p.ReviewReasons, rateNotInForce) {
			p.ReviewReasons = append(p.ReviewReasons, rateNotInForce)
		}
	}
	p.Origin, p.Sources = journal.FromOrder, []journal.Source{source}
	return p, err
}

// rateNotInForce is the reason to look at an order whose rate the place does not
// have on the day.
const rateNotInForce = "rate_not_in_force"

// TaxCheckOf is the check of an order as the books stand now.
func (x *Books) TaxCheckOf(c Caller, s orders.State) orders.TaxCheck {
	o, ok := s.Latest().Order()
	if !ok {
		return s.Latest().TaxCheck
	}
	return taxCheck(o, x.bookingFacts(c, s.Site))
}

// taxCheck compares the charged tax with what the rules of supply and the rates
// of the place ask for.
func taxCheck(o orders.Order, f booking.Facts) orders.TaxCheck {
	if o.Kind != orders.Sale && o.Kind != orders.Refund {
		return orders.NotComputable
	}
	p, err := orderProposal(o, journal.Source{}, f)
	if err != nil {
		return orders.NotComputable
	}
	return orders.CheckOf(p.ReviewReasons)
}

// CommerceEntry returns an entry of the commerce ledger that the caller sees.
func (x *Books) CommerceEntry(ctx context.Context, c Caller, id string) (orders.State, uint64, error) {
	agg := Aggregate[orders.State]{Category: orders.Category.Name, Evolve: orders.State.Evolve, SiteOf: func(s orders.State) int64 { return s.Site }}
	return readRecord(ctx, x.Executor, c, agg, id, func(s orders.State) bool { return s.ID != "" })
}
