package store

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

const (
	prefixEvent    = 'e'
	prefixIndex    = 'n'
	prefixNamed    = 's'
	prefixHead     = 'h'
	prefixID       = 'i'
	prefixState    = 'c'
	indexValueSize = 24
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

// indexKey has the stream's number. Streams that were begun in the first format
// have none, and their index has the name, with its length, so that no stream's
// range contains keys of a stream whose name it is a prefix of.
func indexKey(dst []byte, stream string, number, revision uint64) []byte {
	if number != 0 {
		dst = append(dst[:0], prefixIndex)
		dst = binary.BigEndian.AppendUint64(dst, number)
	} else {
		dst = append(dst[:0], prefixNamed)
		dst = binary.BigEndian.AppendUint16(dst, uint16(len(stream)))
		dst = append(dst, stream...)
	}
	return binary.BigEndian.AppendUint64(dst, revision)
}

func indexKeyRevision(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[len(key)-8:])
}

// indexPosition reads what entries of both formats begin with.
func indexPosition(value []byte) uint64 { return binary.BigEndian.Uint64(value) }

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
