package gateway_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// until lists what a subscription brings up to an item that satisfies stop.
func until(t *testing.T, s *esdb.Subscription, stop func(*esdb.SubscriptionEvent) bool) (out []string) {
	t.Helper()
	for {
		e := s.Recv()
		switch {
		case e.EventAppeared != nil:
			out = append(out, fmt.Sprintf("%s@%d", e.EventAppeared.Event.StreamID, e.EventAppeared.Event.EventNumber))
		case e.SubscriptionDropped != nil:
			if !stop(e) {
				t.Fatalf("dropped after %v: %v", out, e.SubscriptionDropped.Error)
			}
		}
		if stop(e) {
			return out
		}
	}
}

func caughtUp(e *esdb.SubscriptionEvent) bool { return e.CaughtUp != nil }

func event1(e *esdb.SubscriptionEvent) bool { return e.EventAppeared != nil }

func dropped(e *esdb.SubscriptionEvent) bool { return e.SubscriptionDropped != nil }

func (w *world) subscribeAll(t *testing.T, c *esdb.Client, o esdb.SubscribeToAllOptions) *esdb.Subscription {
	t.Helper()
	s, err := c.SubscribeToAll(storetest.Context(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// The tenant's history, then what comes; nobody else's.
func TestSubscribeAll(t *testing.T) {
	w := newWorld(t)
	own, other := stream("case", mine, "1"), stream("case", theirs, "1")
	w.append(t, own, "case.opened.v1", 0, 3)
	w.append(t, other, "case.opened.v1", 0, 3)
	w.append(t, stream("audit", mine, "20261120"), "call.recorded.v1", 0, 3)
	c := w.client(t, "auditor's key")
	s := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if got := until(t, s, caughtUp); !slices.Equal(got, places(own, 0, 2)) {
		t.Errorf("history %v", got)
	}
	live := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.End{}})
	if got := until(t, live, caughtUp); len(got) > 0 {
		t.Errorf("from the end: %v", got)
	}
	w.append(t, other, "case.opened.v1", 0, 3)
	w.append(t, own, "case.opened.v1", 0, 1)
	for _, x := range []*esdb.Subscription{s, live} {
		if got := until(t, x, event1); !slices.Equal(got, places(own, 3, 3)) {
			t.Errorf("live %v", got)
		}
	}
}

// The caller's filter narrows the tenant's; audit streams come when it names them.
func TestFilters(t *testing.T) {
	w := newWorld(t)
	one, two, answer, day := stream("case", mine, "11"), stream("case", mine, "12"), stream("answer", mine, "1"),
		stream("audit", mine, "20261120")
	w.append(t, one, "case.opened.v1", 0, 1)
	w.append(t, two, "case.closed.v1", 0, 1)
	w.append(t, answer, "answer.given.v1", 0, 1)
	w.append(t, day, "call.recorded.v1", 0, 1)
	w.append(t, stream("case", theirs, "11"), "case.opened.v1", 0, 1)
	w.append(t, stream("audit", theirs, "20261120"), "call.recorded.v1", 0, 1)
	c := w.client(t, "auditor's key")
	byStream, byType := esdb.StreamFilterType, esdb.EventFilterType
	for _, x := range []struct {
		filter esdb.SubscriptionFilter
		want   []string
	}{
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{"case-"}}, []string{one, two}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{"c", one}}, []string{one, two}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{one, "answer-" + mine}}, []string{one, answer}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{"a"}}, []string{answer}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{"audit"}}, []string{day}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{day}}, []string{day}},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{stream("case", theirs, "11"), "audit-" + theirs}}, nil},
		{esdb.SubscriptionFilter{Type: byStream, Prefixes: []string{"$"}}, nil},
		{esdb.SubscriptionFilter{Type: byStream, Regex: "2$"}, []string{two}},
		{esdb.SubscriptionFilter{Type: byStream, Regex: "^[^$].*"}, []string{one, two, answer}},
		{esdb.SubscriptionFilter{Type: byStream, Regex: "^(case|audit)-"}, []string{one, two, day}},
		{esdb.SubscriptionFilter{Type: byType, Prefixes: []string{"case.o", "answer."}}, []string{one, answer}},
		{esdb.SubscriptionFilter{Type: byType, Prefixes: []string{"c"}}, []string{one, two}},
		{esdb.SubscriptionFilter{Type: byType, Prefixes: []string{"call."}}, []string{day}},
		{esdb.SubscriptionFilter{Type: byType, Regex: `^[^$].*`}, []string{one, two, answer}},
		{esdb.SubscriptionFilter{Type: byType, Regex: `^call\.recorded`}, []string{day}},
	} {
		s := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &x.filter})
		var want []string
		for _, name := range x.want {
			want = append(want, name+"@0")
		}
		if got := until(t, s, caughtUp); !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", x.filter, got, want)
		}
		s.Close()
	}
}

// Who filters is told how far its own part of the log has been examined, and can
// begin there; of what others write it learns nothing, however often it asks.
func TestCheckpoints(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	for i := range 6 {
		w.append(t, stream("case", theirs, fmt.Sprint(i)), "case.opened.v1", 0, 100)
	}
	c := w.client(t, "auditor's key")
	filter := &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"case-"}}
	s := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: filter, MaxSearchWindow: 1, CheckpointInterval: 1})
	var at, first *esdb.Position
	until(t, s, func(e *esdb.SubscriptionEvent) bool {
		if e.EventAppeared != nil {
			first = &e.EventAppeared.Event.Position
		}
		if e.CheckPointReached != nil {
			at = e.CheckPointReached
		}
		return at != nil
	})
	if first == nil || *at != *first {
		t.Errorf("the checkpoint is at %v, the tenant's only event at %v", at, first)
	}
	again := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{Filter: filter, From: *at})
	if got := until(t, again, caughtUp); len(got) > 0 {
		t.Errorf("from the checkpoint: %v", got)
	}
	w.append(t, own, "case.opened.v1", 0, 1)
	if got := until(t, again, event1); !slices.Equal(got, places(own, 1, 1)) {
		t.Errorf("%v", got)
	}
}

// When checkpoints come tells nothing of others either: however much they write between
// two events of the tenant, none comes; of its own, shown or not, one comes after so many.
func TestCheckpointsDoNotTellTheTime(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	c := w.client(t, "auditor's key")
	s := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: 1, CheckpointInterval: 1,
		Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"case.opened."}}})
	until(t, s, caughtUp)
	for n := range 3 {
		for i := range 6 {
			w.append(t, stream("case", theirs, fmt.Sprint(n, "x", i)), "case.opened.v1", 0, 100)
		}
		w.append(t, own, "case.opened.v1", 0, 1)
		until(t, s, func(e *esdb.SubscriptionEvent) bool {
			if e.CheckPointReached != nil {
				t.Errorf("a checkpoint came at %v, while only others wrote", e.CheckPointReached)
			}
			return e.EventAppeared != nil
		})
	}
	w.append(t, own, "case.stage_moved.v1", 0, 512)
	w.append(t, own, "case.opened.v1", 0, 1)
	checkpoints := 0
	until(t, s, func(e *esdb.SubscriptionEvent) bool {
		if e.CheckPointReached != nil {
			checkpoints++
		}
		return e.EventAppeared != nil
	})
	if checkpoints != 2 { // of 256 events each, which is the least that there may be
		t.Errorf("%d checkpoints for 512 events that are not shown", checkpoints)
	}
}

func TestSubscribeStream(t *testing.T) {
	w := newWorld(t)
	own, later := stream("case", mine, "1"), stream("case", mine, "2")
	w.append(t, own, "case.opened.v1", 0, 5)
	c := w.client(t, "auditor's key")
	ctx := storetest.Context(t)
	follow := func(name string, from esdb.StreamPosition) *esdb.Subscription {
		t.Helper()
		s, err := c.SubscribeToStream(ctx, name, esdb.SubscribeToStreamOptions{From: from})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	start, middle, end, missing := follow(own, esdb.Start{}), follow(own, esdb.Revision(2)), follow(own, esdb.End{}),
		follow(later, esdb.Start{})
	for s, want := range map[*esdb.Subscription][]string{start: places(own, 0, 4), middle: places(own, 3, 4), end: nil, missing: nil} {
		if got := until(t, s, caughtUp); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	// Another tenant's stream looks like one that nobody has written yet.
	other := follow(stream("case", theirs, "1"), esdb.Start{})
	until(t, other, caughtUp)
	w.append(t, stream("case", theirs, "1"), "case.opened.v1", 0, 1)
	w.append(t, own, "case.opened.v1", 0, 1)
	w.append(t, later, "case.opened.v1", 0, 1)
	for _, s := range []*esdb.Subscription{start, middle, end} {
		if got := until(t, s, event1); !slices.Equal(got, places(own, 5, 5)) {
			t.Errorf("live: %v", got)
		}
	}
	if got := until(t, missing, event1); !slices.Equal(got, places(later, 0, 0)) {
		t.Errorf("a stream that came: %v", got)
	}
	w.people.change(func(k map[string]tenancy.Principal) { delete(k, "auditor's key") })
	if got := until(t, other, dropped); len(got) > 0 {
		t.Errorf("another tenant's: %v", got)
	}
	if _, err := c.SubscribeToStream(ctx, "$settings", esdb.SubscribeToStreamOptions{}); err == nil {
		t.Error("a system stream can be followed")
	}
}

// A key that opens nothing any more, and a role that may not read, end what runs;
// a site that was taken narrows it.
func TestRevocationEndsSubscriptions(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 2, 1)
	for _, x := range []struct {
		name   string
		change func(map[string]tenancy.Principal)
		want   codes.Code
		record string
	}{
		{"revoked", func(k map[string]tenancy.Principal) { delete(k, "site 2's key") }, codes.Unauthenticated,
			"401 stream_ended unauthenticated"},
		{"another role", func(k map[string]tenancy.Principal) { k["site 2's key"] = person("site2", mine, access.Viewer, 2) },
			codes.PermissionDenied, "403 stream_ended role_forbidden"},
	} {
		w.people.change(func(k map[string]tenancy.Principal) { k["site 2's key"] = person("site2", mine, access.Admin, 2) })
		s := w.subscribeAll(t, w.client(t, "site 2's key"), esdb.SubscribeToAllOptions{From: esdb.Start{}})
		until(t, s, caughtUp)
		w.people.change(x.change)
		var cause error
		until(t, s, func(e *esdb.SubscriptionEvent) bool {
			if dropped(e) {
				cause = e.SubscriptionDropped.Error
			}
			return dropped(e)
		})
		if status.Code(cause) != x.want {
			t.Errorf("%s: %v", x.name, cause)
		}
		eventually(t, "the record of the end", func() bool { return slices.Contains(w.records.of("site2"), readRoute+x.record) })
	}
}

func TestLosingASiteNarrowsASubscription(t *testing.T) {
	w := newWorld(t)
	one, two := stream("case", mine, "1"), stream("case", mine, "2")
	s := w.subscribeAll(t, w.client(t, "site 2's key"), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	until(t, s, caughtUp)
	w.append(t, two, "case.opened.v1", 2, 1)
	if got := until(t, s, event1); !slices.Equal(got, places(two, 0, 0)) {
		t.Errorf("%v", got)
	}
	w.people.change(func(k map[string]tenancy.Principal) { k["site 2's key"] = person("site2", mine, access.Admin, 1) })
	eventually(t, "the sites to change", func() bool {
		w.append(t, two, "case.opened.v1", 2, 1)
		w.append(t, one, "case.opened.v1", 1, 1)
		got := ""
		until(t, s, func(e *esdb.SubscriptionEvent) bool {
			if e.EventAppeared != nil {
				got = e.EventAppeared.Event.StreamID
			}
			return got != ""
		})
		return got == one
	})
}

// A subscription survives a restart of the log behind the gateway, and misses and
// repeats nothing.
func TestSubscriptionsOutliveTheLog(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 2)
	c := w.client(t, "auditor's key")
	all := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	one, err := c.SubscribeToStream(storetest.Context(t), own, esdb.SubscribeToStreamOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { one.Close() })
	until(t, all, caughtUp)
	until(t, one, caughtUp)
	w.node.Stop(t)
	w.node.Start(t)
	eventually(t, "the log to answer", func() bool {
		_, _, err := w.store.Head(storetest.Context(t))
		return err == nil
	})
	w.append(t, own, "case.opened.v1", 0, 1)
	for _, s := range []*esdb.Subscription{all, one} {
		if got := until(t, s, event1); !slices.Equal(got, places(own, 2, 2)) {
			t.Errorf("%v", got)
		}
	}
}

// Too many calls at once are refused, until others end.
func TestCallsAreBounded(t *testing.T) {
	w := newWorld(t)
	c := w.client(t, "auditor's key")
	var running []*esdb.Subscription
	for range 16 {
		s := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
		until(t, s, caughtUp)
		running = append(running, s)
	}
	if s, err := c.SubscribeToAll(storetest.Context(t), esdb.SubscribeToAllOptions{From: esdb.Start{}}); err == nil {
		s.Close()
		t.Fatal("one call too many")
	}
	w.subscribeAll(t, w.client(t, "other's key"), esdb.SubscribeToAllOptions{From: esdb.Start{}}) // others are not in the way
	running[0].Close()
	eventually(t, "room for a call", func() bool {
		s, err := c.SubscribeToAll(storetest.Context(t), esdb.SubscribeToAllOptions{From: esdb.Start{}})
		if err == nil {
			s.Close()
		}
		return err == nil
	})
}

// Readers that stop reading hold little, are in nobody's way, miss nothing when
// they read on, and a revoked key ends them too.
func TestSlowReaders(t *testing.T) {
	w := newWorld(t)
	data := []byte(`"` + string(make64K()) + `"`)
	const readers, batches, batch = 8, 128, 8 // a log that is far more than windows and buffers hold
	for i := range batches {
		w.appendData(t, stream("case", mine, fmt.Sprint(i)), "case.opened.v1", 0, batch, data)
	}
	c := w.client(t, "auditor's key")
	before := heap()
	var stalled []*esdb.Subscription
	for range readers {
		x := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
		until(t, x, event1) // and then reads no more
		stalled = append(stalled, x)
	}
	s, err := w.client(t, "site 2's key").ReadAll(storetest.Context(t), esdb.ReadAllOptions{}, 2*batches*batch)
	got, _, err := drained(t, s, err)
	if err != nil || len(got) != batches*batch {
		t.Errorf("beside stalled readers: %d events, %v", len(got), err)
	}
	held := int64(0)
	defer func() {
		t.Logf("%d stalled readers of a log of %d MiB hold %d MiB, their clients included", readers, batches*batch*64>>10, held>>20)
	}()
	eventually(t, "memory to be given back", func() bool {
		held = heap() - before
		return held < readers*batches*batch*(64<<10)/4
	})
	if rest := until(t, stalled[0], caughtUp); !slices.Equal(rest, got[1:]) {
		t.Errorf("who read on was given %d events, want %d", len(rest), len(got)-1)
	}
	w.people.change(func(k map[string]tenancy.Principal) { delete(k, "auditor's key") })
	eventually(t, "the stalled calls to end", func() bool {
		n := 0
		for _, line := range w.records.of("auditor") {
			if line == readRoute+"401 stream_ended unauthenticated" {
				n++
			}
		}
		return n == readers
	})
}
