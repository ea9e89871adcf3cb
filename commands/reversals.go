package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/journal"
)

// reversalSpace is the UUIDv5 namespace of reversals: an entry has one.
var reversalSpace = uuid.MustParse("5a3b0c43-6f0e-5f7d-8d63-2a7a6a1d9f10")

// ReversalID is the id of the one reversal that an entry can have.
func ReversalID(entry string) string { return act.Compact(uuid.NewSHA1(reversalSpace, []byte(entry))) }

// Reversal says how an entry is undone.
type Reversal struct {
	On    civil.Date // zero = today, or the first open day
	Memo  string     // "" = that it is a reversal
	Other booking.Counterparty
}

// Reverse proposes the reversal of a posted entry.
func (x *Books) Reverse(ctx context.Context, c Caller, entry string, r Reversal, request any) (Done[journal.State], error) {
	s, _, err := x.Entry(ctx, c, entry)
	if err != nil {
		return Done[journal.State]{}, err
	}
	c.Site = s.Site
	return x.Propose(ctx, c, Proposed{EntryID: ReversalID(entry), Request: request, Make: x.reversal(c, s, r)})
}

// reversal makes the reversal of an entry.
func (x *Books) reversal(c Caller, s journal.State, r Reversal) func(context.Context, booking.Facts) (journal.Proposal, error) {
	return func(_ context.Context, f booking.Facts) (journal.Proposal, error) {
		on := r.On
		if on.IsZero() {
			on = x.Today(c.Tenant, s.Site, x.Now())
			if f.Books.Closed(on) {
				on = f.Books.ClosedThrough.Next().First()
			}
		}
		return booking.Reverse(s, on, r.Memo, r.Other)
	}
}
