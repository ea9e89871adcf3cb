package gateway

import (
	"context"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// strangers counts calls without a known key; one record a minute and kind
// enters the log, however many calls there were.
type strangers struct {
	server *Server
	done   chan struct{}

	mu     sync.Mutex
	counts map[strangerKind]int64
}

type strangerKind struct {
	minute        time.Time
	class, reason string
}

func newStrangers(s *Server) *strangers {
	x := &strangers{server: s, done: make(chan struct{}), counts: map[strangerKind]int64{}}
	go x.run()
	return x
}

func (x *strangers) count(class, reason string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.counts[strangerKind{x.server.Now().UTC().Truncate(time.Minute), class, reason}]++
}

// run writes the counts of past minutes until the gateway closes, and then all.
func (x *strangers) run() {
	defer close(x.done)
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			x.flush(x.server.Now().UTC().Truncate(time.Minute))
		case <-x.server.ctx.Done():
			return
		}
	}
}

// close writes what is left; no call runs any more.
func (x *strangers) close() {
	<-x.done
	x.flush(x.server.Now().Add(time.Hour))
}

// flush records every minute before a limit; counts that cannot be written stay
// for the next time.
func (x *strangers) flush(before time.Time) {
	x.mu.Lock()
	var ripe []event.Payload
	taken := map[strangerKind]int64{}
	for kind, n := range x.counts {
		if kind.minute.Before(before) {
			ripe = append(ripe, audit.StrangersCounted{Minute: kind.minute, Node: x.server.Node, PathClass: kind.class, Reason: kind.reason, Count: n})
			taken[kind] = n
			delete(x.counts, kind)
		}
	}
	x.mu.Unlock()
	if len(ripe) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), recordPatience)
	defer cancel()
	meta := event.Metadata{Operation: "gateway.strangers", Tenant: tenancy.Platform}
	if err := x.server.Recorder.Record(ctx, meta, ripe...); err != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		for kind, n := range taken {
			x.counts[kind] += n
		}
	}
}
