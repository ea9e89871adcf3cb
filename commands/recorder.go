package commands

import (
	"context"
	"encoding/json"
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
}

// auditQueue is the records of one stream that wait for the append in flight.
type auditQueue struct {
	waiting  []eventstore.Proposed
	done     chan struct{} // closed when the waiting ones have been appended
	err      *error
	inFlight bool
}

// recordsMax bounds one append, far below the server's size limit.
const recordsMax = 512

// appendPatience is how long a batch may take, whoever of its callers leaves.
const appendPatience = 5 * time.Second

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
	proposed := make([]eventstore.Proposed, len(payloads))
	for i, p := range payloads {
		data, err := json.Marshal(p)
		if err != nil {
			return err
		}
		proposed[i] = eventstore.Proposed{ID: eventstore.EventID(meta.CommandID, stream, i), Type: p.EventType(), Data: data, Metadata: metadata}
	}
	done, failure := r.enqueue(stream, proposed)
	select {
	case <-done:
		return storeFault(*failure)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enqueue adds records to the batch that waits, and starts the stream's writer
// where none runs.
func (r *Recorder) enqueue(stream string, records []eventstore.Proposed) (<-chan struct{}, *error) {
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
	if q.done == nil {
		q.done, q.err = make(chan struct{}), new(error)
	}
	q.waiting = append(q.waiting, records...)
	done, failure := q.done, q.err
	if !q.inFlight {
		q.inFlight = true
		go r.drain(stream, q)
	}
	return done, failure
}

// drain appends batch after batch until none waits.
func (r *Recorder) drain(stream string, q *auditQueue) {
	for {
		r.mu.Lock()
		batch, done, failure := q.waiting, q.done, q.err
		q.waiting, q.done, q.err = nil, nil, nil
		if len(batch) == 0 {
			q.inFlight = false
			delete(r.streams, stream)
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		*failure = r.appendAll(stream, batch)
		close(done)
	}
}

func (r *Recorder) appendAll(stream string, batch []eventstore.Proposed) error {
	ctx, cancel := context.WithTimeout(context.Background(), appendPatience)
	defer cancel()
	for len(batch) > 0 {
		n := min(len(batch), recordsMax)
		if _, err := r.Log.Append(ctx, stream, eventstore.Any, batch[:n]...); err != nil {
			return err
		}
		if r.Observe != nil {
			r.Observe(n)
		}
		batch = batch[n:]
	}
	return nil
}
