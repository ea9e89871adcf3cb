package block

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Prorate is x × part ÷ whole; whole is positive.
func Prorate(x money.Dec, part, whole int) money.Dec {
	return x.Mul(money.FromInt(int64(part))).Quo(money.FromInt(int64(whole)))
}

// DaysIn counts the days that p has within the year, both closed.
func DaysIn(p, year civil.Period) int {
	from, to := p.From, p.To
	if from.Before(year.From) {
		from = year.From
	}
	if to.IsZero() || to.After(year.To) {
		to = year.To
	}
	return max(from.DaysUntil(to)+1, 0)
}

// MonthsIn counts the calendar months that p touches within the year: a part
// of a month counts as one.
func MonthsIn(p, year civil.Period) int {
	if DaysIn(p, year) == 0 {
		return 0
	}
	from, to := p.From, p.To
	if from.Before(year.From) {
		from = year.From
	}
	if to.IsZero() || to.After(year.To) {
		to = year.To
	}
	return (to.Year()-from.Year())*12 + to.Month() - from.Month() + 1
}
