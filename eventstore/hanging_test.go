package eventstore_test

import (
	"errors"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// Whoever follows the log leaves a leader that hangs once another is elected, though calls
// have timed out before and gone elsewhere: no sign of life is what ends it.
func TestSubscriptionsLeaveAHangingLeader(t *testing.T) {
	cluster := storetest.NewStrict(t, 3)
	conf := cluster.Config()
	conf.URL += "&keepAliveInterval=3600000&keepAliveTimeout=3600000"
	conf.Deadline = 2 * time.Second
	s := connect(t, conf)
	ctx := storetest.Context(t)
	write := func(stream string) {
		e := one()
		eventually(t, func() error {
			_, err := s.Append(ctx, stream, eventstore.NoStream, e)
			return err
		})
	}
	write("storetest-1-before")
	seen := make(chan string, 10)
	go s.Subscribe(ctx, event.Position{}, []string{"storetest-"}, func(d eventstore.Delivery) error {
		if d.Event != nil {
			seen <- d.Event.Stream
		}
		return nil
	})
	if got := <-seen; got != "storetest-1-before" {
		t.Fatal(got)
	}
	cluster.Members[0].Hang(true)
	for range 3 { // the first is on its way there; others look for a leader in vain
		if _, err := s.Append(ctx, "storetest-1-lost", eventstore.Any, one()); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	time.Sleep(1200 * time.Millisecond) // in which the members are asked
	cluster.Lead(1)
	write("storetest-1-after")
	for got := ""; got != "storetest-1-after"; {
		select {
		case got = <-seen:
		case <-ctx.Done():
			t.Fatal("what was written after the election is not seen")
		}
	}
}

// A leader that hangs before it has said a word is given up, again and again, while others
// can be asked: however patient calls are, the one that is elected is found.
func TestAServerThatSaysNothingIsGivenUp(t *testing.T) {
	cluster := storetest.NewStrict(t, 3)
	cluster.Members[0].Hang(true)
	conf := cluster.Config()
	conf.URL += "&keepAliveInterval=3600000&keepAliveTimeout=3600000"
	conf.Deadline = time.Hour
	s := connect(t, conf)
	ctx := storetest.Context(t)
	appended := make(chan error, 1)
	go func() {
		for {
			_, err := s.Append(ctx, "storetest-1-said", eventstore.Any, one())
			if err == nil || ctx.Err() != nil || !errors.Is(err, eventstore.ErrUnavailable) {
				appended <- err
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	// Both others are asked before each try. The transport gives a server up by itself, but
	// is so patient that it would not come to a fifth here.
	for len(cluster.Calls("Gossip/Read")) < 2*5 && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	cluster.Lead(1)
	if err := <-appended; err != nil {
		t.Error(err)
	}
}
