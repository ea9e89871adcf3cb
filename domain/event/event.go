// Package event is the vocabulary of the log: what an event is, what every
// event carries about its origin, and the explicit list of all event types.
//
// # Vocabulary
//
// A Payload is the fact itself, a struct with a literal versioned name
// ("case.finalised.v1"). Metadata says who, when and why. A Recorded event is
// a payload at its place in the log. A Category is a kind of stream with the
// types that may stand in it; the Registry holds all categories. Names are for
// ever: a changed shape is a new version, and the old one is upcast when read.
package event

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Payload is the content of an event.
type Payload interface {
	EventType() string // literal and versioned: "case.finalised.v1"
}

// Metadata accompanies every event. Its JSON names are part of the log.
type Metadata struct {
	CommandID     uuid.UUID         `json:"command_id"`
	RequestHash   string            `json:"request_hash"` // SHA-256 of the canonical command
	Operation     string            `json:"operation"`    // "cases.finalise"
	Tenant        string            `json:"tenant"`
	Site          int64             `json:"site"` // 0 = tenant-wide
	Principal     string            `json:"principal"`
	Role          string            `json:"role"`
	Key           string            `json:"key"` // id of the API key, never the key
	Request       string            `json:"request"`
	CorrelationID string            `json:"correlation"`
	CausationID   string            `json:"causation"`
	Pins          map[string]string `json:"pins,omitempty"` // versions that the outcome rests on
	Schema        int               `json:"schema"`
	Time          time.Time         `json:"time"` // RFC 3339 UTC, microseconds; the only time projections read

	// Stands is where the event was written to stand: "stream@revision", or the stream
	// alone where many write to it at once. "" in events of before it was said.
	Stands string `json:"stands,omitempty"`
	// Mark is what the service alone can write of the event where it stands; it comes last.
	Mark string `json:"mark,omitempty"`

	// Attempt is which carrying out of the command proposes the events; Nil where
	// the command has but one. Event ids are made of it, so that the log takes a
	// retry of one append for what it is, and two carryings out for a conflict.
	Attempt uuid.UUID `json:"-"`
}

// Proposer is what the ids of the events are made of.
func (m Metadata) Proposer() uuid.UUID {
	if m.Attempt != uuid.Nil {
		return m.Attempt
	}
	return m.CommandID
}

// Position is where an event stands in the whole log.
type Position struct {
	Commit  uint64
	Prepare uint64
}

// Less orders positions.
func (p Position) Less(o Position) bool {
	return p.Commit < o.Commit || p.Commit == o.Commit && p.Prepare < o.Prepare
}

// Recorded is an event at its place in the log.
type Recorded struct {
	Stream   string
	Revision uint64
	Position Position
	ID       uuid.UUID
	Type     string
	Payload  Payload
	Meta     Metadata
}

// Type is one event type of a category.
type Type struct {
	Name   string
	Decode func(data []byte) (Payload, error)
}

// Of lists a current payload type.
func Of[P Payload]() Type {
	var zero P
	return Type{Name: zero.EventType(), Decode: func(data []byte) (Payload, error) {
		var p P
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, fmt.Errorf("event %s: %w", zero.EventType(), err)
		}
		return p, nil
	}}
}

// Upcast lists a past payload type: events of it are read as what to returns.
func Upcast[Old Payload](to func(Old) Payload) Type {
	t := Of[Old]()
	decode := t.Decode
	t.Decode = func(data []byte) (Payload, error) {
		p, err := decode(data)
		if err != nil {
			return nil, err
		}
		return to(p.(Old)), nil
	}
	return t
}

// Category is a kind of stream.
type Category struct {
	Name  string
	Types []Type
}

// Registry is the list of all categories.
type Registry struct {
	categories map[string]map[string]Type
}

// NewRegistry builds the list; a name that stands twice is a panic, since the
// list is part of the program.
func NewRegistry(categories ...Category) *Registry {
	r := &Registry{categories: map[string]map[string]Type{}}
	for _, c := range categories {
		if r.categories[c.Name] != nil {
			panic("event: category " + c.Name + " is listed twice")
		}
		types := map[string]Type{}
		for _, t := range c.Types {
			if _, twice := types[t.Name]; twice {
				panic("event: type " + t.Name + " is listed twice")
			}
			types[t.Name] = t
		}
		r.categories[c.Name] = types
	}
	return r
}

// Categories returns the names in order.
func (r *Registry) Categories() []string {
	names := make([]string, 0, len(r.categories))
	for n := range r.categories {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Types returns the type names of a category in order.
func (r *Registry) Types(category string) []string {
	names := make([]string, 0, len(r.categories[category]))
	for n := range r.categories[category] {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Registered reports whether a stream belongs to a category of the registry.
func (r *Registry) Registered(stream string) bool {
	s, ok := ParseStream(stream)
	return ok && r.categories[s.Category] != nil
}

// ErrUnknownType reports an event in a registered category whose type is not
// in the registry: the reader is older than the log and must stop.
type ErrUnknownType struct{ Stream, Type string }

func (e *ErrUnknownType) Error() string {
	return fmt.Sprintf("event type %q in stream %s is unknown to this version", e.Type, e.Stream)
}

// Decode reads a payload. known is false for streams outside every category,
// which readers skip.
func (r *Registry) Decode(stream, typ string, data []byte) (p Payload, known bool, err error) {
	s, ok := ParseStream(stream)
	if !ok {
		return nil, false, nil
	}
	types := r.categories[s.Category]
	if types == nil {
		return nil, false, nil
	}
	t, ok := types[typ]
	if !ok {
		return nil, true, &ErrUnknownType{stream, typ}
	}
	p, err = t.Decode(data)
	return p, true, err
}

// Stream is the parsed name of a stream: category-tenant-id.
type Stream struct{ Category, Tenant, ID string }

// ParseStream splits a stream name, and reports whether it follows the grammar
// [a-z][a-z0-9]*-[a-z0-9]+-[a-z0-9_]+.
func ParseStream(name string) (Stream, bool) {
	category, rest, _ := strings.Cut(name, "-")
	tenant, id, _ := strings.Cut(rest, "-")
	if !alphanumeric(category, "") || category[0] <= '9' || !alphanumeric(tenant, "") || !alphanumeric(id, "_") {
		return Stream{}, false
	}
	return Stream{category, tenant, id}, true
}

// alphanumeric reports whether s is one or more lower-case ASCII letters,
// digits and characters of more.
func alphanumeric(s, more string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte(more, c) < 0 {
			return false
		}
	}
	return s != ""
}

// String writes the name.
func (s Stream) String() string { return s.Category + "-" + s.Tenant + "-" + s.ID }
