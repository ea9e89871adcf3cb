package fx

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// The snapshot cites what it was read in, and holds nothing beside it.
func TestTheSnapshotIsCited(t *testing.T) {
	f, err := readSnapshot(snapshotText)
	if err != nil {
		t.Fatal(err)
	}
	if f.Source.Kind != law.Primary || f.Source.Title == "" || f.Source.Publisher != publishers[f.Table].Publisher ||
		!strings.HasPrefix(f.Source.URL, "https://www.ecb.europa.eu/") || f.Source.Checked.Before(f.Day) || len(f.Units) < 28 {
		t.Errorf("%+v", f)
	}
	for currency, units := range f.Units {
		if _, err := parseRate(currency, units.String()); err != nil || f.Absent[currency] != "" {
			t.Errorf("%s %s: %v", currency, units, err)
		}
	}
	if _, err := readSnapshot([]byte("day: 2026-05-08\nrates: {USD: \"1\"}\n")); err == nil {
		t.Error("an unknown key was passed over")
	}
}

// The snapshot answers for its own day, says so and says its age; for another
// day it is used only by the rule that the caller names, within its reach.
func TestTheSnapshotIsNeverUsedInSilence(t *testing.T) {
	day, asked := civil.MustParse("2026-05-08"), civil.MustParse("2026-11-21")
	q := Request{Amount: dec("100"), From: "EUR", To: "USD", Date: day, AskedOn: asked}
	r, err := Convert(nil, q)
	if err != nil || r.Converted.String() != "117.61" || !r.Embedded || r.AsOf != day || r.TableAgeDays != 197 || r.Source != SnapshotID ||
		r.Retrieved.IsZero() {
		t.Errorf("%+v, %v", r, err)
	}
	var b *refusal.Blocked
	for _, date := range []string{"2026-05-07", "2026-05-09", "2026-11-21", "2025-01-01"} {
		q.Date = civil.MustParse(date)
		if r, err := Convert(nil, q); !errors.As(err, &b) || b.Code != RateMissing || b.Field != "date" ||
			!strings.Contains(b.Message, "holds 2026-05-08 only (197 days old)") {
			t.Errorf("%s: %+v, %v", date, r, err)
		}
	}
	q.Date, q.MissingDay = civil.MustParse("2026-05-10"), Previous // the Sunday after
	if r, err := Convert(nil, q); err != nil || r.RateDate != day || r.Date == day || r.MissingDay != Previous || !r.Embedded {
		t.Errorf("%+v, %v", r, err)
	}
	q.Date = civil.MustParse("2026-05-16")
	if r, err := Convert(nil, q); err == nil {
		t.Errorf("eight days back: %+v", r)
	}
	// The rand's figure was not read, so there is none.
	q.Date, q.To = day, "ZAR"
	if r, err := Convert(nil, q); !errors.As(err, &b) || b.Field != "source" {
		t.Errorf("%+v, %v", r, err)
	}
}

// An import goes first, on its own terms; the snapshot then only answers by
// name, or for currencies that no import has.
func TestAnImportGoesBeforeTheSnapshot(t *testing.T) {
	tables := []*Table{published()}
	q := Request{Amount: dec("100"), From: "EUR", To: "USD", Date: civil.MustParse("2026-05-08")}
	var b *refusal.Blocked
	if r, err := Convert(tables, q); !errors.As(err, &b) || !strings.Contains(b.Message, "nearest are 2026-04-13") {
		t.Errorf("a day after the import's end: %+v, %v", r, err)
	}
	q.Source = SnapshotID
	if r, err := Convert(tables, q); err != nil || !r.Embedded || r.Converted.String() != "117.61" {
		t.Errorf("by name: %+v, %v", r, err)
	}
	q.Source, q.To = "", "THB"
	if r, err := Convert(tables, q); err != nil || !r.Embedded {
		t.Errorf("a currency without an import: %+v, %v", r, err)
	}
}
