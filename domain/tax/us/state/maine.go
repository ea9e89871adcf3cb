package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// maine lets the standard deduction and its own personal exemptions
// fall to nothing over a range of income (36 M.R.S. §§ 5124-C, 5126-A), and
// gave a nonrefundable credit for dependents until 2023 (§ 5219-SS).
var maine = &Entry{Code: "me", Slug: "maine", Name: "Maine", Dependents: true, Children: true, Strict: true, rules: readMaine}

// maineStepped is the first year whose printed schedules were read: they hold
// the tax at the foot of each band in whole dollars.
const maineStepped = 2026

func readMaine(r reader) own {
	standardOwn := r.status("phased_standard") // since 2025; before, the federal one
	standardStart, standardWidth := r.status("standard_start"), r.status("standard_width")
	personal, personalStart, personalWidth := r.num("phased_personal"), r.status("personal_start"), r.status("personal_width")
	dependent, dependentStart := r.num("dependent_credit"), r.status("dependent_credit_start")
	step, each := r.num("dependent_credit_step"), r.num("dependent_credit_amount")
	left := func(c *filing, start, width [5]money.Dec) money.Dec {
		s := c.in.Status
		return money.One.Sub(c.start.Sub(start[s]).Positive().Quo(width[s])).Positive()
	}
	o := own{deduct: func(c *filing) money.Dec {
		standard := standardOwn[c.in.Status]
		if standard.IsZero() {
			standard = c.f.At(form1040.F12)
		}
		return standard.Mul(left(c, standardStart, standardWidth)).Add(personal.Mul(persons(c.in)).Mul(left(c, personalStart, personalWidth)))
	}, tax: func(c *filing) money.Dec {
		if c.in.Year < maineStepped {
			return c.due
		}
		return c.whole(stepped(c.schedule, c.taxable))
	}}
	if !dependent.IsZero() {
		o.credit = func(c *filing) money.Dec {
			lost := stepsAbove(c.start, dependentStart[c.in.Status], step).Mul(each)
			return dependent.Mul(dependents(c.in)).Sub(lost).Positive()
		}
	}
	return o
}
