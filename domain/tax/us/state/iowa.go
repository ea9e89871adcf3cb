package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// iowaCredits are the personal credits, more for each age and blindness (Iowa Code
// § 422.12(2)).
func iowaCredits(c *filing) money.Dec {
	return personalCredits(c).Add(c.p.aged.count(c.in).Mul(c.p.aged.personal))
}

// readIowa frees low incomes from tax. Of others the tax is at most what the income
// above the amount for those bears at an alternate rate; single persons have not that
// rate, but what is left of the tax after the credits is at most the income above
// (Iowa Code § 422.5). The income is the taxable one and the federal deductions that
// have reduced it.
func readIowa(r reader) (o own) {
	young, old, rate := r.status("low_income_free"), r.status("low_income_free_aged"), r.num("alternate_rate")
	if rate.IsZero() {
		return o
	}
	above := func(c *filing) money.Dec {
		free := young[c.in.Status]
		if retired(c.in, agedFrom) {
			free = old[c.in.Status]
		}
		return c.taxable.Add(c.f.At(form1040.F14)).Sub(free).Positive()
	}
	o.tax = func(c *filing) money.Dec {
		due, income := c.schedule.Tax(c.taxable), above(c)
		switch {
		case income.IsZero():
			return income
		case c.in.Status != form1040.Single:
			due = money.Min(due, income.Mul(rate))
		}
		return c.whole(due)
	}
	o.credit = func(c *filing) money.Dec {
		if c.in.Status != form1040.Single {
			return money.Zero
		}
		return c.before.Sub(iowaCredits(c)).Sub(c.whole(above(c))).Positive()
	}
	return o
}

// rareIowa is the credit for care, a part of the federal credit before its limit,
// by Iowa taxable income (Iowa Code § 422.12C).
func rareIowa(r reader, o *own) {
	part := r.schedule("care_refund_by_income")
	if part == nil {
		return
	}
	o.refundsAre = "that for care"
	o.refund = func(c *filing) money.Dec {
		if c.in.CareExpenses.IsZero() {
			return money.Zero
		}
		return c.f.At(form1040.K9).Mul(amountFrom(part, c.taxable))
	}
}
