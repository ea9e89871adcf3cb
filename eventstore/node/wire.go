package node

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

func structuredUUID(id [16]byte) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

func stringUUID(id [16]byte) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_String_{String_: uuid.UUID(id).String()}}
}

func wireUUID(id [16]byte, asString bool) *shared.UUID {
	if asString {
		return stringUUID(id)
	}
	return structuredUUID(id)
}

func parseUUID(u *shared.UUID) (id [16]byte, err error) {
	switch v := u.GetValue().(type) {
	case *shared.UUID_Structured_:
		binary.BigEndian.PutUint64(id[:8], uint64(v.Structured.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(id[8:], uint64(v.Structured.GetLeastSignificantBits()))
		return id, nil
	case *shared.UUID_String_:
		parsed, err := uuid.Parse(v.String_)
		if err != nil {
			return id, invalid("event id %q is not a UUID", v.String_)
		}
		return parsed, nil
	}
	return id, invalid("event id is missing")
}

func streamName(id *shared.StreamIdentifier) (string, error) { return checkedName(id.GetStreamName()) }

func checkedName(name []byte) (string, error) {
	if len(name) == 0 {
		return "", invalid("stream name is missing")
	}
	if len(name) > store.StreamNameMax {
		return "", invalid("stream name has %d bytes, at most %d are allowed", len(name), store.StreamNameMax)
	}
	return string(name), nil
}

// eventMetadata is the system metadata of an event. Clients end their process on
// a creation time that is not a number.
func eventMetadata(e *store.Event) map[string]string {
	return map[string]string{
		wire.KeyType:        string(e.Type),
		wire.KeyCreated:     strconv.FormatInt(e.Created, 10),
		wire.KeyContentType: string(contentType(e.JSON)),
	}
}

func atRevision(revision uint64) store.Expected {
	return store.Expected{Condition: store.AtRevision, Revision: revision}
}

// proposed is an event as a request of protobuf's holds it.
type proposed interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

func parseProposed(m proposed) (store.Proposed, error) {
	id, err := parseUUID(m.GetId())
	if err != nil {
		return store.Proposed{}, err
	}
	return newProposed(id, m.GetMetadata()[wire.KeyType], m.GetMetadata()[wire.KeyContentType], m.GetCustomMetadata(), m.GetData())
}

func newProposed(id [16]byte, typ, contentType string, metadata, data []byte) (store.Proposed, error) {
	if id == ([16]byte{}) {
		return store.Proposed{}, invalid("Empty eventId provided.")
	}
	if typ == "" || contentType == "" {
		return store.Proposed{}, missingMetadata(typ, contentType)
	}
	return store.Proposed{ID: id, Type: typ, JSON: contentType == wire.JSON, Metadata: metadata, Data: data}, nil
}

func missingMetadata(typ, contentType string) error {
	missing := wire.KeyType
	if typ != "" {
		missing = wire.KeyContentType
	} else if contentType == "" {
		missing = wire.KeyType + "," + wire.KeyContentType
	}
	e := invalid("required metadata is missing: %s", missing).(*callError)
	e.trailers = []string{trailerException, exceptionMissingMetadata, "required-metadata-properties", missing}
	return e
}

// proposedSize is what an event counts towards the limit of an append.
func proposedSize(e *store.Proposed) int { return len(e.Data) }

// positionEnd is how clients write "the end" as a number.
const positionEnd = math.MaxUint64
