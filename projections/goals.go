package projections

import (
	"context"
	"errors"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// errCounted ends a subscription that has come as far as it was to.
var errCounted = errors.New("projections: counted")

// countGoals counts the events until where read models are built, so that these can say
// how many are left. It reads the log once more, which is much quicker than building; what
// fails is counted by the next leadership, for no list waits for it.
func (r *Runner) countGoals(ctx context.Context) {
	if !r.counting.TryLock() {
		return // somebody is about it
	}
	defer r.counting.Unlock()
	goals, err := r.DB.UncountedGoals(ctx)
	for _, goal := range goals {
		var events int64
		if events, err = r.eventsUntil(ctx, goal); err == nil {
			err = r.DB.SetGoalEvents(ctx, goal, events)
		}
		if err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		r.Logger.Warn("how far read models are cannot be counted", "error", err)
	}
}

// eventsUntil counts what feed would deliver until a position.
func (r *Runner) eventsUntil(ctx context.Context, goal uint64) (events int64, err error) {
	err = r.Source.Subscribe(ctx, event.Position{}, r.prefixes(), func(d eventstore.Delivery) error {
		if d.Event != nil && d.Position.Commit <= goal {
			events++
		}
		if d.CaughtUp || d.Position.Commit >= goal {
			return errCounted
		}
		return nil
	})
	if errors.Is(err, errCounted) {
		err = nil
	}
	return events, err
}

// eventsIn counts the events of a batch.
func eventsIn(batch []item) (events int) {
	for i := range batch {
		if batch[i].Event != nil {
			events++
		}
	}
	return events
}
