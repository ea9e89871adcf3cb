package node

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sync"

	"google.golang.org/grpc/codes"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Keys of what is stored of a persistent subscription. The id has its length in
// front, so that no key of one group starts like those of another.
const (
	stateConfig = "config/"
	stateNext   = "next/"
	stateParked = "parked/"

	groupsMax = 10_000
)

func stateID(kind, id string) string { return fmt.Sprintf("%s%d:%s/", kind, len(id), id) }

func encodeNumber(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func decodeNumber(b []byte) uint64 {
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// groups are the persistent subscriptions of a node.
type groups struct {
	node *Node
	mu   sync.Mutex
	byID map[string]*group
}

func openGroups(n *Node) (*groups, error) {
	gs := &groups{node: n, byID: map[string]*group{}}
	configs, err := n.store.ScanState(stateConfig, "", groupsMax)
	if err != nil {
		return nil, err
	}
	for _, entry := range configs {
		config, err := decodeGroupConfig(entry.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Key, err)
		}
		g, err := startGroup(n, config)
		if err != nil {
			return nil, err
		}
		gs.byID[config.id()] = g
	}
	return gs, nil
}

func (gs *groups) close() {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	for _, g := range gs.byID {
		g.end(errClosing)
	}
}

func (gs *groups) find(stream, name string) (*group, error) {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	if g, ok := gs.byID[groupID(stream, name)]; ok {
		return g, nil
	}
	return nil, groupMissing(stream, name)
}

// list returns the groups of one stream, or all of them if stream is empty.
func (gs *groups) list(stream string) []*group {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	var found []*group
	for _, id := range slices.Sorted(maps.Keys(gs.byID)) {
		if g := gs.byID[id]; stream == "" || g.config.Stream == stream {
			found = append(found, g)
		}
	}
	return found
}

func (gs *groups) create(c groupConfig) error {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	if _, ok := gs.byID[c.id()]; ok {
		return groupError(codes.AlreadyExists, exceptionGroupExists, "already exists", c.Stream, c.Group)
	}
	if len(gs.byID) >= groupsMax {
		return &callError{code: codes.ResourceExhausted, message: "too many persistent subscriptions"}
	}
	err := gs.node.store.SetState(
		store.State{Key: stateID(stateConfig, c.id()), Value: c.encode()},
		store.State{Key: stateID(stateNext, c.id()), Value: encodeNumber(c.Start)},
	)
	if err != nil {
		return err
	}
	g, err := startGroup(gs.node, c)
	if err == nil {
		gs.byID[c.id()] = g
	}
	return err
}

// update replaces the configuration and disconnects consumers; what the group
// has delivered stays delivered.
func (gs *groups) update(c groupConfig) error {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	g, ok := gs.byID[c.id()]
	if !ok {
		return groupMissing(c.Stream, c.Group)
	}
	c.Filter = g.config.Filter // an update cannot change it
	if err := gs.node.store.SetState(store.State{Key: stateID(stateConfig, c.id()), Value: c.encode()}); err != nil {
		return err
	}
	return gs.restart(g, c)
}

// restart replaces a running group by a new one.
func (gs *groups) restart(g *group, c groupConfig) error {
	g.end(groupDropped(c.Stream, c.Group))
	fresh, err := startGroup(gs.node, c)
	if err != nil {
		delete(gs.byID, c.id())
		return err
	}
	gs.byID[c.id()] = fresh
	return nil
}

func (gs *groups) restartAll() error {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	for _, g := range gs.byID {
		if err := gs.restart(g, g.config); err != nil {
			return err
		}
	}
	return nil
}

func (gs *groups) delete(stream, name string) error {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	id := groupID(stream, name)
	g, ok := gs.byID[id]
	if !ok {
		return groupMissing(stream, name)
	}
	g.end(groupDropped(stream, name))
	delete(gs.byID, id)
	if err := g.forgetParked(); err != nil {
		return err
	}
	return gs.node.store.SetState(
		store.State{Key: stateID(stateConfig, id)},
		store.State{Key: stateID(stateNext, id)},
	)
}

func groupError(code codes.Code, exception, what, stream, group string) error {
	return &callError{code, fmt.Sprintf("Subscription group '%s' on stream '%s' %s.", group, stream, what),
		[]string{trailerException, exception, trailerStream, stream, "group-name", group}}
}

func groupMissing(stream, group string) error {
	return groupError(codes.NotFound, exceptionGroupMissing, "does not exist", stream, group)
}

func groupDropped(stream, group string) error {
	return groupError(codes.Canceled, exceptionGroupDropped, "was dropped", stream, group)
}

// parkedKey sorts parked messages in the order in which they were parked.
func parkedKey(id string, number uint64) string {
	return stateID(stateParked, id) + string(encodeNumber(number))
}

func parkedNumber(key string) uint64 { return decodeNumber([]byte(key[max(0, len(key)-8):])) }
