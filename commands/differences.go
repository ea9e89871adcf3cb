package commands

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
)

// DecideDifference ends the open difference between an order and its source, and has
// the journal follow where the source's word is taken: what was posted is proposed to
// be reversed, and the order as it now reads to be booked. A job does that where this
// call is cut off.
//
// Errors: those of Execute and of orders.DecideDifference.
func (x *Books) DecideDifference(ctx context.Context, c Caller, id string, cmd orders.DecideDifference) (Done[orders.State], error) {
	done, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
		Operation: "orders.decide_difference", Permission: "reviews:resolve", ID: id, Request: cmd,
		Decide: func(s orders.State, _ act.Context) ([]event.Payload, error) {
			if s.ID == "" {
				return nil, fault.New(fault.NotFound, "there is no such entry of the commerce ledger")
			}
			rests, err := x.rests(ctx, c, s)
			if err != nil {
				return nil, err
			}
			return cmd.Decide(s, rests)
		},
	})
	if err != nil || done.Nothing || done.Replayed {
		return done, err
	}
	at, err := x.FollowDifference(ctx, c, done.State)
	if done.Position.Less(at) {
		done.Position = at
	}
	return done, err
}

// rests is what rests on an order, and what keeps it there.
func (x *Books) rests(ctx context.Context, c Caller, s orders.State) (r orders.Rests, err error) {
	if r.Holds, err = x.holds(ctx, c.Tenant, s); err != nil { // first, as in resting
		return r, err
	}
	if r.Invoices, err = x.InvoicesOf(ctx, c.Tenant, s); err != nil {
		return r, err
	}
	c.Site = s.Site
	entry, _, err := x.Entry(ctx, c, s.JournalID())
	if absent(err) || err == nil && entry.Status != journal.Posted {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Posted = entry.ID
	_, err = x.reversal(c, entry, Reversal{})(ctx, x.bookingFacts(c, s.Site))
	if f := fault.As(err); f != nil && f.Code == fault.Blocked {
		r.Bound, err = f.Blockers, nil
	}
	return r, err
}

// FollowDifference proposes what follows from the last decision on a difference: the
// reversal of the entry that it replaces, and the order's new one. What is proposed
// already stays. An order that cannot be booked waits, as any other does.
func (x *Books) FollowDifference(ctx context.Context, c Caller, s orders.State) (at event.Position, err error) {
	n := len(s.Decisions)
	if n == 0 || s.Decisions[n-1].Choice != orders.TakeTheirs {
		return at, nil
	}
	c.Site, c.IdempotencyKey, c.Command, c.IfMatch = s.Site, "", uuid.Nil, nil // the entries name themselves
	if replaced := s.Decisions[n-1].Reverses; replaced != "" {
		if at, err = x.reverseFor(ctx, c, s, replaced); err != nil {
			return at, err
		}
	}
	if s.Voided {
		return at, nil
	}
	done, err := x.proposeOrder(ctx, c, s, true)
	if at.Less(done.Position) {
		at = done.Position
	}
	return at, unlessWaiting(err)
}

// reverseFor proposes the reversal of an order's posted entry, once.
func (x *Books) reverseFor(ctx context.Context, c Caller, s orders.State, posted string) (event.Position, error) {
	if _, _, err := x.Entry(ctx, c, ReversalID(posted)); !absent(err) {
		return event.Position{}, err // it is there
	}
	entry, _, err := x.Entry(ctx, c, posted)
	if err != nil {
		return event.Position{}, err
	}
	done, err := x.Propose(ctx, c, Proposed{EntryID: ReversalID(posted), Request: posted, Follows: true,
		Make: x.reversal(c, entry, Reversal{Memo: string(s.Kind) + " " + s.SourceRef + ", as its source says now"})})
	return done.Position, unlessWaiting(err)
}

// unreplaced blocks the posting of what an order became while the entry that it stands
// in for is not undone: the books would hold the order twice, for good where somebody
// rejects the reversal.
func (x *Books) unreplaced(ctx context.Context, c Caller, s journal.State) error {
	c.Site = s.Site
	for _, source := range s.Sources {
		if source.Kind != "order" {
			continue
		}
		order, _, err := x.CommerceEntry(ctx, c, source.ID)
		if err != nil {
			return err
		}
		replaced := order.Replaces(s.ID)
		if replaced == "" {
			continue
		}
		reversal, _, err := x.Entry(ctx, c, ReversalID(replaced))
		if err != nil && !absent(err) {
			return err
		}
		if reversal.Status != journal.Posted {
			var b fault.Blockers
			b.On("entry/"+ReversalID(replaced), "reversal_not_posted", "the entry takes the place of %s; post the reversal of that first", replaced)
			return b.Err()
		}
	}
	return nil
}

// unlessWaiting passes over refusals after which a record waits for a person, or
// stands as somebody else left it.
func unlessWaiting(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && (f.Code == fault.Blocked || f.Code == fault.Immutable) {
		return nil
	}
	return err
}
