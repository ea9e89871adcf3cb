package retention

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
)

func record(place, from, to, entry string) Record {
	return Record{Place: place, Period: civil.Period{From: civil.MustParse(from), To: civil.MustParse(to)}, LastEntry: civil.MustParse(entry)}
}

func supply(r Record) Record {
	r.Supply = true
	return r
}

// TestPublishedExamples are the worked examples that authorities and others
// publish with the rule.
func TestPublishedExamples(t *testing.T) {
	for _, c := range []struct {
		source string
		record Record
		title  string
		until  string
	}{
		// https://www.iras.gov.sg/irashome/Businesses/Self-Employed/Learning-the-basics/Keeping-Proper-Records-and-Accounts/
		{"IRAS, YA 2014, December year", record("SG", "2013-01-01", "2013-12-31", "2013-12-31"), "Records and accounts", "2018-12-31"},
		{"IRAS, YA 2014, September year", record("SG", "2012-10-01", "2013-09-30", "2013-09-30"), "Records and accounts", "2018-12-31"},
		{"IRAS, YA 2018, September year", record("SG", "2016-10-01", "2017-09-30", "2017-09-30"), "Records and accounts", "2022-12-31"},
		// https://www.iras.gov.sg/irashome/Individuals/Locals/Learning-the-basics/Keeping-Proper-Records/
		{"IRAS, YA 2021, individuals", record("SG", "2020-01-01", "2020-12-31", "2020-12-31"), "Records and accounts", "2025-12-31"},
		// https://warr.co.uk/about-us/frequently-asked-questions/
		{"2017-18, individual", record("GB", "2017-04-06", "2018-04-05", "2018-04-05"), "Records of a personal return", "2020-01-31"},
		{"2017-18, self-employed", record("GB", "2017-04-06", "2018-04-05", "2018-04-05"), "Records of a trade, profession or letting",
			"2024-01-31"},
		{"company, 31 December 2018", record("GB", "2018-01-01", "2018-12-31", "2018-12-31"), "Records of a company", "2024-12-31"},
		// http://www.swindleycpa.com/blog/title/how-long-do-i-have-to-keep-my-tax-records-/id/56
		{"tax year 2018", record("CA", "2018-01-01", "2018-12-31", "2018-12-31"), "Records and supporting documents", "2024-12-31"},
	} {
		found := false
		for _, d := range Embedded().Places[c.record.Place].Duties {
			if d.Title == c.title {
				found = true
				if got := d.end(c.record).String(); got != c.until {
					t.Errorf("%s: until %s, not %s", c.source, got, c.until)
				}
			}
		}
		if !found {
			t.Errorf("%s: no duty %q", c.source, c.title)
		}
	}
}

func TestCheck(t *testing.T) {
	gb := record("GB", "2025-04-06", "2026-04-05", "2026-06-01")
	for _, c := range []struct {
		name          string
		record        Record
		today         string
		holds, doubts int
		says          string
	}{
		{"all run", gb, "2026-11-20", 1, 2, "until 2028-01-31"},
		{"the last day counts", gb, "2028-01-31", 1, 2, "until 2028-01-31"},
		{"the always duty has ended", gb, "2028-02-01", 0, 2, "if in business"},
		{"all have ended", gb, "2032-04-06", 0, 0, ""},
		{"no such place", record("XX", "2020-01-01", "2020-12-31", "2020-12-31"), "2050-01-01", 0, 1, "not in the table"},
		{"no place", Record{}, "2050-01-01", 0, 1, "no country"},
		{"no period", Record{Place: "GB"}, "2050-01-01", 0, 1, "no period"},
		{"a supply: VAT, not the return", supply(gb), "2026-11-20", 1, 0, "GB: VAT records are kept until 2032-06-01"},
		{"a supply under the one-stop shop", supply(record("EU", "2026-01-01", "2026-12-31", "2026-03-02")), "2026-11-20", 1, 0,
			"until 2036-12-31"},
		{"a supply in Germany", supply(record("DE", "2026-01-01", "2026-12-31", "2026-03-02")), "2034-12-31", 1, 0, "until 2034-12-31"},
		{"a day later", supply(record("DE", "2026-01-01", "2026-12-31", "2026-03-02")), "2035-01-01", 0, 0, ""},
		{"a duty for both", supply(record("FR", "2026-01-01", "2026-12-31", "2026-03-02")), "2026-11-20", 1, 0, "until 2032-12-31"},
		{"a place whose law on supplies is not known", supply(record("US", "2026-01-01", "2026-12-31", "2026-03-02")), "2050-01-01", 0, 1,
			"how long US has records of supplies kept is not in the table"},
		{"the one-stop shop has no returns of people", record("EU", "2026-01-01", "2026-12-31", "2026-03-02"), "2026-11-20", 0, 1,
			"records of a return"},
		{"a late entry counts", record("IE", "2020-01-01", "2020-12-31", "2025-06-01"), "2028-01-01", 1, 0, "until 2031-06-01"},
	} {
		f := Embedded().Check(c.record, civil.MustParse(c.today))
		if len(f.Holds) != c.holds || len(f.Doubts) != c.doubts {
			t.Errorf("%s: %v", c.name, f)
		}
		var all strings.Builder
		for _, h := range f.Holds {
			all.WriteString(h.String() + "\n")
		}
		if text := all.String() + strings.Join(f.Doubts, "\n"); !strings.Contains(text, c.says) {
			t.Errorf("%s: %s", c.name, text)
		}
	}
}

// TestHoldsOnlyGrow holds that a later entry or a later end of the period never
// shortens a duty, and that no duty ends before its years are over.
func TestHoldsOnlyGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		codes := rapid.SampledFrom([]string{"AU", "CA", "DE", "FR", "GB", "HK", "IE", "NL", "NZ", "SG", "US", "ZA"}).Draw(t, "place")
		end := civil.Of(2000, 1, 1).AddDays(rapid.IntRange(0, 12000).Draw(t, "end"))
		entry := end.AddDays(rapid.IntRange(-400, 2000).Draw(t, "entry"))
		r := Record{Place: codes, Period: civil.Period{From: end.AddDays(-364), To: end}, LastEntry: entry}
		for _, d := range Embedded().Places[codes].Duties {
			until := d.end(r)
			if until.Before(civil.Of(end.Year()+d.Years, end.Month(), end.Day())) {
				t.Fatalf("%s ends on %s, before its %d years from %s are over", d.Title, until, d.Years, end)
			}
			later := r
			later.LastEntry = entry.AddDays(rapid.IntRange(0, 500).Draw(t, "more"))
			later.Period.To = end.AddDays(rapid.IntRange(0, 500).Draw(t, "longer"))
			if d.end(later).Before(until) {
				t.Fatalf("%s: %s, and %s for a later record", d.Title, until, d.end(later))
			}
		}
	})
}

func TestReadRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{"years: 5, start: period_end, until: 12-31, provision", "years: 0, start: period_end, until: 12-31, provision"},
		{"start: filing", "start: birthday"}, {"until: 01-31", "until: 13-31"}, {"kind: primary", "kind: rumour"},
		{"sources: [ird, deloitte]", "sources: [ird]"}, {"sources: [ird, deloitte]", "sources: [ird, hearsay]"},
		{`provision: "AWR, art. 52"`, `provision: ""`}, {"tier: beta", "tier: sure"}, {"checked: 2026-11-20", "checked: soon"},
	} {
		bad := strings.Replace(string(text), c[0], c[1], 1)
		if bad == string(text) {
			t.Fatalf("%q is not in the table", c[0])
		}
		if _, err := Read([]byte(bad)); err == nil {
			t.Errorf("%s was read", c[1])
		}
	}
}
