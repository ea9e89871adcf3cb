package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// rules are parameters that few states have.
type rules struct {
	creditChild                              money.Dec
	reduceStart, reduceStep, reduceRate      money.Dec
	exemptionByIncome                        *block.Schedule // of each person; the bands hold amounts
	personCredit, personCreditBelow          money.Dec
	personCreditAged, personCreditAge        money.Dec
	minimumRate, minimumAbove                money.Dec
	earnedIncome, earnedIncomeRefundable     money.Dec // parts of the federal credit
	lowIncomePerson                          money.Dec
	povertyFirst, povertyEach                money.Dec
	family                                   *block.Schedule // parts of the tax by income over the poverty guideline
	familyLimit                              money.Dec
	contributionRate, contributionLimit      money.Dec
	filingThreshold, noTaxBase               [5]money.Dec
	noTaxDependent, limitedMultiple, limited money.Dec
	hasTaxLimit                              bool // Nebraska: the federal tax limits the tax
	// The tax table has rows of a width, which hold their lower ends, from an income,
	// below which it has no tax, up to an end.
	tableRows, tableFrom, tableEnd money.Dec
	tableContinues                 bool // from the end on the tax is that of the last row and the schedule's on the rest
}

func readRules(r reader) rules {
	num, status, schedule := r.num, r.status, r.schedule
	return rules{
		creditChild: num("credit_child"),
		reduceStart: num("deduction_phaseout_start"), reduceStep: num("deduction_phaseout_step"), reduceRate: num("deduction_phaseout_rate"),
		exemptionByIncome: schedule("exemption_by_income"),
		personCreditAged:  num("person_credit_aged"), personCreditAge: num("person_credit_age"),
		minimumRate: num("minimum_rate"), minimumAbove: num("minimum_above"),
		personCredit: num("person_credit"), personCreditBelow: num("person_credit_below"),
		earnedIncome: num("earned_income_rate"), earnedIncomeRefundable: num("earned_income_refundable"),
		lowIncomePerson: num("low_income_person"),
		povertyFirst:    num("poverty_first"), povertyEach: num("poverty_each"),
		family: schedule("family_credit"), familyLimit: num("family_limit"),
		contributionRate: num("contribution_rate"), contributionLimit: num("contribution_limit"),
		filingThreshold: status("filing_threshold"), noTaxBase: status("no_tax_base"),
		noTaxDependent: num("no_tax_dependent"), limitedMultiple: num("limited_income_multiple"), limited: num("limited_income_rate"),
		hasTaxLimit: r.says("tax_limit"),
		tableRows:   num("tax_table_rows"), tableFrom: num("tax_table_from"), tableEnd: num("tax_table_end"),
		tableContinues: r.says("tax_table_continues"),
	}
}

// addBack is the part of the federal deduction that a state does not allow to
// high incomes.
func (p *params) addBack(in *form1040.Return, f *form1040.Sheet) money.Dec {
	if !p.hasFederalLimit || f.At(form1040.F11).Less(p.federalLimitFrom) {
		return money.Zero
	}
	return f.At(form1040.F12).Sub(p.federalLimit[in.Status]).Positive()
}

// persons is how many taxpayers are on the return.
func persons(in *form1040.Return) money.Dec {
	if in.Status == form1040.Joint {
		return money.FromInt(2)
	}
	return money.One
}

// dependents is how many children and other dependents are on the return.
func dependents(in *form1040.Return) money.Dec {
	return money.FromInt(int64(in.Children + in.OtherDependents))
}

// kept is the part of the standard deduction and exemptions that is left to an
// income: a part less for each step, or part of one, above a threshold.
func (p *rules) kept(agi money.Dec) money.Dec {
	steps := stepsAbove(agi, p.reduceStart, p.reduceStep)
	return money.One.Sub(steps.Mul(p.reduceRate)).Positive()
}

// contributions are the social security and Medicare contributions of each
// earner, up to the limit. The limit is reached far below the wage base.
func (p *rules) contributions(in *form1040.Return) money.Dec {
	own := func(wages money.Dec) money.Dec { return money.Min(wages.Mul(p.contributionRate), p.contributionLimit) }
	return own(in.You.Wages).Add(own(in.Spouse.Wages))
}

// minimum is the least tax on an adjusted gross income.
func (p *rules) minimum(agi money.Dec) money.Dec {
	if !agi.Greater(p.minimumAbove) {
		return money.Zero
	}
	return agi.Mul(p.minimumRate)
}

// twoEarners reports whether both spouses of a return earn.
func twoEarners(in *form1040.Return) bool { return earns(&in.You) && earns(&in.Spouse) }

func earns(p *form1040.Person) bool { return p.Wages.Sign() > 0 || !p.SelfEmployment.IsZero() }

// personalCredits are credits for the taxpayers and for each dependent.
func personalCredits(c *filing) money.Dec {
	p, in := c.p, c.in
	return p.creditExemption.Mul(p.creditPersons[in.Status]).Add(p.creditDependent.Mul(dependents(in)))
}

// childCredit is a credit for each qualifying child.
func childCredit(c *filing) money.Dec {
	p, in := c.p, c.in
	return p.creditChild.Mul(money.FromInt(int64(in.Children)))
}

// poverty is the federal poverty guideline of a number of persons.
func (p *rules) poverty(size money.Dec) money.Dec {
	return p.povertyFirst.Add(size.Sub(money.One).Mul(p.povertyEach))
}

// kentuckyFamilySize is the family size tax credit: a part of the tax by the
// income over the poverty guideline, whose multiples the schedule prints in
// whole dollars. The personal credits for age and blindness come before it.
func kentuckyFamilySize(c *filing) money.Dec {
	p, in, f, due := c.p, c.in, c.f, c.due
	size := money.Min(persons(in).Add(money.FromInt(int64(in.Children))), p.familyLimit)
	line, agi := p.poverty(size), f.At(form1040.F11)
	i, bands := 0, p.family.Bands
	for i+1 < len(bands) && agi.Greater(bands[i+1].From.Mul(line).Whole(money.HalfUp)) {
		i++
	}
	personal := kentuckyPersonal(c)
	return personal.Add(due.Sub(personal).Mul(bands[i].Rate))
}

// massachusettsLimitedIncome is all tax of those with no tax status, and above
// it what exceeds a tenth of the income above it.
func massachusettsLimitedIncome(c *filing) money.Dec {
	p, in, due := c.p, c.in, c.due
	if in.Status == form1040.Separate {
		return money.Zero
	}
	limit := p.noTaxBase[in.Status]
	if in.Status != form1040.Single {
		limit = limit.Add(p.noTaxDependent.Mul(dependents(in)))
	}
	income := c.start
	switch {
	case !income.Greater(limit):
		return due
	case !income.Greater(limit.Mul(p.limitedMultiple)):
		return due.Sub(income.Sub(limit).Mul(p.limited)).Positive()
	}
	return money.Zero
}

// earned is the nonrefundable earned income credit or the other credit that
// excludes it, and none where the refundable one, which excludes both, is worth
// as much against the tax.
func (p *rules) earned(federal, due, other money.Dec) money.Dec {
	if p.refundChosen(federal, due, other) {
		return money.Zero
	}
	return money.Max(federal.Mul(p.earnedIncome), other)
}

// refundChosen reports whether the refundable credit is worth as much against the tax.
func (p *rules) refundChosen(federal, due, other money.Dec) bool {
	refundable := federal.Mul(p.earnedIncomeRefundable)
	credit := money.Max(federal.Mul(p.earnedIncome), other)
	return refundable.Sign() > 0 && !refundable.Less(money.Min(credit, due))
}

// virginiaLowIncome is the credit for low income or one of the earned income
// credits.
func virginiaLowIncome(c *filing) money.Dec {
	return c.p.earned(c.f.At(form1040.F27), c.due, virginiaLow(c))
}

// virginiaLow is the credit for low income.
func virginiaLow(c *filing) money.Dec {
	heads := c.heads()
	if c.start.Greater(c.p.poverty(heads)) {
		return money.Zero
	}
	return heads.Mul(c.p.lowIncomePerson)
}

// row is the middle of the row of the tax table that an income is in, as the form is
// filled in.
func (p *rules) row(in *form1040.Return, taxable money.Dec) money.Dec {
	if in.Method != form1040.AsForm || p.tableRows.IsZero() || taxable.IsZero() || !taxable.Less(p.tableEnd) {
		return taxable
	}
	if taxable.Less(p.tableFrom) {
		return money.Zero
	}
	return taxable.QuoRound(p.tableRows, 0, money.Floor).Mul(p.tableRows).Add(p.tableRows.Quo(money.FromInt(2)))
}

// beyondTable is what the tax above the end of the table is less than the schedule's,
// where the last row continues.
func (p *rules) beyondTable(in *form1040.Return, s *block.Schedule, taxable money.Dec) money.Dec {
	if !p.tableContinues || in.Method != form1040.AsForm || taxable.Less(p.tableEnd) {
		return money.Zero
	}
	last := p.tableEnd.Sub(p.tableRows.Quo(money.FromInt(2)))
	return s.Tax(p.tableEnd).Sub(s.Tax(last).Whole(money.HalfUp))
}
