package eventstore

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/tallystick/tallystick/domain/event"
)

// Reveal returns an event's data with its sealed texts opened: each
// {"subject", "sealed"} becomes {"subject", "text"}, or says that it was
// forgotten; one of which no key is there stays sealed. Data without any is returned
// as it is, byte for byte.
func (c *Codec) Reveal(ctx context.Context, raw Raw) (json.RawMessage, error) {
	s, ok := event.ParseStream(raw.Stream)
	if !ok {
		return raw.Data, nil
	}
	var data any
	if err := json.Unmarshal(raw.Data, &data); err != nil {
		return raw.Data, nil // not JSON: nothing of ours
	}
	found := false
	opened, err := c.reveal(ctx, s.Tenant, data, &found)
	if err != nil || !found {
		return raw.Data, err
	}
	return json.Marshal(opened)
}

func (c *Codec) reveal(ctx context.Context, tenant string, v any, found *bool) (any, error) {
	var err error
	switch x := v.(type) {
	case []any:
		for i := range x {
			if x[i], err = c.reveal(ctx, tenant, x[i], found); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		if cipher, subject, is := sealedText(x); is {
			*found = true
			plain, forgotten, err := c.Box.Open(ctx, tenant, subject, cipher)
			if errors.Is(err, ErrUnopenable) {
				return v, nil // as the log holds it
			}
			if err != nil {
				return nil, err
			}
			if forgotten {
				return map[string]any{"subject": subject, "forgotten": true}, nil
			}
			return map[string]any{"subject": subject, "text": plain}, nil
		}
		for k := range x {
			if x[k], err = c.reveal(ctx, tenant, x[k], found); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// sealedText recognises the wire form of a sealed.Text.
func sealedText(x map[string]any) (cipher []byte, subject string, is bool) {
	subject, okSubject := x["subject"].(string)
	text, okSealed := x["sealed"].(string)
	if len(x) != 2 || !okSubject || !okSealed {
		return nil, "", false
	}
	quoted, _ := json.Marshal(text)
	if json.Unmarshal(quoted, &cipher) != nil || len(cipher) == 0 {
		return nil, "", false
	}
	return cipher, subject, true
}
