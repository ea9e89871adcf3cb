package store

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

const (
	prefixEvent = 'e'
	prefixIndex = 's'
	prefixHead  = 'h'
	prefixID    = 'i'
	prefixState = 'c'
)

// StreamNameMax is the longest stream name in bytes, "$$" included.
const StreamNameMax = 4096

func eventKey(dst []byte, position uint64) []byte {
	dst = append(dst[:0], prefixEvent)
	return binary.BigEndian.AppendUint64(dst, position)
}

func eventKeyPosition(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[1:])
}

// indexKey carries the length of the name, so that no stream's range contains
// keys of a stream whose name it is a prefix of.
func indexKey(dst []byte, stream string, revision uint64) []byte {
	dst = append(dst[:0], prefixIndex)
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(stream)))
	dst = append(dst, stream...)
	return binary.BigEndian.AppendUint64(dst, revision)
}

func indexKeyRevision(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[len(key)-8:])
}

func headKey(dst []byte, stream string) []byte {
	dst = append(dst[:0], prefixHead)
	return append(dst, stream...)
}

// idKey hashes the stream name: an id must be found again only within its
// stream, and the record behind the position settles a collision.
func idKey(dst []byte, stream string, id [16]byte) []byte {
	dst = append(dst[:0], prefixID)
	dst = append(dst, id[:]...)
	return binary.BigEndian.AppendUint64(dst, xxhash.Sum64String(stream))
}

func stateKey(key string) []byte {
	return append([]byte{prefixState}, key...)
}
