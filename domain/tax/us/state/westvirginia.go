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
var westVirginia = &Entry{Code: "wv", Slug: "west_virginia", Name: "West Virginia", Itemized: true, Dependents: true,
	Children: true, Strict: true, Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse},
	rules: readWestVirginia, refuse: refuseMinimumTax}

func readWestVirginia(r reader) own {
	step, loss, limit := r.num("family_credit_step"), r.num("family_credit_loss"), r.num("family_limit")
	return own{credit: func(c *filing) money.Dec {
		guideline := c.p.poverty(money.Min(c.heads(), limit))
		left := money.One.Sub(stepsAbove(c.agi, guideline, step).Mul(loss)).Positive()
		return c.whole(c.due.Mul(left))
	}}
}
