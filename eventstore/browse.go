package eventstore

import (
	"context"
	"math"

	"github.com/tallystick/tallystick/domain/event"
)

// ReadStreamBackwards returns up to count events of a stream, newest first, from
// a revision (math.MaxUint64: from the end); none when there is no such stream.
func (s *Store) ReadStreamBackwards(ctx context.Context, stream string, from uint64, count int) ([]Raw, error) {
	q := query{stream: stream, from: fromHere, revision: from, backwards: true, count: count}
	if from == math.MaxUint64 {
		q.from = fromEnd
	}
	return s.read(ctx, q)
}

// ReadAllBackwards returns up to count events of the whole log, newest first,
// those before a position (the zero Position: from the end).
func (s *Store) ReadAllBackwards(ctx context.Context, before event.Position, count int) ([]Raw, error) {
	q := query{from: fromHere, position: before, backwards: true, count: count}
	if before == (event.Position{}) {
		q.from = fromEnd
	}
	return s.read(ctx, q)
}

// SubscribeStream delivers the events of one stream in order, from a revision
// (included), then live; a stream that is not there yet is waited for. It
// resumes and ends as Subscribe does. Deliveries without an event have no
// position.
func (s *Store) SubscribeStream(ctx context.Context, stream string, from uint64, deliver func(Delivery) error) error {
	return s.resume(ctx, deliver, func(deliver func(Delivery) error) error {
		return s.subscribeStreamOnce(ctx, stream, from, func(d Delivery) error {
			if err := deliver(d); err != nil {
				return err
			}
			if d.Event != nil {
				from = d.Event.Revision + 1
			}
			return nil
		})
	})
}

func (s *Store) subscribeStreamOnce(ctx context.Context, stream string, from uint64, deliver func(Delivery) error) error {
	q := query{stream: stream}
	if from > 0 {
		q.from, q.revision = fromHere, from-1 // the protocol starts after it
	}
	return s.follow(ctx, q, func(d Delivery) error {
		if d.Event == nil && !d.CaughtUp {
			return nil
		}
		return deliver(d)
	})
}
