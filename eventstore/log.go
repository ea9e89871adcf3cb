package eventstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/tallystick/tallystick/domain/event"
)

// Log is the event log in the domain's terms.
type Log struct {
	*Store
	*Codec

	page    int // events that a load asks for at once; 0 = pageEvents
	bound   boundary
	known   atomic.Pointer[map[string]*DamagedError]
	records atomic.Pointer[map[record]bool] // those whose streams are among the known
}

// record is a tenant's, by its id.
type record struct{ tenant, id string }

// pageEvents is how many events a load asks for at once. Most streams are far shorter;
// those of a day's calls, of a book or of a site's settings grow for as long as they are
// used.
const pageEvents = 4096

// Load reads a whole stream, however long it is. Unregistered types in a registered
// category are an error that names them; a stream that is not what the service wrote is
// a *DamagedError, also where nothing of it can be read any more.
func (l *Log) Load(ctx context.Context, stream string) ([]event.Recorded, error) {
	var out []event.Recorded
	for page := l.pageOf(); ; {
		raws, err := l.ReadStream(ctx, stream, uint64(len(out)), page)
		if errors.Is(err, ErrStreamGone) {
			return nil, &DamagedError{Stream: stream, What: "it was deleted for good"}
		}
		if err != nil {
			return nil, err
		}
		if len(raws) == 0 && len(out) == 0 {
			return nil, l.gone(ctx, stream)
		}
		if d := l.Damage(stream); d != nil {
			return nil, d
		}
		if out, err = l.decodeOnto(ctx, out, raws); err != nil {
			return nil, err
		}
		if len(raws) < page {
			return out, nil
		}
	}
}

func (l *Log) pageOf() int {
	if l.page > 0 {
		return l.page
	}
	return pageEvents
}

// decodeOnto decodes the events of a stream that follow those which are out.
func (l *Log) decodeOnto(ctx context.Context, out []event.Recorded, raws []Raw) ([]event.Recorded, error) {
	out = slices.Grow(out, len(raws))
	for i := range raws {
		raw := &raws[i]
		if raw.Revision != uint64(len(out)) {
			return nil, damaged(raw, fmt.Sprintf("stands where revision %d should: what was before it is gone", len(out)))
		}
		r, known, err := l.Decode(ctx, *raw)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, fmt.Errorf("eventstore: %s is in no registered category", raw.Stream)
		}
		out = append(out, r)
	}
	return out, nil
}

// Decode is the Codec's, which insists on the service's mark where the log has them.
func (l *Log) Decode(ctx context.Context, raw Raw) (r event.Recorded, known bool, err error) {
	marked, err := l.marked(ctx, raw.Position)
	if err != nil {
		return event.Recorded{}, false, err
	}
	return l.decode(ctx, raw, marked)
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
