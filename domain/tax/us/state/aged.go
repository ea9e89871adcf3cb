package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// aged is what a state gives to taxpayers who are 65 or older or blind. The
// file aged.yaml of a state holds it; a state that gives nothing says so with
// amounts of 0, and returns of such taxpayers are refused where there is no
// such file.
type aged struct {
	known             bool
	each              [5]money.Dec // exemption for each age and each blindness
	old, blind        money.Dec    // exemption for each age alone, and for each blindness
	oldOnly           bool         // blindness is not modelled
	inStandard        bool         // what is given is part of the standard deduction
	low               money.Dec    // further exemption for each age below an income
	lowLimit          [5]money.Dec
	lowThrough        [5]money.Dec // or up to one
	credits, personal money.Dec    // personal credits, or dollars of credit, for each age and each blindness
	// A deduction for each age that falls by the income above a limit, social
	// security apart; it is whole for those born before a year.
	falling, fullBefore money.Dec
	fallingLimit        [5]money.Dec
	// A credit for a return with one of the age, and with two, below an adjusted
	// gross income or a taxable income.
	oneCredit                [5]money.Dec
	bothCredit, taxableLimit money.Dec
	incomeLimit              [5]money.Dec
	// byIncome is an exemption of each who is of the age or blind, by adjusted gross
	// income; nil = none.
	byIncome [5]*block.Schedule
	group    groupSet
}

func readAged(r reader, law *groups) (a aged, err error) {
	a.oldOnly = r.Has("aged_exemption") && !r.Has("blind_exemption")
	a.byIncome = r.schedules("aged_exemption_by_income")
	a.known = a.byIncome[form1040.Single] != nil || r.Has("aged_exemption") ||
		r.Has("aged_blind_exemption") || r.Has("aged_blind_credits") || r.Has("aged_blind_credit")
	a.inStandard = r.says("aged_in_standard")
	a.each, a.old, a.blind = r.status("aged_blind_exemption"), r.num("aged_exemption"), r.num("blind_exemption")
	a.falling, a.fallingLimit, a.fullBefore = r.num("age_deduction"), r.status("age_deduction_limit"), r.num("age_deduction_full_born_before")
	a.oneCredit, a.bothCredit = r.status("aged_credit"), r.num("aged_credit_both")
	a.incomeLimit, a.taxableLimit = r.status("aged_credit_income_limit"), r.num("aged_credit_taxable_limit")
	a.low, a.lowLimit, a.lowThrough = r.num("aged_low_exemption"), r.status("aged_low_limit"), r.status("aged_low_up_to")
	a.credits, a.personal = r.num("aged_blind_credits"), r.num("aged_blind_credit")
	a.group = law.add(r.Citations())
	return a, r.Err()
}

const agedFrom = 65

// oldAndBlind counts the taxpayers of the age and those who are blind.
func oldAndBlind(in *form1040.Return) (old, blind money.Dec) {
	count := func(p *form1040.Person) {
		if p.Age >= agedFrom {
			old = old.Add(money.One)
		}
		if p.Blind {
			blind = blind.Add(money.One)
		}
	}
	count(&in.You)
	if in.Status == form1040.Joint {
		count(&in.Spouse)
	}
	return old, blind
}

// exemption is what is deducted for age and blindness.
func (a *aged) exemption(c *filing) money.Dec {
	if !a.known {
		return money.Zero
	}
	old, blind := oldAndBlind(c.in)
	sum := old.Add(blind).Mul(a.each[c.in.Status]).Add(old.Mul(a.old)).Add(blind.Mul(a.blind)).Add(a.ageDeduction(c))
	if c.agi.Less(a.lowLimit[c.in.Status]) || a.lowThrough[c.in.Status].Sign() > 0 && !c.agi.Greater(a.lowThrough[c.in.Status]) {
		sum = sum.Add(old.Mul(a.low))
	}
	if each := a.byIncome[c.in.Status]; each != nil {
		sum = sum.Add(oldOrBlind(c.in).Mul(amountAt(each, c.agi)))
	}
	return sum
}

// oldOrBlind counts the taxpayers who are of the age or blind, each once.
func oldOrBlind(in *form1040.Return) (n money.Dec) {
	count := func(p *form1040.Person) {
		if p.Age >= agedFrom || p.Blind {
			n = n.Add(money.One)
		}
	}
	count(&in.You)
	if in.Status == form1040.Joint {
		count(&in.Spouse)
	}
	return n
}

// of is the exemption for age and blindness of one spouse, and that spouse's
// part of the age deduction (Va. Code § 58.1-322.03(5)): two who have the one
// that falls share equally what is left of it.
func (a *aged) of(c *filing, p *form1040.Person) money.Dec {
	each := money.Zero
	if p.Age >= agedFrom {
		each = each.Add(a.each[c.in.Status])
	}
	if p.Blind {
		each = each.Add(a.each[c.in.Status])
	}
	if a.falling.IsZero() || p.Age < agedFrom {
		return each
	}
	whole := func(p *form1040.Person) bool { return money.FromInt(int64(c.in.Year - p.Age)).Less(a.fullBefore) }
	if whole(p) {
		return each.Add(a.falling)
	}
	other := &c.in.Spouse
	if p == other {
		other = &c.in.You
	}
	left, sharers := a.ageDeduction(c), money.One
	switch {
	case other.Age < agedFrom:
	case whole(other):
		left = left.Sub(a.falling)
	default:
		sharers = money.FromInt(2)
	}
	return each.Add(left.Quo(sharers))
}

// personalOf is one person's dollars of credit for age and blindness.
func (a *aged) personalOf(p *form1040.Person) money.Dec {
	n := money.Zero
	if p.Age >= agedFrom {
		n = n.Add(money.One)
	}
	if p.Blind {
		n = n.Add(money.One)
	}
	return n.Mul(a.personal)
}

// ageDeduction is the deduction that falls by income (Va. Code § 58.1-322.03(5)).
func (a *aged) ageDeduction(c *filing) money.Dec {
	if a.falling.IsZero() {
		return money.Zero
	}
	full, part := money.Zero, money.Zero
	add := func(p *form1040.Person) {
		switch {
		case p.Age < agedFrom:
		case money.FromInt(int64(c.in.Year - p.Age)).Less(a.fullBefore):
			full = full.Add(a.falling)
		default:
			part = part.Add(a.falling)
		}
	}
	add(&c.in.You)
	if c.in.Status == form1040.Joint {
		add(&c.in.Spouse)
	}
	above := c.agi.Sub(c.f.At(form1040.F6b)).Sub(a.fallingLimit[c.in.Status]).Positive()
	return full.Add(part.Sub(above).Positive())
}

// credit is what a return of the aged is given, against the tax.
func (a *aged) credit(c *filing) money.Dec {
	old, _ := oldAndBlind(c.in)
	limit := a.incomeLimit[c.in.Status]
	switch {
	case old.IsZero(), !limit.IsZero() && !c.agi.Less(limit), !a.taxableLimit.IsZero() && !c.lessExemptions().Less(a.taxableLimit):
		return money.Zero
	case old.Greater(money.One) && !a.bothCredit.IsZero():
		return a.bothCredit
	}
	return a.oneCredit[c.in.Status]
}

// count is how many ages and blindnesses bring a credit.
func (a *aged) count(in *form1040.Return) money.Dec {
	old, blind := oldAndBlind(in)
	return old.Add(blind)
}

// unmodelled reports whether the return has an age or a blindness that the
// state's parameters say nothing of.
func (a *aged) unmodelled(in *form1040.Return) bool {
	_, blind := oldAndBlind(in)
	return !a.known || a.oldOnly && !blind.IsZero()
}
