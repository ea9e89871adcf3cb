package node

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Keys of the metadata map that travels with every event, and its content types.
const (
	keyType        = "type"
	keyContentType = "content-type"
	keyCreated     = "created"

	contentJSON  = "application/json"
	contentBytes = "application/octet-stream"
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

func streamName(id *shared.StreamIdentifier) (string, error) {
	if len(id.GetStreamName()) == 0 {
		return "", invalid("stream name is missing")
	}
	if len(id.GetStreamName()) > store.StreamNameMax {
		return "", invalid("stream name has %d bytes, at most %d are allowed", len(id.GetStreamName()), store.StreamNameMax)
	}
	return string(id.GetStreamName()), nil
}

// eventMetadata fills m with the system metadata of an event. Clients end their
// process on a creation time that is not a number.
func eventMetadata(m map[string]string, e *store.Event) map[string]string {
	if m == nil {
		m = make(map[string]string, 3)
	}
	m[keyType] = string(e.Type)
	m[keyCreated] = strconv.FormatInt(e.Created, 10)
	m[keyContentType] = contentBytes
	if e.JSON {
		m[keyContentType] = contentJSON
	}
	return m
}

func atRevision(revision uint64) store.Expected {
	return store.Expected{Condition: store.AtRevision, Revision: revision}
}

// proposed is the part of an event that Append and BatchAppend have in common.
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
	typ, contentType := m.GetMetadata()[keyType], m.GetMetadata()[keyContentType]
	if typ == "" || contentType == "" {
		return store.Proposed{}, missingMetadata(typ, contentType)
	}
	return store.Proposed{
		ID:       id,
		Type:     typ,
		JSON:     contentType == contentJSON,
		Metadata: m.GetCustomMetadata(),
		Data:     m.GetData(),
	}, nil
}

func missingMetadata(typ, contentType string) error {
	missing := keyType
	if typ != "" {
		missing = keyContentType
	} else if contentType == "" {
		missing = keyType + "," + keyContentType
	}
	e := invalid("required metadata is missing: %s", missing).(*callError)
	e.trailers = []string{trailerException, exceptionMissingMetadata, "required-metadata-properties", missing}
	return e
}

// proposedSize is what an event counts towards the limit of an append.
func proposedSize(e *store.Proposed) int {
	return len(e.Type) + len(e.Metadata) + len(e.Data)
}

// positionEnd is how clients write "the end" as a number.
const positionEnd = math.MaxUint64
