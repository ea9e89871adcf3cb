package eventstore_test

import (
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// A position of another log is said to be one, by a read and by a subscription, which do
// not try again; from where events stand both go on.
func TestAPositionOfAnotherLogIsSaid(t *testing.T) {
	cluster := storetest.NewStrict(t, 1)
	s := connect(t, cluster.Config())
	ctx := storetest.Context(t)
	var at []event.Position
	for range 3 {
		a, err := s.Append(ctx, "storetest-1-there", eventstore.Any, one())
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, a.Position)
	}
	cluster.Between(at[1].Commit)
	follow := func(from event.Position) error {
		done := errors.New("an event came")
		err := s.Subscribe(ctx, from, []string{"storetest-"}, func(eventstore.Delivery) error { return done })
		if err == done {
			err = nil
		}
		return err
	}
	for i, from := range at {
		_, err := s.ReadAll(ctx, from, 1)
		for what, err := range map[string]error{"a read": err, "a subscription": follow(from)} {
			if (i == 1) != errors.Is(err, eventstore.ErrNoPosition) || i == 1 && !eventstore.Elsewhere(err) || i != 1 && err != nil {
				t.Errorf("%s from %v: %v", what, from, err)
			}
		}
	}
	if err := s.Trouble(); err != nil {
		t.Errorf("a wrong position is taken for trouble with the log: %v", err)
	}
}

// A log that breaks every connection off is the same trouble each time, though each has a
// port of its own: it is said once.
func TestTheSameTroubleIsSaidOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	broken := make(chan struct{}, 1000)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1)) // what is left unread makes the end a reset
			c.Close()
			broken <- struct{}{}
		}
	}()
	var lines lockedBuffer
	conf := eventstore.Config{URL: "esdb://" + l.Addr().String() + "?tls=false",
		Logger: slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelError}))}
	s := connect(t, conf)
	ctx := storetest.Context(t)
	for n := 0; n < 5; {
		if _, _, err := s.Head(ctx); err == nil || ctx.Err() != nil {
			t.Fatal(err, ctx.Err())
		}
		select {
		case <-broken:
			n++
		default:
		}
	}
	if said := lines.String(); strings.Count(said, "out of reach") != 1 {
		t.Errorf("said %d times:\n%s", strings.Count(said, "out of reach"), said)
	}
}
