package law

import (
	"slices"
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

func TestAValueIsStillValid(t *testing.T) {
	b, err := load(t, `
  allowance:
    title: Allowance
    unit: EUR/year
    values:
      - {from: 2024-01-01, to: 2024-12-31, value: "100", cite: [{source: act, at: s. 1}]}
      - {still_valid_on: 2025-01-01, cite: [{source: act, at: s. 2}]}
      - {still_valid_on: 2026-01-01, to: 2026-12-31, cite: [{source: act, at: s. 3}]}
`)
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{"2024-12-31": "s. 1", "2025-01-01": "s. 2", "2026-12-31": "s. 3"} {
		r := b.On(civil.MustParse(day))
		if got := r.Num("allowance"); got.String() != "100" || r.Err() != nil || got.Cite[0].Locator != want {
			t.Errorf("on %s: %v, %v, %v", day, got, r.Err(), got.Cite)
		}
	}
	if r := b.On(civil.MustParse("2025-06-01")); r.Num("allowance").Cite[0].EffectiveTo.String() != "2025-12-31" {
		t.Error("a confirmed value does not end where the next begins")
	}
	if r := b.On(civil.MustParse("2027-01-01")); r.Num("allowance").IsZero() && r.Err() == nil {
		t.Error("a value outlives what was confirmed")
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
		"still, after a gap": {head + `      - {from: 2024-01-01, to: 2024-12-31, value: "1", cite: [{source: act, at: s}]}
      - {still_valid_on: 2026-01-01, cite: [{source: act, at: s}]}`, "ends on 2024-12-31"},
		"still, with a value": {head + `      - {from: 2024-01-01, value: "1", cite: [{source: act, at: s}]}
      - {still_valid_on: 2025-01-01, value: "2", cite: [{source: act, at: s}]}`, "neither"},
		"still, of nothing": {head + `      - {still_valid_on: 2026-01-01, cite: [{source: act, at: s}]}`, "stands first"},
		"unknown key":       {head + `      - {from: 2024-01-01, valeu: "1", cite: [{source: act, at: s}]}`, "valeu"},
		"bare number":       {head + `      - {from: 2024-01-01, value: 1e5, cite: [{source: act, at: s}]}`, "decimal"},
	} {
		if _, err := load(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestSourcesThatPlacesShare(t *testing.T) {
	parameter := "\n  a: {title: A, unit: EUR, values: [{from: 2024-01-01, value: \"1\", cite: [{source: guide, at: p. 1}]}]}\n"
	const guide = "  guide: {title: Guide, publisher: X, kind: secondary, url: \"https://example.org/g\", checked: 2026-11-20}\n"
	shared := fstest.MapFS{"sources.yaml": {Data: []byte("sources:\n" + guide)}, "xx/a.yaml": {Data: []byte(sources + parameter)}}
	b, err := Load(shared, "xx")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Parameters["a"].Values[0].Citations()[0]; got.SourceID != "guide" || got.Title != "Guide" {
		t.Errorf("cited %+v", got)
	}
	shared["xx/b.yaml"] = &fstest.MapFile{Data: []byte("place: XX\nsources:\n" + guide)}
	if _, err := Load(shared, "xx"); err == nil || !strings.Contains(err.Error(), "stands in sources.yaml too") {
		t.Errorf("a source with two meanings: %v", err)
	}
}

// A day on which a value begins is a turn, and so is the one after a value that has no
// successor: what is read once for a stretch of days must not outlive it.
func TestAnEndIsATurn(t *testing.T) {
	b, err := load(t, `
  relief:
    title: Relief
    unit: rate
    values:
      - {from: 2025-03-01, to: 2025-09-30, value: "0.1", cite: [{source: act, at: s. 1}]}
      - {from: 2025-11-01, to: 2026-12-31, value: "0.2", cite: [{source: act, at: s. 1}]}
  rate:
    title: Rate
    unit: rate
    values:
      - {from: 2024-01-01, to: 2025-06-30, value: "0.3", cite: [{source: act, at: s. 2}]}
      - {from: 2025-07-01, value: "0.4", cite: [{source: act, at: s. 2}]}
`)
	if err != nil {
		t.Fatal(err)
	}
	got := b.Turns(civil.Period{From: civil.Of(2025, 1, 1), To: civil.Of(2026, 12, 31)})
	want := []civil.Date{civil.Of(2025, 1, 1), civil.Of(2025, 3, 1), civil.Of(2025, 7, 1), civil.Of(2025, 10, 1), civil.Of(2025, 11, 1)}
	if !slices.Equal(got, want) {
		t.Errorf("turns %v, want %v", got, want)
	}
	for day, fails := range map[civil.Date]bool{
		civil.Of(2025, 2, 28): false, civil.Of(2025, 9, 30): false, civil.Of(2025, 10, 1): true, civil.Of(2026, 1, 1): false,
		civil.Of(2027, 1, 1): true,
	} {
		r := b.On(day)
		known := r.Known("relief")
		if known != r.Has("relief") || (r.Err() != nil) != fails {
			t.Errorf("on %s: known %t, %v", day, known, r.Err())
		}
	}
	if last := b.Turns(civil.Period{From: civil.Of(2026, 1, 1), To: civil.Of(2027, 12, 31)}); !slices.Contains(last, civil.Of(2027, 1, 1)) {
		t.Errorf("no turn after the last value of the relief: %v", last)
	}
}
