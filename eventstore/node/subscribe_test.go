package node_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/packaging/soak"
)

// next returns the next message that is not ignored; the context of the
// subscription ends the wait.
func next(t testing.TB, s *esdb.Subscription) *esdb.SubscriptionEvent {
	t.Helper()
	e := s.Recv()
	if e.SubscriptionDropped != nil {
		t.Fatalf("subscription dropped: %v", e.SubscriptionDropped.Error)
	}
	return e
}

func wantEvent(t testing.TB, s *esdb.Subscription, name string) *esdb.RecordedEvent {
	t.Helper()
	e := next(t, s)
	if e.EventAppeared == nil || e.EventAppeared.OriginalEvent().EventID != event(name).EventID {
		t.Fatalf("got %+v, want event %s", e, name)
	}
	return e.EventAppeared.OriginalEvent()
}

func wantCaughtUp(t testing.TB, s *esdb.Subscription) {
	t.Helper()
	if e := next(t, s); e.CaughtUp == nil {
		t.Fatalf("got %+v, want caught up", e)
	}
}

func subscribeStream(t testing.TB, c *esdb.Client, stream string, from esdb.StreamPosition) *esdb.Subscription {
	t.Helper()
	s, err := c.SubscribeToStream(testContext(t), stream, esdb.SubscribeToStreamOptions{From: from})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func subscribeAll(t testing.TB, c *esdb.Client, o esdb.SubscribeToAllOptions) *esdb.Subscription {
	t.Helper()
	s, err := c.SubscribeToAll(testContext(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestSubscribeStream(t *testing.T) {
	c := startClient(t, node.Options{})
	missing := subscribeStream(t, c, "later", esdb.Start{})
	wantCaughtUp(t, missing)

	mustAppend(t, c, "s", esdb.NoStream{}, events("e", 3)...)
	whole := subscribeStream(t, c, "s", esdb.Start{})
	after := subscribeStream(t, c, "s", esdb.Revision(1))
	end := subscribeStream(t, c, "s", esdb.End{})
	for i := range 3 {
		wantEvent(t, whole, fmt.Sprint("e-", i))
	}
	wantCaughtUp(t, whole)
	wantEvent(t, after, "e-2")
	wantCaughtUp(t, after)
	wantCaughtUp(t, end)

	mustAppend(t, c, "s", esdb.Revision(2), event("live"))
	for _, s := range []*esdb.Subscription{whole, after, end} {
		wantEvent(t, s, "live")
	}
	mustAppend(t, c, "later", esdb.NoStream{}, event("first"))
	wantEvent(t, missing, "first")
}

func TestSubscribeAll(t *testing.T) {
	c := startClient(t, node.Options{})
	r := mustAppend(t, c, "s", esdb.NoStream{}, events("e", 3)...)
	end := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.End{}})
	wantCaughtUp(t, end)
	after := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Position{Commit: r.CommitPosition - 1, Prepare: r.PreparePosition - 1}})
	wantEvent(t, after, "e-2")
	wantCaughtUp(t, after)
	mustAppend(t, c, "t", esdb.NoStream{}, event("live"))
	wantEvent(t, end, "live")
	wantEvent(t, after, "live")
}

// A checkpoint comes every window × multiplier examined events, matching or not,
// and a subscription from a checkpoint misses and repeats nothing.
func TestSubscribeFilterCheckpoints(t *testing.T) {
	c := startClient(t, node.Options{})
	const total, interval = 100, 5 * 4
	for i := range total {
		stream := "other"
		if i%25 == 3 {
			stream = "wanted"
		}
		mustAppend(t, c, stream+fmt.Sprint("-", i), esdb.NoStream{}, event(fmt.Sprint("f", i)))
	}
	options := func(from esdb.AllPosition) esdb.SubscribeToAllOptions {
		return esdb.SubscribeToAllOptions{
			From: from, MaxSearchWindow: 5, CheckpointInterval: 4,
			Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"nothing", "wanted-"}},
		}
	}
	s := subscribeAll(t, c, options(esdb.Start{}))
	var checkpoints []esdb.Position
	seen, trace := 0, ""
	for e := next(t, s); e.CaughtUp == nil; e = next(t, s) {
		switch {
		case e.CheckPointReached != nil:
			checkpoints = append(checkpoints, *e.CheckPointReached)
			trace += "c"
		case e.EventAppeared != nil:
			seen++
			trace += "e"
		}
	}
	if len(checkpoints) != total/interval || seen != 4 || trace != "ececececc" {
		t.Fatalf("%d checkpoints and %d events: %s", len(checkpoints), seen, trace)
	}
	resumed := subscribeAll(t, c, options(checkpoints[1])) // 40 events were examined
	for _, i := range []int{53, 78} {
		for {
			e := next(t, resumed)
			if e.CheckPointReached != nil {
				continue
			}
			if e.EventAppeared == nil || e.EventAppeared.OriginalEvent().EventID != event(fmt.Sprint("f", i)).EventID {
				t.Fatalf("resumed at %v: got %+v, want event %d", checkpoints[1], e, i)
			}
			break
		}
	}
}

func TestSubscribeFilters(t *testing.T) {
	c := startClient(t, node.Options{})
	for i, stream := range []string{"case-1", "$system", "casework", "case-2"} {
		mustAppend(t, c, stream, esdb.NoStream{}, event(fmt.Sprint("n", i)))
	}
	cases := map[string]struct {
		filter *esdb.SubscriptionFilter
		want   []int
	}{
		"stream prefix": {&esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"case-"}}, []int{0, 3}},
		"stream regex":  {&esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: "^case.?[a-z]"}, []int{2}},
		"type prefix":   {&esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"type-n1", "type-n2"}}, []int{1, 2}},
		"type regex":    {&esdb.SubscriptionFilter{Type: esdb.EventFilterType, Regex: "[03]$"}, []int{0, 3}},
	}
	for name, x := range cases {
		t.Run(name, func(t *testing.T) {
			s := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: x.filter})
			for _, i := range x.want {
				wantEvent(t, s, fmt.Sprint("n", i))
			}
			wantCaughtUp(t, s)
		})
	}
	_, err := c.SubscribeToAll(testContext(t), esdb.SubscribeToAllOptions{
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: "("},
	})
	wantStatus(t, err, 3, "regex")
}

// Subscribers that do not read cost the node nothing, keep others and the writer
// running, and find everything when they read again. The bound leaves room for
// Pebble's tables and cache, which some builds keep in the heap, and is half of
// what the readers would hold if anything were buffered for them.
func TestSlowReaders(t *testing.T) {
	n, socket := startNode(t, node.Options{})
	const readers, appends, perAppend, size = 6, 32, 16, 64 << 10 // 32 MiB
	slow := make([]*esdb.Subscription, readers)
	for i := range slow {
		slow[i] = subscribeAll(t, dial(t, socket), esdb.SubscribeToAllOptions{From: esdb.Start{}})
		wantCaughtUp(t, slow[i])
	}
	c := dial(t, socket)
	before := heap()
	for i := range appends {
		list := events(fmt.Sprint("b", i), perAppend)
		for j := range list {
			list[j].Data = make([]byte, size-1<<10)
		}
		mustAppend(t, c, fmt.Sprint("s", i), esdb.NoStream{}, list...)
	}
	read := countAll(t, c)
	if grown := heap() - before; grown > readers*appends*perAppend*size/2 {
		t.Errorf("heap grew by %d MiB for readers that do not read", grown>>20)
	}
	for _, s := range slow {
		seen, behind := 0, false
		for seen < appends*perAppend {
			e := next(t, s)
			behind = behind || e.FellBehind != nil
			if e.EventAppeared != nil {
				seen++
			}
		}
		if !behind {
			t.Error("a slow reader was not told that it fell behind")
		}
		wantCaughtUp(t, s)
		if seen != read {
			t.Errorf("read %d, subscribed %d", read, seen)
		}
	}
	if err := n.Failed(); err != nil {
		t.Error(err)
	}
}

// countAll keeps nothing of what it reads.
func countAll(t testing.TB, c *esdb.Client) int {
	t.Helper()
	stream, err := c.ReadAll(testContext(t), esdb.ReadAllOptions{}, math.MaxUint64)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for n := 0; ; n++ {
		_, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Many subscriptions that wait are cheap, in memory and for the writer, and
// each still gets its event.
func TestManyIdleSubscriptions(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	c := dial(t, socket)
	subscriptions := soak.Of(250, 1000)
	before := heap()
	waiting := make([]*esdb.Subscription, subscriptions)
	for i := range waiting {
		waiting[i] = subscribeStream(t, c, fmt.Sprint("idle-", i), esdb.Start{})
		wantCaughtUp(t, waiting[i])
	}
	if each := (heap() - before) / int64(subscriptions); each > 64<<10 {
		t.Errorf("an idle subscription takes %d KiB, client side included", each>>10)
	}
	for i := range 200 {
		mustAppend(t, c, "busy", esdb.Any{}, event(fmt.Sprint("busy", i)))
	}
	for i, s := range waiting {
		mustAppend(t, c, fmt.Sprint("idle-", i), esdb.NoStream{}, event(fmt.Sprint("i", i)))
		wantEvent(t, s, fmt.Sprint("i", i))
	}
}

// A subscription that has read a long history does not keep it while it waits.
func TestIdleSubscriptionsForgetHistory(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	c := dial(t, socket)
	const subscriptions, history = 100, 4
	list := events("h", history)
	for i := range list {
		list[i].Data = make([]byte, 100<<10)
	}
	mustAppend(t, c, "history", esdb.NoStream{}, list...)
	countAll(t, c) // fills Pebble's cache
	before := heap()
	for range subscriptions {
		s := subscribeStream(t, c, "history", esdb.Start{})
		for i := range history {
			wantEvent(t, s, fmt.Sprint("h-", i))
		}
		wantCaughtUp(t, s)
	}
	if each := (heap() - before) / subscriptions; each > 64<<10 {
		t.Errorf("a subscription that waits holds %d KiB", each>>10)
	}
}

// The same with filters over $all, which see every event: a match wakes only
// whom it concerns.
func TestManyIdleFilters(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	c := dial(t, socket)
	subscriptions := soak.Of(250, 1000)
	waiting := make([]*esdb.Subscription, subscriptions)
	for i := range waiting {
		waiting[i] = subscribeAll(t, c, esdb.SubscribeToAllOptions{
			From: esdb.Start{}, MaxSearchWindow: 100_000, CheckpointInterval: 1,
			Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{fmt.Sprint("idle-", i, "-")}},
		})
		wantCaughtUp(t, waiting[i])
	}
	for i := range 200 {
		mustAppend(t, c, "busy-1", esdb.Any{}, event(fmt.Sprint("busy", i)))
	}
	for i, s := range waiting {
		mustAppend(t, c, fmt.Sprint("idle-", i, "-x"), esdb.NoStream{}, event(fmt.Sprint("i", i)))
		wantEvent(t, s, fmt.Sprint("i", i))
	}
}

func TestCloseEndsSubscriptions(t *testing.T) {
	n, socket := startNode(t, node.Options{})
	c := dial(t, socket)
	mustAppend(t, c, "s", esdb.NoStream{}, event("e"))
	s := subscribeStream(t, c, "s", esdb.Start{})
	wantEvent(t, s, "e")
	wantCaughtUp(t, s)
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- n.Close() }()
	for {
		if e := s.Recv(); e.SubscriptionDropped != nil {
			break
		}
	}
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Error("close hangs")
	}
}

// A wake-up that is lost would hang this test until its context ends.
func TestLiveDeliveryNeverStalls(t *testing.T) {
	c := startClient(t, node.Options{})
	s := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	const total = 500
	var writer sync.WaitGroup
	defer writer.Wait() // the last event may come before its acknowledgement
	writer.Go(func() {
		for i := range total {
			ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
			_, err := c.AppendToStream(ctx, "s", esdb.AppendToStreamOptions{}, event(fmt.Sprint("l", i)))
			cancel()
			if err != nil {
				t.Error(err)
				return
			}
			if i%50 == 0 {
				time.Sleep(5 * time.Millisecond) // let the subscription go to sleep
			}
		}
	})
	for i := 0; i < total; {
		if e := next(t, s); e.EventAppeared != nil {
			if e.EventAppeared.OriginalEvent().EventID != event(fmt.Sprint("l", i)).EventID {
				t.Fatalf("event %d is %+v", i, e.EventAppeared.OriginalEvent())
			}
			i++
		}
	}
}

// A filter whose expression would take for ever on one name ends its own call, of a
// read, a subscription and a group; everybody else goes on.
func TestSlowFiltersEndTheirCallsAlone(t *testing.T) {
	const slow = `^(?:(a|aa)\1?)+$(?<!b)`
	c := startClient(t, node.Options{})
	ctx := testContext(t)
	filter := &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: slow}
	if err := c.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{StartFrom: esdb.Start{}, Filter: filter}); err != nil {
		t.Fatal(err)
	}
	group, err := c.SubscribeToPersistentSubscriptionToAll(ctx, "g", esdb.SubscribeToPersistentSubscriptionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer group.Close()
	live := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: filter})
	wantCaughtUp(t, live)
	mustAppend(t, c, strings.Repeat("a", 200)+"b", esdb.NoStream{}, event("slow"))
	mustAppend(t, c, "other", esdb.NoStream{}, event("quick"))
	if e := live.Recv(); e.SubscriptionDropped == nil || !strings.Contains(e.SubscriptionDropped.Error.Error(), "not matched") {
		t.Errorf("the subscription: %+v", e)
	}
	if e := group.Recv(); e.SubscriptionDropped == nil {
		t.Errorf("the group: %+v", e)
	}
	s := subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: "^other"}})
	wantEvent(t, s, "quick")
}
