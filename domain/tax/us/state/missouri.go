package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// missouri takes the federal standard deduction and a part of the federal
// income tax off the income (RSMo §§ 143.131, 143.171). A joint return taxes
// each spouse's income apart; where one of them has all of it, all is taxed
// there.
var missouri = &Entry{Code: "mo", Slug: "missouri", Name: "Missouri", From: 2023, To: 2025, Kinds: withGains, Dependents: true, Children: true, OneEarner: true, couple: missouriCouple, FederalTax: true, Printed: true,
	Scope: simpleScope + coupleScope, rules: readMissouri,
	Why: "schedules of 2023 and 2025 from two secondary sources that agree, the deduction for federal tax from the statute and a secondary source, other parameters from one; no example of the state's authority was run"}

func readMissouri(r reader) own {
	part, limit := r.schedule("federal_tax_rate"), r.status("federal_tax_limit")
	rate, investments := r.num("working_family_rate"), r.num("working_family_investments")
	return own{
		deduct: func(c *filing) money.Dec {
			federal := c.whole(c.federalTax().Mul(amountAt(part, c.start)))
			return c.f.At(form1040.F12).Add(money.Min(federal, limit[c.in.Status]))
		},
		credit: func(c *filing) money.Dec {
			income := c.f.At(form1040.F2b).Add(c.f.At(form1040.F3b)).Add(c.f.At(form1040.F7).Positive())
			if c.in.Status == form1040.Separate || income.Greater(investments) {
				return money.Zero
			}
			return c.whole(c.f.At(form1040.F27).Mul(rate))
		},
	}
}
