package node

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// The parked messages of a group are shown as the stream that they are in the real
// server, $persistentsubscription-<stream>::<group>-parked, of links. They are kept as
// state, so that stream can be read, and nothing else be done with it.
const parkedPrefix, parkedSuffix = "$persistentsubscription-", "-parked"

func parkedStream(id string) string { return parkedPrefix + id + parkedSuffix }

// parkedGroup is the id of the group whose parked messages a stream shows.
func parkedGroup(stream string) (id string, ok bool) {
	if id, ok = strings.CutPrefix(stream, parkedPrefix); ok {
		id, ok = strings.CutSuffix(id, parkedSuffix)
	}
	return id, ok
}

// readParked sends the links of a group's parked messages; found is false where there
// are none.
func (r *reader) readParked(id string, from, count uint64) (found bool, err error) {
	all, err := r.parkedEntries(id)
	if err != nil {
		return false, err
	}
	if r.backwards {
		slices.Reverse(all)
	}
	for _, e := range all {
		number := parkedNumber(e.Key)
		if count == 0 || r.backwards && number > from || !r.backwards && number < from {
			continue
		}
		link, err := r.linkOf(id, number, e.Value)
		if err != nil {
			return true, err
		}
		if err := r.sendEvents([]store.Event{link}); err != nil {
			return true, err
		}
		count--
	}
	return len(all) > 0, nil
}

// parkedEntries are all of a group's, oldest first.
func (r *reader) parkedEntries(id string) (all []store.State, err error) {
	for from := ""; ; {
		page, err := r.node.store.ScanState(stateID(stateParked, id), from, parkedPage)
		if err != nil || len(page) == 0 {
			return all, err
		}
		from = page[len(page)-1].Key + "\x00"
		all = append(all, slices.DeleteFunc(page, func(e store.State) bool { return len(e.Value) < parkedFixed })...)
	}
}

// linkOf is a parked message as a link to its event, with the reason why it was
// parked.
func (r *reader) linkOf(id string, number uint64, value []byte) (link store.Event, err error) {
	err = r.node.store.Event(binary.BigEndian.Uint64(value[8:]), func(e *store.Event) {
		link = store.Event{
			Position: e.Position, Revision: number, Created: e.Created, Stream: []byte(parkedStream(id)), Type: []byte(linkType),
			Data: fmt.Appendf(nil, "%d@%s", e.Revision, e.Stream),
		}
	})
	if err != nil {
		return link, err
	}
	copy(link.ID[:], value[16:])
	link.Metadata, err = json.Marshal(struct {
		Reason string `json:"reason"`
		Number uint64 `json:"subscriptionEventNumber"`
	}{string(value[parkedFixed:]), binary.BigEndian.Uint64(value)})
	return link, err
}
