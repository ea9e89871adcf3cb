package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// follower runs a subscription and keeps what it was given.
type follower struct {
	t      *testing.T
	items  chan eventstore.Delivery
	ended  chan error
	cancel context.CancelFunc
}

func follow(t *testing.T, s *eventstore.Store, from event.Position, prefixes ...string) *follower {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	f := &follower{t: t, items: make(chan eventstore.Delivery, 1<<14), ended: make(chan error, 1), cancel: cancel}
	go func() {
		f.ended <- s.Subscribe(ctx, from, prefixes, func(d eventstore.Delivery) error {
			f.items <- d
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-f.ended
	})
	return f
}

// until reads deliveries up to one that satisfies stop.
func (f *follower) until(stop func(eventstore.Delivery) bool) (seen []eventstore.Delivery) {
	f.t.Helper()
	for {
		select {
		case d := <-f.items:
			if seen = append(seen, d); stop(d) {
				return seen
			}
		case err := <-f.ended:
			f.ended <- err
			f.t.Fatalf("the subscription ended: %v", err)
		}
	}
}

func caughtUp(d eventstore.Delivery) bool { return d.CaughtUp }

func at(p event.Position) func(eventstore.Delivery) bool {
	return func(d eventstore.Delivery) bool { return d.Event != nil && d.Event.Position == p }
}

// places lists where the events stand.
func places(seen []eventstore.Delivery) (out []string) {
	for _, d := range seen {
		if d.Event != nil {
			out = append(out, fmt.Sprintf("%s@%d", d.Event.Stream, d.Event.Revision))
		}
	}
	return out
}

func want(t *testing.T, got []string, stream string, from, to int) {
	t.Helper()
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, fmt.Sprintf("%s@%d", stream, i))
	}
	if !slices.Equal(got, all) {
		t.Errorf("delivered %v, want %s@%d to %d", got, stream, from, to)
	}
}

func categoryOf() string { return strings.SplitN(streamOf("c"), "-", 3)[1] }

// A subscription gives what is there, says so, and goes on with what comes;
// streams of other names stay out.
func catchUpThenLive(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	stream := category + "-1-1"
	mustAppend(t, s, stream, eventstore.NoStream, events(40)...)
	mustAppend(t, s, streamOf("other"), eventstore.NoStream, events(3)...)
	f := follow(t, s, event.Position{}, category+"-", "another"+category+"-")
	history := f.until(caughtUp)
	want(t, places(history), stream, 0, 39)
	last := mustAppend(t, s, stream, eventstore.Exactly(39), events(2)...)
	want(t, places(f.until(at(last.Position))), stream, 40, 41)
	second := "another" + category + "-1-1"
	last = mustAppend(t, s, second, eventstore.NoStream, events(1)...)
	want(t, places(f.until(at(last.Position))), second, 0, 0)
}

// The event at the position is not delivered again.
func fromPosition(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	stream := category + "-1-1"
	var middle eventstore.Appended
	for i := range 20 {
		done := mustAppend(t, s, stream, eventstore.Any, events(1)...)
		if i == 9 {
			middle = done
		}
	}
	f := follow(t, s, middle.Position, category+"-")
	want(t, places(f.until(caughtUp)), stream, 10, 19)
}

// A position must advance past what no prefix matches: by a checkpoint, or with
// the news of having caught up.
func checkpoints(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	mine := mustAppend(t, s, category+"-1-1", eventstore.NoStream, events(1)...)
	noise := streamOf("noise")
	var last eventstore.Appended
	for range 30 {
		last = mustAppend(t, s, noise, eventstore.Any, events(100)...)
	}
	f := follow(t, s, mine.Position, category+"-")
	history := f.until(caughtUp)
	if at := history[len(history)-1].Position; at.Less(last.Position) {
		t.Errorf("caught up at %v, though %v had been examined", at, last.Position)
	}
	for range 30 {
		last = mustAppend(t, s, noise, eventstore.Any, events(100)...)
	}
	// Live, a checkpoint comes every so many events.
	f.until(func(d eventstore.Delivery) bool {
		return d.Event == nil && history[len(history)-1].Position.Less(d.Position)
	})
	position := event.Position{}
	for _, d := range history {
		if d.Position.Less(position) {
			t.Errorf("position %v after %v", d.Position, position)
		}
		position = d.Position
	}
}

// deliver's error ends a subscription and comes back as it is; so does the
// context's end.
func subscriptionEnds(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	mustAppend(t, s, category+"-1-1", eventstore.NoStream, events(5)...)
	enough := errors.New("enough")
	n := 0
	err := s.Subscribe(Context(t), event.Position{}, []string{category + "-"}, func(d eventstore.Delivery) error {
		if d.Event != nil {
			n++
		}
		if n == 3 {
			return enough
		}
		return nil
	})
	if err != enough || n != 3 {
		t.Errorf("ended after %d events with %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = s.Subscribe(ctx, event.Position{}, []string{category + "-"}, func(d eventstore.Delivery) error {
		if d.CaughtUp {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v, want the context's error", err)
	}
}

func manySubscriptions(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	stream := category + "-1-1"
	followers := make([]*follower, 20)
	for i := range followers {
		followers[i] = follow(t, s, event.Position{}, category+"-")
	}
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for range 25 {
				if _, err := s.Append(Context(t), stream, eventstore.Any, events(1)...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	for _, f := range followers {
		want(t, places(f.until(func(d eventstore.Delivery) bool { return d.Event != nil && d.Event.Revision == 99 })), stream, 0, 99)
	}
}

// A subscription to streams that are not there waits for them.
func subscribeEarly(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	f := follow(t, s, event.Position{}, category+"-")
	if seen := places(f.until(caughtUp)); len(seen) != 0 {
		t.Errorf("delivered %v", seen)
	}
	last := mustAppend(t, s, category+"-1-1", eventstore.NoStream, events(1)...)
	want(t, places(f.until(at(last.Position))), category+"-1-1", 0, 0)
}

// A subscription outlives the server and goes on where it was.
func resumesAfterARestart(t *testing.T, server *Server) {
	s := server.Store(t)
	category := "t" + categoryOf()
	stream := category + "-1-1"
	f := follow(t, s, event.Position{}, category+"-")
	seen := f.until(caughtUp)
	revision := -1
	for range 3 {
		last := mustAppend(t, s, stream, eventstore.Any, events(7)...)
		revision += 7
		seen = append(seen, f.until(at(last.Position))...)
		server.Stop(t)
		server.Start(t)
		last = appendWhenUp(t, s, stream)
		revision++
		seen = append(seen, f.until(at(last.Position))...)
	}
	want(t, places(seen), stream, 0, revision)
}

// appendWhenUp repeats one append, ids and all, until the server is there.
func appendWhenUp(t *testing.T, s *eventstore.Store, stream string) eventstore.Appended {
	t.Helper()
	one := events(1)
	ctx := Context(t)
	for {
		done, err := s.Append(ctx, stream, eventstore.Any, one...)
		if err == nil {
			return done
		}
		if !errors.Is(err, eventstore.ErrUnavailable) || ctx.Err() != nil {
			t.Fatal(err)
		}
	}
}

// Without a server calls say so, and the same store works again with it.
func downAndUp(t *testing.T, server *Server) {
	s := server.Store(t)
	stream := streamOf("storetest")
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...)
	server.Stop(t)
	for range 3 {
		if _, err := s.Append(Context(t), stream, eventstore.Exactly(0), events(1)...); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("append without a server: %v", err)
		}
		if _, err := s.ReadStream(Context(t), stream, 0, 1); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("read without a server: %v", err)
		}
		if _, _, err := s.Head(Context(t)); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("head without a server: %v", err)
		}
	}
	server.Start(t)
	appendWhenUp(t, s, stream)
	wantLength(t, s, stream, 2)
}
