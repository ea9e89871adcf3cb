package tax

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

var forms = map[string]YearForm{
	"GB": {Pattern: "2025-26", Split: true, Start: [2]int{4, 6}, BareAsks: true},
	"IN": {Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true, RangeAsks: true,
		Prefixes: []string{"fy", "financial year"}, AssessmentPrefixes: []string{"ay", "assessment year"}},
	"ZA": {Pattern: "2026", Start: [2]int{3, 1}, EndLabels: true, BareAsks: true, Prefixes: []string{"year of assessment"}},
	"SG": {Pattern: "YA 2026", Start: [2]int{1, 1}, Lag: 1, BareAsks: true, LabelPrefix: "YA ",
		Prefixes: []string{"ya", "year of assessment"}, IncomePrefixes: []string{"income year"}},
	"BE": {Pattern: "2025", Start: [2]int{1, 1}, AssessmentPrefixes: []string{"exercice", "aanslagjaar"}},
	"IE": {Pattern: "2025", Start: [2]int{1, 1}},
}

// TestYearForms holds the table of labels: what each text means in each place,
// as the label, as "a or b" where it is ambiguous, or as "" where it is none.
func TestYearForms(t *testing.T) {
	for _, c := range []struct{ place, text, want string }{
		{"GB", "2025-26", "2025-26"}, {"GB", "2025/26", "2025-26"}, {"GB", "2025–2026", "2025-26"}, {"GB", "25/26", "2025-26"},
		{"GB", "2025 - 26", "2025-26"}, {"GB", "2025 to 2026", "2025-26"}, {"GB", "tax year 2025-26", "2025-26"},
		{"GB", "1999-00", "1999-00"}, {"GB", "99/00", "1999-00"},
		{"GB", "2024-26", ""}, {"GB", "2025-25", ""}, {"GB", "2026-25", ""}, {"GB", "2025", "2024-25 or 2025-26"},
		{"GB", "2025-04-05", "2024-25"}, {"GB", "2025-04-06", "2025-26"}, {"GB", "26", ""}, {"GB", "", ""}, {"GB", "2025-2", ""},
		{"GB", "25-2026", ""}, {"GB", "２０２５-26", ""}, {"GB", "9999-00", ""},
		{"IN", "2025-26", "2024-25 or 2025-26"}, {"IN", "FY 2025-26", "2025-26"}, {"IN", "AY 2026-27", "2025-26"}, {"IN", "ay2026-27", "2025-26"},
		{"IN", "2025", "2024-25 or 2025-26"}, {"IN", "AY 2025", "2023-24 or 2024-25"}, {"IN", "2026-03-31", "2025-26"},
		{"ZA", "2026", "2026 or 2027"}, {"ZA", "year of assessment 2026", "2026"}, {"ZA", "2025/26", "2026"}, {"ZA", "2026-02-28", "2026"},
		{"ZA", "2026-03-01", "2027"},
		{"SG", "YA 2026", "YA 2026"}, {"SG", "ya2026", "YA 2026"}, {"SG", "income year 2025", "YA 2026"}, {"SG", "2025", "YA 2025 or YA 2026"},
		{"SG", "2025-12-31", "YA 2026"}, {"SG", "2025-26", ""},
		{"BE", "2025", "2025"}, {"BE", "exercice 2026", "2025"}, {"BE", "aanslagjaar 2026", "2025"},
		{"IE", "2025", "2025"}, {"IE", "2025-26", ""}, {"IE", "2025-12-31", "2025"},
	} {
		f := forms[c.place]
		r, err := f.Read(c.text)
		got := r.Label
		if got == "" {
			got = strings.Join(r.May, " or ")
		}
		if (err != nil) != (c.want == "") || got != c.want {
			t.Errorf("%s %q = %q, %v; want %q", c.place, c.text, got, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), f.Pattern) {
			t.Errorf("%s %q: %v does not show %s", c.place, c.text, err, f.Pattern)
		}
	}
}

func TestTheCanonicalLabelIsTakenAsWritten(t *testing.T) {
	for place, f := range forms {
		if got, err := f.Canonical(f.Pattern); err != nil || got != f.Pattern {
			t.Errorf("%s: %q, %v", place, got, err)
		}
	}
	gb := forms["GB"]
	if _, err := gb.Canonical("2025"); err == nil || !strings.Contains(err.Error(), "2024-25 or 2025-26") {
		t.Errorf("a bare year: %v", err)
	}
}

func TestPeriodsFollowOneAnother(t *testing.T) {
	for place, f := range forms {
		day := civil.MustParse("2019-07-15")
		for range 12 {
			label := f.On(day)
			p, ok := f.Period(label)
			if !ok || !p.Contains(day) || f.On(p.From) != label || f.On(p.To) != label || f.On(p.To.AddDays(1)) == label {
				t.Errorf("%s: %s lies in %q, which is %v", place, day, label, p)
			}
			day = p.To.AddDays(200)
		}
	}
	for place, want := range map[string]string{"GB": "2025-04-06 2026-04-05", "ZA": "2025-03-01 2026-02-28", "SG": "2025-01-01 2025-12-31"} {
		f := forms[place]
		p, ok := f.Period(f.Pattern)
		if got := p.From.String() + " " + p.To.String(); !ok || got != want {
			t.Errorf("%s %s is %s, want %s", place, f.Pattern, got, want)
		}
	}
	gb := forms["GB"]
	if _, ok := gb.Period("2025/26"); ok {
		t.Error("a variant passed for a label")
	}
}
