package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// georgia excludes retirement income of each taxpayer from 62 on, incomes from
// investments and a little of what is earned among it, gives a credit for low
// incomes, and one to those who itemise, as the federal return decides (O.C.G.A.
// §§ 48-7-27(a)(5), 48-7A-3, 48-7-29.23).
var georgia = &Entry{Code: "ga", Slug: "georgia", Name: "Georgia", Dependents: true, Children: true, refuse: refuseGeorgia,
	rules: readGeorgia, rare: rareGeorgia}

func readGeorgia(reader) own {
	return own{credit: func(c *filing) money.Dec { return georgiaLowIncome(c, money.Zero) }}
}

func rareGeorgia(r reader, o *own) {
	x := retirementExclusion{most: r.num("retirement_exclusion"), young: r.num("retirement_exclusion_young"),
		from: r.num("retirement_exclusion_age"), youngFrom: r.num("retirement_exclusion_age_young"),
		earned: r.num("retirement_exclusion_earned")}
	if x.most.IsZero() {
		return
	}
	itemizer, aged := r.num("itemizer_credit"), r.num("low_income_aged")
	o.subtractRare, o.subtractLabel, o.subtract = true, "Retirement income exclusion", x.both
	o.credit = func(c *filing) money.Dec {
		credit := georgiaLowIncome(c, aged)
		if !c.f.At(form1040.FItem).IsZero() {
			credit = credit.Add(itemizer.Mul(persons(c.in)))
		}
		return credit
	}
}

// retirementExclusion is the exclusion of one taxpayer's retirement income, by
// age, with a part of what that person earns.
type retirementExclusion struct{ most, young, from, youngFrom, earned money.Dec }

func (x *retirementExclusion) both(c *filing) money.Dec {
	sum := x.of(c, &c.in.You)
	if c.in.Status == form1040.Joint {
		sum = sum.Add(x.of(c, &c.in.Spouse))
	}
	return sum
}

func (x *retirementExclusion) of(c *filing, who *form1040.Person) money.Dec {
	age, most := money.FromInt(int64(who.Age)), x.most
	switch {
	case age.Less(x.youngFrom):
		return money.Zero
	case age.Less(x.from):
		most = x.young
	}
	earned := who.Wages.Add(who.SelfEmployment).Positive()
	return money.Min(most, c.passive(who).Add(money.Min(earned, x.earned)))
}

// georgiaLowIncome is the low income credit: by federal adjusted gross income
// an amount for each spouse and natural or adopted child, other dependents not
// counted, and so many times more for each age of 65. The bands hold amounts.
func georgiaLowIncome(c *filing, aged money.Dec) money.Dec {
	old, _ := oldAndBlind(c.in)
	heads := persons(c.in).Add(money.FromInt(int64(c.in.Children))).Add(old.Mul(aged))
	return c.p.lowIncome.Entered(c.f.At(form1040.F11)).Rate.Mul(heads)
}

// georgiaExclusionFrom is the age from which incomes are excluded, in any year.
const georgiaExclusionFrom = 62

// refuseGeorgia refuses children from the year on in which the state has a
// credit by their age, and taxpayers of an age from which incomes are excluded in
// years whose exclusion is not known, or with gains of a spouse.
func refuseGeorgia(in *form1040.Return) string {
	const creditFrom, known = 2026, 2025
	switch {
	case in.Year >= creditFrom && max(in.Children, in.EICChildren) > 0:
		return "the credit for young children is not modelled for this state"
	case !retired(in, georgiaExclusionFrom):
	case in.Year != known:
		return "returns of taxpayers of an age from which the state excludes some incomes are not modelled in this year"
	case in.Status == form1040.Joint && !in.SpouseUnearned.Equal(in.SpousePensions.Add(in.SpouseRents)):
		return "gains of a spouse are not modelled where the state excludes incomes by age"
	case in.ShortTermGain.Add(in.LongTermGain).Sign() < 0 || in.RentalAndPassthrough.Sign() < 0:
		return "losses are not modelled where the state excludes incomes by age"
	}
	return ""
}
