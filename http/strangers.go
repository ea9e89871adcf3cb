package http

import (
	"context"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// strangers counts calls without a known key by minute, path class and reason;
// one record a minute and kind enters the log, however many calls there were.
type strangers struct {
	server *Server
	mu     sync.Mutex
	counts map[strangerKind]int64
}

type strangerKind struct {
	minute            time.Time
	pathClass, reason string
}

func newStrangers(s *Server) *strangers {
	return &strangers{server: s, counts: map[strangerKind]int64{}}
}

func (x *strangers) count(pathClass, reason string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.counts[strangerKind{x.server.Now().UTC().Truncate(time.Minute), pathClass, reason}]++
}

// run writes the counts of past minutes until ctx ends, and then all of them.
func (x *strangers) run(ctx context.Context) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			x.flush(ctx, x.server.Now().UTC().Truncate(time.Minute))
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordPatience)
			defer cancel()
			x.flush(last, x.server.Now().Add(time.Hour))
			return
		}
	}
}

// flush records every minute before a limit; counts that cannot be written
// stay for the next time.
func (x *strangers) flush(ctx context.Context, before time.Time) {
	x.mu.Lock()
	var ripe []event.Payload
	taken := map[strangerKind]int64{}
	for kind, n := range x.counts {
		if kind.minute.Before(before) {
			ripe = append(ripe, audit.StrangersCounted{Minute: kind.minute, Node: x.server.Node, PathClass: kind.pathClass, Reason: kind.reason, Count: n})
			taken[kind] = n
			delete(x.counts, kind)
		}
	}
	x.mu.Unlock()
	if len(ripe) == 0 {
		return
	}
	meta := event.Metadata{Operation: "platform.strangers", Tenant: tenancy.Platform}
	if err := x.server.Recorder.Record(ctx, meta, ripe...); err != nil {
		x.mu.Lock()
		for kind, n := range taken {
			x.counts[kind] += n
		}
		x.mu.Unlock()
	}
}
