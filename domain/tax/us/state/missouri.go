package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// missouri takes the federal standard deduction and a part of the federal
// income tax off the income (RSMo §§ 143.131, 143.171). A joint return taxes
// each spouse's income apart; where one of them has all of it, all is taxed
// there.
var missouri = &Entry{Code: "mo", Slug: "missouri", Name: "Missouri", Dependents: true, Children: true, OneEarner: true,
	Apart: true, Benefits: true, couple: missouriCouple, FederalTax: true, Printed: true, rules: readMissouri, rare: rareMissouri,
	refuse: refuseMissouri}

// refuseMissouri refuses income of partnerships and S corporations, of which a part
// is subtracted (RSMo § 143.022), and the low earners of 2026 whose investment income
// is near the limit of the working family credit, which is not published yet: it
// is the limit of 2025 or a little more.
func refuseMissouri(in *form1040.Return) string {
	const first, limit, above, earned = 2026, 4_400, 5_000, 71_000
	if !in.RentalAndPassthrough.Equal(in.PassiveBusinessIncome) {
		return "income of partnerships and S corporations is not modelled for this state"
	}
	income := in.Interest.Add(in.OrdinaryDividends).Add(in.ShortTermGain.Add(in.LongTermGain).Positive()).
		Add(in.PassiveBusinessIncome.Positive())
	low := in.You.Wages.Add(in.Spouse.Wages).Less(money.FromInt(earned))
	if in.Year >= first && low && !income.Less(money.FromInt(limit)) && income.Less(money.FromInt(above)) {
		return "the investment income that the working family credit of 2026 allows is not published yet"
	}
	return ""
}

func readMissouri(r reader) own {
	part, limit := r.schedule("federal_tax_rate"), r.status("federal_tax_limit")
	rate, investments := r.num("working_family_rate"), r.num("working_family_investments")
	none := r.num("no_tax_taxable")
	return own{
		tax: func(c *filing) money.Dec {
			if !c.taxable.Greater(none) {
				return money.Zero
			}
			return c.whole(printed(c.schedule, c.taxable))
		},
		deduct: func(c *filing) money.Dec {
			federal := c.whole(c.federalTax().Mul(amountAt(part, c.missouri())))
			return c.f.At(form1040.F12).Add(money.Min(federal, limit[c.in.Status]))
		},
		credit: func(c *filing) money.Dec {
			income := c.f.At(form1040.F2b).Add(c.f.At(form1040.F3b)).Add(c.f.At(form1040.F7).Positive()).
				Add(c.in.PassiveBusinessIncome.Positive())
			if c.in.Status == form1040.Separate || !income.Less(investments) {
				return money.Zero
			}
			return c.whole(c.f.At(form1040.F27).Mul(rate))
		},
	}
}

// missouri is the Missouri adjusted gross income, which social security is part
// of: the law exempts it from what is left after that (RSMo §§ 143.121, 143.125).
func (c *filing) missouri() money.Dec {
	taxed := c.p.incomes.of(benefits, c.in).of
	return c.start.Add(c.f.At(form1040.F6b).Mul(money.One.Sub(taxed)))
}

// rareMissouri subtracts a part of business income (RSMo § 143.022), exempts
// retirement income of private plans up to an amount of each person, less income
// above a limit (RSMo § 143.124), and adds the contributions to itemised
// deductions (RSMo § 143.141).
func rareMissouri(r reader, o *own) {
	if part := r.num("business_subtraction"); !part.IsZero() {
		o.subtractLabel = "Business income deduction"
		o.subtract = func(c *filing) money.Dec { return c.whole(c.f.At(form1040.A1_3).Positive().Mul(part)) }
	}
	most, limit := r.num("private_pension_most"), r.status("private_pension_limit")
	contributions, deduct := r.says("itemized_federal_contributions"), o.deduct
	if most.IsZero() && !contributions {
		return
	}
	o.deduct = func(c *filing) money.Dec {
		sum := deduct(c)
		if contributions && !c.f.At(form1040.FItem).IsZero() {
			social, medicare := c.f.EmployeeTaxes()
			sum = sum.Add(c.whole(social.Add(medicare).Add(c.f.At(form1040.A1_15).Mul(money.FromInt(2)))))
		}
		if pensioned(c.in).IsZero() {
			return sum
		}
		exempt := money.Min(most, c.pensionOf(&c.in.You)).Add(money.Min(most, c.pensionOf(&c.in.Spouse)))
		above := c.missouri().Sub(c.f.At(form1040.F6b)).Sub(limit[c.in.Status]).Positive()
		return sum.Add(exempt.Sub(above).Positive())
	}
}

// missouriCouple prorates the combined taxable income by the adjusted gross income
// of each spouse, on the form by whole percents, and taxes each part (RSMo
// § 143.031). What is subtracted of business income is subtracted of whose it is.
func missouriCouple(r reader) couple {
	subtracted := r.num("business_subtraction")
	return couple{known: r.says("combined_return"), pensions: true, business: true, spouseBusiness: true, tax: func(c *filing) money.Dec {
		if c.taxable.IsZero() {
			return money.Zero
		}
		spouse, all := c.ofSpouse().Add(c.benefitsOf(&c.in.Spouse)), c.missouri()
		spouse = spouse.Sub(c.whole(c.in.Spouse.SelfEmployment.Positive().Mul(subtracted)))
		part := money.Min(spouse, all.Sub(spouse)).Positive().Quo(all)
		if c.in.Method == form1040.AsForm {
			part = part.Mul(hundred).Whole(money.HalfUp).Quo(hundred)
		}
		low := money.Min(c.taxable, c.whole(c.taxable.Mul(part)))
		return c.whole(printed(c.schedule, low)).Add(c.whole(printed(c.schedule, c.taxable.Sub(low))))
	}}
}
