package node

import (
	"encoding/binary"
	"fmt"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// A parked message is stored as number(8) position(8) id(16) reason.
const parkedFixed = 32

// replayCursor walks parked messages from at up to but not including end.
type replayCursor struct {
	at, end uint64
	loaded  []message
}

const parkedPage = 256

func (g *group) park(m *message, reason string) {
	g.completed++
	if m.replayed {
		return // it never stopped being parked
	}
	value := binary.BigEndian.AppendUint64(nil, m.number)
	value = binary.BigEndian.AppendUint64(value, m.position)
	value = append(append(value, m.id[:]...), reason...)
	if err := g.node.store.SetState(store.State{Key: parkedKey(g.config.id(), g.parkNext), Value: value}); err != nil {
		g.logError("park", err)
		g.retryParked(m)
		return
	}
	g.parkNext++
	g.parked++
}

// parkedLink is the link by which the real server parks an event, as its stream of
// parked messages would have it.
func (g *group) parkedLink(e *store.Event, m *message, stringIDs bool) *persistent.ReadResp_ReadEvent_RecordedEvent {
	link := store.Event{
		ID: m.id, Stream: []byte(parkedStream(g.config.id())), Revision: m.parked, Type: []byte(linkType),
		Created: e.Created, Data: fmt.Appendf(nil, "%d@%s", e.Revision, e.Stream),
	}
	return persistentRecorded(&link, stringIDs)
}

// retryParked keeps a message that could not be parked: it must not be lost.
func (g *group) retryParked(m *message) {
	m.retries = 0
	g.retry = append(g.retry, *m)
}

func (g *group) unpark(number uint64) {
	if err := g.node.store.SetState(store.State{Key: parkedKey(g.config.id(), number)}); err != nil {
		g.logError("unpark", err)
		return
	}
	g.parked--
}

// loadParked counts what is parked.
func (g *group) loadParked() error {
	return g.eachParked(func(entries []store.State) error {
		g.parked += int64(len(entries))
		g.parkNext = parkedNumber(entries[len(entries)-1].Key) + 1
		return nil
	})
}

// forgetParked deletes all of it, after the group has ended.
func (g *group) forgetParked() error {
	return g.eachParked(func(entries []store.State) error {
		for i := range entries {
			entries[i].Value = nil
		}
		return g.node.store.SetState(entries...)
	})
}

func (g *group) eachParked(fn func(entries []store.State) error) error {
	prefix := stateID(stateParked, g.config.id())
	for from := ""; ; {
		entries, err := g.node.store.ScanState(prefix, from, parkedPage)
		if err != nil || len(entries) == 0 {
			return err
		}
		from = entries[len(entries)-1].Key + "\x00"
		if err := fn(entries); err != nil {
			return err
		}
	}
}

// replayParked starts to deliver what is parked now, up to limit messages.
func (g *group) replayParked(limit int64) error {
	entries, err := g.node.store.ScanState(stateID(stateParked, g.config.id()), "", 1)
	if err != nil || len(entries) == 0 {
		return err
	}
	g.replay = replayCursor{at: parkedNumber(entries[0].Key), end: g.parkNext}
	if limit > 0 && uint64(limit) < g.replay.end-g.replay.at {
		g.replay.end = g.replay.at + uint64(limit)
	}
	return nil
}

func (g *group) takeReplay() (message, bool) {
	r := &g.replay
	for len(r.loaded) == 0 {
		if r.at >= r.end {
			return message{}, false
		}
		if err := g.loadReplay(); err != nil {
			g.logError("replay", err)
			*r = replayCursor{}
		}
	}
	m := r.loaded[0]
	r.loaded = r.loaded[1:]
	return m, true
}

func (g *group) loadReplay() error {
	r := &g.replay
	id := g.config.id()
	entries, err := g.node.store.ScanState(stateID(stateParked, id), parkedKey(id, r.at), parkedPage)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		r.at = r.end
	}
	for _, e := range entries {
		number := parkedNumber(e.Key)
		r.at = number + 1
		if number >= r.end || len(e.Value) < parkedFixed {
			continue
		}
		m := message{
			number:   binary.BigEndian.Uint64(e.Value),
			position: binary.BigEndian.Uint64(e.Value[8:]),
			parked:   number,
			replayed: true,
		}
		copy(m.id[:], e.Value[16:])
		r.loaded = append(r.loaded, m)
	}
	return nil
}
