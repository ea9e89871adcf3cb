package deadline

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// Holiday is a day of each year, for the regions and years it names.
//
// On is MM-DD, "easter" with a number of days added ("easter-2"), "N:DAY:MM",
// the Nth weekday of a month, -1 the last ("3:Monday:01"), or "DAY before MM-DD".
type Holiday struct {
	Name    string   `yaml:"name"`
	On      string   `yaml:"on"`
	Regions []string `yaml:"regions"` // empty = all of the place
	From    int      `yaml:"from"`    // first year; 0 = always
	Every   int      `yaml:"every"`   // only in years that leave From's remainder; 0 = each
	Sources []string `yaml:"sources"`
}

// Calendar is a place's holidays.
type Calendar struct {
	Holidays []Holiday `yaml:"holidays"`
	// Observed moves a holiday on a Saturday to the day before it, and one on a
	// Sunday to the day after.
	Observed bool     `yaml:"observed"`
	Regions  []string `yaml:"regions"` // those whose holidays are held; empty = the whole place
	// Seat is the region whose holidays count for notices of the place, and where no region
	// is named; "" = none.
	Seat string `yaml:"seat"`
	Note string `yaml:"note"`
}

// holds reports whether the calendar speaks of a region.
func (c Calendar) holds(region string) bool {
	if len(c.Regions) == 0 {
		return len(c.Holidays) > 0
	}
	for _, r := range c.Regions {
		if r == region {
			return true
		}
	}
	return false
}

// Roll is the first working day of a region from a day on, and what the day is if it
// is none; whole is false where not all holidays of the region are held.
func (t Table) Roll(place, region string, day civil.Date) (next civil.Date, why string, whole bool) {
	c := t.Places[place].Calendar
	region = cmp.Or(region, c.Seat)
	if next = day; !working(c, region, day) {
		if why = c.holiday(region, day); why == "" {
			why = day.Weekday().String()
		}
		for !working(c, region, next) {
			next = next.AddDays(1)
		}
	}
	return next, why, c.holds(region)
}

// Weekends is the place without holidays: what rolls there rolls over weekends alone.
const Weekends = "weekends"

// Nth is the nth day from a day on, that one included, that is neither a Sunday nor a
// holiday: Saturdays count, as "jours ouvrables" do.
//
// Errors: no holidays are held for the place.
func (t Table) Nth(place, region string, from civil.Date, n int) (civil.Date, error) {
	c := t.Places[place].Calendar
	if !c.holds(region) {
		return civil.Date{}, fmt.Errorf("no holidays are held for %s", place)
	}
	for d := from; ; d = d.AddDays(1) {
		if d.Weekday() != time.Sunday && c.holiday(region, d) == "" {
			if n--; n <= 0 {
				return d, nil
			}
		}
	}
}

// holiday names the holiday on a day in a region; "" = none.
func (c Calendar) holiday(region string, d civil.Date) string {
	for _, h := range c.Holidays {
		if !h.in(region) {
			continue
		}
		// A holiday of the next year can be observed on this year's last day.
		for year := d.Year(); year <= d.Year()+1; year++ {
			day, ok := h.date(year)
			if ok && (day == d || c.Observed && h.Every == 0 && observed(day) == d) {
				return h.Name
			}
		}
	}
	return ""
}

func (h Holiday) in(region string) bool {
	for _, r := range h.Regions {
		if r == region {
			return true
		}
	}
	return len(h.Regions) == 0
}

func observed(d civil.Date) civil.Date {
	switch d.Weekday() {
	case time.Saturday:
		return d.AddDays(-1)
	case time.Sunday:
		return d.AddDays(1)
	}
	return d
}

// date is the holiday's day in a year; ok is false where the year has none.
func (h Holiday) date(year int) (d civil.Date, ok bool) {
	if year < h.From || h.Every > 0 && (year-h.From)%h.Every != 0 {
		return civil.Date{}, false
	}
	d, err := dayOf(h.On, year)
	return d, err == nil
}

var weekdays = map[string]time.Weekday{
	"Monday": time.Monday, "Tuesday": time.Tuesday, "Wednesday": time.Wednesday, "Thursday": time.Thursday, "Friday": time.Friday,
}

// dayOf reads what a Holiday's On says for one year.
func dayOf(on string, year int) (civil.Date, error) {
	if rest, ok := strings.CutPrefix(on, "easter"); ok {
		n := 0
		if rest != "" {
			var err error
			if n, err = strconv.Atoi(rest); err != nil {
				return civil.Date{}, fmt.Errorf("%q is no day", on)
			}
		}
		return easter(year).AddDays(n), nil
	}
	if day, date, ok := strings.Cut(on, " before "); ok {
		end, err := civil.Parse(fmt.Sprintf("%04d-%s", year, date))
		weekday, known := weekdays[day]
		if err != nil || !known {
			return civil.Date{}, fmt.Errorf("%q is no day", on)
		}
		for end = end.AddDays(-1); end.Weekday() != weekday; {
			end = end.AddDays(-1)
		}
		return end, nil
	}
	if parts := strings.Split(on, ":"); len(parts) == 3 {
		n, err := strconv.Atoi(parts[0])
		weekday, known := weekdays[parts[1]]
		month, err2 := strconv.Atoi(parts[2])
		if err != nil || err2 != nil || !known || n == 0 || month < 1 || month > 12 {
			return civil.Date{}, fmt.Errorf("%q is no day", on)
		}
		return nth(year, month, n, weekday), nil
	}
	return civil.Parse(fmt.Sprintf("%04d-%s", year, on))
}

// nth is the nth weekday of a month; -1 is the last.
func nth(year, month, n int, weekday time.Weekday) civil.Date {
	if n < 0 {
		d := civil.Of(year, month+1, 1).AddDays(-1)
		for d.Weekday() != weekday {
			d = d.AddDays(-1)
		}
		return d.AddDays(7 * (n + 1))
	}
	d := civil.Of(year, month, 1)
	for d.Weekday() != weekday {
		d = d.AddDays(1)
	}
	return d.AddDays(7 * (n - 1))
}

// easter is the Sunday of the Gregorian computus, in the anonymous form that
// Nature printed in 1876.
func easter(year int) civil.Date {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return civil.Of(year, n/31, n%31+1)
}
