package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// binding is what the log holds of an Idempotency-Key that addresses a record.
type binding struct {
	events    int            // in the command's stream
	unchanged *act.Unchanged // the command found nothing to change; nil = it did, or was cut off before it had decided
}

// bound reads what the caller's Idempotency-Key stands for.
// Errors: fault.IdempotencyKeyReused.
func (r *run[S]) bound(ctx context.Context, record string) (b binding, err error) {
	history, err := r.x.Log.Load(ctx, act.CommandStream(r.c.Tenant, r.a.CommandID))
	if err != nil {
		return b, err
	}
	for _, e := range history {
		switch p := e.Payload.(type) {
		case act.Bound:
			if p.Record != record || e.Meta.RequestHash != r.hash {
				return b, reused()
			}
		case act.Unchanged:
			b.unchanged = &p
		}
	}
	b.events = len(history)
	return b, nil
}

// bind makes durable that the caller's Idempotency-Key stands for this request
// and, where it found nothing to change in a record of so many events, that
// this is its outcome. Of two at once the second conflicts, and reads again.
func (r *run[S]) bind(ctx context.Context, record string, b binding, events int, nothing bool, state S) error {
	var payloads []event.Payload
	expected := eventstore.NoStream
	if b.events == 0 {
		payloads = append(payloads, act.Bound{Record: record})
	} else {
		expected = eventstore.Exactly(uint64(b.events - 1))
	}
	if nothing {
		payloads = append(payloads, act.Unchanged{Events: events})
	}
	if len(payloads) == 0 {
		return nil
	}
	_, err := r.x.Log.Write(ctx, act.CommandStream(r.c.Tenant, r.a.CommandID), expected, r.metadata(events > 0, state), payloads)
	return err
}
