package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readMassachusetts reads what is deducted beside exemptions: student loan
// interest, of income before them; the tax on self-employment among the
// contributions of each earner; and charitable contributions, of income other than
// interest, dividends and gains (M.G.L. c. 62, §§ 2(d), 3 B(a)).
func readMassachusetts(reader) own {
	return own{
		subtractRare: true, subtractLabel: "Student loan interest",
		subtract: func(c *filing) money.Dec { return c.f.At(form1040.A1_21) },
		deduct: func(c *filing) money.Dec {
			off := money.Zero
			if c.p.incomes.taxContributes && selfEmployed(c.in) {
				off = c.selfEmployedContributions()
			}
			if c.p.itemize.charity && !c.in.GiftsCash.IsZero() {
				long, rest := netLongTerm(c.in)
				partB := c.start.Sub(c.in.Interest).Sub(c.in.OrdinaryDividends).Sub(long).Sub(rest)
				partB = partB.Sub(c.p.contributions(c.in)).Sub(off).Positive()
				off = off.Add(money.Min(c.f.At(form1040.SA14), partB))
			}
			return off
		},
	}
}

// selfEmployedContributions is what the tax on self-employment adds to the
// contributions of each earner, up to the limit of both together.
func (c *filing) selfEmployedContributions() money.Dec {
	more := func(who *form1040.Person, line form1040.ID) money.Dec {
		ofWages := money.Min(who.Wages.Mul(c.p.contributionRate), c.p.contributionLimit)
		return money.Min(c.f.At(line), c.p.contributionLimit.Sub(ofWages))
	}
	sum := more(&c.in.You, form1040.SE12)
	if c.in.Status == form1040.Joint {
		sum = sum.Add(more(&c.in.Spouse, form1040.OfSpouse(form1040.SE12)))
	}
	return sum
}

// refuseMassachusetts refuses student loan interest of which the federal return
// deducts a part: that of undergraduate loans is then deducted in full, and which
// it is is not known.
func refuseMassachusetts(in *form1040.Return) string {
	const most, from, fromJoint = 2_500, 85_000, 170_000
	limit := money.FromInt(from)
	if in.Status == form1040.Joint {
		limit = money.FromInt(fromJoint)
	}
	if in.StudentLoanInterest.Greater(money.FromInt(most)) || !in.StudentLoanInterest.IsZero() && gross(in).Greater(limit) {
		return "student loan interest beyond what the federal return deducts is not modelled for this state"
	}
	return ""
}
