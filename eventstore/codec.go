package eventstore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// ErrUnopenable reports a sealed text of which no key is there, or that is not what was
// sealed with it.
var ErrUnopenable = errors.New("eventstore: the sealed text cannot be opened")

// Box seals and opens personal data with a key per tenant and subject.
type Box interface {
	// Seal encrypts; it makes the subject's key when there is none yet.
	Seal(ctx context.Context, tenant, subject, plain string) ([]byte, error)
	// Open decrypts; forgotten is true when the subject's key was destroyed.
	// Errors: ErrUnopenable where no waiting helps; else the keys' own.
	Open(ctx context.Context, tenant, subject string, cipher []byte) (plain string, forgotten bool, err error)
	// Forget makes Open answer forgotten, and Seal refuse, from now on in this
	// process; it needs no store.
	Forget(tenant, subject string)
}

// Codec turns domain events into raw ones and back.
type Codec struct {
	Registry *event.Registry
	Box      Box
	Key      []byte // of the marks that events carry; nil = they carry none, and none is judged

	markers sync.Pool
}

// EventID derives the id of the index-th event that a proposer, a command or
// one carrying out of it, appends to a stream: a repeated append proposes the
// same ids.
func EventID(proposer uuid.UUID, stream string, index int) uuid.UUID {
	return uuid.NewSHA1(proposer, []byte(stream+"#"+strconv.Itoa(index)))
}

// Encode seals and encodes the events of one append.
func (c *Codec) Encode(ctx context.Context, stream string, meta event.Metadata, payloads []event.Payload) ([]Proposed, error) {
	meta.Schema, meta.Stands, meta.Mark = 1, "", ""
	metadata, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("eventstore: metadata: %w", err)
	}
	out := make([]Proposed, len(payloads))
	for i, p := range payloads {
		copied := reflect.New(reflect.TypeOf(p))
		copied.Elem().Set(reflect.ValueOf(p))
		// Slices are shared with the caller's payload, so what was sealed is
		// restored, whether or not all of it could be.
		err := c.seal(ctx, meta.Tenant, copied)
		var data []byte
		if err == nil {
			data, err = marshal(copied.Interface())
		}
		if err = errors.Join(err, c.restore(copied)); err != nil {
			return nil, fmt.Errorf("eventstore: encode %s: %w", p.EventType(), err)
		}
		out[i] = Proposed{ID: EventID(meta.Proposer(), stream, i), Type: p.EventType(), Data: data, Metadata: metadata}
	}
	return out, nil
}

// marshal writes JSON without HTML escapes: events are read by people.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// seal puts ciphertext beside each plain text and hides the plain one.
func (c *Codec) seal(ctx context.Context, tenant string, payload reflect.Value) error {
	return sealed.Walk(payload.Interface(), func(t *sealed.Text) error {
		if t.Plain == "" {
			return nil
		}
		if t.Subject == "" {
			return errors.New("personal data without a subject")
		}
		cipher, err := c.Box.Seal(ctx, tenant, t.Subject, t.Plain)
		if err != nil {
			return err
		}
		t.Hide(cipher)
		return nil
	})
}

// restore brings the plain texts back.
func (c *Codec) restore(payload reflect.Value) error {
	return sealed.Walk(payload.Interface(), func(t *sealed.Text) error {
		t.Show()
		return nil
	})
}

// Decode reads a raw event; known is false outside every registered category.
//
// Errors: *event.ErrUnknownType for a type that only a newer release can have
// written; *DamagedError for what no release has, and for texts whose key is not
// there; those of the Box.
func (c *Codec) Decode(ctx context.Context, raw Raw) (r event.Recorded, known bool, err error) {
	return c.decode(ctx, raw, false)
}

// decode is Decode; marked says whether the event must carry the service's mark.
func (c *Codec) decode(ctx context.Context, raw Raw, marked bool) (r event.Recorded, known bool, err error) {
	payload, known, err := c.Registry.Decode(raw.Stream, raw.Type, raw.Data)
	if err == nil && !known {
		return event.Recorded{}, false, nil
	}
	r = event.Recorded{
		Stream: raw.Stream, Revision: raw.Revision, Position: raw.Position, ID: raw.ID, Type: raw.Type,
	}
	switch metaErr := decodeMetadata(raw.Metadata, &r.Meta); {
	case raw.Type == tombstoneType:
		return r, true, damaged(&raw, "says that the stream was deleted for good")
	case metaErr != nil:
		return r, true, damaged(&raw, noMetadata)
	}
	if what := unsound(raw.Stream, raw.Revision, raw.Type, &r.Meta); what != "" {
		return r, true, damaged(&raw, what)
	}
	if marked {
		if what := c.unmarked(raw.Proved(), &r.Meta); what != "" {
			return r, true, damaged(&raw, what)
		}
	}
	var unknown *event.ErrUnknownType
	if errors.As(err, &unknown) {
		return r, true, err
	}
	if err != nil {
		return r, true, damaged(&raw, "cannot be decoded: "+err.Error())
	}
	if f, ok := payload.(interface{ Forgets() string }); ok && c.Box != nil {
		// Whoever reads on reads nothing of the subject any more, so that rows come
		// out the same however long the key outlives the event.
		c.Box.Forget(r.Meta.Tenant, f.Forgets())
	}
	r.Payload, err = c.open(ctx, r.Meta.Tenant, payload)
	if errors.Is(err, ErrUnopenable) {
		err = damaged(&raw, "has a sealed text that does not open: "+err.Error())
	}
	return r, true, err
}

func (c *Codec) open(ctx context.Context, tenant string, payload event.Payload) (event.Payload, error) {
	pointer := reflect.New(reflect.TypeOf(payload))
	pointer.Elem().Set(reflect.ValueOf(payload))
	found := false
	err := sealed.Walk(pointer.Interface(), func(t *sealed.Text) error {
		if len(t.Cipher) == 0 {
			return nil
		}
		found = true
		plain, forgotten, err := c.Box.Open(ctx, tenant, t.Subject, t.Cipher)
		t.Plain, t.Forgotten = plain, forgotten
		return err
	})
	if err != nil || !found {
		return payload, err
	}
	return pointer.Elem().Interface().(event.Payload), nil
}
