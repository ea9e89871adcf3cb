// Package strangers counts calls without a known key, on whichever listener
// they come: one record a minute and kind enters the log, however many calls
// there were, so that a flood of them does not fill it.
package strangers

import (
	"context"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Recorder makes audit records durable; it returns when they are.
type Recorder interface {
	Record(ctx context.Context, meta event.Metadata, payloads ...event.Payload) error
}

// Counter counts by minute, class of path and reason. It is safe for concurrent
// use.
type Counter struct {
	Recorder  Recorder
	Now       func() time.Time
	Node      string // this process
	Operation string // of the records: "platform.strangers"

	mu     sync.Mutex
	counts map[kind]int64
}

type kind struct {
	minute        time.Time
	class, reason string
}

// patience bounds the writing of a batch of records.
const patience = 5 * time.Second

// Count adds one call.
func (c *Counter) Count(class, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[kind]int64{}
	}
	c.counts[kind{c.minute(), class, reason}]++
}

func (c *Counter) minute() time.Time { return c.Now().UTC().Truncate(time.Minute) }

// Run writes the counts of past minutes until ctx ends.
func (c *Counter) Run(ctx context.Context) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.flush(c.minute())
		case <-ctx.Done():
			return
		}
	}
}

// Close writes what is left; no call runs any more.
func (c *Counter) Close() { c.flush(c.Now().Add(time.Hour)) }

// flush records every minute before a limit; counts that cannot be written stay
// for the next time.
func (c *Counter) flush(before time.Time) {
	c.mu.Lock()
	var ripe []event.Payload
	taken := map[kind]int64{}
	for k, n := range c.counts {
		if k.minute.Before(before) {
			ripe = append(ripe, audit.StrangersCounted{Minute: k.minute, Node: c.Node, PathClass: k.class, Reason: k.reason, Count: n})
			taken[k] = n
			delete(c.counts, k)
		}
	}
	c.mu.Unlock()
	if len(ripe) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	meta := event.Metadata{Operation: c.Operation, Tenant: tenancy.Platform}
	if err := c.Recorder.Record(ctx, meta, ripe...); err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for k, n := range taken {
			c.counts[k] += n
		}
	}
}
