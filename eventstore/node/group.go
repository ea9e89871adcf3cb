package node

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// group is one running persistent subscription. Everything it knows belongs to
// one goroutine; others hand it functions to run (do). It holds references to
// events, never events, so its memory is bounded by the buffers of its consumers.
type group struct {
	node   *Node
	config groupConfig // never changes

	calls  chan func()
	ctx    context.Context
	cancel context.CancelFunc
	ended  chan struct{}
	reason error // why it ended, set before that

	// Owned by run.
	filter    *filter
	page      store.Page
	watcher   *store.Watcher // nil while there is no consumer
	consumers []*consumer
	turn      int // round robin

	next      uint64 // first revision or position that was not read yet
	mayRead   bool   // the store may hold something at next or above
	ready     []message
	retry     []message // in order
	inflight  map[[16]byte]*message
	replay    replayCursor
	saved     uint64 // checkpoint as stored
	savedAt   time.Time
	completed int // since then
	parkNext  uint64
	parked    int64
	delivered int64
}

// message is a reference to an event on its way to a consumer.
type message struct {
	number   uint64 // revision, or position for $all: what the checkpoint counts
	position uint64
	id       [16]byte
	retries  int32
	parked   uint64 // number under which it is parked, if replayed
	replayed bool
	consumer *consumer
	deadline time.Time // zero: none
}

// groupProgress is after how many events that do not match a filtered group moves
// on all the same, so that it need not examine them all after a restart.
const groupProgress = 10_000

// groupTick is how often time-outs and checkpoints are looked at.
const groupTick = 50 * time.Millisecond

func startGroup(n *Node, c groupConfig) (*group, error) {
	f, err := c.Filter.stored()
	if err != nil {
		return nil, err
	}
	g := &group{
		node: n, config: c, filter: f,
		calls:    make(chan func()),
		ended:    make(chan struct{}),
		inflight: map[[16]byte]*message{},
		savedAt:  time.Now(),
	}
	if err := g.load(); err != nil {
		return nil, err
	}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	go g.run()
	return g, nil
}

// load reads how far the group had come.
func (g *group) load() error {
	next, err := g.node.store.ScanState(stateID(stateNext, g.config.id()), "", 1)
	if err != nil {
		return err
	}
	g.next = g.config.Start
	if len(next) == 1 {
		g.next = decodeNumber(next[0].Value)
	}
	g.saved = g.next
	return g.loadParked()
}

func (g *group) run() {
	defer close(g.ended)
	tick := time.NewTicker(groupTick)
	defer tick.Stop()
	for {
		select {
		case call := <-g.calls:
			call()
		case <-g.wake():
			g.mayRead = true
		case now := <-g.ticks(tick):
			g.expire(now)
			g.checkpointIfDue(now)
		case <-g.ctx.Done():
			g.dropAll(g.reason)
			g.checkpoint()
			return
		}
		g.dispatch()
	}
}

func (g *group) wake() <-chan struct{} {
	if g.watcher == nil {
		return nil
	}
	return g.watcher.C
}

// ticks stops the clock while there is nothing to time.
func (g *group) ticks(tick *time.Ticker) <-chan time.Time {
	if g.watcher == nil {
		return nil
	}
	return tick.C
}

// do runs fn on the group's goroutine and waits for it.
func (g *group) do(ctx context.Context, fn func()) error {
	done := make(chan struct{})
	select {
	case g.calls <- func() { fn(); close(done) }:
		<-done
		return nil
	case <-g.ended:
		return g.reason
	case <-ctx.Done():
		return ctx.Err()
	}
}

// end stops the group after a last checkpoint. Only the registry calls it, once.
func (g *group) end(reason error) {
	g.reason = reason
	g.cancel()
	<-g.ended
}

// consumer is one connected client of a group.
type consumer struct {
	from    string
	started time.Time
	out     chan message  // has room for every message that may be in flight
	dropped chan struct{} // closed when the group lets go of the consumer
	reason  error         // set before that
	busy    int           // in flight; owned by the group
	total   int64
}

func (c *consumer) free() bool { return c.busy < cap(c.out) && len(c.out) < cap(c.out) }

func (g *group) join(c *consumer) error {
	if limit := g.config.MaxSubscriberCount; limit > 0 && len(g.consumers) >= int(limit) {
		return groupError(codes.FailedPrecondition, exceptionGroupFull, "has reached its maximum of subscribers", g.config.Stream, g.config.Group)
	}
	g.consumers = append(g.consumers, c)
	if g.watcher == nil {
		if g.config.all() {
			g.watcher = g.node.store.WatchAll(g.filter.wakes(), groupProgress)
		} else {
			g.watcher = g.node.store.Watch(g.config.Stream)
		}
		g.mayRead = true
	}
	return nil
}

// leave takes a consumer out; what it had in flight goes to others.
func (g *group) leave(c *consumer, reason error) {
	at := slices.Index(g.consumers, c)
	if at < 0 {
		return
	}
	g.consumers = slices.Delete(g.consumers, at, at+1)
	c.reason = reason
	close(c.dropped)
	for _, m := range g.inflight {
		if m.consumer == c {
			g.again(m)
		}
	}
	if len(g.consumers) == 0 {
		g.watcher.Close()
		g.watcher = nil
		g.checkpoint()
	}
}

func (g *group) dropAll(reason error) {
	for len(g.consumers) > 0 {
		g.leave(g.consumers[0], reason)
	}
}

// position is the group's checkpoint: everything below it is done.
func (g *group) position() uint64 {
	lowest := g.next
	for _, m := range g.inflight {
		if !m.replayed {
			lowest = min(lowest, m.number)
		}
	}
	for _, list := range [][]message{g.retry, g.ready} {
		for i := range list {
			if !list[i].replayed {
				lowest = min(lowest, list[i].number)
			}
		}
	}
	return lowest
}

func (g *group) checkpointIfDue(now time.Time) {
	due := now.Sub(g.savedAt) >= g.config.checkpointAfter() && g.completed >= int(g.config.MinCheckpointCount)
	if due || g.config.MaxCheckpointCount > 0 && g.completed >= int(g.config.MaxCheckpointCount) {
		g.checkpoint()
	}
}

// checkpoint stores how far the group has come. If that fails, events since the
// last one are delivered again after a restart, which at-least-once allows.
func (g *group) checkpoint() {
	g.savedAt, g.completed = time.Now(), 0
	position := g.position()
	if position == g.saved {
		return
	}
	err := g.node.store.SetState(store.State{Key: stateID(stateNext, g.config.id()), Value: encodeNumber(position)})
	if err != nil {
		g.node.log.Warn("persistent subscription checkpoint", "group", g.config.id(), "error", err)
		return
	}
	g.saved = position
}

func (g *group) logError(what string, err error) {
	g.node.log.Error(fmt.Sprintf("persistent subscription: %s", what), "group", g.config.id(), "error", err)
}
