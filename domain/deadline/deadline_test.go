package deadline_test

import (
	"strings"
	"testing"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/de"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/money"
)

func day(s string) civil.Date { return civil.MustParse(s) }

func amount(s string) *money.Dec {
	d, err := money.Parse(s)
	if err != nil {
		panic(err)
	}
	return &d
}

func yes() *bool { t := true; return &t }

// TestPublished holds the table against terms whose end somebody published.
func TestPublished(t *testing.T) {
	no := false
	for _, c := range []struct {
		name string
		n    deadline.Notice
		due  string
	}{
		// Wade: 90 days from 19 March 1997 expired on 17 June 1997, 150 on 16 August; the rule has not changed since.
		{"90 days", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2003-03-19"), Abroad: &no}, "2003-06-17"},
		// Burnside: mailed on 30 January, expired on 30 April, of a year that is no leap year.
		{"90 days again", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2002-01-30"), Abroad: &no}, "2002-04-30"},
		// Lindstrom, T.C. Memo. 2007: mailed on 14 August 2006, the 90th day a Sunday; Austin, of the same year: mailed on 6 February 2006,
		// until Monday, 8 May. Bobbs, T.C. Memo. 2005: mailed on 6 January 2004, until 5 April, over a leap day.
		{"90 days end on a Sunday", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2006-08-14"), Abroad: &no}, "2006-11-13"},
		{"90 days end on a Sunday in May", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2006-02-06"), Abroad: &no}, "2006-05-08"},
		{"90 days over a leap day", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2004-01-06"), Abroad: &no}, "2004-04-05"},
		{"150 days end on a Saturday", deadline.Notice{Place: "US", Type: "cp3219a", Dated: day("2003-03-19"), Abroad: yes()}, "2003-08-18"},
		// TD 8681: a period that ends on Thanksgiving Day ends on the Friday after it.
		{"Thanksgiving", deadline.Notice{Place: "US", Type: "lt11", Dated: day("2023-10-24")}, "2023-11-24"},
		// Emancipation Day of 2016 fell on a Saturday and was observed on Friday, 15 April: until Monday.
		{"Emancipation Day observed", deadline.Notice{Place: "US", Type: "lt11", Dated: day("2016-03-16")}, "2016-04-18"},
		{"no roll in GB", deadline.Notice{Place: "GB", Type: "closure_notice", Dated: day("2025-08-01")}, "2025-08-31"},
		{"the day of issue counts", deadline.Notice{Place: "GB", Type: "correction", Dated: day("2025-08-01")}, "2025-08-30"},
		{"three days, rolled twice", deadline.Notice{Place: "DE", Region: "BY", Type: "bescheid", Dated: day("2024-03-28")}, "2024-05-02"},
		// Bund der Steuerzahler: posted on Monday, 29 September 2025, known on 6 October.
		{"the printed example of 2025", deadline.Notice{Place: "DE", Region: "NW", Type: "bescheid", Dated: day("2025-09-29")}, "2025-11-06"},
		{"a month clamps", deadline.Notice{Place: "DE", Region: "HE", Type: "bescheid", Dated: day("2025-01-27")}, "2025-02-28"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := deadline.Embedded().Compute(c.n)
			if d.DueOn == nil || d.DueOn.String() != c.due || d.Basis != deadline.Computed {
				t.Fatalf("%v (%s), want %s: %+v", d.DueOn, d.Basis, c.due, d.Steps)
			}
			if len(d.Steps) == 0 || len(d.Citations) == 0 || d.Act == "" {
				t.Errorf("no steps, citations or act: %+v", d)
			}
		})
	}
}

// TestDemandOfALargeSum takes working days from the amount on that the law names.
func TestDemandOfALargeSum(t *testing.T) {
	n := deadline.Notice{Place: "US", Type: "cp14", Dated: day("2025-06-30"), Amount: amount("99999.99")}
	if d := deadline.Embedded().Compute(n); d.DueOn.String() != "2025-07-21" {
		t.Errorf("21 days: %s", d.DueOn)
	}
	n.Amount = amount("100000")
	if d := deadline.Embedded().Compute(n); d.DueOn.String() != "2025-07-15" { // 4 July is none of the ten
		t.Errorf("10 business days: %s", d.DueOn)
	}
	n.Amount = nil
	d := deadline.Embedded().Compute(n)
	if d.DueOn != nil || len(d.Missing) != 1 || d.Missing[0] != "amount" {
		t.Errorf("without the amount: %+v", d)
	}
	n.Stated = day("2025-07-20")
	if d := deadline.Embedded().Compute(n); d.DueOn.String() != "2025-07-20" || d.Basis != deadline.Stated ||
		d.ActBy.String() != "2025-07-18" {
		t.Errorf("stated: %+v", d)
	}
}

// TestStated lets the earlier day count, and tells a difference.
func TestStated(t *testing.T) {
	n := deadline.Notice{Place: "GB", Type: "assessment", Dated: day("2026-01-10"), Stated: day("2026-02-05")}
	d := deadline.Embedded().Compute(n)
	if d.DueOn.String() != "2026-02-05" || d.Basis != deadline.Stated || !strings.Contains(d.Conflict, "2026-02-09") {
		t.Errorf("%+v", d)
	}
	n.Stated = day("2026-03-05")
	d = deadline.Embedded().Compute(n)
	if d.DueOn.String() != "2026-02-09" || d.Basis != deadline.Computed || d.Conflict == "" {
		t.Errorf("%+v", d)
	}
	for _, unknown := range []deadline.Notice{
		{Place: "FR", Type: "avis", Dated: day("2026-01-10")},
		{Place: "US", Type: "cp2000", Dated: day("2026-01-10")},
		{Place: "GB", Type: "closure_notice"},
		{Place: "DE", Type: "bescheid", Dated: day("2004-12-31")}, // before the table begins
	} {
		d := deadline.Embedded().Compute(unknown)
		if d.DueOn != nil || d.Basis != deadline.Unknown || len(d.Missing) == 0 {
			t.Errorf("%s %s: %+v", unknown.Place, unknown.Type, d)
		}
	}
}

// TestEveryDayOfFiveYears holds, for each date and region, what any end of a
// term must be.
func TestEveryDayOfFiveYears(t *testing.T) {
	table := deadline.Embedded()
	last := map[string]civil.Date{}
	for d := day("2023-01-01"); d.Before(day("2028-01-01")); d = d.AddDays(1) {
		for _, kind := range []struct{ place, kind string }{{"DE", "bescheid"}, {"US", "lt11"}, {"US", "cp3219a"}, {"GB", "closure_notice"}} {
			for _, region := range regionsOf(kind.place) {
				n := deadline.Notice{Place: kind.place, Region: region, Type: kind.kind, Dated: d}
				got := table.Compute(n)
				key := kind.kind + region
				if got.DueOn == nil || got.DueOn.Before(last[key]) && d != day("2025-01-01") {
					t.Fatalf("%s %s dated %s ends on %v, the day before's on %s", kind.kind, region, d, got.DueOn, last[key])
				}
				last[key] = *got.DueOn
				weekday := got.DueOn.Weekday()
				if kind.place != "GB" && (weekday == time.Saturday || weekday == time.Sunday || *got.ActBy != *got.DueOn) {
					t.Fatalf("%s %s dated %s ends on %s, a %s", kind.kind, region, d, got.DueOn, weekday)
				}
				at := d
				for _, s := range got.Steps {
					if s.From != at || !s.To.After(s.From) || s.Provision == "" {
						t.Fatalf("%s dated %s: steps do not join: %+v", kind.kind, d, got.Steps)
					}
					at = s.To
				}
			}
		}
	}
}

func regionsOf(place string) []string {
	if place == "DE" {
		return []string{"", "BW", "BY", "BE", "BB", "HB", "HH", "HE", "MV", "NI", "NW", "RP", "SL", "SN", "ST", "SH", "TH"}
	}
	return []string{""}
}

// TestHolidaysAgainstALibrary asks an independent calendar whether each German
// day on which a term rolls, other than a weekend, is a holiday there, too.
func TestHolidaysAgainstALibrary(t *testing.T) {
	calendars := map[string][]*cal.Holiday{"BW": de.HolidaysBW, "BY": de.HolidaysBY, "BE": de.HolidaysBE, "BB": de.HolidaysBB,
		"HB": de.HolidaysHB,
		"HH": de.HolidaysHH, "HE": de.HolidaysHE, "MV": de.HolidaysMV, "NI": de.HolidaysNI, "NW": de.HolidaysNW, "RP": de.HolidaysRP,
		"SL": de.HolidaysSL, "SN": de.HolidaysSN, "ST": de.HolidaysST, "SH": de.HolidaysSH, "TH": de.HolidaysTH}
	seen := 0
	for region, holidays := range calendars {
		c := cal.NewBusinessCalendar()
		c.AddHoliday(holidays...)
		for d := day("2019-01-01"); d.Before(day("2031-01-01")); d = d.AddDays(1) {
			got := deadline.Embedded().Compute(deadline.Notice{Place: "DE", Region: region, Type: "bescheid", Dated: d})
			for _, s := range got.Steps {
				if !strings.Contains(s.Text, "is no working day") || strings.Contains(s.Text, "(Saturday)") || strings.Contains(s.Text, "(Sunday)") {
					continue
				}
				seen++
				if actual, observed, _ := c.IsHoliday(s.From.Time()); !actual && !observed {
					t.Errorf("%s %s: %s", region, s.From, s.Text)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d holidays were met", seen)
	}
}

// TestReadRefuses names what is wrong with a table.
func TestReadRefuses(t *testing.T) {
	const source = "sources: {s: {title: a, publisher: b, kind: secondary, url: 'https://x.example/', checked: 2026-01-01}}"
	for name, text := range map[string]string{
		"unknown member": "places: {XX: {terms: []}}",
		"one source": "places: {XX: {currency: EUR, " + source +
			", kinds: [{type: a, title: b, act: c, from: 2020-01-01, terms: [{says: x, n: 1, unit: day, provision: p, sources: [s]}]}]}}",
		"no provision": "places: {XX: {currency: EUR, " + source +
			", kinds: [{type: a, title: b, act: c, from: 2020-01-01, terms: [{says: x, n: 1, unit: day, sources: [s, s]}]}]}}",
		"no such day": "places: {XX: {currency: EUR, " + source + ", calendar: {holidays: [{name: a, on: '13-41', sources: [s, s]}]}}}",
		"a bare roll": "places: {XX: {currency: EUR, " + source +
			", kinds: [{type: a, title: b, act: c, from: 2020-01-01, terms: [{says: x, n: 1, unit: day, provision: p, roll: true, sources: [s, s]}]}]}}",
	} {
		if _, err := deadline.Read([]byte(text)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
