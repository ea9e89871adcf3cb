package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readNewJersey reads the tax at the foot of each band for joint returns, heads
// of household and surviving spouses: in one band the statute prints more than
// the bands below come to (N.J.S.A. 54A:2-1(a)); the exclusions of retirement
// income (N.J.S.A. 54A:6-10, 54A:6-15); and the property tax that is deducted if
// that saves as much as the credit in its place pays (N.J.S.A. 54A:3A-17).
func readNewJersey(r reader) own {
	foot := r.schedule("tax_at_foot_joint")
	most, credit := r.status("home_tax_most"), r.status("home_tax_credit")
	out := own{homeCredit: credit, tax: func(c *filing) money.Dec {
		if c.due.IsZero() {
			return c.due
		}
		full := newJerseyTax(c, foot, c.taxable)
		if c.in.PropertyTaxes.IsZero() {
			return full
		}
		left := c.taxable.Sub(money.Min(c.in.PropertyTaxes, most[c.in.Status])).Positive()
		less := newJerseyTax(c, foot, left)
		if full.Sub(less).Less(credit[c.in.Status]) {
			return full
		}
		c.taxable, c.homeDeducted = left, true
		return less
	}}
	upTo, part := r.status("pension_exclusion_most"), r.schedules("pension_exclusion_part")
	earn, all := r.num("other_exclusion_earned"), r.num("other_exclusion_income")
	if !all.IsZero() {
		out.subtractLabel = "Exclusion of retirement income"
		out.subtract = func(c *filing) money.Dec { return c.newJerseyExclusions(upTo, part, earn, all) }
	}
	return out
}

// newJerseyTax is the tax on a taxable income.
func newJerseyTax(c *filing, foot *block.Schedule, x money.Dec) money.Dec {
	if c.in.Method == form1040.AsForm {
		x = newJerseyRow(x)
	}
	if c.in.Status == form1040.Single || c.in.Status == form1040.Separate {
		return c.whole(c.schedule.Tax(x))
	}
	return c.whole(fromFoot(foot, c.schedule, x))
}

const newJerseyRetired = 62

// newJerseyExclusions are that of the pensions of those of 62, up to an amount or
// in part by income, and what it leaves of the amount for their other incomes, if
// little is earned.
func (c *filing) newJerseyExclusions(most [5]money.Dec, part [5]*block.Schedule, earn, all money.Dec) money.Dec {
	in, pensions, others := c.in, money.Zero, money.Zero
	status := in.Status
	if status == form1040.SurvivingSpouse { // in the chart with single returns
		status = form1040.Single
	}
	add := func(who *form1040.Person) {
		if who.Age >= newJerseyRetired {
			own := c.pensionOf(who)
			pensions, others = pensions.Add(own), others.Add(c.passive(who).Sub(own)).Add(who.Wages).Add(who.SelfEmployment.Positive())
		}
	}
	add(&in.You)
	if in.Status == form1040.Joint {
		add(&in.Spouse)
	}
	// Up to the first income all is excluded up to the amount, then a part.
	off := money.Min(pensions, most[status])
	if c.start.Greater(all) {
		off = c.whole(pensions.Mul(amountAt(part[status], c.start)))
	} else if !newJerseyEarned(in).Greater(earn) {
		off = off.Add(money.Min(others, most[status].Sub(off)))
	}
	return off
}

func newJerseyEarned(in *form1040.Return) money.Dec {
	return in.You.Wages.Add(in.Spouse.Wages).Add(in.You.SelfEmployment).Add(in.Spouse.SelfEmployment)
}

// refuseNewJersey refuses invested incomes of those of 62 in years whose
// exclusions are not known, where whose they are is not said, and where the
// exclusion of others than pensions falls by income.
func refuseNewJersey(in *form1040.Return) string {
	const known, falls, earn = 2025, 100_000, 3_000
	if in.Year != known || in.Status == form1040.Separate {
		if !pensioned(in).IsZero() {
			return "the exclusion of pensions is not modelled in this year or for separate returns"
		}
		return refuseInvestedFrom(newJerseyRetired)(in)
	}
	little := !newJerseyEarned(in).Greater(money.FromInt(earn))
	if little && gross(in).Sub(in.SocialSecurity).Greater(money.FromInt(falls)) {
		return refuseInvestedFrom(newJerseyRetired)(in)
	}
	if little && in.Status == form1040.Joint && (in.You.Age < newJerseyRetired || in.Spouse.Age < newJerseyRetired) {
		return refuseInvestedFrom(newJerseyRetired)(in)
	}
	return ""
}
