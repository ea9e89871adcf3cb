package eventstore

import (
	"context"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/domain/event"
)

// ReadStreamBackwards returns up to count events of a stream, newest first, from
// a revision (math.MaxUint64: from the end); none when there is no such stream.
func (s *Store) ReadStreamBackwards(ctx context.Context, stream string, from uint64, count int) ([]Raw, error) {
	var start esdb.StreamPosition = esdb.Revision(from)
	if from == math.MaxUint64 {
		start = esdb.End{}
	}
	return s.read(ctx, count, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadStream(ctx, stream, esdb.ReadStreamOptions{From: start, Direction: esdb.Backwards}, uint64(count))
	})
}

// ReadAllBackwards returns up to count events of the whole log, newest first,
// those before a position (the zero Position: from the end).
func (s *Store) ReadAllBackwards(ctx context.Context, before event.Position, count int) ([]Raw, error) {
	var start esdb.AllPosition = esdb.End{}
	if before != (event.Position{}) {
		start = esdb.Position{Commit: before.Commit, Prepare: before.Prepare}
	}
	return s.read(ctx, count, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadAll(ctx, esdb.ReadAllOptions{From: start, Direction: esdb.Backwards}, uint64(count))
	})
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
	conn, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer conn.calls.Done()
	opts := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
	if from > 0 {
		opts.From = esdb.Revision(from - 1) // the protocol starts after it
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sub, err := openSubscription(ctx, conn, func(ctx context.Context) (*esdb.Subscription, error) {
		return conn.client.SubscribeToStream(ctx, stream, opts)
	})
	if err != nil {
		return s.classify(conn, err)
	}
	defer sub.Close()
	for {
		item := sub.Recv()
		var d Delivery
		switch {
		case item.SubscriptionDropped != nil:
			return s.classify(conn, item.SubscriptionDropped.Error)
		case item.EventAppeared != nil:
			raw := rawOf(item.EventAppeared.Event)
			d = Delivery{Event: &raw, Position: raw.Position}
		case item.CaughtUp != nil:
			d = Delivery{CaughtUp: true}
		default:
			continue
		}
		if err := deliver(d); err != nil {
			return err
		}
	}
}
