package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"
)

// ErrCorrupt is wrapped by every error that means the stored bytes are not what
// this package wrote.
var ErrCorrupt = errors.New("store: corrupt record")

// Event is one recorded event. The slices of an event that was read belong to
// its Page and are overwritten when the page is used again.
type Event struct {
	Position uint64
	Revision uint64
	Created  int64 // ticks of 100 ns since the Unix epoch
	ID       [16]byte
	JSON     bool // content type application/json, else application/octet-stream
	Stream   []byte
	Type     []byte
	Metadata []byte
	Data     []byte
}

// Ticks converts a time to ticks of 100 ns since the Unix epoch.
func Ticks(t time.Time) int64 { return t.UnixNano() / 100 }

// A record is
//
//	version(1) flags(1) created(8) revision(8) id(16)
//	len stream, len type, len metadata, data
//
// with lengths as uvarints. Its version is that of the keys which lead to it, so
// that a program which does not know them does not open the log; see the package
// comment.
const (
	recordVersion      = 2
	recordVersionNamed = 1
	flagJSON           = 1
	offsetCreated      = 2
	offsetRevision     = 10
	offsetID           = 18
	recordFixed        = 34
)

func recordSize(stream string, e *Proposed) int {
	return recordFixed + sizeField(len(stream)) + sizeField(len(e.Type)) + sizeField(len(e.Metadata)) + len(e.Data)
}

func sizeField(n int) int { return (bits.Len(uint(n)|1)+6)/7 + n }

// encodeRecord fills dst, which has the record's size.
func encodeRecord(dst []byte, stream string, e *Proposed, created int64, revision uint64) {
	dst[0], dst[1] = recordVersion, 0
	if e.JSON {
		dst[1] = flagJSON
	}
	binary.BigEndian.PutUint64(dst[offsetCreated:], uint64(created))
	binary.BigEndian.PutUint64(dst[offsetRevision:], revision)
	copy(dst[offsetID:], e.ID[:])
	b := binary.AppendUvarint(dst[:recordFixed], uint64(len(stream)))
	b = append(b, stream...)
	b = binary.AppendUvarint(b, uint64(len(e.Type)))
	b = append(b, e.Type...)
	b = binary.AppendUvarint(b, uint64(len(e.Metadata)))
	b = append(b, e.Metadata...)
	copy(dst[len(b):], e.Data)
}

// The value of an index entry is position(8) id(16); in the first format there is
// no id.

func appendIndexValue(dst []byte, position uint64, id [16]byte) []byte {
	return append(binary.BigEndian.AppendUint64(dst, position), id[:]...)
}

func indexID(value []byte) (id [16]byte, ok bool) {
	if len(value) != indexValueSize {
		return id, false
	}
	return [16]byte(value[8:]), true
}

// peekRecord returns stream and type without looking at the payload, and the
// rest of the record from the metadata's length on.
func peekRecord(b []byte) (stream, typ, rest []byte, err error) {
	if len(b) < recordFixed || b[0] != recordVersion && b[0] != recordVersionNamed {
		return nil, nil, nil, fmt.Errorf("%w: header of %d bytes", ErrCorrupt, len(b))
	}
	if stream, rest, err = cutField(b[recordFixed:]); err != nil {
		return nil, nil, nil, err
	}
	if typ, rest, err = cutField(rest); err != nil {
		return nil, nil, nil, err
	}
	return stream, typ, rest, nil
}

// decodeRecord fills e with views into b.
func decodeRecord(position uint64, b []byte, e *Event) error {
	stream, typ, rest, err := peekRecord(b)
	if err != nil {
		return fmt.Errorf("position %d: %w", position, err)
	}
	metadata, data, err := cutField(rest)
	if err != nil {
		return fmt.Errorf("position %d: %w", position, err)
	}
	*e = Event{
		Position: position,
		Revision: binary.BigEndian.Uint64(b[offsetRevision:]),
		Created:  int64(binary.BigEndian.Uint64(b[offsetCreated:])),
		JSON:     b[1]&flagJSON != 0,
		Stream:   stream,
		Type:     typ,
		Metadata: metadata,
		Data:     data,
	}
	copy(e.ID[:], b[offsetID:])
	return nil
}

func cutField(b []byte) (field, rest []byte, err error) {
	n, w := binary.Uvarint(b)
	if w <= 0 || n > uint64(len(b)-w) {
		return nil, nil, fmt.Errorf("%w: field of %d bytes in %d", ErrCorrupt, n, len(b))
	}
	end := w + int(n)
	return b[w:end:end], b[end:], nil
}
