package node_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"

	"github.com/tallystick/tallystick/eventstore/node"
)

func groupSettings(change func(*esdb.PersistentSubscriptionSettings)) esdb.PersistentStreamSubscriptionOptions {
	s := esdb.SubscriptionSettingsDefault()
	s.CheckpointLowerBound, s.CheckpointUpperBound = 1, 1
	if change != nil {
		change(&s)
	}
	return esdb.PersistentStreamSubscriptionOptions{StartFrom: esdb.Start{}, Settings: &s}
}

func createGroup(t testing.TB, c *esdb.Client, stream, group string, o esdb.PersistentStreamSubscriptionOptions) {
	t.Helper()
	if err := c.CreatePersistentSubscription(testContext(t), stream, group, o); err != nil {
		t.Fatal(err)
	}
}

func consume(t testing.TB, c *esdb.Client, stream, group string, buffer int32) *esdb.PersistentSubscription {
	t.Helper()
	s, err := c.SubscribeToPersistentSubscription(testContext(t), stream, group,
		esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: uint32(buffer)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func wantMessage(t testing.TB, s *esdb.PersistentSubscription, name string, retries int) *esdb.ResolvedEvent {
	t.Helper()
	e := s.Recv()
	if e.EventAppeared == nil {
		t.Fatalf("got %+v, want event %s", e, name)
	}
	if got := e.EventAppeared.Event.OriginalEvent(); got.EventID != event(name).EventID || e.EventAppeared.RetryCount != retries {
		t.Fatalf("got %s retry %d, want %s retry %d", got.EventType, e.EventAppeared.RetryCount, name, retries)
	}
	return e.EventAppeared.Event
}

func parkedCount(t testing.TB, c *esdb.Client, stream, group string) int64 {
	t.Helper()
	info, err := c.GetPersistentSubscriptionInfo(testContext(t), stream, group, esdb.GetPersistentSubscriptionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return info.Stats.ParkedMessagesCount
}

func TestPersistentRetryParkReplay(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 3)...)
	createGroup(t, c, "s", "g", groupSettings(func(s *esdb.PersistentSubscriptionSettings) { s.MaxRetryCount = 1 }))
	s := consume(t, c, "s", "g", 1)
	e := wantMessage(t, s, "e-0", 0)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(s.Nack("again", esdb.NackActionRetry, e))
	e = wantMessage(t, s, "e-0", 1)
	check(s.Nack("again", esdb.NackActionRetry, e)) // one retry is all it has: parked
	e = wantMessage(t, s, "e-1", 0)
	check(s.Nack("not mine", esdb.NackActionSkip, e))
	e = wantMessage(t, s, "e-2", 0)
	check(s.Nack("later", esdb.NackActionPark, e))
	mustAppend(t, c, "s", esdb.Any{}, event("marker"))
	check(s.Ack(wantMessage(t, s, "marker", 0)))
	if n := parkedCount(t, c, "s", "g"); n != 2 {
		t.Fatalf("%d messages are parked, want 2", n)
	}
	check(c.ReplayParkedMessages(testContext(t), "s", "g", esdb.ReplayParkedMessagesOptions{}))
	check(s.Ack(wantMessage(t, s, "e-0", 0)))
	e = wantMessage(t, s, "e-2", 0)
	check(s.Nack("still not", esdb.NackActionPark, e))
	mustAppend(t, c, "s", esdb.Any{}, event("marker2"))
	check(s.Ack(wantMessage(t, s, "marker2", 0)))
	if n := parkedCount(t, c, "s", "g"); n != 1 {
		t.Fatalf("%d messages are parked after the replay, want 1", n)
	}
}

// What was acknowledged stays so over a restart; what was not comes again.
func TestPersistentSurvivesRestart(t *testing.T) {
	dir := t.TempDir()
	t.Run("before", func(t *testing.T) {
		c := startClient(t, node.Options{Dir: dir})
		mustAppend(t, c, "s", esdb.NoStream{}, events("e", 6)...)
		createGroup(t, c, "s", "g", groupSettings(nil))
		s := consume(t, c, "s", "g", 10)
		for i := range 4 {
			e := wantMessage(t, s, fmt.Sprint("e-", i), 0)
			if i == 2 {
				if err := s.Nack("park", esdb.NackActionPark, e); err != nil {
					t.Fatal(err)
				}
			} else if err := s.Ack(e); err != nil {
				t.Fatal(err)
			}
		}
		waitFor(t, func() bool {
			info, err := c.GetPersistentSubscriptionInfo(testContext(t), "s", "g", esdb.GetPersistentSubscriptionOptions{})
			return err == nil && info.Stats.LastCheckpointedEventRevision != nil && *info.Stats.LastCheckpointedEventRevision == 3
		})
	})
	t.Run("after", func(t *testing.T) {
		c := startClient(t, node.Options{Dir: dir})
		if n := parkedCount(t, c, "s", "g"); n != 1 {
			t.Errorf("%d messages are parked", n)
		}
		s := consume(t, c, "s", "g", 10)
		wantMessage(t, s, "e-4", 0)
		wantMessage(t, s, "e-5", 0)
		err := c.CreatePersistentSubscription(testContext(t), "s", "g", groupSettings(nil))
		wantCode(t, err, esdb.ErrorCodeResourceAlreadyExists)
	})
}

// A consumer that goes away leaves its messages to the others.
func TestPersistentConsumersCompete(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	c := dial(t, socket)
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 40)...)
	createGroup(t, c, "s", "g", groupSettings(func(s *esdb.PersistentSubscriptionSettings) {
		s.ConsumerStrategyName = esdb.ConsumerStrategyRoundRobin
		s.MaxSubscriberCount = 2
	}))
	quitter := consume(t, c, "s", "g", 5)
	for range 5 {
		if e := quitter.Recv(); e.EventAppeared == nil {
			t.Fatalf("got %+v", e)
		}
	}
	worker := consume(t, c, "s", "g", 5)
	_, err := c.SubscribeToPersistentSubscription(testContext(t), "s", "g", esdb.SubscribeToPersistentSubscriptionOptions{})
	wantStatus(t, err, codes.FailedPrecondition, "maximum of subscribers")
	if err := quitter.Close(); err != nil {
		t.Fatal(err)
	}
	var seen []uint64
	for len(seen) < 40 {
		e := worker.Recv()
		if e.EventAppeared == nil {
			t.Fatalf("got %+v after %d", e, len(seen))
		}
		seen = append(seen, e.EventAppeared.Event.OriginalEvent().EventNumber)
		if err := worker.Ack(e.EventAppeared.Event); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(seen)
	for i, n := range seen {
		if n != uint64(i) {
			t.Fatalf("events %v", seen)
		}
	}
}

func TestPersistentTimeoutRetries(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, event("e"))
	createGroup(t, c, "s", "g", groupSettings(func(s *esdb.PersistentSubscriptionSettings) { s.MessageTimeout = 100 }))
	s := consume(t, c, "s", "g", 10)
	wantMessage(t, s, "e", 0)
	if err := s.Ack(wantMessage(t, s, "e", 1)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool {
		info, err := c.GetPersistentSubscriptionInfo(testContext(t), "s", "g", esdb.GetPersistentSubscriptionOptions{})
		return err == nil && info.Stats.TotalInFlightMessages == 0
	})
}

func TestPersistentAllWithFilter(t *testing.T) {
	c := startClient(t, node.Options{})
	ctx := testContext(t)
	mustAppend(t, c, "case-1", esdb.NoStream{}, event("old"))
	err := c.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{
		StartFrom: esdb.End{},
		Filter:    &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"case-"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 { // more than a page of what does not match
		mustAppend(t, c, "noise-1", esdb.Any{}, events(fmt.Sprint("noise", i), 100)...)
	}
	mustAppend(t, c, "case-2", esdb.NoStream{}, event("new"))
	s, err := c.SubscribeToPersistentSubscriptionToAll(ctx, "g", esdb.SubscribeToPersistentSubscriptionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ack(wantMessage(t, s, "new", 0)); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, c, "case-1", esdb.Any{}, event("live"))
	wantMessage(t, s, "live", 0)
}

// Numbers below nothing are refused, whichever they are.
func TestPersistentNegativeSizes(t *testing.T) {
	c := startClient(t, node.Options{})
	for name, set := range map[string]func(*esdb.PersistentSubscriptionSettings){
		"retries":     func(s *esdb.PersistentSubscriptionSettings) { s.MaxRetryCount = -1 },
		"checkpoints": func(s *esdb.PersistentSubscriptionSettings) { s.CheckpointLowerBound = -1 },
		"batch":       func(s *esdb.PersistentSubscriptionSettings) { s.ReadBatchSize = -1 },
		"live":        func(s *esdb.PersistentSubscriptionSettings) { s.LiveBufferSize = -1 },
	} {
		settings := esdb.SubscriptionSettingsDefault()
		set(&settings)
		err := c.CreatePersistentSubscription(testContext(t), "s", name, esdb.PersistentStreamSubscriptionOptions{Settings: &settings})
		if err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestPersistentDeleteDropsConsumers(t *testing.T) {
	c := startClient(t, node.Options{})
	createGroup(t, c, "s", "g", groupSettings(nil))
	s := consume(t, c, "s", "g", 10)
	if err := c.DeletePersistentSubscription(testContext(t), "s", "g", esdb.DeletePersistentSubscriptionOptions{}); err != nil {
		t.Fatal(err)
	}
	if e := s.Recv(); e.SubscriptionDropped == nil {
		t.Errorf("got %+v", e)
	}
	_, err := c.SubscribeToPersistentSubscription(testContext(t), "s", "g", esdb.SubscribeToPersistentSubscriptionOptions{})
	wantCode(t, err, esdb.ErrorCodeResourceNotFound)
}

// waitFor polls for what the protocol has no answer to.
func waitFor(t testing.TB, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testTimeout); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
	}
}

// What was parked can be read by its stream's name, as links with the reason; a nack
// that says stop does nothing, as in the real server.
func TestParkedMessagesCanBeRead(t *testing.T) {
	c := startClient(t, node.Options{})
	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 5)...)
	createGroup(t, c, "s", "g", groupSettings(func(s *esdb.PersistentSubscriptionSettings) { s.MessageTimeout = 100 }))
	s := consume(t, c, "s", "g", 1)
	for i := range 5 {
		if err := s.Nack(fmt.Sprint("because ", i), esdb.NackActionPark, wantMessage(t, s, fmt.Sprint("e-", i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, func() bool { return parkedCount(t, c, "s", "g") == 5 })
	const parked = "$persistentsubscription-s::g-parked"
	read := func(o esdb.ReadStreamOptions, count uint64) (got []string) {
		found, err := c.ReadStream(testContext(t), parked, o, count)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		for {
			e, err := found.Recv()
			if errors.Is(err, io.EOF) {
				return got
			}
			if err != nil {
				t.Fatal(err)
			}
			link := e.OriginalEvent()
			if o.ResolveLinkTos && (e.Event == nil || e.Event.StreamID != "s" || e.Event.EventNumber != link.EventNumber) {
				t.Errorf("%+v is not what %s links to", e.Event, link.Data)
			}
			got = append(got, fmt.Sprintf("%d %s %s", link.EventNumber, link.Data, link.UserMetadata))
		}
	}
	line := func(i int) string {
		return fmt.Sprintf(`%d %d@s {"reason":"Client explicitly NAK'ed message.\nbecause %d","subscriptionEventNumber":%d}`, i, i, i, i)
	}
	for _, x := range []struct {
		from      esdb.StreamPosition
		backwards bool
		count     uint64
		want      []string
	}{
		{esdb.Start{}, false, 100, []string{line(0), line(1), line(2), line(3), line(4)}},
		{esdb.Revision(3), false, 100, []string{line(3), line(4)}},
		{esdb.Start{}, false, 2, []string{line(0), line(1)}},
		{esdb.End{}, true, 2, []string{line(4), line(3)}},
		{esdb.Revision(1), true, 100, []string{line(1), line(0)}},
	} {
		o := esdb.ReadStreamOptions{From: x.from, Direction: esdb.Forwards, ResolveLinkTos: true}
		if x.backwards {
			o.Direction = esdb.Backwards
		}
		if got := read(o, x.count); !slices.Equal(got, x.want) {
			t.Errorf("from %v, %d: %q, want %q", x.from, x.count, got, x.want)
		}
	}
	mustAppend(t, c, "s", esdb.Any{}, event("again"), event("next"))
	if err := s.Nack("no more", esdb.NackActionStop, wantMessage(t, s, "again", 0)); err != nil {
		t.Fatal(err)
	}
	if err := s.Ack(wantMessage(t, s, "again", 1)); err != nil {
		t.Fatal(err)
	}
	wantMessage(t, s, "next", 0)
}
