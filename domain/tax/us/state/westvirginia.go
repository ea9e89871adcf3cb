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
	Children: true, Strict: true, Benefits: true, Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse},
	rules: readWestVirginia, refuse: refuseMinimumTax}

func readWestVirginia(r reader) own {
	step, loss, limit := r.num("family_credit_step"), r.num("family_credit_loss"), r.num("family_limit")
	out := own{}
	if senior := r.num("senior_deduction"); !senior.IsZero() {
		limit, above := r.status("benefits_exempt_income"), r.num("benefits_exempt_above")
		out.subtractLabel = "Social security and senior citizen deductions"
		out.subtract = func(c *filing) money.Dec {
			part := money.One
			if c.agi.Greater(limit[c.in.Status]) {
				part = above
			}
			return c.westVirginiaSeniors(senior, part)
		}
	}
	out.credit = func(c *filing) money.Dec {
		guideline := c.p.poverty(money.Min(c.heads(), limit))
		left := money.One.Sub(stepsAbove(c.agi, guideline, step).Mul(loss)).Positive()
		return c.whole(c.due.Mul(left))
	}
	return out
}

// westVirginiaSeniors is a part of each taxpayer's social security, and of who is
// 65 or older an amount less that, at most the other income of that person
// (W. Va. Code § 11-21-12(c)(8), (9)).
func (c *filing) westVirginiaSeniors(senior, part money.Dec) money.Dec {
	sum := money.Zero
	add := func(who *form1040.Person) {
		benefits := c.benefitsOf(who).Mul(part)
		sum = sum.Add(benefits)
		if who.Age >= agedFrom {
			income := c.passive(who).Add(who.Wages).Add(who.SelfEmployment).Add(c.benefitsOf(who))
			sum = sum.Add(money.Min(senior, income).Sub(benefits).Positive())
		}
	}
	add(&c.in.You)
	if c.in.Status == form1040.Joint {
		add(&c.in.Spouse)
	}
	return sum
}
