package civil

import "testing"

func TestDateKeepsItsDay(t *testing.T) {
	for _, s := range []string{"1970-01-01", "1969-12-31", "2024-02-29", "1900-03-01", "2100-12-31"} {
		if got := MustParse(s).String(); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
	for _, s := range []string{"", "2025-2-1", "2025-02-30", "20250201", "2025-02-01T00:00:00Z"} {
		if d, err := Parse(s); err == nil {
			t.Errorf("Parse(%q) = %v", s, d)
		}
	}
}

func TestPeriod(t *testing.T) {
	p := Period{MustParse("2025-04-06"), MustParse("2026-04-05")}
	if p.Days() != 365 || !p.Contains(p.From) || !p.Contains(p.To) || p.Contains(p.To.AddDays(1)) {
		t.Errorf("%+v", p)
	}
	if !(Period{From: p.From}).Contains(MustParse("2099-01-01")) {
		t.Error("an open period ended")
	}
}
