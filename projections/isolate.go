package projections

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tallystick/tallystick/eventstore"
)

// An event can be sound in form and still be none that the service would write: a row
// that is there already, a number that no column holds. A projection that is put alone
// looks for such events one by one. One that it cannot take, though it takes an event
// of another stream after it, harms its own stream alone: it is noted as damage, and
// passed over. So are a few after which none comes, once they were tried long enough.
// Where it takes none of what comes after, the fault is the projection's own, which stays
// where it is.

// witnessPause is how long a projection waits, with an event that it cannot take, for
// one of another stream that it can.
const witnessPause = 200 * time.Millisecond

// heldStreamsMax is of how many streams a projection may be unable to take events, none
// taken between, without the fault being its own.
const heldStreamsMax = 8

// giveUp passes over what is held, where nothing comes after it and it was tried long
// enough; what it returns ends the feeding.
func (r *Runner) giveUp(ctx context.Context, g *group, why error) error {
	streams := map[string]bool{}
	for i := range g.held {
		if g.held[i].refused != nil {
			streams[g.held[i].Event.Stream] = true
		}
	}
	if !g.given || len(streams) > heldStreamsMax {
		return why
	}
	if err := r.apply(ctx, g, g.passedOver(nil)); err != nil {
		return err
	}
	g.held = nil
	return nil
}

// next takes the next delivery. While events are held whose fault is not known, it
// waits for a short time only, and ends with the first one's.
func (g *group) next(ctx context.Context, items <-chan item) (x item, ok bool, err error) {
	if len(g.held) == 0 {
		x, ok = <-items
		return x, ok, nil
	}
	select {
	case x, ok = <-items:
		return x, ok, nil
	case <-time.After(witnessPause):
		return x, false, g.refusal()
	case <-ctx.Done():
		return x, false, ctx.Err()
	}
}

// refusal is why the first held event cannot be taken.
func (g *group) refusal() error {
	for i := range g.held {
		if g.held[i].refused != nil {
			return g.held[i].refused
		}
	}
	return nil
}

// isolate applies a batch for a group of one projection that has failed, in smaller and
// smaller parts, so that an event which cannot be taken stands alone; it is held until
// a witness was taken.
func (r *Runner) isolate(ctx context.Context, g *group, batch []item) error {
	if len(g.held) > 0 && !g.witnessed(batch) {
		g.held = append(g.held, batch...)
		return nil
	}
	err := r.passOver(ctx, g, batch)
	if err == nil || errors.Is(err, errAgain) || !r.ofEvent(err) {
		return err
	}
	if len(batch) > 1 {
		half := len(batch) / 2
		if err := r.isolate(ctx, g, batch[:half]); err != nil {
			return err
		}
		return r.isolate(ctx, g, batch[half:])
	}
	x := batch[0]
	x.refused = err
	g.held = append(g.held, x)
	return nil
}

// errAgain: an event that could not be taken can be now.
var errAgain = errors.New("projections: it is tried again")

// passOver applies a batch behind what is held. That the batch can be taken is seen
// first, and then that what is held still cannot: what was in the way for a while only
// is tried again from the start.
func (r *Runner) passOver(ctx context.Context, g *group, batch []item) error {
	if len(g.held) == 0 {
		return r.apply(ctx, g, batch)
	}
	behind := g.passedOver(batch)
	if err := r.try(ctx, g, behind); err != nil {
		return err
	}
	for i := range g.held {
		if g.held[i].refused != nil && r.try(ctx, g, g.held[i:i+1]) == nil {
			return fmt.Errorf("%w: %w", errAgain, g.held[i].refused)
		}
	}
	err := r.apply(ctx, g, behind)
	if err == nil {
		g.held = nil
	}
	return err
}

// try applies a batch and takes it back.
func (r *Runner) try(ctx context.Context, g *group, batch []item) error {
	to := g.at
	to.Commit++ // it must move; how far does not matter
	moves, err := r.moves(ctx, g, batch, to)
	if err != nil {
		return err
	}
	return r.DB.Try(ctx, moves)
}

// witnessed reports whether a batch has an event that the projection reads and that is
// of none of the streams of held events.
func (g *group) witnessed(batch []item) bool {
	return slices.ContainsFunc(batch, func(x item) bool {
		return x.decoded != nil && g.members[0].reads(x.category) && !slices.ContainsFunc(g.held, func(h item) bool {
			return h.refused != nil && h.Event.Stream == x.Event.Stream
		})
	})
}

// passedOver are the held items, and a batch behind them, with damage in place of what
// cannot be taken, and without what follows that in its stream.
func (g *group) passedOver(batch []item) []item {
	out := slices.Concat(g.held, batch)
	streams := map[string]bool{}
	for i := range out {
		x := &out[i]
		if x.refused != nil {
			x.damage, streams[x.Event.Stream] = g.damageOf(x), true
		}
		if x.Event != nil && streams[x.Event.Stream] {
			x.decoded = nil
		}
	}
	return out
}

// damageOf is what a held event is to everybody else.
func (g *group) damageOf(x *item) *eventstore.DamagedError {
	cause := x.refused
	var f *failure
	if errors.As(cause, &f) {
		cause = f.err
	}
	return &eventstore.DamagedError{
		Stream: x.Event.Stream, Revision: x.Event.Revision, Position: x.Event.Position, ID: x.Event.ID, Type: x.Event.Type,
		What: fmt.Sprintf("cannot be taken by the read model %s: %v", g.members[0].Name, cause), ReadModel: g.members[0].Name,
	}
}

// ofEvent reports whether an error says of the events, or of what the projection makes
// of them, that they cannot be taken; waiting does not help.
func (r *Runner) ofEvent(err error) bool {
	if r.failureOf(err) == nil {
		return false
	}
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return true // its own code
	}
	switch refused.Code[:2] {
	case "22", "23", "54": // data exception, integrity constraint, program limit
		return true
	}
	return false
}
