package eventstore

import (
	"context"
	"fmt"

	"github.com/tallystick/tallystick/domain/event"
)

// Log is the event log in the domain's terms.
type Log struct {
	*Store
	*Codec
}

// streamEventsMax bounds a load; streams stay far below it by design.
const streamEventsMax = 4096

// Load reads a whole stream. Unregistered types in a registered category are
// an error that names them.
func (l *Log) Load(ctx context.Context, stream string) ([]event.Recorded, error) {
	raws, err := l.ReadStream(ctx, stream, 0, streamEventsMax)
	if err != nil {
		return nil, err
	}
	if len(raws) == streamEventsMax {
		return nil, fmt.Errorf("eventstore: stream %s has %d events or more", stream, streamEventsMax)
	}
	out := make([]event.Recorded, 0, len(raws))
	for _, raw := range raws {
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

// Write encodes and appends the events of one command.
func (l *Log) Write(ctx context.Context, stream string, expected Expected, meta event.Metadata, payloads []event.Payload) (Appended, error) {
	proposed, err := l.Encode(ctx, stream, meta, payloads)
	if err != nil {
		return Appended{}, err
	}
	return l.Append(ctx, stream, expected, proposed...)
}
