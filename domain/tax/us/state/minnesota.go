package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// minnesota is the one state that takes back a part of its standard deduction
// and of its exemptions at high incomes and keeps a minimum tax of its own
// (Minn. Stat. §§ 290.0121, 290.0123 subd. 5, 290.091).
var minnesota = &Entry{Code: "mn", Slug: "minnesota", Name: "Minnesota", Dependents: true, Children: true, OneEarner: true, Benefits: true,
	couple: minnesotaCouple, rules: readMinnesota, rare: rareMinnesota, refuse: refuseMinnesota, refunds: minnesotaRefunds,
	unread: "its child and working family credit and those for care, rent and schooling are not modelled"}

// investmentTaxFrom is the net investment income above which the state has a
// tax of its own since 2024 (Minn. Stat. § 290.033).
var investmentTaxFrom = money.FromInt(1000000)

func refuseMinnesota(in *form1040.Return) string {
	const firstYear = 2024
	if in.Year >= firstYear && in.Interest.Add(in.OrdinaryDividends).Add(in.ShortTermGain).Add(in.LongTermGain).Greater(investmentTaxFrom) {
		return "the tax on net investment income is not modelled for this state"
	}
	const large = 60_000
	if in.MortgageInterest.Add(in.PropertyTaxes).Add(in.GiftsCash).Greater(money.FromInt(large)) {
		return "the minimum tax on large itemised deductions is not modelled for this state"
	}
	if in.Status == form1040.Joint && !in.SocialSecurity.IsZero() && !lowerWithBenefits(in).Less(marriageFrom) {
		return "the marriage credit of couples who both have income and social security is not modelled for this state"
	}
	return refuseMinimumTax(in)
}

// marriageFrom is at most what each spouse must have for the marriage credit in any year.
var marriageFrom = money.FromInt(26000)

// lowerWithBenefits is what the spouse with less has of wages, profit, retirement
// income and social security, taxable or not.
func lowerWithBenefits(in *form1040.Return) money.Dec {
	of := func(who *form1040.Person, pensions, benefits money.Dec) money.Dec {
		return who.Wages.Add(who.SelfEmployment).Add(pensions).Add(benefits)
	}
	return money.Min(of(&in.You, pensioned(in).Sub(in.SpousePensions), in.SocialSecurity.Sub(in.SpouseSocialSecurity)),
		of(&in.Spouse, in.SpousePensions, in.SpouseSocialSecurity))
}

func readMinnesota(r reader) own {
	standard, start, highStart := r.status("standard_deduction"), r.status("reduction_start"), r.status("reduction_high_start")
	rate, highRate, most, allFrom := r.num("reduction_rate"), r.num("reduction_high_rate"), r.num("reduction_limit"),
		r.num("reduction_limit_start")
	each, exemptStart, step, stepRate := r.num("phased_exemption"), r.status("exemption_start"), r.status("exemption_step"),
		r.num("exemption_step_rate")
	minimum, free, freeStart, freeFall := r.num("minimum_tax_rate"), r.status("minimum_tax_exemption"), r.status("minimum_tax_start"),
		r.num("minimum_tax_fall")

	lost := func(c *filing, all money.Dec) money.Dec {
		full, s := all.Mul(most), c.in.Status
		if !allFrom.IsZero() && c.agi.Greater(allFrom) {
			return full
		}
		low, high := c.agi.Sub(start[s]).Positive(), money.Zero
		if !highRate.IsZero() {
			low = money.Min(low, highStart[s].Sub(start[s]))
			high = c.agi.Sub(highStart[s]).Positive()
		}
		return money.Min(full, low.Mul(rate).Add(high.Mul(highRate)))
	}
	giftsPart, giftsFrom := r.num("gifts_part"), r.num("gifts_from")
	exemptions := func(c *filing) money.Dec {
		s := c.in.Status
		lost := money.Min(money.One, stepsAbove(c.agi, exemptStart[s], step[s]).Mul(stepRate))
		return dependents(c.in).Mul(each).Mul(money.One.Sub(lost))
	}
	// The standard deduction of the year is among the parameters that every state has;
	// what is lost of it is taken off here, and gifts beside it are added.
	beside := func(c *filing) money.Dec {
		gifts := c.in.GiftsCash.Sub(giftsFrom).Positive().Mul(giftsPart)
		return gifts.Sub(lost(c, standard[c.in.Status].Add(c.p.aged.exemption(c))))
	}
	return own{
		standard:     beside,
		itemizedLost: lost,
		deduct:       func(c *filing) money.Dec { return exemptions(c).Add(beside(c)) },
		moreLabel:    "Alternative minimum tax",
		more: func(c *filing) money.Dec {
			s := c.in.Status
			exempt := free[s].Sub(c.agi.Sub(freeStart[s]).Positive().Mul(freeFall)).Positive()
			return c.whole(c.agi.Sub(exempt).Positive().Mul(minimum)).Sub(c.due).Positive()
		},
	}
}

// minnesotaRetired holds what the law gives to the retired in one year.
type minnesotaRetired struct {
	whole, step, income, most [5]money.Dec
	stepRate, part            money.Dec
	base, threshold           [5]money.Dec
	bothThreshold, half       money.Dec
}

// rareMinnesota subtracts social security (Minn. Stat. § 290.0132 subd. 26) and the
// amount of those of 65 at low incomes (§ 290.0802).
func rareMinnesota(r reader, o *own) {
	l := &minnesotaRetired{
		whole: r.status("benefits_whole_up_to"), step: r.status("benefits_step"), stepRate: r.num("benefits_step_rate"),
		income: r.status("benefits_provisional"), most: r.status("benefits_most"), part: r.num("benefits_part"),
		base: r.status("elderly_base"), threshold: r.status("elderly_income"), bothThreshold: r.num("elderly_income_both"),
		half: r.num("elderly_part"),
	}
	if l.step[form1040.Single].IsZero() {
		return
	}
	o.subtractRare, o.subtractLabel = true, "Social security and the subtraction of the elderly"
	o.subtract = func(c *filing) money.Dec {
		benefits := l.benefits(c)
		return c.whole(benefits).Add(c.whole(l.elderly(c, benefits)))
	}
}

// benefits is what of taxable social security is subtracted: all of it up to an
// adjusted gross income, above it a part less for each step, or what is left of an
// amount after a part of the provisional income above another, if that is more.
func (l *minnesotaRetired) benefits(c *filing) money.Dec {
	s, taxed := c.in.Status, c.f.At(form1040.F6b)
	if taxed.IsZero() || !c.agi.Greater(l.whole[s]) {
		return taxed
	}
	lost := money.Min(money.One, stepsAbove(c.agi, l.whole[s], l.step[s]).Mul(l.stepRate))
	two := money.FromInt(2)
	provisional := c.agi.Sub(taxed).Add(c.in.SocialSecurity.Quo(two)).Add(c.f.At(form1040.A1_21))
	other := l.most[s].Sub(provisional.Sub(l.income[s]).Positive().Mul(l.part)).Positive()
	return money.Max(taxed.Mul(money.One.Sub(lost)), money.Min(taxed, other))
}

// elderly is the base amount less retirement income that the state does not tax, and
// a part of the adjusted gross income above a threshold, what is not taxed apart. Separate
// returns have none.
func (l *minnesotaRetired) elderly(c *filing, benefits money.Dec) money.Dec {
	s := c.in.Status
	if !retired(c.in, agedFrom) || s == form1040.Separate {
		return money.Zero
	}
	threshold := l.threshold[s]
	if s == form1040.Joint && c.in.You.Age >= agedFrom && c.in.Spouse.Age >= agedFrom {
		threshold = l.bothThreshold
	}
	untaxed := c.in.SocialSecurity.Sub(c.f.At(form1040.F6b)).Add(benefits)
	above := c.agi.Sub(benefits).Sub(threshold).Positive()
	return l.base[s].Sub(untaxed).Sub(above.Mul(l.half)).Positive()
}

// minnesotaRefunds are the credits for children and for what working families earn, which fall
// together above an income (Minn. Stat. §§ 290.0661, 290.0671). Those of dependents of 17 and
// older, of separate returns, and for care are stated.
func minnesotaRefunds(r reader) *ownRefund {
	rate, most, each := r.num("working_family_rate"), r.num("working_family_earned"), r.num("child_refund")
	from, before := r.num("working_family_from"), r.num("working_family_before")
	start, fall := r.status("child_refund_start"), r.num("child_refund_fall")
	noneFrom, noneFromEach, careUpTo := r.status("refundable_none_from"), r.num("refundable_none_from_each"), r.num("care_refund_none_from")
	if rate.IsZero() {
		return nil
	}
	unsaid := func(c *filing) bool {
		in := c.in
		apart := in.OtherDependents > 0 || in.EICChildren > in.Children || in.Status == form1040.Separate
		return apart && c.agi.Less(noneFrom[in.Status].Add(dependents(in).Mul(noneFromEach)))
	}
	credit := func(c *filing) money.Dec {
		in, earned := c.in, c.f.At(form1040.E1)
		if c.f.InvestedTooMuch() { // who may not claim the federal credit completes no Schedule M1CWFC
			return money.Zero
		}
		working := money.Zero
		if in.Children > 0 || c.adultBefore(from, before) {
			working = c.whole(money.Min(earned, most).Mul(rate))
		}
		sum := working.Add(each.Mul(money.FromInt(int64(in.Children))))
		return sum.Sub(c.whole(money.Max(earned, c.agi).Sub(start[in.Status]).Positive().Mul(fall))).Positive()
	}
	return &ownRefund{are: "those for children and working families", alone: true,
		amount: func(c *filing) money.Dec {
			if unsaid(c) {
				return money.Zero
			}
			return credit(c)
		}, wants: func(c *filing) string {
			switch {
			case !c.in.StateCredits.IsZero():
				return ""
			case unsaid(c):
				return stateAs("Schedule M1REF gives")
			case !c.in.CareExpenses.IsZero() && c.agi.Less(careUpTo):
				return stateAs("Schedule M1REF gives for care")
			}
			return ""
		}}
}
