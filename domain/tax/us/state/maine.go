package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// maine lets the standard deduction and its own personal exemptions
// fall to nothing over a range of income (36 M.R.S. §§ 5124-C, 5126-A), and
// gave a nonrefundable credit for dependents until 2023 (§ 5219-SS).
var maine = &Entry{Code: "me", Slug: "maine", Name: "Maine", Dependents: true, Children: true, Benefits: true, Strict: true,
	rules: readMaine, rare: rareMaine, refuse: refuseMaine, refunds: maineRefunds, Young: true,
	unread: "its credits for earned income, dependents, care, sales tax and property tax are not modelled"}

// maineStepped is the first year whose printed schedules were read: they hold
// the tax at the foot of each band in whole dollars.
const maineStepped = 2025

func readMaine(r reader) own {
	standardOwn := r.status("phased_standard") // since 2025; before, the federal one
	standardStart, standardWidth := r.status("standard_start"), r.status("standard_width")
	personal, personalStart, personalWidth := r.num("phased_personal"), r.status("personal_start"), r.status("personal_width")
	dependent, dependentStart := r.num("dependent_credit"), r.status("dependent_credit_start")
	step, each := r.num("dependent_credit_step"), r.num("dependent_credit_amount")
	aged := r.status("phased_standard_aged")
	left := func(c *filing, start, width [5]money.Dec) money.Dec {
		s := c.in.Status
		return money.One.Sub(c.start.Sub(start[s]).Positive().Quo(width[s])).Positive()
	}
	o := own{standard: func(c *filing) money.Dec {
		standard := standardOwn[c.in.Status]
		if standard.IsZero() {
			standard = c.f.At(form1040.F12)
		} else if elderlyOrBlind(c.in) {
			old, blind := oldAndBlind(c.in)
			standard = standard.Add(old.Add(blind).Mul(aged[c.in.Status]))
		}
		return standard.Mul(left(c, standardStart, standardWidth))
	}, tax: func(c *filing) money.Dec {
		if c.in.Year < maineStepped {
			return c.due
		}
		return maineTax(c)
	}}
	o.deduct = func(c *filing) money.Dec {
		return o.standard(c).Add(personal.Mul(persons(c.in)).Mul(left(c, personalStart, personalWidth)))
	}
	if most := r.num("itemized_most"); !most.IsZero() {
		o.itemizedLost = func(c *filing, all money.Dec) money.Dec {
			return all.Sub(money.Min(all, most).Mul(left(c, standardStart, standardWidth)))
		}
	}
	if !dependent.IsZero() {
		o.credit = func(c *filing) money.Dec {
			lost := stepsAbove(c.start, dependentStart[c.in.Status], step).Mul(each)
			return dependent.Mul(dependents(c.in)).Sub(lost).Positive()
		}
	}
	return o
}

// maineTax is the tax by the printed schedule, or by the table.
func maineTax(c *filing) money.Dec {
	return c.whole(stepped(c.schedule, c.p.row(c.in, c.taxable)))
}

// rareMaine subtracts each person's pensions up to an amount less the social security
// that the person has received, and less and less of them over a width of federal
// adjusted gross income (36 M.R.S. § 5122(2)(M-2)). Of the credit for care, a part of
// the federal one, what is above an amount is not refundable (36 M.R.S. § 5218).
func rareMaine(r reader, o *own) {
	most, start, width := r.num("pension_most"), r.status("pension_start"), r.status("pension_width")
	if !most.IsZero() {
		of := func(pension, benefits money.Dec) money.Dec { return money.Min(pension, most.Sub(benefits).Positive()) }
		o.subtractRare, o.subtractLabel = true, "Pension income deduction"
		o.subtract = func(c *filing) money.Dec {
			if pensioned(c.in).IsZero() {
				return money.Zero
			}
			const places = 4
			spouses := c.in.SpouseSocialSecurity
			sum := of(c.pensionOf(&c.in.You), c.in.SocialSecurity.Sub(spouses)).Add(of(c.pensionOf(&c.in.Spouse), spouses))
			lost := money.Min(c.agi.Sub(start[c.in.Status]).Positive().Quo(width[c.in.Status]), money.One)
			if c.in.Method == form1040.AsForm {
				lost = lost.Round(places, money.HalfUp)
			}
			return sum.Sub(c.whole(sum.Mul(lost)))
		}
	}
	if part, refundable := r.num("care_credit_of_allowed"), r.num("care_credit_refunded"); !part.IsZero() {
		o.care = func(c *filing) money.Dec { return c.f.At(form1040.K11).Mul(part).Sub(refundable).Positive() }
	}
}

// refuseMaine refuses retirement income before the age from which distributions are
// pensions however they are paid.
func refuseMaine(in *form1040.Return) string {
	const from = 55
	yours := pensioned(in).Sub(in.SpousePensions)
	if yours.Sign() > 0 && in.You.Age < from || in.SpousePensions.Sign() > 0 && in.Spouse.Age < from {
		return "retirement income before the age of 55 is not modelled for this state"
	}
	return ""
}
