package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// delawareCouple files combined separate returns where their tax is less: each
// spouse's income apart, with the standard deduction of a separate filer (30 Del.
// C. §§ 1102, 1108).
func delawareCouple(r reader) couple {
	return couple{known: r.says("combined_return"), pensions: true, business: true, spouseBusiness: true, standardEach: true,
		tax: func(c *filing) money.Dec {
			low, high := delawareApart(c)
			return money.Min(c.due, c.whole(low.Add(high)))
		}}
}

// delawareApart are the taxes of the two columns of a combined separate return.
func delawareApart(c *filing) (low, high money.Dec) {
	less, each, alone := c.lower(), c.p.standard[form1040.Separate], c.p.tariff[form1040.Separate]
	first, second := &c.in.You, &c.in.Spouse
	if c.lowerIsSpouse() {
		first, second = second, first
	}
	low = alone.Tax(less.Sub(each).Sub(c.p.aged.of(c, first)).Positive())
	return low, alone.Tax(c.start.Sub(less).Sub(each).Sub(c.p.aged.of(c, second)).Positive())
}

// readDelaware is the exclusion of pensions, from an age on with what else is
// retirement income, and that of the aged of low income (30 Del. C. § 1106(b)(3), (b)(2)).
func readDelaware(r reader) own {
	most, young, from := r.num("retirement_exclusion"), r.num("retirement_exclusion_young"), r.num("retirement_exclusion_age")
	low, lowIncome, lowEarned := r.num("low_income_exclusion"), r.num("low_income_exclusion_income"), r.num("low_income_exclusion_earned")
	if most.IsZero() {
		return own{}
	}
	of := func(c *filing, who *form1040.Person) money.Dec {
		if money.FromInt(int64(who.Age)).Less(from) {
			return money.Min(young, c.pensionOf(who))
		}
		return money.Min(most, c.passive(who))
	}
	return own{subtractLabel: "Exclusion of retirement income", subtract: func(c *filing) money.Dec {
		sum, n := of(c, &c.in.You), money.One
		all := !money.FromInt(int64(c.in.You.Age)).Less(from)
		if c.in.Status == form1040.Joint {
			c.spouseOff = of(c, &c.in.Spouse)
			sum, n = sum.Add(c.spouseOff), money.FromInt(2)
			all = all && !money.FromInt(int64(c.in.Spouse.Age)).Less(from)
		}
		if all && earned(c.f).Less(lowEarned.Mul(n)) && !c.start.Sub(sum).Greater(lowIncome.Mul(n)) {
			sum = sum.Add(low.Mul(n))
		}
		return sum
	}}
}

// passive is what one taxpayer has of retirement income, interest, dividends,
// gains and rents. What is not said to be the spouse's is the taxpayer's.
func (c *filing) passive(who *form1040.Person) money.Dec {
	in := c.in
	if who == &in.Spouse {
		return in.SpousePensions.Add(in.SpouseInvested).Add(in.SpouseRents.Positive())
	}
	gains := in.ShortTermGain.Add(in.LongTermGain).Positive()
	return c.pensionOf(who).Add(in.Interest).Add(in.OrdinaryDividends).Sub(in.SpouseInvested).Add(gains).
		Add(in.RentalAndPassthrough.Sub(in.SpouseRents).Positive())
}

// refuseDelaware refuses invested incomes of those of 60 in years whose exclusion
// is not known, and the credit for care of couples on whose combined return it is
// one spouse's.
func refuseDelaware(in *form1040.Return) string {
	const known = 2025
	if in.Year != known {
		if !pensioned(in).IsZero() {
			return "the exclusion of retirement income is not modelled in this year"
		}
		return refuseInvestedFrom(60)(in)
	}
	if !in.CareExpenses.IsZero() && TwoIncomes(in) {
		return "the credit for care of couples who both have income is not modelled for this state"
	}
	return ""
}

// delawareCredits are the personal credits, those for age, and the
// nonrefundable earned income credit, unless with the refundable one, which
// excludes it, as little is owed in the end (30 Del. C. §§ 1110, 1117).
func delawareCredits(c *filing) money.Dec {
	left, _ := delawareChoice(c)
	return c.due.Sub(left)
}

// delawareChoice is the tax that the credits leave, and the refundable earned income
// credit where that was chosen.
func delawareChoice(c *filing) (left, refunded money.Dec) {
	federal := c.f.At(form1040.F27)
	left, refunded = delawareLeft(c, money.Zero), federal.Mul(c.p.earnedIncomeRefundable)
	if other := delawareLeft(c, federal.Mul(c.p.earnedIncome)); refunded.IsZero() || other.Less(left.Sub(refunded)) {
		return other, money.Zero
	}
	return left, refunded
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
