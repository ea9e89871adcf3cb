package wire

import (
	"cmp"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	tagEvent        = 1<<3 | asBytes // of ReadResp
	tagConfirmation = 2<<3 | asBytes
	tagCheckpoint   = 3<<3 | asBytes
	tagNotFound     = 4<<3 | asBytes
	tagCaughtUp     = 8<<3 | asBytes

	tagReadEvent  = 1<<3 | asBytes // of ReadResp.ReadEvent
	tagReadCommit = 3<<3 | asVarint

	tagID        = 1<<3 | asBytes // of ReadResp.ReadEvent.RecordedEvent
	tagStream    = 2<<3 | asBytes
	tagRevision  = 3<<3 | asVarint
	tagPrepared  = 4<<3 | asVarint
	tagCommitted = 5<<3 | asVarint
	tagSystem    = 6<<3 | asBytes
	tagMetadata  = 7<<3 | asBytes
	tagData      = 8<<3 | asBytes
)

// Recorded is an event of the log.
type Recorded struct {
	ID              [16]byte
	Stream          []byte
	Revision        uint64
	Commit, Prepare uint64
	Created         int64 // ticks of 100 ns since the Unix epoch
	Type            []byte
	ContentType     []byte
	Metadata, Data  []byte
}

// MessageBytesMax is more than Message uses beside stream, type, metadata and data.
const MessageBytesMax = 256

// Message returns a ReadResp that holds the event, in the space behind b if that is
// enough.
func (e *Recorded) Message(b []byte, stringID bool) Message {
	var space [20]byte
	created := strconv.AppendInt(space[:0], e.Created, 10)
	id := sizeUUID(e.ID, stringID)
	recorded := sizeBytes(id) + sizeBytes(sizeBytes(len(e.Stream))) +
		sizeNumber(e.Revision) + sizeNumber(e.Prepare) + sizeNumber(e.Commit) +
		sizeEntry(KeyType, len(e.Type)) + sizeEntry(KeyCreated, len(created)) + sizeEntry(KeyContentType, len(e.ContentType)) +
		sizeBytes(len(e.Metadata)) + sizeBytes(len(e.Data))
	event := sizeBytes(recorded) + 1 + protowire.SizeVarint(e.Commit)

	start := len(b)
	if size := sizeBytes(event); cap(b)-start < size {
		b, start = make([]byte, 0, size), 0
	}
	b = appendOpening(b, tagEvent, event)
	b = appendOpening(b, tagReadEvent, recorded)
	b = appendUUID(appendOpening(b, tagID, id), e.ID, stringID)
	b = appendOpening(b, tagStream, sizeBytes(len(e.Stream)))
	b = appendBytes(b, tagStreamName, e.Stream)
	b = appendNumber(b, tagRevision, e.Revision)
	b = appendNumber(b, tagPrepared, e.Prepare)
	b = appendNumber(b, tagCommitted, e.Commit)
	b = appendEntry(b, tagSystem, KeyType, e.Type)
	b = appendEntry(b, tagSystem, KeyCreated, created)
	b = appendEntry(b, tagSystem, KeyContentType, e.ContentType)
	b = appendBytes(b, tagMetadata, e.Metadata)
	b = appendBytes(b, tagData, e.Data)
	b = appendVarint(append(b, tagReadCommit), e.Commit)
	return Message(b[start:len(b):len(b)])
}

// decodeRead reads the event of a ReadEvent. One without an event is a link that
// leads nowhere, which nobody asked for.
func (e *Recorded) decodeRead(content []byte) error {
	f := fields{rest: content}
	for f.next() {
		if f.tag == tagReadEvent {
			if err := e.decode(f.content); err != nil {
				return err
			}
		}
	}
	return f.err
}

// decode reads a RecordedEvent.
func (e *Recorded) decode(content []byte) (err error) {
	f := fields{rest: content}
	for err == nil && f.next() {
		switch f.tag {
		case tagID:
			e.ID, err = ID(f.content)
		case tagStream:
			e.Stream, err = streamName(f.content)
		case tagRevision:
			e.Revision = f.number
		case tagPrepared:
			e.Prepare = f.number
		case tagCommitted:
			e.Commit = f.number
		case tagSystem:
			err = e.decodeSystem(f.content)
		case tagMetadata:
			e.Metadata = f.content
		case tagData:
			e.Data = f.content
		}
	}
	return cmp.Or(err, f.err)
}

func (e *Recorded) decodeSystem(content []byte) error {
	key, value, err := entry(content)
	switch string(key) {
	case KeyType:
		e.Type = value
	case KeyContentType:
		e.ContentType = value
	case KeyCreated:
		if e.Created, err = strconv.ParseInt(string(value), 10, 64); err != nil {
			return errMalformed
		}
	}
	return err
}

// Kind is what a message of a read or a subscription says.
type Kind uint8

// Kinds of messages; those that are not listed are Other.
const (
	Other Kind = iota
	Event
	Confirmation
	Checkpoint
	NotFound
	CaughtUp
)

// Response is a ReadResp.
type Response struct {
	Kind            Kind
	Event           Recorded // with Event
	Commit, Prepare uint64   // with Checkpoint
}

// Decode reads a message; what it has of an event are views of it.
func (r *Response) Decode(message []byte) (err error) {
	*r = Response{}
	f := fields{rest: message}
	for err == nil && f.next() {
		switch f.tag {
		case tagEvent:
			r.Kind = Event
			err = r.Event.decodeRead(f.content)
		case tagConfirmation:
			r.Kind = Confirmation
		case tagCheckpoint:
			r.Kind = Checkpoint
			r.Commit, r.Prepare, err = position(f.content)
		case tagNotFound:
			r.Kind = NotFound
		case tagCaughtUp:
			r.Kind = CaughtUp
		}
	}
	return cmp.Or(err, f.err)
}
