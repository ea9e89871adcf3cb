// Package civil holds calendar dates without a time or a zone: the unit in
// which tax law is dated.
package civil

import (
	"fmt"
	"time"
)

// Date is a day of the Gregorian calendar. The zero Date is "no date"; Dates
// of different days compare as their days do.
type Date struct{ days int32 }

const layout = "2006-01-02"

// Of returns the date of a year, month and day; a day past the month's end
// runs into the next month, as in time.Date.
func Of(year, month, day int) Date {
	return FromTime(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC))
}

// FromTime returns the day that t shows in its own zone.
func FromTime(t time.Time) Date {
	y, m, d := t.Date()
	unix := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400
	return Date{int32(unix + offset)}
}

// offset keeps the zero Date out of the calendar's usable range.
const offset = 1_000_000

// Parse reads YYYY-MM-DD, and nothing else.
func Parse(s string) (Date, error) {
	t, err := time.Parse(layout, s)
	if err != nil || len(s) != len(layout) {
		return Date{}, fmt.Errorf("%q is not a date such as 2026-04-06", s)
	}
	return FromTime(t), nil
}

// MustParse is Parse for constants in code; it panics on a malformed one.
func MustParse(s string) Date {
	d, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Scan takes a date as a database driver hands it over: an instant of that day, its
// text, or nil for no date.
func (d *Date) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = Date{}
	case time.Time:
		*d = FromTime(v)
	case string:
		parsed, err := Parse(v)
		*d = parsed
		return err
	default:
		return fmt.Errorf("a %T is no date", src)
	}
	return nil
}

// IsZero reports whether d is "no date".
func (d Date) IsZero() bool { return d.days == 0 }

// Time returns midnight UTC of d.
func (d Date) Time() time.Time { return time.Unix(int64(d.days-offset)*86400, 0).UTC() }

// At is a time of the day, in minutes after midnight, by the clocks of a zone, in UTC. Of a
// time that the clock shows twice it is the first; one that it skips is as much later as it
// jumps.
func (d Date) At(minutes int, zone *time.Location) time.Time {
	shown := d.Time().Add(time.Duration(minutes) * time.Minute)
	at := time.Date(shown.Year(), shown.Month(), shown.Day(), shown.Hour(), shown.Minute(), 0, 0, zone)
	_, offset := at.Zone()
	start, _ := at.ZoneBounds()
	reads := at.UTC().Add(time.Duration(offset) * time.Second) // what the clock shows then
	if start.IsZero() || reads.Before(shown) {
		return shown.Add(-time.Duration(offset) * time.Second) // as if it had not jumped yet
	}
	_, before := start.Add(-time.Second).Zone()
	early := shown.Add(-time.Duration(before) * time.Second)
	if reads.After(shown) || early.Before(start) { // after a jump over it, or shown before the clock was put back too
		return early
	}
	return at.UTC()
}

// Begins is the first moment of the day by the clocks of a zone, in UTC, where they jump
// over midnight too.
func (d Date) Begins(zone *time.Location) time.Time {
	at := d.At(0, zone)
	if in := at.In(zone); in.Hour() != 0 || in.Minute() != 0 || FromTime(in) != d {
		start, _ := in.ZoneBounds()
		return start.UTC()
	}
	return at
}

// Year, Month and Day return the parts of d.
func (d Date) Year() int  { return d.Time().Year() }
func (d Date) Month() int { return int(d.Time().Month()) }
func (d Date) Day() int   { return d.Time().Day() }

// Weekday returns the day of the week of d.
func (d Date) Weekday() time.Weekday { return d.Time().Weekday() }

// Before and After compare two dates.
func (d Date) Before(o Date) bool { return d.days < o.days }
func (d Date) After(o Date) bool  { return d.days > o.days }

// AddDays returns the date n days after d (before it when n is negative).
func (d Date) AddDays(n int) Date { return Date{d.days + int32(n)} }

// DaysUntil returns how many days lie from d to o.
func (d Date) DaysUntil(o Date) int { return int(o.days - d.days) }

// String writes YYYY-MM-DD, and "" for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.Time().Format(layout)
}

// MarshalText writes as String does.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what Parse accepts, and "" as no date.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	v, err := Parse(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// Period is a run of days, both ends included. A zero To is open.
type Period struct {
	From Date `json:"from" format:"date"`
	To   Date `json:"to" format:"date"`
}

// Contains reports whether d lies in p.
func (p Period) Contains(d Date) bool {
	return !d.Before(p.From) && (p.To.IsZero() || !d.After(p.To))
}

// Days returns how many days p has; p is closed.
func (p Period) Days() int { return p.From.DaysUntil(p.To) + 1 }
