package payroll_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Germany's law changed within 2023 and 2024: each day has that of the last turn
// before it, each stretch is read once, and a day before the years has their first.
func TestByDay(t *testing.T) {
	reads := 0
	days := payroll.ByDay("de", tax.Calendar, func(_ *law.Book, from civil.Date) (civil.Date, error) {
		reads++
		return from, nil
	})
	for _, turn := range []civil.Date{civil.Of(2023, 1, 1), civil.Of(2023, 7, 1), civil.Of(2024, 12, 1)} {
		if !slices.Contains(days.Turns(), turn) {
			t.Errorf("no turn on %s among %v", turn, days.Turns())
		}
	}
	for _, c := range [][2]civil.Date{
		{civil.Of(2024, 12, 1), civil.Of(2024, 12, 1)}, {civil.Of(2024, 12, 31), civil.Of(2024, 12, 1)},
		{civil.Of(1999, 1, 1), civil.Of(2023, 1, 1)},
	} {
		if got := days.On(nil, c[0]); got != c[1] {
			t.Errorf("%s: the law of %s, want %s", c[0], got, c[1])
		}
	}
	if got := days.On(nil, civil.Of(2024, 11, 30)); got == civil.Of(2024, 12, 1) || reads != 3 {
		t.Errorf("30 November: the law of %s, %d reads", got, reads)
	}
}
