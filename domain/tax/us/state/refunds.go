package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// What states whose refundable credits are no plain part of federal ones give.

// illinoisRefunds is the earned income credit, whatever the age of those without
// a qualifying child, and with a child under 12 a part of it more (35 ILCS 5/212, 5/212.1).
func illinoisRefunds(r reader) *ownRefund {
	rate, from, child := r.num("earned_income_of_federal"), r.num("earned_income_any_age_from"), r.num("child_refund_of_earned")
	if rate.IsZero() {
		return nil
	}
	return &ownRefund{are: "the earned income credit, the child tax credit", alone: true, amount: func(c *filing) money.Dec {
		credit := c.whole(c.ageless(from).Mul(rate))
		if c.in.UnderTwelve.N > 0 {
			credit = credit.Add(c.whole(credit.Mul(child)))
		}
		return credit
	}, wants: func(c *filing) string {
		if c.in.Children > 0 && !c.in.UnderTwelve.Known && !c.f.At(form1040.F27).IsZero() {
			return "state children_under_12"
		}
		return ""
	}}
}

// newJerseyRefunds is the earned income credit, of those whom the federal ages exclude
// a flat amount; the credits for care and for children under 6 by taxable income; and that
// for property tax where it is not deducted (N.J.S.A. 54A:3A-20, 54A:4-7, 54A:4-17.1, 54A:4-17.2).
func newJerseyRefunds(r reader) *ownRefund {
	rate, flat, from := r.num("earned_income_of_federal"), r.num("earned_income_flat"), r.num("earned_income_any_age_from")
	care, child := r.schedule("care_refund_by_taxable"), r.schedule("child_refund_by_taxable")
	if rate.IsZero() {
		return nil
	}
	owed := func(c *filing) bool { // below the filing threshold for the aged and the blind alone
		return c.start.Greater(c.p.noTaxUpTo[c.in.Status]) || elderlyOrBlind(c.in)
	}
	return &ownRefund{are: "the earned income credit, those for care, children and property tax", alone: true,
		amount: func(c *filing) money.Dec {
			earned := c.whole(c.f.At(form1040.F27).Mul(rate))
			if earned.IsZero() && !c.ageless(from).IsZero() {
				earned = flat
			}
			sum := earned.Add(c.whole(c.f.At(form1040.K11).Mul(amountAt(care, c.taxable))))
			if c.in.Status != form1040.Separate {
				sum = sum.Add(amountAt(child, c.taxable).Mul(money.FromInt(int64(c.in.UnderSix))))
			}
			if !c.in.PropertyTaxes.IsZero() && !c.homeDeducted && owed(c) {
				sum = sum.Add(c.p.own.homeCredit[c.in.Status])
			}
			return sum
		}, wants: wantsUnderSix(func(c *filing) bool {
			return c.in.Status != form1040.Separate && !amountAt(child, c.taxable).IsZero()
		})}
}

// wantsUnderSix asks for the number of young children where a credit for them may be given.
func wantsUnderSix(given func(c *filing) bool) func(c *filing) string {
	return func(c *filing) string {
		if c.in.Children > 0 && !c.in.KnowsUnderSix && given(c) {
			return "state children_under_6"
		}
		return ""
	}
}

// marylandRefunds is what the earned income credit and that for care are more than the
// tax before credits, and the credit for children under 6 (Md. Code, Tax-Gen. §§
// 10-704, 10-716, 10-751).
func marylandRefunds(r reader) *ownRefund {
	family, alone, careLimit := r.num("earned_income_refund_family"), r.num("earned_income_refund_alone"), r.status("care_refund_limit")
	child, limit := r.num("child_refund"), r.num("child_refund_limit")
	start, step, fall := r.num("child_refund_start"), r.num("child_refund_step"), r.num("child_refund_fall")
	if family.IsZero() {
		return nil
	}
	return &ownRefund{are: "the earned income credit, those for care and children", alone: true, amount: func(c *filing) money.Dec {
		sum := c.whole(marylandEarned(c, family, alone, money.Zero)).Sub(c.before).Positive()
		if !c.in.CareExpenses.IsZero() && !c.agi.Greater(careLimit[c.in.Status]) {
			sum = sum.Add(c.p.care.amount(c).Sub(c.before).Positive())
		}
		if !c.agi.Greater(limit) {
			each := child.Sub(stepsAbove(c.agi, start, step).Mul(fall)).Positive()
			sum = sum.Add(each.Mul(money.FromInt(int64(c.in.UnderSix))))
		}
		return sum
	}, wants: wantsUnderSix(func(c *filing) bool { return !c.agi.Greater(limit) })}
}

// oregonRefunds is the earned income credit, more of it with a child under 3, and the
// Kids Credit for those under 6, which falls over a width of income (ORS 315.266, 315.273).
func oregonRefunds(r reader) *ownRefund {
	rate, young := r.num("earned_income_of_federal"), r.num("earned_income_of_federal_young")
	child, most := r.num("child_refund"), r.num("child_refund_children")
	start, width := r.num("child_refund_start"), r.num("child_refund_width")
	if rate.IsZero() {
		return nil
	}
	kids := func(c *filing) bool { return c.in.Status != form1040.Separate && c.start.Less(start.Add(width)) }
	return &ownRefund{are: "the earned income credit, the Kids Credit", alone: true, amount: func(c *filing) money.Dec {
		part := rate
		if c.in.UnderThree.N > 0 {
			part = young
		}
		sum := c.whole(c.f.At(form1040.F27).Mul(part))
		if !kids(c) {
			return sum
		}
		lost := c.start.Sub(start).Positive().Quo(width)
		if c.in.Method == form1040.AsForm {
			const places = 2 // worksheet of line 38
			lost = lost.Round(places, money.HalfUp)
		}
		n := money.Min(money.FromInt(int64(c.in.UnderSix)), most)
		return sum.Add(c.whole(child.Mul(n).Mul(money.One.Sub(lost))))
	}, wants: func(c *filing) string {
		in := c.in
		losses := in.You.SelfEmployment.Sign() < 0 || in.Spouse.SelfEmployment.Sign() < 0 || in.RentalAndPassthrough.Sign() < 0
		switch {
		case !in.CareExpenses.IsZero():
			return "the credit for working families' care is not modelled"
		case in.Children > 0 && !in.UnderThree.Known && !c.f.At(form1040.F27).IsZero():
			return "state children_under_3"
		case in.Children > 0 && kids(c) && !in.KnowsUnderSix:
			return "state children_under_6"
		case in.UnderSix > 0 && losses:
			return "losses, of which its Kids Credit adds some back, are not modelled"
		}
		return ""
	}}
}

// virginiaRefunds is the refundable earned income credit, where it was chosen (Va. Code §
// 58.1-339.8).
func virginiaRefunds(r reader) *ownRefund {
	if !r.says("refundable_choice") {
		return nil
	}
	return &ownRefund{are: "the earned income credit where it is worth more than the nonrefundable ones", alone: true,
		amount: func(c *filing) money.Dec { return chosenRefund(c, virginiaLow(c)) }}
}

// chosenRefund is the refundable earned income credit where it was chosen instead of the
// nonrefundable one and another, which it excludes.
func chosenRefund(c *filing, other money.Dec) money.Dec {
	federal := c.f.At(form1040.F27)
	if !c.p.refundChosen(federal, c.before, other) {
		return money.Zero
	}
	return federal.Mul(c.p.earnedIncomeRefundable)
}

// delawareRefunds is the same of Delaware (30 Del. C. § 1117).
func delawareRefunds(r reader) *ownRefund {
	if !r.says("refundable_choice") {
		return nil
	}
	return &ownRefund{are: "the earned income credit where it is worth more than the nonrefundable one", alone: true,
		amount: func(c *filing) money.Dec {
			now := c.due
			c.due = c.before
			_, refunded := delawareChoice(c)
			c.due = now
			return refunded
		}}
}

// massachusettsRefunds is the credit for children under 13 (M.G.L. c. 62, § 6(y)), which
// stands beside the earned income credit.
func massachusettsRefunds(r reader) *ownRefund {
	each := r.num("child_refund")
	if each.IsZero() {
		return nil
	}
	return &ownRefund{are: "that for children under 13", amount: func(c *filing) money.Dec {
		if c.in.Status == form1040.Separate {
			return money.Zero
		}
		return each.Mul(money.FromInt(int64(c.in.UnderThirteen.N)))
	}, wants: func(c *filing) string {
		if c.in.Children > 0 && !c.in.UnderThirteen.Known && c.in.Status != form1040.Separate {
			return "state children_under_13"
		}
		return ""
	}}
}

// indianaRefunds is a part of the federal earned income credit (IC 6-3.1-21-6), and the
// unified tax credit of those of 65 by federal adjusted gross income (IC 6-3-3-9).
func indianaRefunds(r reader) *ownRefund {
	rate, one, both := r.num("earned_income_of_federal"), r.schedule("elderly_refund_one"), r.schedule("elderly_refund_both")
	if rate.IsZero() {
		return nil
	}
	elderly := func(c *filing) money.Dec {
		switch old, _ := oldAndBlind(c.in); {
		case old.IsZero():
			return money.Zero
		case old.Greater(money.One):
			return amountFrom(both, c.agi)
		}
		return amountFrom(one, c.agi)
	}
	return &ownRefund{are: "the earned income credit, that for the elderly", alone: true,
		stands: func(c *filing) bool { return !elderly(c).IsZero() },
		amount: func(c *filing) money.Dec { return c.f.At(form1040.F27).Mul(rate).Add(elderly(c)) },
		wants: func(c *filing) string {
			if c.in.Status == form1040.Separate && !elderly(c).IsZero() && c.in.StateCredits.IsZero() {
				return "its credit for the elderly goes by the income of both spouses"
			}
			return ""
		}}
}

// newYorkRefunds is the Empire State child credit beside the earned income credit: by age, less
// an amount for each whole step of federal adjusted gross income above a start (Tax Law § 606(c-1)).
func newYorkRefunds(r reader) *ownRefund {
	young, each, start := r.num("child_refund_young"), r.num("child_refund"), r.status("child_refund_start")
	step, fall := r.num("child_refund_step"), r.num("child_refund_fall")
	if young.IsZero() {
		return nil
	}
	lost := func(c *filing) money.Dec {
		return c.agi.Sub(start[c.in.Status]).Positive().QuoRound(step, 0, money.Floor).Mul(fall)
	}
	return &ownRefund{are: "the Empire State child credit", amount: func(c *filing) money.Dec {
		if c.in.Children == 0 {
			return money.Zero
		}
		small := money.FromInt(int64(c.in.UnderFour.N))
		others := money.FromInt(int64(c.in.Children)).Sub(small).Positive()
		return small.Mul(young).Add(others.Mul(each)).Sub(lost(c)).Positive()
	}, wants: func(c *filing) string {
		children := money.FromInt(int64(c.in.Children))
		switch {
		case !c.in.CareExpenses.IsZero():
			return "the credit for care is not modelled"
		case c.in.Children > 0 && !c.in.UnderFour.Known && children.Mul(young).Greater(lost(c)):
			return "state children_under_4"
		}
		return ""
	}}
}
