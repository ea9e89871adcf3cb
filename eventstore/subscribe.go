package eventstore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/domain/event"
)

// Delivery is one item of a subscription: an event, or (Event nil) the news
// that everything up to Position has been examined; CaughtUp when that is all
// there was when the subscription began, and what follows is live.
type Delivery struct {
	Event    *Raw
	Position event.Position // of the event, or the checkpoint
	CaughtUp bool
}

// Subscribe delivers the events of all streams whose names begin with one of
// the prefixes, in the order of the log, from just after a position (the zero
// Position: from the start), then live. It resumes by itself after an outage,
// from the last item delivered, and ends only when ctx does or when deliver
// returns an error, which it returns.
func (s *Store) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(Delivery) error) error {
	return s.SubscribeEvery(ctx, Checkpoints{Window: 64, Multiplier: 16}, from, prefixes, deliver)
}

// Checkpoints says how often a subscription reports that it has examined events
// of which none was its own: after every Window times Multiplier of them.
type Checkpoints struct{ Window, Multiplier int }

// SubscribeEvery is Subscribe with checkpoints as the caller wants them.
func (s *Store) SubscribeEvery(ctx context.Context, c Checkpoints, from event.Position, prefixes []string, deliver func(Delivery) error) error {
	return s.resume(ctx, deliver, func(deliver func(Delivery) error) error {
		return s.subscribeOnce(ctx, c, from, prefixes, func(d Delivery) error {
			if err := deliver(d); err != nil {
				return err
			}
			if d.Position != (event.Position{}) {
				from = d.Position
			}
			return nil
		})
	})
}

// resume runs a subscription again and again, until ctx ends or deliver fails.
func (s *Store) resume(ctx context.Context, deliver func(Delivery) error, once func(func(Delivery) error) error) error {
	const pauseMin, pauseMax = 50 * time.Millisecond, 2 * time.Second
	pause := pauseMin
	for {
		progressed := false
		err := once(func(d Delivery) error {
			if err := deliver(d); err != nil {
				return handlerError{err}
			}
			progressed = true
			return nil
		})
		var failed handlerError
		switch {
		case errors.As(err, &failed):
			return failed.error
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if progressed {
			pause = pauseMin
		}
		if s.config.Logger != nil {
			s.config.Logger.Debug("subscription dropped; resuming", "error", err, "pause", pause)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)): // spread, so that many do not return at once
		}
		pause = min(pause*2, pauseMax)
	}
}

type handlerError struct{ error }

func (s *Store) subscribeOnce(ctx context.Context, c Checkpoints, from event.Position, prefixes []string, deliver func(Delivery) error) error {
	conn, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer conn.calls.Done()
	opts := esdb.SubscribeToAllOptions{From: esdb.Start{}, CheckpointInterval: c.Multiplier, MaxSearchWindow: c.Window}
	if len(prefixes) > 0 {
		opts.Filter = &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: prefixes}
	}
	if from != (event.Position{}) {
		opts.From = esdb.Position{Commit: from.Commit, Prepare: from.Prepare}
	}
	head, _, err := s.Head(ctx)
	if err != nil {
		return err
	}
	last := from
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sub, err := openSubscription(ctx, conn, func(ctx context.Context) (*esdb.Subscription, error) {
		return conn.client.SubscribeToAll(ctx, opts)
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
		case item.CheckPointReached != nil:
			d = Delivery{Position: event.Position{Commit: item.CheckPointReached.Commit, Prepare: item.CheckPointReached.Prepare}}
		case item.CaughtUp != nil:
			d = Delivery{CaughtUp: true, Position: head}
			if head.Less(last) {
				d.Position = last
			}
		default:
			continue
		}
		if err := deliver(d); err != nil {
			return err
		}
		last = d.Position
	}
}

// openSubscription guards against a client that hangs in discovery past ctx.
func openSubscription(ctx context.Context, conn *connection, open func(context.Context) (*esdb.Subscription, error)) (*esdb.Subscription, error) {
	type outcome struct {
		sub *esdb.Subscription
		err error
	}
	done := make(chan outcome, 1)
	conn.calls.Add(1)
	go func() {
		defer conn.calls.Done()
		sub, err := open(ctx)
		done <- outcome{sub, err}
	}()
	select {
	case o := <-done:
		return o.sub, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
	}
}
