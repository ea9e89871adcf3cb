package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// nebraskaCredits are the personal credits, and what then exceeds the federal
// tax before credits: where additions to income are small, the tax after
// nonrefundable credits is at most that (Form 1040N booklet, Federal Tax Liability
// Worksheet). That for care is among them and added elsewhere.
func nebraskaCredits(c *filing) money.Dec {
	credit := personalCredits(c)
	if !c.p.hasTaxLimit {
		return credit
	}
	care := c.p.care.credit(c)
	return money.Max(credit, c.due.Sub(care).Sub(c.f.At(form1040.F18)))
}

// rareNebraska reads the credit for care: refundable up to an income, a part of
// the federal credit before its limit; above, a part of the federal credit (Neb.
// Rev. Stat. § 77-2715.07).
func rareNebraska(r reader, o *own) {
	low, until, part := r.schedule("care_refund_by_income"), r.num("care_refund_income"), r.num("care_credit_of_allowed")
	if low == nil {
		return
	}
	o.refundsAre = "that for care"
	o.refund = func(c *filing) money.Dec {
		if c.in.CareExpenses.IsZero() || c.agi.Greater(until) {
			return money.Zero
		}
		return c.f.At(form1040.K9).Mul(amountAt(low, c.agi))
	}
	o.care = func(c *filing) money.Dec {
		if !c.agi.Greater(until) {
			return money.Zero
		}
		return c.f.At(form1040.K11).Mul(part)
	}
}
