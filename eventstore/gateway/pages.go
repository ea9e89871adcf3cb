package gateway

import (
	"context"
	"errors"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// pageEvents bounds what a read holds at once; events have 64 KiB at most by
// design.
const pageEvents = 64

// readStream sends a stream's events page by page. A stream of which nothing is
// shown is said to be missing, as one that is.
func (r *read) readStream(ctx context.Context) error {
	if !r.server.scopes.owns(r.scope.tenant, r.stream) {
		return r.missing()
	}
	before := r.left
	if err := r.sendStream(ctx); err != nil {
		return err
	}
	if r.left < before {
		return nil
	}
	if shown, err := r.showsAny(ctx); err != nil || shown {
		return err
	}
	return r.missing()
}

func (r *read) sendStream(ctx context.Context) error {
	next := r.start.revision
	if r.start.end {
		next = math.MaxUint64
		if !r.backwards {
			return nil
		}
	}
	for r.left > 0 {
		page, err := r.page(ctx, next)
		if err != nil {
			return err
		}
		for i := range page {
			if err := r.show(&page[i]); err != nil {
				return err
			}
			if r.left == 0 {
				return nil
			}
		}
		if len(page) < pageEvents {
			return nil
		}
		last := page[len(page)-1].Revision
		if r.backwards && last == 0 {
			return nil
		}
		if next = last + 1; r.backwards {
			next = last - 1
		}
	}
	return nil
}

func (r *read) page(ctx context.Context, from uint64) ([]eventstore.Raw, error) {
	if r.backwards {
		return r.server.Store.ReadStreamBackwards(ctx, r.stream, from, pageEvents)
	}
	return r.server.Store.ReadStream(ctx, r.stream, from, pageEvents)
}

// showsAny reports whether the caller is shown any event of the stream.
func (r *read) showsAny(ctx context.Context) (bool, error) {
	for from := uint64(0); ; {
		page, err := r.server.Store.ReadStream(ctx, r.stream, from, pageEvents)
		if err != nil {
			return false, err
		}
		for i := range page {
			if r.scope.shows(&page[i]) {
				return true, nil
			}
		}
		if len(page) < pageEvents {
			return false, nil
		}
		from = page[len(page)-1].Revision + 1
	}
}

func (r *read) missing() error {
	return r.send(&api.ReadResp{Content: &api.ReadResp_StreamNotFound_{StreamNotFound: &api.ReadResp_StreamNotFound{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(r.stream)},
	}}})
}

// errEnough ends a subscription that has delivered what was asked for.
var errEnough = errors.New("enough")

// readAll sends what stands in the log, from the event at the start on. The
// client library reads $all without a filter, so this is a filtered
// subscription as far as the head: other tenants' events stay in the server.
func (r *read) readAll(ctx context.Context) error {
	if r.start.end {
		return nil
	}
	if !r.start.start { // a read includes the event at its start, a subscription does not
		page, err := r.server.Store.ReadAll(ctx, r.start.position, 1)
		if err != nil {
			return err
		}
		if len(page) == 1 && page[0].Position == r.start.position {
			if err := r.show(&page[0]); err != nil {
				return err
			}
		}
	}
	if r.left == 0 {
		return nil
	}
	err := r.follow(ctx, r.all(r.start.position, eventstore.Checkpoints{Window: windowDefault, Multiplier: windowDefault}),
		func(d item) error {
			if d.Event != nil {
				if err := r.show(d.Event); err != nil {
					return err
				}
			}
			if d.CaughtUp || r.left == 0 {
				return errEnough
			}
			return nil
		})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// readAllBackwards looks through the log from its end.
func (r *read) readAllBackwards(ctx context.Context) error {
	if r.start.start {
		return nil
	}
	before := r.start.position
	if r.start.end {
		before = event.Position{}
	}
	for {
		page, err := r.server.Store.ReadAllBackwards(ctx, before, pageEvents)
		if err != nil {
			return err
		}
		for i := range page {
			if err := r.show(&page[i]); err != nil {
				return err
			}
			if r.left == 0 {
				return nil
			}
		}
		if len(page) < pageEvents {
			return nil
		}
		before = page[len(page)-1].Position
	}
}

// show sends an event if the caller may see it.
func (r *read) show(e *eventstore.Raw) error {
	if r.left == 0 || !r.scope.shows(e) {
		return nil
	}
	r.left--
	err := r.send(r.encode(e))
	if err == nil {
		r.server.Observer.Sent(r.kind(), 1, 0)
	}
	return err
}
