package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// DamagedError says that a stream of a registered category is not what the service
// has written: events were cut off, or one is there that the service did not write.
// It harms that stream alone, whose record is not answered any more: a state that
// is folded from a part would be false.
type DamagedError struct {
	Stream   string
	Revision uint64 // of the event; 0 where the stream itself is gone
	Position event.Position
	ID       uuid.UUID // of the event; Nil where the stream itself is gone
	Type     string
	What     string
	// ReadModel is the one that cannot take the event, "" where no reader can.
	ReadModel string
}

func (e *DamagedError) Error() string {
	if e.ID == uuid.Nil {
		return fmt.Sprintf("the stream %s is damaged: %s", e.Stream, e.What)
	}
	return fmt.Sprintf("the stream %s is damaged: event %d (%s) at %d/%d %s", e.Stream, e.Revision, e.ID, e.Position.Commit,
		e.Position.Prepare, e.What)
}

func damaged(raw *Raw, what string) *DamagedError {
	return &DamagedError{Stream: raw.Stream, Revision: raw.Revision, Position: raw.Position, ID: raw.ID, Type: raw.Type, What: what}
}

const (
	// metaPrefix begins the name of the stream that holds another's metadata.
	metaPrefix    = "$$"
	tombstoneType = "$streamDeleted"
)

// unsound returns what is wrong with an event that carries metadata which the service
// would not write, begins a stream that was begun before, or was written for another place.
func unsound(stream string, revision uint64, typ string, m *event.Metadata) string {
	s, _ := event.ParseStream(stream)
	switch {
	case m.CommandID == uuid.Nil, m.Time.IsZero(), m.Schema == 0:
		return noMetadata
	case m.Tenant != s.Tenant:
		return fmt.Sprintf("says that it is of tenant %q", m.Tenant)
	case revision > 0 && opens[typ]:
		return "begins a stream that was begun before"
	}
	return misplaced(stream, revision, m)
}

const noMetadata = "carries no metadata of the service"

// NotOurs is why the service cannot have written an event of a registered category,
// "" when it can; of types that this version does not know their metadata tells.
func NotOurs(e *proof.Event) string {
	if what := Strange(e); what != "" {
		return what
	}
	var unknown *event.ErrUnknownType
	if _, _, err := Registry.Decode(e.Stream, e.Type, e.Data); err != nil && !errors.As(err, &unknown) {
		return "cannot be decoded: " + err.Error()
	}
	return ""
}

// Strange is NotOurs as far as it is told without decoding the event's data, whose
// fields may be of a newer release.
func Strange(e *proof.Event) string {
	var m event.Metadata
	if err := decodeMetadata(e.Metadata, &m); err != nil {
		return noMetadata
	}
	if what := unsound(e.Stream, e.Revision, e.Type, &m); what != "" {
		return what
	}
	if !json.Valid(e.Data) {
		return "is not JSON"
	}
	return ""
}

// MetaPrefixes are the prefixes of the streams that hold the metadata of registered
// ones: who follows them learns of Cut.
func MetaPrefixes(categories []string) []string {
	prefixes := make([]string, len(categories))
	for i, c := range categories {
		prefixes[i] = metaPrefix + c + "-"
	}
	return prefixes
}

// Cut reads an event of a registered stream's metadata: the stream that it is of,
// and how it cuts events off, "" when it does not. ok is false for other events.
func Cut(raw *Raw) (stream, how string, ok bool) {
	stream, ok = strings.CutPrefix(raw.Stream, metaPrefix)
	if !ok || !Registry.Registered(stream) {
		return "", "", false
	}
	var properties map[string]json.RawMessage
	if json.Unmarshal(raw.Data, &properties) != nil {
		return stream, "", true
	}
	for _, key := range []string{"$tb", "$maxCount", "$maxAge"} {
		if value, is := properties[key]; is && string(value) != "null" {
			how = strings.TrimSpace(how + " " + key + " = " + string(value))
		}
	}
	if how != "" {
		how = "events were cut off by the stream's metadata: " + how
	}
	return stream, how, true
}

// CutDamage is Cut as damage.
func CutDamage(raw *Raw) *DamagedError {
	stream, how, ok := Cut(raw)
	if !ok || how == "" {
		return nil
	}
	d := damaged(raw, how)
	d.Stream = stream
	return d
}

// gone explains why a stream has no events that can be read: nil when it never had.
func (l *Log) gone(ctx context.Context, stream string) error {
	last, err := l.ReadLast(ctx, metaPrefix+stream, 1)
	if err != nil {
		if errors.Is(err, ErrStreamGone) {
			return &DamagedError{Stream: stream, What: "it was deleted for good"}
		}
		return err
	}
	for i := range last {
		if d := CutDamage(&last[i]); d != nil {
			return d
		}
	}
	return nil
}
