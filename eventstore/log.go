package eventstore

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tallystick/tallystick/domain/event"
)

// Log is the event log in the domain's terms.
type Log struct {
	*Store
	*Codec

	known   atomic.Pointer[map[string]*DamagedError]
	records atomic.Pointer[map[record]bool] // those whose streams are among the known
}

// record is a tenant's, by its id.
type record struct{ tenant, id string }

// streamEventsMax bounds a load; streams stay far below it by design.
const streamEventsMax = 4096

// Load reads a whole stream. Unregistered types in a registered category are an
// error that names them; a stream that is not what the service wrote is a
// *DamagedError, also where nothing of it can be read any more.
func (l *Log) Load(ctx context.Context, stream string) ([]event.Recorded, error) {
	raws, err := l.ReadStream(ctx, stream, 0, streamEventsMax)
	if errors.Is(err, ErrStreamGone) {
		return nil, &DamagedError{Stream: stream, What: "it was deleted for good"}
	}
	if err != nil {
		return nil, err
	}
	if len(raws) == streamEventsMax {
		return nil, fmt.Errorf("eventstore: stream %s has %d events or more", stream, streamEventsMax)
	}
	if len(raws) == 0 {
		return nil, l.gone(ctx, stream)
	}
	if d := l.Damage(stream); d != nil {
		return nil, d
	}
	out := make([]event.Recorded, 0, len(raws))
	for i, raw := range raws {
		if raw.Revision != uint64(i) {
			return nil, damaged(&raw, fmt.Sprintf("stands where revision %d should: what was before it is gone", i))
		}
		r, known, err := l.Decode(ctx, raw)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, fmt.Errorf("eventstore: %s is in no registered category", stream)
		}
		out = append(out, r)
	}
	return out, nil
}

// Damage returns what SetDamage has told of a stream, nil = nothing.
func (l *Log) Damage(stream string) *DamagedError {
	if known := l.known.Load(); known != nil {
		return (*known)[stream]
	}
	return nil
}

// SetDamage tells which streams are damaged: those of which metadata cuts events
// off that a load may not miss, as the last of them.
func (l *Log) SetDamage(streams map[string]*DamagedError) {
	records := map[record]bool{}
	for stream := range streams {
		if s, ok := event.ParseStream(stream); ok {
			records[record{s.Tenant, s.ID}] = true
		}
	}
	l.known.Store(&streams)
	l.records.Store(&records)
}

// DamagedRecord reports whether a stream of a tenant's record is known to be damaged.
func (l *Log) DamagedRecord(tenant, id string) bool {
	records := l.records.Load()
	return records != nil && (*records)[record{tenant, id}]
}

// Write encodes and appends the events of one command.
func (l *Log) Write(ctx context.Context, stream string, expected Expected, meta event.Metadata, payloads []event.Payload) (Appended,
	error) {
	proposed, err := l.Encode(ctx, stream, meta, payloads)
	if err != nil {
		return Appended{}, err
	}
	return l.Append(ctx, stream, expected, proposed...)
}
