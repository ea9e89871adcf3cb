package gateway_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore/storetest"
)

// counts is an observer that adds up.
type counts struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counts) add(what string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[what] += n
}

func (c *counts) get(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[what]
}

func (c *counts) Connections(change int)          { c.add("connections", change) }
func (c *counts) Running(kind string, change int) { c.add("running "+kind, change) }
func (c *counts) Sent(kind string, events, bytes int) {
	c.add("events "+kind, events)
	c.add("bytes "+kind, bytes)
}
func (c *counts) Refused(code string) { c.add("refused "+code, 1) }
func (c *counts) FellBehind()         { c.add("fell behind", 1) }

func TestObserver(t *testing.T) {
	w := newWorld(t)
	w.append(t, stream("case", mine, "1"), "case.opened.v1", 0, 3)
	c := w.client(t, "auditor's key")
	s, err := c.ReadStream(storetest.Context(t), stream("case", mine, "1"), esdb.ReadStreamOptions{}, 10)
	if got, _, err := drained(t, s, err); err != nil || len(got) != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	if n := w.counts.get("events read"); n != 3 {
		t.Errorf("%d events were counted", n)
	}
	if n := w.counts.get("bytes read"); n < 300 || n > 10_000 {
		t.Errorf("%d bytes were counted", n)
	}
	if n := w.counts.get("connections"); n != 1 {
		t.Errorf("%d connections", n)
	}
	sub := w.subscribeAll(t, c, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	until(t, sub, caughtUp)
	if running, events := w.counts.get("running subscription"), w.counts.get("events subscription"); running != 1 || events != 3 {
		t.Errorf("%d subscriptions run, %d events were sent", running, events)
	}
	sub.Close()
	eventually(t, "the subscription to end", func() bool {
		return w.counts.get("running subscription") == 0 &&
			w.counts.get("running read") == 0
	})
	for key, code := range map[string]string{"nobody's key": "unauthenticated", "viewer's key": "role_forbidden"} {
		s, err := w.client(t, key).ReadStream(storetest.Context(t), stream("case", mine, "1"), esdb.ReadStreamOptions{}, 10)
		if _, _, err := drained(t, s, err); err == nil {
			t.Errorf("%s reads", key)
		}
		if w.counts.get("refused "+code) == 0 {
			t.Errorf("%s: no refusal was counted: %v", key, w.counts.n)
		}
	}
	c.Close()
	eventually(t, "the connection to end", func() bool { return w.counts.get("connections") <= 2 })
}

// Who was live and does not read is told that they fell behind, then given all
// that they missed, then told that they have caught up again.
func TestFallingBehind(t *testing.T) {
	w := newWorld(t)
	data := []byte(`"` + string(make64K()) + `"`)
	w.append(t, stream("case", mine, "0"), "case.opened.v1", 0, 1)
	x := w.subscribeAll(t, w.client(t, "auditor's key"), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	until(t, x, caughtUp)
	const batches, batch = 64, 8 // more than the transport takes ahead of a reader
	var want []string
	for i := range batches {
		name := stream("case", mine, fmt.Sprint(i+1))
		w.appendData(t, name, "case.opened.v1", 0, batch, data)
		want = append(want, places(name, 0, batch-1)...)
	}
	eventually(t, "the subscription to the log to be given up", func() bool { return w.counts.get("bytes subscription") > 0 && w.stalled() })
	var got []string
	var told []string
	for len(told) < 2 {
		e := x.Recv()
		switch {
		case e.FellBehind != nil:
			told = append(told, fmt.Sprint("behind after ", len(got) > 0))
		case e.CaughtUp != nil:
			told = append(told, "caught up")
		case e.EventAppeared != nil:
			got = append(got, fmt.Sprintf("%s@%d", e.EventAppeared.Event.StreamID, e.EventAppeared.Event.EventNumber))
		case e.SubscriptionDropped != nil:
			t.Fatal(e.SubscriptionDropped.Error)
		}
	}
	if !slices.Equal(told, []string{"behind after true", "caught up"}) || !slices.Equal(got, want) {
		t.Errorf("told %v, and given %d events of %d", told, len(got), len(want))
	}
	if n := w.counts.get("fell behind"); n != 1 {
		t.Errorf("counted %d times", n)
	}
	w.append(t, stream("case", mine, "last"), "case.opened.v1", 0, 1)
	if more := until(t, x, event1); !slices.Equal(more, places(stream("case", mine, "last"), 0, 0)) {
		t.Errorf("live again, and given %v", more)
	}
}

// stalled reports whether nothing more is being sent.
func (w *world) stalled() bool {
	before := w.counts.get("bytes subscription")
	pause()
	return w.counts.get("bytes subscription") == before
}
