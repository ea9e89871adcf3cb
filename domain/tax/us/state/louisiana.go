package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readLouisiana reads the combined exemption of until 2024, which comes off the
// lowest bracket first and then off the others (La. R.S. 47:32, 47:294, 47:295):
// the tax is that on the income less that on the exemption.
func readLouisiana(r reader) own {
	if !r.says("combined_order") {
		return own{}
	}
	each, dependent := r.status("combined_exemption"), r.num("combined_dependent")
	return own{tax: func(c *filing) money.Dec {
		free := each[c.in.Status].Add(dependent.Mul(dependents(c.in)))
		return c.whole(c.schedule.Tax(c.taxable).Sub(c.schedule.Tax(free)).Positive())
	}}
}

// rareLouisiana reads the credit for care: refundable up to an income, of the
// federal credit before the federal tax limits it; above, a part of the federal
// credit against the tax, and at high incomes at most an amount (La. R.S.
// 47:297.4).
func rareLouisiana(r reader, o *own) {
	low, until := r.num("care_refund_of_federal"), r.num("care_refund_income")
	part, most, above := r.schedule("care_credit_by_income"), r.num("care_credit_most"), r.num("care_credit_most_above")
	if part == nil {
		return
	}
	o.refundsAre = "that for care"
	o.refund = func(c *filing) money.Dec {
		if c.in.CareExpenses.IsZero() || c.agi.Greater(until) {
			return money.Zero
		}
		return c.f.At(form1040.K9).Mul(low)
	}
	o.care = func(c *filing) money.Dec {
		credit := c.f.At(form1040.K11).Mul(amountAt(part, c.agi))
		if c.agi.Greater(above) {
			credit = money.Min(credit, most)
		}
		return credit
	}
}
