package node

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// linkType is the type of an event that stands for another one; its data is
// "revision@stream".
const linkType = "$>"

// eventEncoder turns events into messages. It builds one message and fills it
// anew for each event, which is safe because a gRPC send has serialised its
// message when it returns.
type eventEncoder struct {
	store     *store.Store
	stringIDs bool
	resolve   bool

	response *api.ReadResp
	event    *api.ReadResp_ReadEvent
	recorded *api.ReadResp_ReadEvent_RecordedEvent
	position *api.ReadResp_ReadEvent_CommitPosition
}

func newEventEncoder(s *store.Store, stringIDs, resolve bool) eventEncoder {
	e := eventEncoder{
		store:     s,
		stringIDs: stringIDs,
		resolve:   resolve,
		recorded:  newRecorded(stringIDs),
		position:  &api.ReadResp_ReadEvent_CommitPosition{},
	}
	e.event = &api.ReadResp_ReadEvent{Position: e.position}
	e.response = &api.ReadResp{Content: &api.ReadResp_Event{Event: e.event}}
	return e
}

// encode returns a message that is valid until the next call.
func (c *eventEncoder) encode(e *store.Event) (*api.ReadResp, error) {
	c.position.CommitPosition = e.Position
	c.event.Event, c.event.Link = c.recorded, nil
	if c.resolve && string(e.Type) == linkType {
		return c.response, c.encodeLink(e)
	}
	fillRecorded(c.recorded, e, c.stringIDs)
	return c.response, nil
}

// forget drops what the message points to.
func (c *eventEncoder) forget() {
	c.recorded.Data, c.recorded.CustomMetadata, c.recorded.StreamIdentifier.StreamName = nil, nil, nil
}

// encodeLink sends a link whose target is gone without an event.
func (c *eventEncoder) encodeLink(e *store.Event) error {
	link := newRecorded(c.stringIDs)
	fillRecorded(link, e, c.stringIDs)
	c.event.Link, c.event.Event = link, nil
	return resolveLink(c.store, e, func(target *store.Event) {
		fillRecorded(c.recorded, target, c.stringIDs)
		c.event.Event = c.recorded
	})
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

func newRecorded(stringIDs bool) *api.ReadResp_ReadEvent_RecordedEvent {
	return &api.ReadResp_ReadEvent_RecordedEvent{
		Id:               wireUUID([16]byte{}, stringIDs),
		StreamIdentifier: &shared.StreamIdentifier{},
	}
}

func fillRecorded(r *api.ReadResp_ReadEvent_RecordedEvent, e *store.Event, stringIDs bool) {
	if stringIDs {
		r.Id.Value.(*shared.UUID_String_).String_ = uuid.UUID(e.ID).String()
	} else {
		id := r.Id.Value.(*shared.UUID_Structured_).Structured
		id.MostSignificantBits = int64(binary.BigEndian.Uint64(e.ID[:8]))
		id.LeastSignificantBits = int64(binary.BigEndian.Uint64(e.ID[8:]))
	}
	r.StreamIdentifier.StreamName = e.Stream
	r.StreamRevision = e.Revision
	r.CommitPosition, r.PreparePosition = e.Position, e.Position
	r.Metadata = eventMetadata(r.Metadata, e)
	r.CustomMetadata = e.Metadata
	r.Data = e.Data
}
