package node

import (
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// linkType is the type of an event that stands for another one; its data is
// "revision@stream".
const linkType = "$>"

// eventEncoder turns events into messages.
type eventEncoder struct {
	store     *store.Store
	stringIDs bool
	resolve   bool
	space     []byte // for the next messages
}

// spaceBytes is what messages of one page share at most: a reader that is slow
// holds on to it until the last of them was sent.
const spaceBytes = 32 << 10

// provide makes sure that there is space for the first of some events. To allocate
// messages one by one would cost as much as to encode them.
func (c *eventEncoder) provide(events []store.Event) {
	if first := messageBytes(&events[0]); first > spaceBytes/4 || cap(c.space)-len(c.space) >= first {
		return
	}
	bytes := 0
	for i := range events {
		if bytes += messageBytes(&events[i]); bytes >= spaceBytes {
			bytes = spaceBytes
			break
		}
	}
	c.space = make([]byte, 0, bytes)
}

// messageBytes is enough for the message of an event.
func messageBytes(e *store.Event) int {
	return wire.MessageBytesMax + len(e.Stream) + len(e.Type) + len(e.Metadata) + len(e.Data)
}

// encode returns a message that shares nothing with the event.
func (c *eventEncoder) encode(e *store.Event) (any, error) {
	if c.resolve && string(e.Type) == linkType {
		return c.encodeLink(e)
	}
	event := wire.Recorded{
		ID: e.ID, Stream: e.Stream, Revision: e.Revision, Commit: e.Position, Prepare: e.Position, Created: e.Created,
		Type: e.Type, ContentType: contentType(e.JSON), Metadata: e.Metadata, Data: e.Data,
	}
	message := event.Message(c.space, c.stringIDs)
	if len(message) <= cap(c.space)-len(c.space) {
		c.space = c.space[:len(c.space)+len(message)]
	}
	return message, nil
}

var contentJSON, contentBytes = []byte(wire.JSON), []byte(wire.Bytes)

func contentType(json bool) []byte {
	if json {
		return contentJSON
	}
	return contentBytes
}

// encodeLink sends a link whose target is gone without an event.
func (c *eventEncoder) encodeLink(e *store.Event) (*api.ReadResp, error) {
	event := &api.ReadResp_ReadEvent{
		Link:     recorded(e, c.stringIDs),
		Position: &api.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.Position},
	}
	err := resolveLink(c.store, e, func(target *store.Event) { event.Event = recorded(target, c.stringIDs) })
	return &api.ReadResp{Content: &api.ReadResp_Event{Event: event}}, err
}

// resolveLink calls found with the event that a link points to, if it is there.
func resolveLink(s *store.Store, link *store.Event, found func(*store.Event)) error {
	revision, stream, ok := strings.Cut(string(link.Data), "@")
	number, err := strconv.ParseUint(revision, 10, 64)
	if !ok || err != nil {
		return nil
	}
	var page store.Page
	err = s.ReadStream(&page, store.StreamQuery{Stream: stream, From: number, Limit: 1})
	if err == nil && len(page.Events) == 1 && page.Events[0].Revision == number {
		found(&page.Events[0])
	}
	if isMissing(err) {
		return nil
	}
	return err
}

// recorded shares its bytes with e.
func recorded(e *store.Event, stringIDs bool) *api.ReadResp_ReadEvent_RecordedEvent {
	return &api.ReadResp_ReadEvent_RecordedEvent{
		Id:               wireUUID(e.ID, stringIDs),
		StreamIdentifier: &shared.StreamIdentifier{StreamName: e.Stream},
		StreamRevision:   e.Revision,
		CommitPosition:   e.Position,
		PreparePosition:  e.Position,
		Metadata:         eventMetadata(e),
		CustomMetadata:   e.Metadata,
		Data:             e.Data,
	}
}
