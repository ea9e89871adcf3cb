package research

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Units of a parameter that says by when a return of a year is due, as MM-DD: the
// first such day after the year. A working day moves to the next one where it is none.
const (
	unitDay        = "day"
	unitWorkingDay = "working day"
)

// dueOn is the day by which a return of a tax year is due under a value that holds at
// the year's end; nil where the value says no such day. Holidays of the place as a
// whole count (in the United States those of the District of Columbia).
func dueOn(unit, place string, v *law.Value, year civil.Period) *civil.Date {
	if unit != unitDay && unit != unitWorkingDay || year.To.IsZero() || !v.Period().Contains(year.To) {
		return nil
	}
	day, err := civil.Parse(year.To.String()[:5] + v.Text)
	if err != nil {
		return nil
	}
	if !day.After(year.To) {
		day = civil.Of(day.Year()+1, day.Month(), day.Day())
	}
	if unit == unitWorkingDay {
		day, _, _ = deadline.Embedded().Roll(place, "", day)
	}
	return &day
}
