package commands

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/eventstore"
)

var documents = Aggregate[invoicing.State]{
	Category: invoicing.Documents.Name, Evolve: invoicing.State.Evolve, SiteOf: func(s invoicing.State) int64 { return s.Site },
}

// OrderSource finds what invoices are made from. ok is false where it has no such
// order that the caller sees.
type OrderSource func(ctx context.Context, c Caller, id string) (o invoicing.Order, ok bool, err error)

// Invoices issues invoices and credit notes.
type Invoices struct {
	*Executor
	Settings *Settings
	Orders   []OrderSource // asked in turn
	Numbers  *Numberer
}

// CheckoutOrders are the committed checkouts, and as refunds what of them was reversed.
func CheckoutOrders(x *Commerce) OrderSource {
	return func(ctx context.Context, c Caller, id string) (invoicing.Order, bool, error) {
		snapshot, reversal := commerce.ReversedSnapshot(id)
		h, err := x.snapshot(ctx, c, snapshot)
		if err != nil || h.ID == "" {
			return invoicing.Order{}, false, err
		}
		if !reversal {
			return invoicing.FromCheckout(h.State), true, nil
		}
		r, ok := h.State.Reversal(id)
		if !ok {
			return invoicing.Order{}, false, nil
		}
		return invoicing.FromReversal(h.State, r), true, nil
	}
}

// LedgerOrders are the recorded orders and refunds.
func LedgerOrders(x *Books) OrderSource {
	return func(ctx context.Context, c Caller, id string) (invoicing.Order, bool, error) {
		s, _, err := x.CommerceEntry(ctx, c, id)
		if f := fault.As(err); f != nil && f.Code == fault.NotFound {
			return invoicing.Order{}, false, nil
		}
		if err != nil {
			return invoicing.Order{}, false, err
		}
		if s.Source == orders.Checkouts {
			var b fault.Blockers
			what := "the order is the committed checkout %s, which is invoiced under its own id"
			if s.Kind == orders.Refund {
				what = "the refund is the reversal %s of a committed checkout, which is credited under its own id"
			}
			b.On("order/"+s.SourceRef, "order_is_checkout", what, s.SourceRef)
			return invoicing.Order{}, false, b.Err()
		}
		return invoicing.FromLedger(s), true, nil
	}
}

func (x *Invoices) order(ctx context.Context, c Caller, id string) (invoicing.Order, error) {
	for _, source := range x.Orders {
		if o, ok, err := source(ctx, c, id); ok || err != nil {
			return o, err
		}
	}
	var b fault.Blockers
	b.On("order/"+id, "order_unknown", "there is no order %q", id)
	return invoicing.Order{}, b.Err()
}

// Issue issues an invoice for an order; todayAt is the day where a site is.
//
// Errors: fault.Blocked with every blocker.
func (x *Invoices) Issue(ctx context.Context, c Caller, cmd invoicing.IssueInvoice,
	todayAt func(site int64) civil.Date) (Done[invoicing.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[invoicing.State]{}, err
	}
	o, err := x.order(ctx, c, cmd.OrderID)
	if err != nil {
		return Done[invoicing.State]{}, err
	}
	c.Site = o.Site
	today := todayAt(o.Site)
	done, err := Execute(ctx, x.Executor, c, documents, Order[invoicing.State]{
		Operation: "invoices.issue", Permission: "invoices:issue", Request: cmd,
		Decide: func(s invoicing.State, a act.Context) ([]event.Payload, error) {
			if s.Exists {
				return nil, nil
			}
			f, err := x.facts(ctx, c, o.Site, today, invoicing.Invoice)
			if err != nil {
				return nil, err
			}
			if f.Claims, err = x.claims(ctx, c.Tenant, o.ID); err != nil {
				return nil, err
			}
			if f.Deposits, err = x.deposits(ctx, c.Tenant, f.Claims); err != nil {
				return nil, err
			}
			f.Making.Order, f.Making.Lines, f.Making.Buyer, f.Making.AcceptDraft = o, cmd.Lines, cmd.Buyer, cmd.AcceptDraft
			f.Asked, f.Making.Profile = cmd.Deposit, cmd.Profile
			if len(f.Making.Lines) == 0 {
				f.Making.Lines = unclaimed(o, f.Claims)
			}
			if f.Making.Replaces, err = x.replaced(ctx, c.Tenant, f.Claims); err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, f)
		},
	})
	if err != nil {
		return done, err
	}
	return x.completed(ctx, c, done)
}

// unclaimed are the lines that stand on no invoice, where some do and some do not.
func unclaimed(o invoicing.Order, claims invoicing.Claims) (out []invoicing.ChosenLine) {
	for _, l := range o.Lines {
		if claims.By(l.ID) == "" {
			out = append(out, invoicing.ChosenLine{ID: l.ID})
		}
	}
	if len(out) == len(o.Lines) {
		return nil
	}
	return out
}

// deposits are the deposit invoices that no invoice of the order takes off yet.
func (x *Invoices) deposits(ctx context.Context, tenant string, claims invoicing.Claims) (out []invoicing.Deposit, err error) {
	for _, id := range claims.Open() {
		s, _, err := x.load(ctx, tenant, id)
		if err != nil {
			return nil, err
		}
		d, ok := s.Document()
		out = append(out, invoicing.Deposit{Invoice: s, Document: d, Readable: ok})
	}
	return out, nil
}

// replaced names the fully credited invoice that a new one takes the place of.
func (x *Invoices) replaced(ctx context.Context, tenant string, claims invoicing.Claims) (*invoicing.InvoiceReference, error) {
	if claims.Last == "" {
		return nil, nil
	}
	s, _, err := x.load(ctx, tenant, claims.Last)
	if err != nil || s.Issued == nil {
		return nil, err
	}
	r := s.Reference()
	return &r, nil
}

// facts that both kinds of document rest on.
func (x *Invoices) facts(ctx context.Context, c Caller, site int64, today civil.Date, kind invoicing.Kind) (f invoicing.Facts, err error) {
	held, err := x.Settings.On(ctx, c.Tenant, site, today)
	if err != nil {
		return f, err
	}
	f.Held, f.Making.Held, f.Making.Today = held, held, today
	f.Book = invoicing.Book{Site: site, Year: today.Year(), Series: "INV", Part: 1}
	own := settings.Invoicing{}
	if held.Invoicing != nil {
		own = *held.Invoicing
	}
	f.PaymentDays = own.PaymentDays
	if own.Series != "" {
		f.Book.Series = own.Series
	}
	if kind == invoicing.CreditNote {
		f.Book.Series = "CN"
		if own.CreditNoteSeries != "" {
			f.Book.Series = own.CreditNoteSeries
		}
	}
	f.Book, f.Part, err = x.Numbers.Tail(ctx, c.Tenant, f.Book)
	return f, err
}

// Credit issues a credit note for an invoice.
func (x *Invoices) Credit(ctx context.Context, c Caller, cmd invoicing.CreditRequest,
	today func(site int64) civil.Date) (Done[invoicing.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[invoicing.State]{}, err
	}
	original, _, err := x.Read(ctx, c, invoicing.Invoice, cmd.InvoiceID)
	if err != nil {
		return Done[invoicing.State]{}, err
	}
	lines, err := x.refunded(ctx, c, cmd, original)
	if err != nil {
		return Done[invoicing.State]{}, err
	}
	c.Site = original.Site
	done, err := Execute(ctx, x.Executor, c, documents, Order[invoicing.State]{
		Operation: "invoices.credit", Permission: "invoices:issue", Request: cmd,
		Decide: func(s invoicing.State, a act.Context) ([]event.Payload, error) {
			if s.Exists {
				return nil, nil
			}
			f, err := x.facts(ctx, c, original.Site, today(original.Site), invoicing.CreditNote)
			if err != nil {
				return nil, err
			}
			now, _, err := x.load(ctx, c.Tenant, cmd.InvoiceID)
			if err != nil {
				return nil, err
			}
			if f.Claims, err = x.claims(ctx, c.Tenant, now.OrderID); err != nil {
				return nil, err
			}
			d, ok := now.Document()
			if !ok {
				return nil, fault.New(fault.NotFound, "the invoice's content was forgotten")
			}
			f.Crediting = invoicing.Crediting{Invoice: now, Document: d, Lines: lines, Reason: cmd.Reason}
			return cmd.Decide(s, a, f)
		},
	})
	if err != nil {
		return done, err
	}
	return x.completed(ctx, c, done)
}

// refunded are the lines of a recorded refund, or those asked for.
func (x *Invoices) refunded(ctx context.Context, c Caller, cmd invoicing.CreditRequest,
	original invoicing.State) ([]invoicing.CreditedLine, error) {
	if cmd.RefundID == "" {
		return cmd.Lines, nil
	}
	refund, err := x.order(ctx, c, cmd.RefundID)
	if err != nil {
		return nil, err
	}
	var b fault.Blockers
	switch {
	case refund.Kind != "refund" || refund.NotFinal != "":
		b.On("order/"+cmd.RefundID, "order_not_final", "it is no refund that was recorded")
	case refund.Mismatch != "":
		b.On("order/"+cmd.RefundID, "snapshot_mismatch", "%s", refund.Mismatch)
	case refund.Reverses != "" && refund.Reverses != original.OrderID:
		b.On("order/"+refund.Reverses, "refund_of_another_order", "it reverses the checkout %s, and the invoice is for %s", refund.Reverses,
			original.OrderID)
	}
	return invoicing.Refunded(refund), b.Err()
}

// completed takes a requested document to its end, and says where the caller finds
// the outcome.
func (x *Invoices) completed(ctx context.Context, c Caller, done Done[invoicing.State]) (Done[invoicing.State], error) {
	s, at, err := x.Complete(ctx, c.Tenant, done.ID)
	if err != nil {
		return done, err
	}
	done.State, done.Revision = s, at.Revision
	if done.Position.Less(at.Position) {
		done.Position = at.Position
	}
	if s.Abandoned != nil {
		var b fault.Blockers
		if s.Abandoned.By == s.OrderID {
			b.On("order/"+s.OrderID, s.Abandoned.Code, "the order says otherwise since the invoice was made; look at it anew")
		} else {
			b.On("invoice/"+s.Abandoned.By, s.Abandoned.Code, "another was faster: %s", s.Abandoned.By)
		}
		return done, b.Err()
	}
	return done, nil
}

// Read returns a document of a kind that the caller sees.
func (x *Invoices) Read(ctx context.Context, c Caller, kind invoicing.Kind, id string) (invoicing.State, uint64, error) {
	s, at, err := x.load(ctx, c.Tenant, id)
	if err != nil {
		return s, 0, err
	}
	if !s.Exists || s.Kind != kind || s.Issued == nil || !Sees(c, s.Site) {
		return invoicing.State{}, 0, fault.New(fault.NotFound, "there is no such document")
	}
	return s, at.Revision, nil
}

// load folds a document; the zero place is of one that is not there.
func (x *Invoices) load(ctx context.Context, tenant, id string) (s invoicing.State, at eventstore.Appended, err error) {
	stream := event.Stream{Category: invoicing.Documents.Name, Tenant: tenant, ID: id}.String()
	if _, ok := event.ParseStream(stream); !ok {
		return s, at, nil
	}
	history, err := x.Log.Load(ctx, stream)
	if err != nil {
		return s, at, storeFault(err)
	}
	for _, e := range history {
		s, at = s.Evolve(e), eventstore.Appended{Revision: e.Revision, Position: e.Position}
	}
	return s, at, nil
}

func (x *Invoices) claims(ctx context.Context, tenant, order string) (invoicing.Claims, error) {
	c, _, err := x.claimed(ctx, tenant, order)
	return c, err
}

// claimed also says where the order's stream ends; the zero place is of one that
// is not there.
func (x *Invoices) claimed(ctx context.Context, tenant, order string) (c invoicing.Claims, at eventstore.Appended, err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: order}.String())
	if err != nil {
		return c, at, storeFault(err)
	}
	for _, e := range history {
		c, at = c.Evolve(e), eventstore.Appended{Revision: e.Revision, Position: e.Position}
	}
	return c, at, nil
}

// stepID is the command id of one step of a document's way, the same whoever takes
// it.
func stepID(document, step string) uuid.UUID {
	return uuid.NewSHA1(commandSpace, fmt.Appendf(nil, "invoicing\x00%s\x00%s", document, step))
}
