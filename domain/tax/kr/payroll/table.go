package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// table is the simplified table of earned income (annex 2): columns for 1 to 11
// persons, rows of a month's pay from step to step, and a formula above its end.
type table struct {
	steps, special, pension, credit map[string]money.Dec
	deduction, bands, above         block.Schedule
	deductionMost, person, more     money.Dec
}

func readTable(r *law.Reader) table {
	t := table{
		deduction:     block.NewSchedule(r.Schedule("income_employment_deduction")),
		deductionMost: r.Num("income_employment_deduction_cap").Dec,
		person:        r.Entry("income_personal_deductions", "basic").Dec,
		bands:         block.NewSchedule(r.Schedule("income_bands")),
		above:         block.NewSchedule(r.Schedule("payroll_table_above")), more: r.Num("payroll_table_above_more").Dec,
	}
	t.steps, _ = r.Table("payroll_table_steps")
	t.special, _ = r.Table("payroll_table_special")
	t.pension, _ = r.Table("payroll_table_pension")
	t.credit, _ = r.Table("payroll_table_credit")
	return t
}

// columns are the numbers of persons that have one.
const columns = 11

var twelve = money.FromInt(12)

// tax is what the table takes from a month's pay, before the deduction for children.
func (t *table) tax(w *tax.Work, cite []law.Citation, pay money.Dec, family int) money.Dec {
	if pay.Less(t.steps["from"]) {
		w.Step("table_tax", "Tax of the table: none below its first row", money.Zero, cite, "{} < {}", pay, t.steps["from"])
		return money.Zero
	}
	of := t.row(pay)
	by := t.column(of, family)
	w.Step("table_tax", fmt.Sprintf("Tax of the table for %d persons, of the middle of the row", family), by, cite, "table of {}", of)
	if end := t.steps["end"]; pay.Greater(end) {
		beyond := t.above.Tax(pay)
		by = cut(by.Add(t.more).Add(beyond))
		w.Step("table_tax", "Tax above the end of the table", by, cite, "table of {} + {} + rates on what is beyond, {}", end, t.more, beyond)
	}
	return by
}

// row is the month's pay that a row is computed of: its middle, or the end itself.
func (t *table) row(pay money.Dec) money.Dec {
	step := t.steps["step_3"]
	switch {
	case !pay.Less(t.steps["end"]):
		return t.steps["end"]
	case pay.Less(t.steps["to_1"]):
		step = t.steps["step_1"]
	case pay.Less(t.steps["to_2"]):
		step = t.steps["step_2"]
	}
	return pay.ToMultiple(step, money.Down).Add(step.Quo(money.FromInt(2)))
}

// column is the cell of a family; beyond the last column the difference of the last
// two goes on (note 4).
func (t *table) column(pay money.Dec, family int) money.Dec {
	if family <= columns {
		return t.cell(pay, family)
	}
	last, before := t.cell(pay, columns), t.cell(pay, columns-1)
	return last.Sub(before.Sub(last).Mul(money.FromInt(int64(family - columns)))).Positive()
}

// cell is the year's tax on twelve times a month's pay, divided by twelve.
func (t *table) cell(pay money.Dec, family int) money.Dec {
	year := pay.Mul(twelve)
	pension := cut(money.Min(pay, t.pension["most"]).ToMultiple(money.FromInt(1000), money.Down).Mul(t.pension["rate"])).Mul(twelve)
	base := year.Sub(money.Min(t.deduction.Tax(year), t.deductionMost)).Sub(t.person.Mul(money.FromInt(int64(family)))).
		Sub(t.specials(year, family)).Sub(pension).Positive()
	due := t.bands.Tax(base)
	month := cut(due.Sub(t.wageCredit(due, year)).Positive().Quo(twelve))
	if month.Less(money.FromInt(1000)) {
		return money.Zero // a dash: Income Tax Act, art. 86
	}
	return month
}

// specials is the part of the special deductions and credits of note 1.
func (t *table) specials(year money.Dec, family int) money.Dec {
	s, of := t.special, fmt.Sprintf("family_%d", min(family, 3))
	var less money.Dec
	rate := of + "_rate_4"
	switch {
	case !year.Greater(s["to_1"]):
		rate = of + "_rate_1"
	case !year.Greater(s["to_2"]):
		rate, less = of+"_rate_2", year.Sub(s["to_1"]).Mul(s["falls"])
	case !year.Greater(s["to_3"]):
		rate = of + "_rate_3"
	}
	out := s[of].Add(year.Mul(s[rate])).Sub(less)
	if family >= 3 {
		out = out.Add(year.Sub(s["more_from"]).Positive().Mul(s["more_rate"]))
	}
	return out
}

// wageCredit is the wage income credit on a tax, within its limit by the year's pay.
func (t *table) wageCredit(due, year money.Dec) money.Dec {
	c := t.credit
	low := money.Min(due, c["low_to"])
	credit := low.Mul(c["low"]).Add(due.Sub(low).Mul(c["high"]))
	most := c["first"]
	switch {
	case year.Greater(c["second_from"]):
		most = money.Max(c["least"], c["second"].Sub(year.Sub(c["second_from"]).Mul(c["falls"])))
	case year.Greater(c["falls_from"]):
		most = money.Max(c["second"], c["first"].Sub(year.Sub(c["falls_from"]).Mul(c["falls"])))
	}
	return money.Min(credit, most)
}
