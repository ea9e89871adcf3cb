package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// patiently repeats a call while the log is out of reach.
func patiently[T any](ctx context.Context, call func() (T, error)) (T, error) {
	return repeatedly(ctx, attemptsMax, call)
}

// Reach returns once a log answers. One that does not for some seconds may never: nothing
// has been read of it yet, and its address may be wrong. Errors: those of the log.
func Reach(ctx context.Context, log Log) error {
	_, err := repeatedly(ctx, attemptsFirst, func() (event.Position, error) {
		at, _, err := log.Head(ctx)
		return at, err
	})
	if err != nil {
		return fmt.Errorf("the log does not answer: %w", err)
	}
	return nil
}

func repeatedly[T any](ctx context.Context, attempts int, call func() (T, error)) (T, error) {
	pause := pauseMin
	for attempt := 1; ; attempt++ {
		v, err := call()
		if err == nil || !mayRecover(err) || attempt == attempts || ctx.Err() != nil {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// mayRecover reports whether a log that failed so may answer later by itself.
func mayRecover(err error) bool {
	for _, stays := range []error{eventstore.ErrRefused, eventstore.ErrStreamGone, eventstore.ErrCorrupt} {
		if errors.Is(err, stays) {
			return false
		}
	}
	return errors.Is(err, eventstore.ErrUnavailable)
}

// Reader reads a log from its beginning; with Until set, to that position and
// no further, with Tenant set, that tenant's streams only. It is a Source.
type Reader struct {
	Log    Log
	Tenant string
	Until  event.Position // zero: to the end, and on when there is more
	// Wants, unless nil, says which streams are wanted, instead of all but system
	// streams.
	Wants func(stream string) bool

	at    event.Position // of the last event read
	done  atomic.Uint64  // its commit, for whoever asks beside the reader
	page  []eventstore.Raw
	begun bool
}

// Next returns the next event; io.EOF at the end, after which more may come.
func (r *Reader) Next(ctx context.Context) (eventstore.Raw, error) {
	for {
		if len(r.page) == 0 {
			if err := r.read(ctx); err != nil {
				return eventstore.Raw{}, err
			}
		}
		e := r.page[0]
		if r.Until != (event.Position{}) && r.Until.Less(e.Position) {
			return eventstore.Raw{}, io.EOF
		}
		r.page, r.at, r.begun = r.page[1:], e.Position, true
		r.done.Store(e.Position.Commit)
		if r.wanted(e.Stream) {
			return e, nil
		}
	}
}

func (r *Reader) wanted(stream string) bool {
	if r.Wants != nil {
		return r.Wants(stream)
	}
	if strings.HasPrefix(stream, "$") {
		return false
	}
	if r.Tenant == "" {
		return true
	}
	s, ok := event.ParseStream(stream)
	return ok && s.Tenant == r.Tenant
}

// Fraction is how much of the log has been read, of 1; 0 when that is not known.
func (r *Reader) Fraction() float64 {
	if r.Until.Commit == 0 {
		return 0
	}
	return float64(r.done.Load()) / float64(r.Until.Commit)
}

// read fetches the next page; a read begins with the event at its position.
func (r *Reader) read(ctx context.Context) error {
	page, err := patiently(ctx, func() ([]eventstore.Raw, error) { return r.Log.ReadAll(ctx, r.at, pageEvents) })
	if err != nil {
		return fmt.Errorf("transfer: read on from %d/%d: %w", r.at.Commit, r.at.Prepare, err)
	}
	if r.begun && len(page) > 0 && page[0].Position == r.at {
		page = page[1:]
	}
	if len(page) == 0 {
		return io.EOF
	}
	r.page = page
	return nil
}

// ToHead is a Reader of everything that a log holds now.
func ToHead(ctx context.Context, log Log, tenant string) (Source, error) {
	head, any, err := log.Head(ctx)
	if err != nil {
		return nil, err
	}
	if !any {
		return empty{}, nil
	}
	return &Reader{Log: log, Tenant: tenant, Until: head}, nil
}

type empty struct{}

func (empty) Next(context.Context) (eventstore.Raw, error) { return eventstore.Raw{}, io.EOF }

// Digest reads a source to its end and returns how many events it has and their
// chain.
func Digest(ctx context.Context, from Source) (events int, chain string, err error) {
	c := NewChain()
	for {
		e, err := from.Next(ctx)
		if errors.Is(err, io.EOF) {
			return events, c.Sum(), nil
		}
		if err != nil {
			return events, "", err
		}
		c.Add(e)
		events++
	}
}
