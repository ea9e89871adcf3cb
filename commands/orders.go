package commands

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
)

var orderAggregate = Aggregate[orders.State]{Category: orders.Category.Name, Evolve: orders.State.Evolve,
	SiteOf: func(s orders.State) int64 { return s.Site }}

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
		a: act.Context{CommandID: id, Now: x.Now().UTC().Truncate(time.Microsecond), Tenant: c.Tenant, Site: c.Site, Principal: c.Principal,
			Role: string(c.Role)}}
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
// by a proposal that names it. A sale that names a committed checkout takes the
// place of that one's own entry. Errors: those of Execute; fault.InvalidInput where
// there is no such checkout; blockers of the proposal are no error: the order waits,
// and says why.
func (x *Books) TakeOrder(ctx context.Context, c Caller, source string, o orders.Order) (OrderTaken, error) {
	return x.takeOrder(ctx, c, orders.Record{Source: source, Order: o}, false)
}

// TakeFiledOrder is TakeOrder of one that stands in a document.
func (x *Books) TakeFiledOrder(ctx context.Context, c Caller, source string, o orders.Order, document string) (OrderTaken, error) {
	return x.takeOrder(ctx, c, orders.Record{Source: source, Order: o, Document: document}, false)
}

// TakeCheckout is TakeOrder of a committed checkout, whose personal data is the
// subject's: that it comes into the ledger follows from the commit.
func (x *Books) TakeCheckout(ctx context.Context, c Caller, o orders.Order, subject string) (OrderTaken, error) {
	if c.Command == uuid.Nil {
		c.Command = uuid.NewSHA1(stepSpace, []byte(c.Tenant+"/checkout/"+o.SourceRef))
	}
	return x.takeOrder(ctx, c, orders.Record{Source: orders.Checkouts, Order: o, Subject: subject}, true)
}

// takeOrder is TakeOrder; follows says that the order is taken since an event of the
// log says so, for which its principal needs no permission of its own.
func (x *Books) takeOrder(ctx context.Context, c Caller, cmd orders.Record, follows bool) (OrderTaken, error) {
	o, source := cmd.Order, cmd.Source
	id := orders.EntryID(c.Tenant, c.Site, source, o.Kind, o.SourceRef)
	facts, err := x.orderFacts(ctx, c, c.Site, o)
	if err != nil {
		return OrderTaken{}, err
	}
	cmd.EntryID, cmd.TaxCheck = id, taxCheck(o, facts)
	c.IfMatch = nil // the order names itself
	if c.IdempotencyKey != "" {
		c.Command, c.IdempotencyKey = uuid.NewSHA1(CommandID(c, pushOperation), []byte(id)), ""
	}
	if source != orders.Checkouts {
		if err := x.committed(ctx, c, o); err != nil {
			return OrderTaken{}, err
		}
	}
	known := orders.State{ID: id, Source: source, SourceRef: o.SourceRef}
	before, final, err := x.restsOn(ctx, c, known)
	if err != nil {
		return OrderTaken{}, err
	}
	if source == orders.Checkouts {
		invoices, err := x.InvoicesOf(ctx, c.Tenant, orders.State{ID: id, Source: source, SourceRef: o.SourceRef})
		if err != nil {
			return OrderTaken{}, err
		}
		if n := len(invoices); n > 0 {
			cmd.InvoiceID = invoices[n-1]
		}
	}
	done, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
		Operation: pushOperation, Permission: unless(follows, "ledger:write"), ID: id, Request: o,
		Decide: func(s orders.State, _ act.Context) (_ []event.Payload, err error) {
			// Anew each time: what came to rest on it meanwhile has moved its stream.
			if before, final, err = x.resting(ctx, c, s, known); err != nil {
				return nil, err
			}
			return cmd.Decide(s, final)
		},
	})
	if err != nil {
		return OrderTaken{}, err
	}
	out := OrderTaken{ID: id, Status: "pending", JournalEntryID: before.ID, Position: done.Position, Appended: !done.Nothing && !done.Replayed}
	if before.ID != "" {
		out.Status = "recorded"
	}
	switch {
	case done.State.Voided || done.State.SupersededBy != "":
		out.Status, out.JournalEntryID = "voided", ""
		return out, nil
	case final && !done.Nothing && done.State.DifferenceOpen:
		out.Status = "difference"
		return out, nil
	case before.Status == journal.Posted && !done.Replayed:
		out.Status = "unchanged"
		return out, nil
	case before.Status == journal.Posted:
		return out, nil // it was recorded by this very push
	}
	proposed, err := x.proposeOrder(ctx, c, done.State, follows)
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code == fault.Blocked:
		out.Blockers = refused.Blockers
		if len(before.Sources) > 0 && before.Sources[0].SHA256 != done.State.Latest().SHA256 {
			out.Status = "pending" // its entry says what the order said before, and is not posted as such
		}
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

// committed refuses an order that names a checkout, or a reversal of one, which its site
// does not have.
func (x *Books) committed(ctx context.Context, c Caller, o orders.Order) error {
	if o.SnapshotID != "" {
		s, err := x.checkout(ctx, c, o.SnapshotID)
		if err == nil && s.ID == "" {
			err = fault.Invalid("snapshot_id", "%s: %s is no committed checkout of this site", o.SourceRef, o.SnapshotID)
		}
		if err != nil {
			return err
		}
	}
	if o.ReversalID == "" {
		return nil
	}
	snapshot, _ := commerce.ReversedSnapshot(o.ReversalID)
	s, err := x.checkout(ctx, c, snapshot)
	if err != nil {
		return err
	}
	if _, ok := s.Reversal(o.ReversalID); !ok {
		return fault.Invalid("reversal_id", "%s: %s is no reversal of a checkout of this site", o.SourceRef, o.ReversalID)
	}
	return nil
}

// checkout is a committed one of the caller's site; the zero one = there is none.
func (x *Books) checkout(ctx context.Context, c Caller, id string) (s commerce.Snapshot, err error) {
	stream := event.Stream{Category: commerce.Snapshots.Name, Tenant: c.Tenant, ID: id}
	if _, ok := event.ParseStream(stream.String()); !ok {
		return s, nil
	}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil || len(history) == 0 || history[0].Meta.Site != c.Site {
		return s, storeFault(err)
	}
	return folded(history, commerce.Snapshot.Evolve), nil
}

// supersede has a sale that another source reports stand for the checkout that it
// names, and a refund for the reversal, before it is booked. Errors: fault.Blocked with
// order_already_recorded.
func (x *Books) supersede(ctx context.Context, c Caller, s orders.State, o orders.Order) error {
	ref, what := "", ""
	switch {
	case s.Source == orders.Checkouts:
	case s.Kind == orders.Sale && o.SnapshotID != "":
		ref, what = o.SnapshotID, "the checkout "+o.SnapshotID
	case s.Kind == orders.Refund && o.ReversalID != "":
		ref, what = o.ReversalID, "the reversal "+o.ReversalID
	}
	if ref == "" {
		return nil
	}
	own := orders.EntryID(c.Tenant, s.Site, orders.Checkouts, s.Kind, ref)
	c.Command, c.IdempotencyKey, c.IfMatch = uuid.Nil, "", nil
	_, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
		Operation: "orders.supersede", ID: own, Request: s.ID,
		Decide: func(of orders.State, _ act.Context) ([]event.Payload, error) {
			_, final, err := x.resting(ctx, c, of, orders.State{ID: own, Source: orders.Checkouts, SourceRef: ref})
			if err != nil {
				return nil, err
			}
			return orders.Supersede{By: s.ID}.Decide(of, what, final)
		},
	})
	return err
}

// unless is a permission that is asked for, but of what follows from an event.
func unless(follows bool, p access.Permission) access.Permission {
	if follows {
		return ""
	}
	return p
}

// restsOn is resting of an order as it is now.
func (x *Books) restsOn(ctx context.Context, c Caller, known orders.State) (entry journal.State, final bool, err error) {
	s, _, err := x.CommerceEntry(ctx, c, known.ID)
	if absent(err) {
		s, err = known, nil
	}
	if err != nil {
		return entry, false, err
	}
	return x.resting(ctx, c, s, known)
}

// resting returns the journal entry of an order, if it has one, and reports whether the
// order is final: the entry is posted, or lines of the order stand on an invoice, or
// one of the two is about to be so. known says what the order is where the ledger does
// not hold it.
func (x *Books) resting(ctx context.Context, c Caller, s, known orders.State) (entry journal.State, final bool, err error) {
	if s.ID == "" {
		s.ID, s.Source, s.SourceRef = known.ID, known.Source, known.SourceRef
	}
	// Holds are looked at first: what is done by then with what held it shows below.
	holds, err := x.holds(ctx, c.Tenant, s)
	if err != nil {
		return entry, false, err
	}
	entry, _, err = x.Entry(ctx, c, s.JournalID())
	if err != nil && !absent(err) {
		return entry, false, err
	}
	invoices, err := x.InvoicesOf(ctx, c.Tenant, s)
	return entry, entry.Status == journal.Posted || len(invoices)+len(holds) > 0, err
}

// InvoicesOf are the invoices on which lines of an order stand. A checkout is invoiced
// under its own id, also where an order of another source stands for it.
func (x *Books) InvoicesOf(ctx context.Context, tenant string, s orders.State) ([]string, error) {
	id := s.InvoicedAs()
	if s.Source != orders.Checkouts && id != s.ID {
		own := orders.EntryID(tenant, s.Site, orders.Checkouts, orders.Sale, id)
		history, err := x.Log.Load(ctx, event.Stream{Category: orders.Category.Name, Tenant: tenant, ID: own}.String())
		if err != nil {
			return nil, storeFault(err)
		}
		var checkout orders.State
		for _, e := range history {
			checkout = checkout.Evolve(e)
		}
		if checkout.SupersededBy != s.ID {
			id = s.ID // it does not stand for the checkout yet
		}
	}
	claims, err := (&Invoices{Executor: x.Executor}).claims(ctx, tenant, id)
	return slices.Sorted(maps.Keys(claims.Invoices)), err
}

// absent reports whether an error says that a record is not there.
func absent(err error) bool {
	f := fault.As(err)
	return f != nil && f.Code == fault.NotFound
}

// saysAlready reports an entry that is proposed, or more, as its source says it.
func saysAlready(entry journal.State, source journal.Source) bool {
	return len(entry.Sources) > 0 && entry.Sources[0] == source && entry.Status != journal.Returned && entry.Status != journal.Rejected
}

// ProposeOrder proposes the journal entry of an order, anew where the order has
// changed since.
func (x *Books) ProposeOrder(ctx context.Context, c Caller, s orders.State) (Done[journal.State], error) {
	return x.proposeOrder(ctx, c, s, false)
}

func (x *Books) proposeOrder(ctx context.Context, c Caller, s orders.State, follows bool) (Done[journal.State], error) {
	c.Site = s.Site
	version := s.Latest()
	o, ok := version.Order()
	if !ok {
		return Done[journal.State]{}, fault.New(fault.Immutable, "what the order says was forgotten")
	}
	if s.SupersededBy != "" {
		return Done[journal.State]{}, fault.New(fault.Immutable, "it is booked as the entry %s", s.SupersededBy)
	}
	if err := x.supersede(ctx, c, s, o); err != nil {
		return Done[journal.State]{}, err
	}
	source := journal.Source{Kind: "order", ID: s.ID, SHA256: version.SHA256}
	id := s.JournalID()
	before, _, err := x.Entry(ctx, c, id)
	if err != nil && !absent(err) {
		return Done[journal.State]{}, err
	}
	if err == nil && saysAlready(before, source) {
		return Done[journal.State]{ID: id, State: before, Nothing: true}, nil
	}
	if err == nil && before.Status == journal.Approved {
		var b fault.Blockers
		b.On("entry/"+id, "document_changed", "the entry was approved as the order was before; return it, and it is proposed anew")
		return Done[journal.State]{}, b.Err()
	}
	return x.Propose(ctx, c, Proposed{EntryID: id, Request: source, Follows: follows,
		Renew: func(ctx context.Context, entry journal.State) (bool, error) {
			// Whoever proposed meanwhile may have known a later version.
			if s, _, err = x.CommerceEntry(ctx, c, s.ID); err != nil {
				return false, err
			}
			if o, ok = s.Latest().Order(); !ok {
				return false, fault.New(fault.Immutable, "what the order says was forgotten")
			}
			source.SHA256 = s.Latest().SHA256
			return saysAlready(entry, source), nil
		},
		Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
			f, err := x.Consulted(ctx, c, f, o.Buyer.Consultation)
			if err != nil {
				return journal.Proposal{}, err
			}
			return x.bookedAs(ctx, s, o, source, f)
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
func (x *Books) TaxCheckOf(ctx context.Context, c Caller, s orders.State) (orders.TaxCheck, error) {
	o, ok := s.Latest().Order()
	if !ok {
		return s.Latest().TaxCheck, nil
	}
	f, err := x.orderFacts(ctx, c, s.Site, o)
	return taxCheck(o, f), err
}

// orderFacts is what an order's proposal is made with.
func (x *Books) orderFacts(ctx context.Context, c Caller, site int64, o orders.Order) (booking.Facts, error) {
	return x.Consulted(ctx, c, x.bookingFacts(c, site), o.Buyer.Consultation)
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
	agg := Aggregate[orders.State]{Category: orders.Category.Name, Evolve: orders.State.Evolve,
		SiteOf: func(s orders.State) int64 { return s.Site }}
	return readRecord(ctx, x.Executor, c, agg, id, func(s orders.State) bool { return s.ID != "" })
}
