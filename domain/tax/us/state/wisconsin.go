package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// wisconsin has a standard deduction that slides to nothing as income rises
// (Wis. Stat. § 71.05(22)); the form reads it from a table of rows of 500. How
// the state treats surviving spouses was not found, so they are refused.
var wisconsin = &Entry{Code: "wi", Slug: "wisconsin", Name: "Wisconsin", Dependents: true, Children: true, OneEarner: true,
	couple: wisconsinCouple, Strict: true, Without: []form1040.Status{form1040.SurvivingSpouse}, rules: readWisconsin, rare: rareWisconsin}

// wisconsinCouple is the married couple credit, a part of the lower of what the
// spouses earn, up to an amount of it (Wis. Stat. § 71.07(6)).
func wisconsinCouple(r reader) couple {
	out := lowerEarnerCredit(r)
	if !r.says("lower_earner_business") {
		return out
	}
	rate, limit := r.num("lower_earner_rate"), r.num("lower_earner_limit")
	out.business, out.spouseBusiness = true, true
	out.credit = func(c *filing) money.Dec {
		earned := func(p *form1040.Person) money.Dec { return p.Wages.Add(p.SelfEmployment).Positive() }
		return c.whole(money.Min(money.Min(earned(&c.in.You), earned(&c.in.Spouse)), limit).Mul(rate))
	}
	return out
}

// wisconsinLaw holds the parameters of one year.
type wisconsinLaw struct {
	retired, retiredBoth, retiredAge money.Dec
	low, jobless, itemized, property money.Dec
	lowIncome, joblessBase, most     [5]money.Dec
}

func readWisconsin(r reader) own {
	most, fall := r.status("sliding_deduction"), r.schedules("sliding")
	return own{deduct: func(c *filing) money.Dec {
		s := c.in.Status
		return most[s].Sub(fall[s].Tax(c.start.Positive())).Positive()
	}}
}

func rareWisconsin(r reader, o *own) {
	l := &wisconsinLaw{
		retired: r.num("retirement_subtraction"), retiredBoth: r.num("retirement_subtraction_both"),
		retiredAge: r.num("retirement_subtraction_age"),
		low:        r.num("low_retirement_subtraction"), lowIncome: r.status("low_retirement_income"),
		jobless: r.num("unemployment_rate"), joblessBase: r.status("unemployment_base"),
		itemized: r.num("itemized_credit"), property: r.num("property_credit"), most: r.status("property_credit_most"),
	}
	if l.retired.IsZero() {
		return
	}
	o.subtractRare, o.subtractLabel = true, "Subtractions for low retirement income and unemployment compensation"
	o.subtract = func(c *filing) money.Dec { return l.lowRetirement(c, money.Zero, money.Zero).Add(l.untaxedJobless(c)) }
	o.tax, o.credit = l.best, l.credits
}

// lowRetirement is the subtraction of what each person of 65 has of retirement
// income that is not removed already, at low incomes (Wis. Stat. § 71.05(6)(b)).
func (l *wisconsinLaw) lowRetirement(c *filing, removed, spouseRemoved money.Dec) money.Dec {
	if pensioned(c.in).IsZero() || !c.agi.Less(l.lowIncome[c.in.Status]) {
		return money.Zero
	}
	sum := money.Zero
	if c.in.You.Age >= agedFrom {
		sum = money.Min(l.low, c.pensionOf(&c.in.You).Sub(removed).Positive())
	}
	if c.in.Status == form1040.Joint && c.in.Spouse.Age >= agedFrom {
		sum = sum.Add(money.Min(l.low, c.pensionOf(&c.in.Spouse).Sub(spouseRemoved).Positive()))
	}
	return sum
}

// untaxedJobless is what of unemployment compensation is beyond a part of the
// income above a base, social security apart.
func (l *wisconsinLaw) untaxedJobless(c *filing) money.Dec {
	if c.in.Unemployment.IsZero() {
		return money.Zero
	}
	above := c.agi.Sub(l.joblessBase[c.in.Status]).Sub(c.f.At(form1040.F6b)).Positive()
	return c.in.Unemployment.Sub(c.whole(above.Mul(l.jobless))).Positive()
}

// removed is the retirement income of each taxpayer that the subtraction which
// forfeits all credits removes. Where both are of the age it is that of both
// together that is limited.
func (l *wisconsinLaw) removed(c *filing) (yours, spouses money.Dec) {
	of := func(p *form1040.Person) bool { return !money.FromInt(int64(p.Age)).Less(l.retiredAge) }
	you, spouse := of(&c.in.You), c.in.Status == form1040.Joint && of(&c.in.Spouse)
	most := l.retired
	if you && spouse {
		most = l.retiredBoth
	}
	if you {
		yours = money.Min(most, c.pensionOf(&c.in.You))
	}
	if spouse {
		spouses = money.Min(most.Sub(yours), c.pensionOf(&c.in.Spouse))
		if !you {
			spouses = money.Min(most, c.pensionOf(&c.in.Spouse))
		}
	}
	return yours, spouses
}

// best is the tax after the subtraction that forfeits all credits, where that
// leaves less than the credits do.
func (l *wisconsinLaw) best(c *filing) money.Dec {
	yours, spouses := l.removed(c)
	if yours.Add(spouses).IsZero() {
		return c.due
	}
	other := *c
	other.start = c.start.Sub(yours).Sub(spouses).Add(l.lowRetirement(c, money.Zero, money.Zero)).Sub(l.lowRetirement(c, yours, spouses))
	other.taxable = other.start.Sub(c.p.deduction(&other)).Sub(c.p.own.deduct(&other)).Positive()
	less := c.whole(c.schedule.Tax(other.taxable))
	credits := l.credits(c).Add(c.p.care.credit(c))
	if c.both() {
		credits = credits.Add(c.p.couple.credit(c))
	}
	if less.Less(c.due.Sub(credits).Positive().Sub(c.p.refund.of(c))) {
		c.forfeits, c.taxable = true, other.taxable
		return less
	}
	return c.due
}

// credits are the itemized deduction credit, a part of what interest and gifts
// exceed the standard deduction by, and the school property tax credit (Wis.
// Stat. § 71.07(5), (9)), which the form reads from rows of 25.
func (l *wisconsinLaw) credits(c *filing) money.Dec {
	sum := money.Zero
	if !c.in.MortgageInterest.Add(c.in.GiftsCash).IsZero() {
		over := c.f.At(form1040.SA8).Add(c.f.At(form1040.SA14)).Sub(c.p.own.deduct(c)).Positive()
		sum = c.whole(over.Mul(l.itemized))
	}
	if tax := c.in.PropertyTaxes; !tax.IsZero() {
		if c.in.Method == form1040.AsForm {
			tax = tax.QuoRound(twentyFive, 0, money.Floor).Mul(twentyFive).Add(halfRow)
		}
		sum = sum.Add(money.Min(l.most[c.in.Status], c.whole(tax.Mul(l.property))))
	}
	return sum
}

// halfRow is the middle of a row of 25.
var halfRow = money.MustParse("12.5")
