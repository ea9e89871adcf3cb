package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// minnesota is the one state that takes back a part of its standard deduction
// and of its exemptions at high incomes and keeps a minimum tax of its own
// (Minn. Stat. §§ 290.0121, 290.0123 subd. 5, 290.091).
var minnesota = &Entry{Code: "mn", Slug: "minnesota", Name: "Minnesota", Dependents: true, Children: true, OneEarner: true,
	couple: minnesotaCouple, rules: readMinnesota, refuse: refuseMinnesota}

// investmentTaxFrom is the net investment income above which the state has a
// tax of its own since 2024 (Minn. Stat. § 290.033).
var investmentTaxFrom = money.FromInt(1000000)

func refuseMinnesota(in *form1040.Return) string {
	const firstYear = 2024
	if in.Year >= firstYear && in.Interest.Add(in.OrdinaryDividends).Add(in.ShortTermGain).Add(in.LongTermGain).Greater(investmentTaxFrom) {
		return "the tax on net investment income is not modelled for this state"
	}
	return refuseMinimumTax(in)
}

func readMinnesota(r reader) own {
	standard, start, highStart := r.status("standard_deduction"), r.status("reduction_start"), r.status("reduction_high_start")
	rate, highRate, most, allFrom := r.num("reduction_rate"), r.num("reduction_high_rate"), r.num("reduction_limit"),
		r.num("reduction_limit_start")
	each, exemptStart, step, stepRate := r.num("phased_exemption"), r.status("exemption_start"), r.status("exemption_step"),
		r.num("exemption_step_rate")
	minimum, free, freeStart, freeFall := r.num("minimum_tax_rate"), r.status("minimum_tax_exemption"), r.status("minimum_tax_start"),
		r.num("minimum_tax_fall")

	lostDeduction := func(c *filing) money.Dec {
		full, s := standard[c.in.Status].Mul(most), c.in.Status
		if !allFrom.IsZero() && c.agi.Greater(allFrom) {
			return full
		}
		low, high := c.agi.Sub(start[s]).Positive(), money.Zero
		if !highRate.IsZero() {
			low = money.Min(low, highStart[s].Sub(start[s]))
			high = c.agi.Sub(highStart[s]).Positive()
		}
		return money.Min(full, low.Mul(rate).Add(high.Mul(highRate)))
	}
	exemptions := func(c *filing) money.Dec {
		s := c.in.Status
		lost := money.Min(money.One, stepsAbove(c.agi, exemptStart[s], step[s]).Mul(stepRate))
		return dependents(c.in).Mul(each).Mul(money.One.Sub(lost))
	}
	return own{
		// The standard deduction of the year is among the parameters that every
		// state has; what is lost of it is taken off here.
		deduct:    func(c *filing) money.Dec { return exemptions(c).Sub(lostDeduction(c)) },
		moreLabel: "Alternative minimum tax",
		more: func(c *filing) money.Dec {
			s := c.in.Status
			exempt := free[s].Sub(c.agi.Sub(freeStart[s]).Positive().Mul(freeFall)).Positive()
			return c.whole(c.agi.Sub(exempt).Positive().Mul(minimum)).Sub(c.due).Positive()
		},
	}
}
