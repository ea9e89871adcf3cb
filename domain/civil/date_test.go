package civil

import (
	"testing"
	"time"
	_ "time/tzdata"
)

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

// Each moment lies on the day that begins last before it, also where the clocks jump over
// midnight, are put back to it, or leave out a day.
func TestDaysBegin(t *testing.T) {
	for _, name := range []string{"America/Santiago", "America/Havana", "America/Asuncion", "America/Sao_Paulo", "Atlantic/Azores", "Asia/Beirut",
		"Africa/Cairo", "Asia/Gaza", "Australia/Lord_Howe", "Pacific/Apia", "Europe/Berlin", "America/St_Johns", "Asia/Tokyo", "UTC"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for change := time.Date(2011, 11, 20, 0, 0, 0, 0, time.UTC); ; {
			for at := change.Add(-30 * time.Hour); at.Before(change.Add(30 * time.Hour)); at = at.Add(15 * time.Minute) {
				day := FromTime(at.In(zone))
				if from, to := day.Begins(zone), day.AddDays(1).Begins(zone); at.Before(from) || !at.Before(to) {
					t.Fatalf("%s: %s is of a day from %s to %s", name, at.In(zone), from.In(zone), to.In(zone))
				}
			}
			if _, change = change.In(zone).ZoneBounds(); change.IsZero() || change.Year() > 2027 {
				break
			}
		}
	}
}
