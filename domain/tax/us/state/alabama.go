package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// alabama deducts the federal income tax, and its standard deduction and
// exemptions for dependents fall with income (Code of Alabama §§ 40-18-15,
// 40-18-19).
var alabama = &Entry{Code: "al", Slug: "alabama", Name: "Alabama", Dependents: true, Children: true, Strict: true,
	FederalTax: true, Without: []form1040.Status{form1040.SurvivingSpouse}, rules: readAlabama, refuse: refuseAlabama}

func readAlabama(r reader) own {
	most, least := r.status("sliding_deduction"), r.status("sliding_deduction_least")
	start, step, each := r.status("sliding_deduction_start"), r.status("sliding_deduction_step"), r.status("sliding_deduction_amount")
	dependent := r.schedule("dependent_by_income")
	slide := func(c *filing) money.Dec {
		s := c.in.Status
		steps := c.start.Sub(start[s]).Positive().QuoRound(step[s], 0, money.Floor)
		return money.Max(least[s], most[s].Sub(steps.Mul(each[s])))
	}
	return own{
		standard: slide,
		deduct: func(c *filing) money.Dec {
			// Federal Income Tax Deduction Worksheet: the tax with the net
			// investment income tax, less refundable credits.
			federal := c.f.At(form1040.F22).Add(c.f.At(form1040.N17)).Sub(c.f.At(form1040.F27)).Sub(c.f.At(form1040.F28)).Positive()
			return slide(c).Add(federal).Add(amountAt(dependent, c.start).Mul(dependents(c.in)))
		},
	}
}
