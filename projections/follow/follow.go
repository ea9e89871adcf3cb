// Package follow is what the projections that stay in memory share: each node
// reads the log for itself, from where it stands, and a reader can wait until
// it has read so far.
package follow

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Source is what a follower needs of the log.
type Source interface {
	Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error
	Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error)
	// NoneBetween reports whether the log has come to a position, and holds after
	// another and up to it no event of the streams with the prefixes.
	NoneBetween(ctx context.Context, after, until event.Position, prefixes []string) (bool, error)
}

// Follower knows where one projection stands; it is safe for concurrent use.
// The zero value stands before the first event.
type Follower struct {
	mu       sync.Mutex
	position event.Position
	moved    chan struct{} // closed and replaced when position moves; nil = nobody waits
	log      Source        // that is followed; nil = none yet
	prefixes []string      // of its streams
	damage   map[string]harm

	caughtUp, harmed atomic.Bool
}

// harm is what makes a stream one that the service has not written.
type harm struct {
	cut     bool // by its metadata, which may be mended
	foreign bool // an event, which stays
}

// Run gives apply every registered event of the streams with the prefixes, from
// where the follower stands until ctx ends or an event cannot be read. live is
// told each time that the log has no more; nil = nobody.
func (f *Follower) Run(ctx context.Context, log Source, prefixes []string, apply func(event.Recorded), live func()) error {
	f.mu.Lock()
	from := f.position
	f.log, f.prefixes = log, prefixes
	f.mu.Unlock()
	return log.Subscribe(ctx, from, prefixes, func(item eventstore.Delivery) error {
		if item.Event != nil {
			e, known, err := f.decode(ctx, log, item.Event)
			if err != nil {
				return err
			}
			if known && !taken(apply, e) {
				f.note(e.Stream, func(h *harm) { h.foreign = true })
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

// taken applies an event, and reports false where what it says cannot be: the service
// did not write it, and it must not end the process.
func taken(apply func(event.Recorded), e event.Recorded) (ok bool) {
	defer func() { ok = recover() == nil }()
	apply(e)
	return true
}

// decode reads an event; one that the service did not write is none, and harms its
// stream.
func (f *Follower) decode(ctx context.Context, log Source, raw *eventstore.Raw) (e event.Recorded, known bool, err error) {
	if stream, how, meta := eventstore.Cut(raw); meta {
		f.note(stream, func(h *harm) { h.cut = how != "" })
		return e, false, nil
	}
	e, known, err = log.Decode(ctx, *raw)
	var damaged *eventstore.DamagedError
	if errors.As(err, &damaged) {
		f.note(damaged.Stream, func(h *harm) { h.foreign = true })
		return e, false, nil
	}
	return e, known, err
}

func (f *Follower) note(stream string, change func(*harm)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.damage[stream]
	if change(&h); h == (harm{}) {
		delete(f.damage, stream)
		return
	}
	if f.damage == nil {
		f.damage = map[string]harm{}
	}
	f.damage[stream] = h
	f.harmed.Store(true)
}

// Damaged reports whether a stream is known not to be what the service has written:
// what was folded from it is not to be relied on.
func (f *Follower) Damaged(stream func() string) bool {
	if !f.harmed.Load() {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_, is := f.damage[stream()]
	return is
}

// Position is up to where the log was read.
func (f *Follower) Position() event.Position {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.position
}

// CaughtUp reports whether the log has been read to its head once.
func (f *Follower) CaughtUp() bool { return f.caughtUp.Load() }

// WaitFor returns when everything up to a position has been applied. A subscription is
// told seldom of events that are not its own, so where those alone may be missing the log
// is asked.
func (f *Follower) WaitFor(ctx context.Context, at event.Position) error {
	for {
		f.mu.Lock()
		from, log, prefixes := f.position, f.log, f.prefixes
		if !from.Less(at) {
			f.mu.Unlock()
			return nil
		}
		if f.moved == nil {
			f.moved = make(chan struct{})
		}
		moved := f.moved
		f.mu.Unlock()
		var again <-chan time.Time // it may not have answered, or not have come so far
		if log != nil {
			if none, err := log.NoneBetween(ctx, from, at, prefixes); err == nil && none {
				f.advance(at) // nothing of what is applied here stands in between
				return nil
			}
			again = time.After(askAgain)
		}
		select {
		case <-moved:
		case <-again:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// askAgain is how long a log is not asked again whether it has come to a position.
const askAgain = 100 * time.Millisecond

// All is what one node keeps in memory.
type All []interface {
	WaitFor(ctx context.Context, at event.Position) error
}

// WaitFor returns when each of them has applied everything up to a position: what one
// shows already, another may not know yet.
func (a All) WaitFor(ctx context.Context, at event.Position) error {
	for _, f := range a {
		if err := f.WaitFor(ctx, at); err != nil {
			return err
		}
	}
	return nil
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
