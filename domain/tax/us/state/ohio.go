package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readOhio reads the tax at the foot of each band, which the schedule prints
// (R.C. 5747.02): it jumps where an income passes the untaxed band, and in 2025
// it exceeds what the bands below come to.
func readOhio(r reader) own {
	foot := r.schedule("tax_at_foot")
	return own{tax: func(c *filing) money.Dec {
		return c.whole(fromFoot(foot, c.schedule, c.taxable))
	}}
}

// rareOhio deducts business income up to an amount and taxes the rest at a
// rate of its own (R.C. 5747.01(A)(28), 5747.02(A)(4)), and gives credits for
// retirement income (R.C. 5747.055(B)) and care (R.C. 5747.054). Limits of income
// count what was deducted.
func rareOhio(r reader, o *own) {
	if most, rate := r.status("business_deduction_most"), r.num("business_rate"); !rate.IsZero() {
		o.subtractLabel, o.subtract = "Business income deduction", func(c *filing) money.Dec {
			return money.Min(c.f.At(form1040.A1_3).Positive(), most[c.in.Status])
		}
		other := o.tax
		o.tax = func(c *filing) money.Dec {
			profit := money.Min(c.f.At(form1040.A1_3), c.agi).Sub(c.subtracted).Positive()
			if profit.IsZero() {
				return other(c)
			}
			all := c.taxable
			profit = money.Min(profit, all)
			c.taxable = all.Sub(profit)
			due := other(c).Add(c.whole(profit.Mul(rate)))
			c.taxable = all
			return due
		}
	}
	retired, below := r.schedule("retirement_credit"), r.num("retirement_credit_below")
	if retired != nil {
		o.credit = func(c *filing) money.Dec {
			if pensioned(c.in).IsZero() || !c.lessExemptions().Less(below) {
				return money.Zero
			}
			return amountAt(retired, pensioned(c.in))
		}
	}
	if part, whole := r.schedule("care_credit_by_income"), r.num("care_credit_whole_below"); part != nil {
		o.care = func(c *filing) money.Dec {
			income := c.start.Add(c.subtracted)
			if income.Less(whole) {
				return c.f.At(form1040.K9)
			}
			return c.f.At(form1040.K11).Mul(amountFrom(part, income))
		}
	}
}

// lessExemptions is the income before what the own subtraction took, less the
// deductions.
func (c *filing) lessExemptions() money.Dec { return c.start.Add(c.subtracted).Sub(c.off).Positive() }

// ohioCredits are the exemption credit and the earned income credit.
func ohioCredits(c *filing) money.Dec {
	return c.f.At(form1040.F27).Mul(c.p.earnedIncome).Add(ohioExemptionCredit(c))
}

func ohioExemptionCredit(c *filing) money.Dec {
	if !c.lessExemptions().Less(c.p.personCreditBelow) {
		return money.Zero
	}
	return c.heads().Mul(c.p.personCredit)
}

// ohioEarlierCredits are the credits that come before that for joint returns.
func ohioEarlierCredits(c *filing) money.Dec {
	sum := ohioExemptionCredit(c).Add(c.p.aged.credit(c)).Add(c.p.care.credit(c))
	if c.p.own.credit != nil {
		sum = sum.Add(c.p.own.credit(c))
	}
	return sum
}

// refuseOhio refuses medical expenses, of which the state deducts a part that is
// found otherwise than on Schedule A (R.C. 5747.01(A)(10)).
func refuseOhio(in *form1040.Return) string {
	if !in.Medical.IsZero() {
		return "the deduction for medical expenses is not modelled for this state"
	}
	return ""
}
