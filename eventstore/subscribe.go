package eventstore

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

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
// from the last item delivered, and ends only when ctx does, when deliver returns an
// error, which it returns, or with ErrNoPosition: trying again would not help.
func (s *Store) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(Delivery) error) error {
	return s.SubscribeEvery(ctx, Checkpoints{Window: 64, Multiplier: 16}, from, prefixes, deliver)
}

// Checkpoints says how often a subscription reports that it has examined events
// of which none was its own: after every Window times Multiplier of them.
type Checkpoints struct{ Window, Multiplier int }

// SubscribeEvery is Subscribe with checkpoints as the caller wants them.
func (s *Store) SubscribeEvery(ctx context.Context, c Checkpoints, from event.Position, prefixes []string,
	deliver func(Delivery) error) error {
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
	const pauseMin, pauseMax = 50 * time.Millisecond, 500 * time.Millisecond
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
		case errors.Is(err, ErrNoPosition):
			return err
		}
		if progressed {
			pause = pauseMin
		}
		s.drops.Add(1)
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

// Drops is how many subscriptions the server has ended: by going away, or because
// their reader was slower than its buffer is long. They were resumed where they stood.
func (s *Store) Drops() uint64 { return s.drops.Load() }

type handlerError struct{ error }

func (s *Store) subscribeOnce(ctx context.Context, c Checkpoints, from event.Position, prefixes []string,
	deliver func(Delivery) error) error {
	q := query{prefixes: prefixes, checkpoints: c}
	if from != (event.Position{}) {
		q.from, q.position = fromHere, from
	}
	head, _, err := s.Head(ctx)
	if err != nil {
		return err
	}
	last, caughtUp := from, false
	return s.follow(ctx, q, func(d Delivery) error {
		if d.CaughtUp {
			if d.Position = head; head.Less(last) {
				d.Position = last
			}
		}
		caughtUp = caughtUp || d.CaughtUp
		last = d.Position
		if err := deliver(d); err != nil || caughtUp || last.Less(head) {
			return err
		}
		// All that stood when it began has come. Under load a server may never say so.
		caughtUp = true
		return deliver(Delivery{Position: last, CaughtUp: true})
	})
}

// follow runs a subscription until it ends or deliver fails.
func (s *Store) follow(ctx context.Context, q query, deliver func(Delivery) error) error {
	conn, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer conn.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found, err := conn.direct.open(ctx, q, true)
	if err != nil {
		return s.classifyRead(q, conn, err)
	}
	defer found.close()
	for {
		d, err := found.next(new(Raw))
		if err != nil {
			return s.classifyRead(q, conn, err)
		}
		if err := deliver(d); err != nil {
			return err
		}
	}
}
