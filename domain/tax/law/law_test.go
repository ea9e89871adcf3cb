package law

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tallystick/tallystick/domain/civil"
)

const sources = `
place: XX
sources:
  act: {title: Act, publisher: Gazette, kind: primary, url: "https://example.org/act", checked: 2026-11-20}
parameters:
`

func load(t *testing.T, parameters string) (*Book, error) {
	t.Helper()
	return Load(fstest.MapFS{"xx/a.yaml": {Data: []byte(sources + parameters)}}, "xx")
}

func TestEveryEmbeddedBookIsSound(t *testing.T) {
	for _, folder := range Folders() {
		if _, err := Open(folder); err != nil {
			t.Error(err)
		}
	}
}

func TestReaderResolvesByDate(t *testing.T) {
	b, err := load(t, `
  allowance:
    title: Allowance
    unit: EUR/year
    values:
      - {from: 2024-01-01, value: "100", cite: [{source: act, at: s. 1}]}
      - {from: 2025-01-01, to: 2025-12-31, value: "200", cite: [{source: act, at: s. 1}]}
`)
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{"2024-12-31": "100", "2025-01-01": "200"} {
		r := b.On(civil.MustParse(day))
		if got := r.Num("allowance"); got.String() != want || r.Err() != nil || len(r.Citations()) != 1 {
			t.Errorf("on %s: %v, %v, %v", day, got, r.Err(), r.Citations())
		}
	}
	for _, day := range []string{"2023-12-31", "2026-01-01"} {
		r := b.On(civil.MustParse(day))
		if r.Num("allowance"); r.Err() == nil {
			t.Errorf("on %s a value was found where none is known", day)
		}
	}
}

func TestAFaultyFileIsRefusedByName(t *testing.T) {
	const head = "\n  a:\n    title: A\n    unit: EUR\n    values:\n"
	for name, c := range map[string]struct{ text, want string }{
		"no unit":      {"\n  a: {title: A, values: [{from: 2024-01-01, value: \"1\", cite: [{source: act, at: s}]}]}\n", "unit"},
		"no citation":  {head + `      - {from: 2024-01-01, value: "1"}`, "needs a citation"},
		"no provision": {head + `      - {from: 2024-01-01, value: "1", cite: [{source: act}]}`, "without its provision"},
		"ghost source": {head + `      - {from: 2024-01-01, value: "1", cite: [{source: ghost, at: s}]}`, "no source"},
		"no date":      {head + `      - {value: "1", cite: [{source: act, at: s}]}`, "needs a date"},
		"two shapes":   {head + `      - {from: 2024-01-01, value: "1", text: x, cite: [{source: act, at: s}]}`, "exactly one"},
		"overlap": {head + `      - {from: 2024-01-01, to: 2024-12-31, value: "1", cite: [{source: act, at: s}]}
      - {from: 2024-06-01, value: "1", cite: [{source: act, at: s}]}`, "overlaps"},
		"closed top": {head + `      - {from: 2024-01-01, bands: [{label: x, to: "5", rate: "0.1"}], cite: [{source: act, at: s}]}`,
			"must be open"},
		"unknown key": {head + `      - {from: 2024-01-01, valeu: "1", cite: [{source: act, at: s}]}`, "valeu"},
		"bare number": {head + `      - {from: 2024-01-01, value: 1e5, cite: [{source: act, at: s}]}`, "decimal"},
	} {
		if _, err := load(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}
