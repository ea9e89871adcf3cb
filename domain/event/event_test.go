package event_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
)

type renamed struct {
	Full string `json:"full"`
}

type original struct {
	First string `json:"first"`
	Last  string `json:"last"`
}

func (renamed) EventType() string  { return "person.named.v2" }
func (original) EventType() string { return "person.named.v1" }

var registry = event.NewRegistry(event.Category{Name: "person", Types: []event.Type{
	event.Of[renamed](),
	event.Upcast(func(o original) event.Payload { return renamed{o.First + " " + o.Last} }),
}})

// An event of a past version is read as the current one.
func TestUpcast(t *testing.T) {
	p, known, err := registry.Decode("person-firm-1", "person.named.v1", []byte(`{"first":"Ada","last":"Byron"}`))
	if err != nil || !known || p != (renamed{"Ada Byron"}) {
		t.Errorf("%v, %v, %v", p, known, err)
	}
	if _, _, err := registry.Decode("person-firm-1", "person.named.v1", []byte(`[`)); err == nil {
		t.Error("garbage was read")
	}
}

// In a registered category an unknown type is an error that names it; other
// streams are none of ours.
func TestUnknown(t *testing.T) {
	_, known, err := registry.Decode("person-firm-1", "person.forgotten.v9", nil)
	var unknown *event.ErrUnknownType
	if !known || !errors.As(err, &unknown) || unknown.Type != "person.forgotten.v9" || !strings.Contains(err.Error(), "person.forgotten.v9") {
		t.Errorf("%v, %v", known, err)
	}
	for _, stream := range []string{"animal-firm-1", "$settings", "person", "person-firm", "Person-firm-1", "person-firm-1-2", ""} {
		if p, known, err := registry.Decode(stream, "person.named.v2", []byte(`{}`)); p != nil || known || err != nil {
			t.Errorf("%q: %v, %v, %v", stream, p, known, err)
		}
		if registry.Registered(stream) {
			t.Errorf("%q is registered", stream)
		}
	}
	if !registry.Registered("person-firm-1") {
		t.Error("person-firm-1 is not registered")
	}
}

func TestRegistryRefusesTwice(t *testing.T) {
	for name, build := range map[string]func(){
		"category": func() { event.NewRegistry(event.Category{Name: "a"}, event.Category{Name: "a"}) },
		"type": func() {
			event.NewRegistry(event.Category{Name: "a", Types: []event.Type{event.Of[renamed](), event.Of[renamed]()}})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %s may stand twice", name)
				}
			}()
			build()
		}()
	}
}

func TestStreamNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := event.Stream{
			Category: rapid.StringMatching(`[a-z][a-z0-9]{0,9}`).Draw(t, "category"),
			Tenant:   rapid.StringMatching(`[a-z0-9]{1,32}`).Draw(t, "tenant"),
			ID:       rapid.StringMatching(`[a-z0-9_]{1,32}`).Draw(t, "id"),
		}
		if back, ok := event.ParseStream(s.String()); !ok || back != s {
			t.Fatalf("%v became %v, %v", s, back, ok)
		}
	})
}

var grammar = regexp.MustCompile(`^[a-z][a-z0-9]*-[a-z0-9]+-[a-z0-9_]+$`)

// FuzzParseStream: what parses follows the grammar, and is written back the same, so that no two
// names are one stream, and nothing of another tenant can be spelt in an id.
func FuzzParseStream(f *testing.F) {
	for _, s := range []string{"case-firm-1", "case-firm-a-b", "a-b-c\n", "A-b-c", "case--1", "ca se-x-1", "case-firm-1\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, ok := event.ParseStream(name)
		if ok != grammar.MatchString(name) {
			t.Fatalf("%q parsed: %v", name, ok)
		}
		if !ok {
			return
		}
		if s.String() != name || strings.ContainsAny(s.Category+s.Tenant+s.ID, "-\n\x00 $") {
			t.Errorf("%q parsed as %+v", name, s)
		}
	})
}

func TestPositionsAreOrdered(t *testing.T) {
	a, b, c := event.Position{Commit: 1, Prepare: 9}, event.Position{Commit: 2, Prepare: 1}, event.Position{Commit: 2, Prepare: 2}
	if !a.Less(b) || !b.Less(c) || c.Less(b) || a.Less(a) {
		t.Error("not in order")
	}
}

// The envelope's names are part of the log.
func TestMetadataIsFrozen(t *testing.T) {
	b, err := json.Marshal(event.Metadata{Pins: map[string]string{"a": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"command_id":"00000000-0000-0000-0000-000000000000","request_hash":"","operation":"","tenant":"","site":0,"principal":"",` +
		`"role":"","key":"","request":"","correlation":"","causation":"","pins":{"a":"1"},"schema":0,"time":"0001-01-01T00:00:00Z"}`
	if string(b) != want {
		t.Errorf("metadata is written as\n%s\nfrozen as\n%s", b, want)
	}
}
