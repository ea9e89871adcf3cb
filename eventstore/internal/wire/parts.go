package wire

import (
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
)

// Parts that several messages have in common.
const (
	tagStreamName = 3<<3 | asBytes // of StreamIdentifier

	tagStructured = 1<<3 | asBytes // of UUID
	tagString     = 2<<3 | asBytes
	tagMost       = 1<<3 | asVarint // of UUID.Structured
	tagLeast      = 2<<3 | asVarint

	tagKey   = 1<<3 | asBytes // of an entry of a map of strings
	tagValue = 2<<3 | asBytes

	tagCommit  = 1<<3 | asVarint // of AllStreamPosition and Checkpoint
	tagPrepare = 2<<3 | asVarint
)

// Keys of the system metadata that travels with every event.
const (
	KeyType        = "type"
	KeyContentType = "content-type"
	KeyCreated     = "created"
)

// JSON is the content type of JSON; everything else is Bytes.
const (
	JSON  = "application/json"
	Bytes = "application/octet-stream"
)

func sizeUUID(id [16]byte, asString bool) int {
	if asString {
		return sizeBytes(36)
	}
	return sizeBytes(sizeNumber(binary.BigEndian.Uint64(id[:8])) + sizeNumber(binary.BigEndian.Uint64(id[8:])))
}

// appendUUID writes the content of a UUID.
func appendUUID(b []byte, id [16]byte, asString bool) []byte {
	if asString {
		return appendBytes(b, tagString, uuid.UUID(id).String())
	}
	most, least := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	b = appendOpening(b, tagStructured, sizeNumber(most)+sizeNumber(least))
	return appendNumber(appendNumber(b, tagMost, most), tagLeast, least)
}

// ID reads the content of a UUID, in either form.
func ID(content []byte) (id [16]byte, err error) {
	found := false
	f := fields{rest: content}
	for f.next() {
		switch f.tag {
		case tagStructured:
			id, found = [16]byte{}, true
			part := fields{rest: f.content}
			for part.next() {
				switch part.tag {
				case tagMost:
					binary.BigEndian.PutUint64(id[:8], part.number)
				case tagLeast:
					binary.BigEndian.PutUint64(id[8:], part.number)
				}
			}
			if part.err != nil {
				return id, part.err
			}
		case tagString:
			parsed, err := uuid.ParseBytes(f.content)
			if err != nil {
				return id, fmt.Errorf("%q is not a UUID", f.content)
			}
			id, found = parsed, true
		}
	}
	if f.err == nil && !found {
		return id, fmt.Errorf("UUID is missing")
	}
	return id, f.err
}

func streamName(identifier []byte) (name []byte, err error) {
	f := fields{rest: identifier}
	for f.next() {
		if f.tag == tagStreamName {
			name = f.content
		}
	}
	return name, f.err
}

func sizeEntry(key string, value int) int {
	return sizeBytes(sizeBytes(len(key)) + sizeBytes(value))
}

func appendEntry[T string | []byte](b []byte, tag byte, key string, value T) []byte {
	b = appendOpening(b, tag, sizeBytes(len(key))+sizeBytes(len(value)))
	return appendBytes(appendBytes(b, tagKey, key), tagValue, value)
}

// entry reads an entry of a map of strings.
func entry(content []byte) (key, value []byte, err error) {
	f := fields{rest: content}
	for f.next() {
		switch f.tag {
		case tagKey:
			key = f.content
		case tagValue:
			value = f.content
		}
	}
	return key, value, f.err
}

func position(content []byte) (commit, prepare uint64, err error) {
	f := fields{rest: content}
	for f.next() {
		switch f.tag {
		case tagCommit:
			commit = f.number
		case tagPrepare:
			prepare = f.number
		}
	}
	return commit, prepare, f.err
}
