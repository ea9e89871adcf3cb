// Package follow is what the projections that stay in memory share: each node
// reads the log for itself, from where it stands, and a reader can wait until
// it has read so far.
package follow

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Source is what a follower needs of the log.
type Source interface {
	Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error
	Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error)
}

// Follower knows where one projection stands; it is safe for concurrent use.
// The zero value stands before the first event.
type Follower struct {
	mu       sync.Mutex
	position event.Position
	moved    chan struct{} // closed and replaced when position moves; nil = nobody waits

	caughtUp atomic.Bool
}

// Run gives apply every registered event of the streams with the prefixes, from
// where the follower stands until ctx ends or an event cannot be read. live is
// told each time that the log has no more; nil = nobody.
func (f *Follower) Run(ctx context.Context, log Source, prefixes []string, apply func(event.Recorded), live func()) error {
	f.mu.Lock()
	from := f.position
	f.mu.Unlock()
	return log.Subscribe(ctx, from, prefixes, func(item eventstore.Delivery) error {
		if item.Event != nil {
			e, known, err := log.Decode(ctx, *item.Event)
			var damaged *eventstore.DamagedError
			if errors.As(err, &damaged) {
				known, err = false, nil // whoever wrote it, the service did not
			}
			if err != nil {
				return err
			}
			if known {
				apply(e)
			}
		}
		f.advance(item.Position)
		if item.CaughtUp {
			f.caughtUp.Store(true)
			if live != nil {
				live()
			}
		}
		return nil
	})
}

// CaughtUp reports whether the log has been read to its head once.
func (f *Follower) CaughtUp() bool { return f.caughtUp.Load() }

// WaitFor returns when everything up to a position has been applied.
func (f *Follower) WaitFor(ctx context.Context, at event.Position) error {
	for {
		f.mu.Lock()
		if !f.position.Less(at) {
			f.mu.Unlock()
			return nil
		}
		if f.moved == nil {
			f.moved = make(chan struct{})
		}
		moved := f.moved
		f.mu.Unlock()
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (f *Follower) advance(to event.Position) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.position.Less(to) {
		return
	}
	f.position = to
	if f.moved != nil {
		close(f.moved)
		f.moved = nil
	}
}
