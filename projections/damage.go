package projections

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// ErrLogDiffers: the log does not hold the events on which the read models stand.
var ErrLogDiffers = errors.New("projections: the read models are of another log")

// history is what a Source may know beside: all of a real log's do.
type history interface {
	Head(ctx context.Context) (event.Position, bool, error)
	ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error)
}

// head is the end of the log, zero where that is not known.
func (r *Runner) head(ctx context.Context) event.Position {
	if h, ok := r.Source.(history); ok {
		if at, some, err := h.Head(ctx); err == nil && some {
			return at
		}
	}
	return event.Position{}
}

// prepare insists that the log holds the events on which the read models stand, and
// notes how far it goes: a version that is built for the first time is served from
// there on. Where it does not hold them, the read models are held back, and why is
// said to everybody, until they are rebuilt or the other log is back.
func (r *Runner) prepare(ctx context.Context) error {
	h, ok := r.Source.(history)
	if !ok {
		return nil
	}
	head, _, err := h.Head(ctx)
	if err != nil {
		return err
	}
	r.DB.SetGoal(readmodels.Position{Commit: head.Commit, Prepare: head.Prepare})
	stands, err := r.DB.Stands(ctx)
	if err != nil {
		return err
	}
	for _, s := range stands {
		at := event.Position{Commit: s.At.Commit, Prepare: s.At.Prepare}
		found, err := h.ReadAll(ctx, at, 1)
		if err != nil && !eventstore.Elsewhere(err) {
			return err
		}
		if len(found) == 1 && found[0].ID == s.Event && found[0].Position == at {
			continue
		}
		why := fmt.Sprintf("the log does not hold event %s at %d/%d, on which the read model %s stands, and ends at %d/%d: it is another log, "+
			"or an older copy. Connect the log that the read models are of, or run tallystick rebuild", s.Event, at.Commit, at.Prepare, s.Name,
			head.Commit, head.Prepare)
		if err != nil { // which may be a fault of the server's
			why += fmt.Sprintf("; it answers: %v", err)
		}
		if err := r.DB.Hold(ctx, why); err != nil {
			return err
		}
		return fmt.Errorf("%w: %s", ErrLogDiffers, why)
	}
	return r.DB.Hold(ctx, "")
}

// shorter reports that the log ends before an event on which a read model stands. To
// lead again finds out whether it is another one.
func (r *Runner) shorter(ctx context.Context) bool {
	h, ok := r.Source.(history)
	if !ok {
		return false
	}
	stands, err := r.DB.Stands(ctx)
	if err != nil || len(stands) == 0 {
		return false
	}
	head, _, err := h.Head(ctx)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(stands, func(s readmodels.Stand) bool { return head.Commit < s.At.Commit })
}

// noteDamage has the damage of a batch written together with its rows.
func (r *Runner) noteDamage(moves []readmodels.Move, batch []item) {
	var last *eventstore.Raw
	for i := range batch {
		x := &batch[i]
		if x.Event == nil {
			continue
		}
		last = x.Event
		if d := x.damage; d != nil {
			moves[0].Batch.AddDamage(damageRow(d))
		} else if stream, how, ok := eventstore.Cut(x.Event); ok && how == "" {
			moves[0].Batch.EndDamage(stream) // its metadata hides nothing any more
		} else if x.decoded != nil && r.heals(x.decoded) {
			moves[0].Batch.EndDamageOf(x.decoded.Stream, int64(x.decoded.Revision))
		}
	}
	if last == nil {
		return
	}
	for i := range moves {
		moves[i].Event, moves[i].EventAt = last.ID, readmodels.Position{Commit: last.Position.Commit, Prepare: last.Position.Prepare}
	}
}

// heals reports whether an event that was read could not be before: the key of its
// sealed text is back.
func (r *Runner) heals(e *event.Recorded) bool {
	known, ok := r.Source.(interface {
		Damage(stream string) *eventstore.DamagedError
	})
	if !ok {
		return false
	}
	d := known.Damage(e.Stream)
	return d != nil && d.ID == e.ID && d.ReadModel == ""
}

func damageRow(d *eventstore.DamagedError) readmodels.Damage {
	s, _ := event.ParseStream(d.Stream)
	return readmodels.Damage{
		Tenant: s.Tenant, Stream: d.Stream, Revision: int64(d.Revision), Commit: int64(d.Position.Commit), EventID: d.ID, Type: d.Type,
		What: d.What, ReadModel: d.ReadModel,
	}
}

// tellDamage logs each once, however often the log is read.
func (r *Runner) tellDamage(batch []item) {
	for i := range batch {
		d := batch[i].damage
		if d == nil {
			continue
		}
		r.telling.Lock()
		known := r.told[d.Stream+d.ID.String()]
		if r.told == nil {
			r.told = map[string]bool{}
		}
		r.told[d.Stream+d.ID.String()] = true
		r.telling.Unlock()
		if known {
			continue
		}
		r.Logger.Error("a stream of the log is damaged", "stream", d.Stream, "revision", d.Revision, "position", d.Position.Commit, "event", d.ID,
			"what", d.What)
		if r.Damaged != nil {
			r.Damaged(d)
		}
	}
}
