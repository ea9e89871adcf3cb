package payroll

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// letters are the categories, in the order of the alphabet; those of mariners
// are not modelled.
var letters = []string{"A", "B", "C", "D", "E", "F", "H", "I", "J", "K", "L", "M", "N", "S", "V", "X", "Z"}

// What the letters stand for.
const (
	reducedRate   = "BEI"      // married women and widows with an election
	noPrimary     = "CKSX"     // over pension age; X: no contributions at all
	deferred      = "DJLZ"     // main contributions paid in another employment
	inZone        = "DEFIKLNS" // freeports and investment zones
	upToUpper     = "HMVZ"     // under 21, apprentices under 25, veterans
	noneAtAll     = "X"
	onlyFrom2024  = "DEKN" // investment zones
	freeportsOnly = "FILS"
)

// contributions are those of one earnings period.
type contributions struct{ employee, employer money.Dec }

// of are the contributions of a category on the earnings of a period.
func (i *insurance) of(w *tax.Work, letter string, pay money.Dec, t thresholds) contributions {
	is := func(set string) bool { return strings.Contains(set, letter) }
	between := money.Min(pay, t.upper).Sub(t.primary).Positive()
	above := pay.Sub(t.upper).Positive()
	main := i.main
	switch {
	case is(noPrimary):
		between, above = money.Zero, money.Zero
	case is(reducedRate):
		main = i.reduced
	case is(deferred):
		main = i.upper
	}
	out := contributions{employee: i.penny(between.Mul(main)).Add(i.penny(above.Mul(i.upper)))}
	w.Step("ni_employee", "Class 1 contributions of the employee", out.employee, i.cite, "{} × {} + {} × {}", between, main, above, i.upper)
	from := t.secondary
	switch {
	case is(noneAtAll):
		from = pay
	case is(upToUpper):
		from = t.upper
	case is(inZone):
		from = t.zone
	}
	over := pay.Sub(from).Positive()
	out.employer = i.penny(over.Mul(i.employer))
	w.Step("ni_employer", "Class 1 contributions of the employer", out.employer, i.cite, "{} × {}", over, i.employer)
	return out
}

// penny rounds a contribution: the third decimal decides, and five or less is
// disregarded, whatever stands behind it.
func (i *insurance) penny(x money.Dec) money.Dec { return i.rounding.Apply(x.Round(3, money.Down)) }

// period are the thresholds of an earnings period: prescribed for a week, a
// month and a year, otherwise those of the year, divided and raised to the
// pound.
func (i *insurance) period(at period) thresholds {
	switch {
	case at.span == 1 && at.weekly:
		return i.weekly
	case at.span == 1:
		return i.monthly
	case !at.weekly && at.span == months:
		return i.annual
	}
	return i.annual.part(money.FromInt(int64(at.span)), at.perYear())
}

// part are the thresholds of n of a year's periods.
func (t thresholds) part(n, year money.Dec) thresholds {
	of := func(x money.Dec) money.Dec { return x.Mul(n).Quo(year).Whole(money.Up) }
	return thresholds{of(t.primary), of(t.secondary), of(t.zone), of(t.upper)}
}

// paid is what a director has earned, and both sides have paid, before.
type paid struct {
	pay  money.Dec
	done contributions
}

// director are the contributions on a payment to a director: what the year's
// earnings owe by the year's thresholds, or their part by weeks, less what was
// paid.
func (i *insurance) director(w *tax.Work, letter string, pay money.Dec, was paid, weeksInOffice int) contributions {
	t := i.annual
	if weeksInOffice < weeks {
		t = t.part(money.FromInt(int64(weeksInOffice)), money.FromInt(weeks))
	}
	due := i.of(w, letter, was.pay.Add(pay), t)
	return contributions{due.employee.Sub(was.done.employee), due.employer.Sub(was.done.employer)}
}

// repayment is what is taken for a loan: a rate of the pay above the period's
// part of a threshold, cut to the pound.
func repayment(pay, threshold, rate money.Dec, at period) money.Dec {
	limit := threshold.Mul(money.FromInt(int64(at.span))).QuoRound(at.perYear(), 2, money.Down)
	return pay.Sub(limit).Positive().Mul(rate).Whole(money.Down)
}
