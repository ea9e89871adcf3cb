package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
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
// with lengths as uvarints. Created and revision have fixed places because the
// writer fills them in after the record was encoded.
const (
	recordVersion  = 1
	flagJSON       = 1
	offsetCreated  = 2
	offsetRevision = 10
	offsetID       = 18
	recordFixed    = 34
)

// encodeRecord leaves created and revision zero; stampRecord sets them.
func encodeRecord(stream string, e Proposed) []byte {
	size := recordFixed + 3*binary.MaxVarintLen32 + len(stream) + len(e.Type) + len(e.Metadata) + len(e.Data)
	b := make([]byte, recordFixed, size)
	b[0] = recordVersion
	if e.JSON {
		b[1] = flagJSON
	}
	copy(b[offsetID:], e.ID[:])
	b = binary.AppendUvarint(b, uint64(len(stream)))
	b = append(b, stream...)
	b = binary.AppendUvarint(b, uint64(len(e.Type)))
	b = append(b, e.Type...)
	b = binary.AppendUvarint(b, uint64(len(e.Metadata)))
	b = append(b, e.Metadata...)
	return append(b, e.Data...)
}

func stampRecord(record []byte, created int64, revision uint64) {
	binary.BigEndian.PutUint64(record[offsetCreated:], uint64(created))
	binary.BigEndian.PutUint64(record[offsetRevision:], revision)
}

// peekRecord returns stream and type without looking at the payload, and the
// rest of the record from the metadata's length on.
func peekRecord(b []byte) (stream, typ, rest []byte, err error) {
	if len(b) < recordFixed || b[0] != recordVersion {
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

// recordHeader copies what peekRecord reads, without the payload.
func recordHeader(record []byte) header {
	_, _, rest, err := peekRecord(record)
	if err != nil {
		return nil
	}
	return slices.Clone(record[:len(record)-len(rest)])
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
