package yamldoc

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

type sample struct {
	Place string               `yaml:"place"`
	On    civil.Date           `yaml:"on"`
	Rates map[string]money.Dec `yaml:"rates"`
}

// Values of the domain's own types are the text that stands there: no figure passes
// through a floating-point number, and no country is a truth value.
func TestValuesAreTheirText(t *testing.T) {
	var s sample
	err := Decode([]byte("place: NO\non: 2025-04-06\nrates:\n  no: 0.10\n  y: 12345678901234567890.123456789\n  010: 07.50\n"), &s)
	if err != nil {
		t.Fatal(err)
	}
	if s.Place != "NO" || s.On.String() != "2025-04-06" {
		t.Errorf("read %+v", s)
	}
	for key, want := range map[string]string{"no": "0.1", "y": "12345678901234567890.123456789", "010": "7.5"} {
		if got, ok := s.Rates[key]; !ok || !got.Equal(money.MustParse(want)) {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// What is not understood is an error that says where, and nothing is passed over.
func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"a field that is not there": {"place: DE\nplaces: x\n", "line 2"},
		"a key twice":               {"place: DE\non: 2025-01-01\nplace: FR\n", "line 3"},
		"a key of a map twice":      {"rates:\n  a: 1\n  a: 2\n", "line 3"},
		"no date":                   {"on: 2025-02-30\n", "2025-02-30"},
		"no number":                 {"rates: {a: ten}\n", "ten"},
		"a second document":         {"place: DE\n---\nplace: FR\n", "second document"},
		"a broken second document":  {"place: DE\n---\n{", "line"},
		"no YAML":                   {"place: [", "line"},
	} {
		if err := Decode([]byte(c.text), new(sample)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Decode(nil, new(sample)); !errors.Is(err, io.EOF) {
		t.Errorf("nothing: %v", err)
	}
}
