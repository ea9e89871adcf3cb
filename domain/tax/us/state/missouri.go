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
	Apart: true, couple: missouriCouple, FederalTax: true, Printed: true, rules: readMissouri, refuse: refuseMissouri}

// refuseMissouri refuses the low earners of 2026 whose investment income is
// near the limit of the working family credit, which is not published yet: it
// is the limit of 2025 or a little more.
func refuseMissouri(in *form1040.Return) string {
	const first, limit, above, earned = 2026, 4_400, 5_000, 71_000
	income := in.Interest.Add(in.OrdinaryDividends).Add(in.ShortTermGain.Add(in.LongTermGain).Positive())
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
			federal := c.whole(c.federalTax().Mul(amountAt(part, c.start)))
			return c.f.At(form1040.F12).Add(money.Min(federal, limit[c.in.Status]))
		},
		credit: func(c *filing) money.Dec {
			income := c.f.At(form1040.F2b).Add(c.f.At(form1040.F3b)).Add(c.f.At(form1040.F7).Positive())
			if c.in.Status == form1040.Separate || !income.Less(investments) {
				return money.Zero
			}
			return c.whole(c.f.At(form1040.F27).Mul(rate))
		},
	}
}
