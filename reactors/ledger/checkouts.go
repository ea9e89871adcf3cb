package ledger

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections/follow"
	"github.com/tallystick/tallystick/readmodels"
)

// Places is where an intake keeps how far it has read; *readmodels.DB is one.
type Places interface {
	Forwarded(ctx context.Context, target string) (readmodels.Position, error)
	MoveForwarder(ctx context.Context, target string, from, to readmodels.Position) error
}

// Intake takes committed checkouts, and what of them is reversed, into the ledger as the log
// holds them. It keeps its
// place behind what it has taken, so that a process which ended in between takes the
// last ones again; an order that stands is not taken twice, also by two at once.
type Intake struct {
	Work   *Work
	Log    follow.Source
	Places Places
	// Known returns when the books in memory hold what the log says up to a position
	// of an event of theirs, and Ready reports whether they were read at all.
	Known  func(ctx context.Context, at event.Position) error
	Ready  func() bool
	Logger *slog.Logger
}

// intakeTarget names the intake among the stored positions.
const intakeTarget = "ledger.checkouts"

// reversed is the type of event by which a part of a checkout is taken back.
var reversed = commerce.CheckoutReversed{}.EventType()

const intakePause = 500 * time.Millisecond

// Run takes until ctx ends.
func (x *Intake) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if x.Ready() {
			if err := x.follow(ctx); err != nil && ctx.Err() == nil {
				x.Logger.Warn("checkouts wait to come into the ledger; trying again", "error", err)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(intakePause):
		}
	}
}

// follow reads the log from the kept place until something fails.
func (x *Intake) follow(ctx context.Context) error {
	at, err := x.Places.Forwarded(ctx, intakeTarget)
	if err != nil {
		return err
	}
	prefixes := []string{commerce.Snapshots.Name + "-", books.Category.Name + "-"}
	var ofBooks event.Position // the last event of books before the checkout
	return x.Log.Subscribe(ctx, event.Position{Commit: at.Commit, Prepare: at.Prepare}, prefixes, func(d eventstore.Delivery) error {
		if d.Event == nil {
			return nil
		}
		s, ok := event.ParseStream(d.Event.Stream)
		switch {
		case !ok:
			return nil
		case s.Category == books.Category.Name:
			ofBooks = d.Position
			return nil
		case d.Event.Revision != 0 && d.Event.Type != reversed: // a piece of what its first event names
			return nil
		}
		if err := x.Known(ctx, ofBooks); err != nil {
			return err
		}
		if err := x.take(ctx, s, *d.Event); err != nil {
			return err
		}
		to := readmodels.Position{Commit: d.Position.Commit, Prepare: d.Position.Prepare}
		if err := x.Places.MoveForwarder(ctx, intakeTarget, at, to); err != nil {
			return err
		}
		at = to
		return nil
	})
}

// take takes one checkout, or one reversal. What cannot be taken now or ever is passed over: a
// comparison with the source names it.
func (x *Intake) take(ctx context.Context, s event.Stream, raw eventstore.Raw) error {
	e, known, err := x.Log.Decode(ctx, raw)
	var damaged *eventstore.DamagedError
	if errors.As(err, &damaged) || err == nil && !known {
		return nil // the service did not write it
	}
	if err != nil {
		return err
	}
	c := commands.Caller{Tenant: s.Tenant, Principal: e.Meta.Principal, Site: e.Meta.Site, Request: e.Meta.Request}
	c.Sites.All = true
	if r, ok := e.Payload.(commerce.CheckoutReversed); ok {
		s.ID = r.ReversalID
	}
	found, ok, err := x.Work.Checkouts(ctx, c, s.ID)
	if err == nil && (!ok || found.Mismatch != "") {
		x.passed(s, "what was committed cannot be read")
		return nil
	}
	if err == nil {
		o := ofCheckout(found, e.Meta.Time)
		var bad fault.Fields
		if o.Faults(&bad, "", x.Work.Books().Now()); bad.Err() == nil {
			_, err = x.Work.Books().TakeCheckout(ctx, c, o, found.Subject)
		} else {
			err = bad.Err()
		}
	}
	f := fault.As(err)
	if f == nil {
		return err
	}
	switch f.Code {
	case fault.StoreUnavailable, fault.ReadModelBehind, fault.Contended:
		return err
	case fault.IdempotencyKeyReused: // taken before, by a release that read checkouts otherwise
		return nil
	}
	x.passed(s, f.Error())
	return nil
}

func (x *Intake) passed(s event.Stream, why string) {
	x.Logger.Warn("a checkout does not come into the ledger", "tenant", s.Tenant, "checkout", s.ID, "why", why)
}

// ofCheckout is a committed checkout as an order, or its reversal as a refund: its taxes by
// the sum of each line's rates.
func ofCheckout(x invoicing.Order, committed time.Time) orders.Order {
	o := orders.Order{SourceRef: x.ID, Kind: orders.Kind(x.Kind), RefundOf: x.Reverses, PlacedAt: committed.UTC(),
		SuppliedOn: x.SuppliedOn, Currency: x.Currency, PricesIncludeTax: x.PricesIncludeTax, SnapshotID: cmp.Or(x.Reverses, x.ID),
		Buyer: orders.Buyer{Status: x.Buyer.Status, Country: x.Buyer.Address.Country, TaxID: x.Buyer.TaxID, TaxIDCountry: x.Buyer.TaxIDCountry,
			TaxIDEvidence: x.Buyer.Evidence, Consultation: x.Buyer.Consultation}}
	for _, l := range x.Lines {
		line := orders.Line{ID: l.ID, Description: l.Description, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount, Net: l.Net}
		for _, t := range l.Taxes {
			line.Rate = line.Rate.Add(t.Rate)
		}
		o.Lines = append(o.Lines, line)
		o.Net, o.Gross = o.Net.Add(l.Net), o.Gross.Add(l.Gross)
		at := slices.IndexFunc(o.Taxes, func(t booking.Tax) bool { return t.Rate.Equal(line.Rate) })
		if at < 0 {
			at, o.Taxes = len(o.Taxes), append(o.Taxes, booking.Tax{Rate: line.Rate})
		}
		o.Taxes[at].Base, o.Taxes[at].Tax = o.Taxes[at].Base.Add(l.Net), o.Taxes[at].Tax.Add(l.Tax)
	}
	slices.SortFunc(o.Taxes, func(a, b booking.Tax) int { return b.Rate.Cmp(a.Rate) })
	return o
}
