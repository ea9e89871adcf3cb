package commands

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Appender is what the recorder needs of the event log.
type Appender interface {
	Append(ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.Proposed) (eventstore.Appended, error)
}

// Recorder appends audit records, many calls to one append: while one append
// of a tenant is on its way, the records that arrive wait and go together in
// the next. Record returns when its own are durable.
type Recorder struct {
	Log     Appender
	Now     func() time.Time
	Observe func(records int) // size of each append; nil = nobody

	mu      sync.Mutex
	streams map[string]*auditQueue
	instead map[string]string // streams that somebody has ended for good, with the one that follows
}

// auditQueue is the calls of one stream whose records wait for the append in
// flight.
type auditQueue struct {
	waiting  []*auditItem
	inFlight bool
}

// auditItem is the records of one call, which stand in one append.
type auditItem struct {
	records []eventstore.Proposed
	bytes   int
	done    chan struct{} // closed when err is final
	err     error
}

const (
	// recordsMax and recordBytesMax bound one append, far below what the server
	// takes.
	recordsMax     = 512
	recordBytesMax = 512 << 10
	// appendPatience is how long a batch may take, whoever of its callers leaves.
	appendPatience = 5 * time.Second
)

// What a record repeats of a call is bounded, so that no caller makes one that
// the log refuses.
const (
	reasonBytesMax = 2000
	unmetMax       = 100
)

// bounded is a payload of a call without what goes beyond the bounds.
func bounded(p event.Payload) event.Payload {
	switch x := p.(type) {
	case audit.CallRecorded:
		x.Method, x.Route, x.Via = cutText(x.Method, 100), cutText(x.Route, 300), cutText(x.Via, 100)
		return x
	case audit.CallRefused:
		x.Code, x.Reason = cutText(x.Code, 100), cutText(x.Reason, reasonBytesMax)
		if len(x.Unmet) > unmetMax {
			x.Unmet = x.Unmet[:unmetMax:unmetMax]
		}
		x.Unmet = slices.Clone(x.Unmet)
		for i, code := range x.Unmet {
			x.Unmet[i] = cutText(code, 100)
		}
		return x
	}
	return p
}

func cutText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Record makes a call, and its refusal if it was one, durable in one append.
func (r *Recorder) Record(ctx context.Context, meta event.Metadata, payloads ...event.Payload) error {
	now := r.Now().UTC().Truncate(time.Microsecond)
	meta.Time, meta.Schema = now, 1
	if meta.CommandID == uuid.Nil {
		meta.CommandID = uuid.Must(uuid.NewV7())
	}
	stream := audit.Stream(meta.Tenant, now)
	metadata, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	item := &auditItem{records: make([]eventstore.Proposed, len(payloads)), done: make(chan struct{})}
	for i, p := range payloads {
		data, err := json.Marshal(bounded(p))
		if err != nil {
			return err
		}
		item.records[i] = eventstore.Proposed{ID: eventstore.EventID(meta.CommandID, stream, i), Type: p.EventType(), Data: data,
			Metadata: metadata}
		item.bytes += len(data) + len(metadata)
	}
	r.enqueue(stream, item)
	select {
	case <-item.done:
		return storeFault(item.err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enqueue adds a call's records to the batch that waits, and starts the stream's
// writer where none runs.
func (r *Recorder) enqueue(stream string, item *auditItem) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.streams == nil {
		r.streams = map[string]*auditQueue{}
	}
	q := r.streams[stream]
	if q == nil {
		q = &auditQueue{}
		r.streams[stream] = q
	}
	q.waiting = append(q.waiting, item)
	if !q.inFlight {
		q.inFlight = true
		go r.drain(stream, q)
	}
}

// drain appends batch after batch until none waits.
func (r *Recorder) drain(stream string, q *auditQueue) {
	for {
		r.mu.Lock()
		waiting := q.waiting
		q.waiting = nil
		if len(waiting) == 0 {
			q.inFlight = false
			delete(r.streams, stream)
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		for len(waiting) > 0 {
			n := batchOf(waiting)
			r.append(stream, waiting[:n])
			waiting = waiting[n:]
		}
	}
}

// batchOf is how many of the calls that wait go together.
func batchOf(waiting []*auditItem) (n int) {
	records, bytes := 0, 0
	for _, item := range waiting {
		records, bytes = records+len(item.records), bytes+item.bytes
		if n > 0 && (records > recordsMax || bytes > recordBytesMax) {
			break
		}
		n++
	}
	return n
}

// append appends the records of calls at once. A batch that the log refuses is
// split, until what it refuses stands alone.
func (r *Recorder) append(stream string, batch []*auditItem) {
	var records []eventstore.Proposed
	for _, item := range batch {
		records = append(records, item.records...)
	}
	err := r.appendAll(stream, records)
	if len(batch) > 1 && err != nil && !errors.Is(err, eventstore.ErrUnavailable) && !errors.Is(err, context.DeadlineExceeded) {
		half := len(batch) / 2
		r.append(stream, batch[:half])
		r.append(stream, batch[half:])
		return
	}
	for _, item := range batch {
		item.err = err
		close(item.done)
	}
}

// appendAll appends records that go in one append, unless one call alone has
// more.
func (r *Recorder) appendAll(stream string, records []eventstore.Proposed) error {
	ctx, cancel := context.WithTimeout(context.Background(), appendPatience)
	defer cancel()
	for part := range slices.Chunk(records, recordsMax) {
		if err := r.appendPart(ctx, stream, part); err != nil {
			return err
		}
		if r.Observe != nil {
			r.Observe(len(part))
		}
	}
	return nil
}

// appendPart appends to the stream; where somebody has ended it for good, to the next of
// its day: who may write to the log must not be able to stop all calls of a tenant by it.
func (r *Recorder) appendPart(ctx context.Context, stream string, part []eventstore.Proposed) error {
	for {
		r.mu.Lock()
		at, ended := r.instead[stream]
		r.mu.Unlock()
		if !ended {
			at = stream
		}
		_, err := r.Log.Append(ctx, at, eventstore.Any, part...)
		if !errors.Is(err, eventstore.ErrStreamGone) {
			return err
		}
		r.mu.Lock()
		if r.instead == nil {
			r.instead = map[string]string{}
		}
		r.instead[stream] = audit.Next(at)
		r.mu.Unlock()
	}
}
