package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// delawareCouple files combined separate returns where their tax is less: each
// spouse's income apart, with the standard deduction of a separate filer (30 Del.
// C. §§ 1102, 1108).
func delawareCouple(r reader) couple {
	return couple{known: r.says("combined_return"), tax: func(c *filing) money.Dec {
		low, high := delawareApart(c)
		return money.Min(c.due, c.whole(low.Add(high)))
	}}
}

// delawareApart are the taxes of the two columns of a combined separate return.
func delawareApart(c *filing) (low, high money.Dec) {
	less, each, alone := c.lower(), c.p.standard[form1040.Separate], c.p.tariff[form1040.Separate]
	return alone.Tax(less.Sub(each).Positive()), alone.Tax(c.start.Sub(less).Sub(each).Positive())
}

// delawareCredits are the personal credits, those for age, and the
// nonrefundable earned income credit, unless with the refundable one, which
// excludes it, as little is owed in the end (30 Del. C. §§ 1110, 1117).
func delawareCredits(c *filing) money.Dec {
	federal := c.f.At(form1040.F27)
	left, refunded := delawareLeft(c, money.Zero), federal.Mul(c.p.earnedIncomeRefundable)
	if other := delawareLeft(c, federal.Mul(c.p.earnedIncome)); refunded.IsZero() || other.Less(left.Sub(refunded)) {
		left = other
	}
	return c.due.Sub(left)
}

// delawareLeft is the tax that the credits leave with an earned income credit.
// On a combined separate return each spouse's own credits stand against the tax
// of that spouse alone, those of dependents as the couple divides them, the
// earned income credit against the tax of whoever has more (instructions to Form
// PIT-RES, lines 27a and 27b); a couple takes the return that leaves less.
func delawareLeft(c *filing, earned money.Dec) money.Dec {
	p, in := c.p, c.in
	own := func(who *form1040.Person) money.Dec {
		if money.FromInt(int64(who.Age)).Less(p.personCreditAge) {
			return p.personCredit
		}
		return p.personCredit.Add(p.personCreditAged)
	}
	all := own(&in.You).Add(dependents(in).Mul(p.personCredit)).Add(earned)
	if in.Status == form1040.Joint {
		all = all.Add(own(&in.Spouse))
	}
	if !p.couple.known || !c.both() {
		return c.due.Sub(all).Positive()
	}
	less, more := &in.You, &in.Spouse
	if c.lowerIsSpouse() {
		less, more = more, less
	}
	low, high := delawareApart(c)
	used := money.Zero
	for n, others := 0, in.Children+in.OtherDependents; n <= others; n++ {
		first := own(less).Add(p.personCredit.Mul(money.FromInt(int64(n))))
		second := own(more).Add(p.personCredit.Mul(money.FromInt(int64(others - n)))).Add(earned)
		used = money.Max(used, money.Min(low, first).Add(money.Min(high, second)))
	}
	return money.Min(c.together.Sub(all).Positive(), c.whole(low.Add(high)).Sub(c.whole(used)))
}
