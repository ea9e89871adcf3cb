package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// westVirginia gives a family tax credit: all tax up to the federal poverty
// guideline, and a part less for each step of income above it (W. Va. Code
// §§ 11-21-22a, 11-21-22b). Where the exclusion of earned income of § 11-21-10
// applies, the credit already leaves no tax. A surviving spouse has a further
// exemption, and half the guideline counts for a separate return.
var westVirginia = &Entry{Code: "wv", Slug: "west_virginia", Name: "West Virginia", From: 2022, To: 2026, Kinds: withRents, Itemized: true,
	Dependents: true, Children: true, Strict: true,
	Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, Scope: tableScope, rules: readWestVirginia,
	refuse: refuseMinimumTax,
	Why: "schedules from the State Tax Division and the statute, exemption and family tax credit from the statute, each with an " +
		"independent source that agrees; the poverty guidelines of 2022, 2025 and 2026 from one secondary source; some official texts were " +
		"read only as a third party quotes them"}

func readWestVirginia(r reader) own {
	step, loss, limit := r.num("family_credit_step"), r.num("family_credit_loss"), r.num("family_limit")
	return own{credit: func(c *filing) money.Dec {
		guideline := c.p.poverty(money.Min(c.heads(), limit))
		left := money.One.Sub(stepsAbove(c.agi, guideline, step).Mul(loss)).Positive()
		return c.whole(c.due.Mul(left))
	}}
}
