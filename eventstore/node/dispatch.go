package node

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// dispatch hands out messages while a consumer has room: first those to be
// retried, then replayed ones, then new ones.
func (g *group) dispatch() {
	for slices.ContainsFunc(g.consumers, (*consumer).free) {
		m, ok := g.take()
		if !ok {
			return
		}
		if _, twice := g.inflight[m.id]; twice {
			continue // clients acknowledge by id, so an id is in flight once
		}
		c := g.pick(&m)
		if c == nil {
			g.retry = slices.Insert(g.retry, 0, m)
			return
		}
		m.consumer = c
		if timeout := g.config.messageTimeout(); timeout > 0 {
			m.deadline = time.Now().Add(timeout)
		}
		g.inflight[m.id] = &m
		c.busy++
		c.total++
		g.delivered++
		c.out <- m // free says that there is room
	}
}

func (g *group) take() (message, bool) {
	if len(g.retry) > 0 {
		m := g.retry[0]
		g.retry = slices.Delete(g.retry, 0, 1)
		return m, true
	}
	if m, ok := g.takeReplay(); ok {
		return m, true
	}
	if len(g.ready) == 0 {
		g.read()
	}
	if len(g.ready) == 0 {
		return message{}, false
	}
	m := g.ready[0]
	g.ready = g.ready[1:]
	return m, true
}

// read fetches references to the next events, until there are some or the end
// is reached.
func (g *group) read() {
	if !g.mayRead {
		return
	}
	for g.mayRead && len(g.ready) == 0 {
		err := g.readPage()
		if err != nil && !isMissing(err) {
			g.logError("read", err)
		}
		var call *callError
		if errors.As(err, &call) { // its filter takes too long: who consumes it is told
			g.dropAll(err)
			return
		}
		g.mayRead = err == nil && g.page.More
	}
	g.page.Shrink()
}

func (g *group) readPage() error {
	limit := uint64(max(1, g.config.ReadBatchSize))
	var err error
	if g.config.all() {
		err = g.node.store.ReadAll(&g.page, store.AllQuery{From: g.next, Limit: math.MaxUint64, Match: g.filter.match(g.ctx)})
	} else {
		err = g.node.store.ReadStream(&g.page, store.StreamQuery{Stream: g.config.Stream, From: g.next, Limit: limit})
		if err == nil && uint64(len(g.page.Events)) == limit {
			g.page.More = true // the limit ended it, not the stream
		}
	}
	if err != nil {
		return err
	}
	g.next = g.page.Next
	g.ready = slices.Grow(g.ready[:0], len(g.page.Events))
	for i := range g.page.Events {
		e := &g.page.Events[i]
		m := message{number: e.Revision, position: e.Position, id: e.ID}
		if g.config.all() {
			m.number = e.Position
		}
		g.ready = append(g.ready, m)
	}
	return nil
}

// pick chooses a consumer, nil if the one it must be has no room.
func (g *group) pick(m *message) *consumer {
	switch g.config.Strategy {
	case strategyDispatchToSingle:
		return g.consumers[slices.IndexFunc(g.consumers, (*consumer).free)]
	case strategyPinned, strategyPinnedByCorrelation:
		c := g.consumers[g.pinHash(m)%uint32(len(g.consumers))]
		if !c.free() {
			return nil
		}
		return c
	}
	for {
		g.turn++
		if c := g.consumers[g.turn%len(g.consumers)]; c.free() {
			return c
		}
	}
}

// pinHash is the same for all events of a stream, or of a correlation. A link
// counts as the stream it points into.
func (g *group) pinHash(m *message) uint32 {
	h := fnv.New32a()
	err := g.node.store.Event(m.position, func(e *store.Event) {
		pin := e.Stream
		if g.config.Strategy == strategyPinnedByCorrelation {
			var meta struct {
				Correlation string `json:"$correlationId"`
			}
			if json.Unmarshal(e.Metadata, &meta) == nil && meta.Correlation != "" {
				pin = []byte(meta.Correlation)
			}
		}
		_, _ = h.Write(pin) // a hash takes everything
	})
	if err != nil {
		g.logError("pin", err)
	}
	return h.Sum32()
}

// settle takes a message out of flight.
func (g *group) settle(id [16]byte) (*message, bool) {
	m, ok := g.inflight[id]
	if ok {
		delete(g.inflight, id)
		m.consumer.busy--
	}
	return m, ok
}

func (g *group) ack(ids [][16]byte) {
	for _, id := range ids {
		m, ok := g.settle(id)
		if !ok {
			continue // timed out and settled by someone else
		}
		g.done(m)
	}
	g.checkpointIfDue(time.Now())
}

func (g *group) done(m *message) {
	g.completed++
	if m.replayed {
		g.unpark(m.parked)
	}
}

func (g *group) nack(c *consumer, ids [][16]byte, action persistent.ReadReq_Nack_Action, reason string) {
	for _, id := range ids {
		m, ok := g.inflight[id]
		if !ok {
			continue
		}
		switch action {
		case persistent.ReadReq_Nack_Park:
			g.settle(id)
			g.park(m, "Client explicitly NAK'ed message.\n"+reason)
		case persistent.ReadReq_Nack_Skip:
			g.settle(id)
			g.done(m)
		case persistent.ReadReq_Nack_Stop:
			// As in the real server, nothing: the subscription goes on, and the message
			// comes again when its time is over.
		default: // retry; unknown leaves the choice to the server
			g.again(m)
		}
	}
}

// again delivers a message once more, or parks it when it was tried enough.
func (g *group) again(m *message) {
	g.settle(m.id)
	if m.retries >= g.config.MaxRetryCount {
		g.park(m, fmt.Sprintf("Reached retry count of %d", g.config.MaxRetryCount))
		return
	}
	m.retries++
	at, _ := slices.BinarySearchFunc(g.retry, m.number, func(r message, number uint64) int { return cmp.Compare(r.number, number) })
	g.retry = slices.Insert(g.retry, at, *m)
}

// expire retries what consumers have had for too long.
func (g *group) expire(now time.Time) {
	for _, m := range g.inflight {
		if !m.deadline.IsZero() && now.After(m.deadline) {
			g.again(m)
		}
	}
}
