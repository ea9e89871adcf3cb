package state

import (
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Entries lists the states that are modelled; the years, kinds of income and tier of
// each are in the coverage.yaml of the country.
var Entries = []*Entry{
	none("ak", "alaska", "Alaska"), none("fl", "florida", "Florida"), none("nv", "nevada", "Nevada"),
	investedUntaxedFrom(2025, none("nh", "new_hampshire", "New Hampshire")),
	none("sd", "south_dakota", "South Dakota"), none("tn", "tennessee", "Tennessee"), none("tx", "texas", "Texas"),
	none("wa", "washington", "Washington"), none("wy", "wyoming", "Wyoming"),

	arizona,
	{Code: "ca", Slug: "california", Name: "California", Dependents: true, Children: true, Strict: true,
		credit: californiaExemptions, row: californiaRow, refunds: californiaRefunds,
		unread: "its credits for earned income and young children follow tables of its own, which are not modelled"},
	{Code: "co", Slug: "colorado", Name: "Colorado", Base: FederalTaxable, Dependents: true, Children: true,
		Benefits: true, rules: readColorado, rare: rareColorado, refunds: coloradoRefunds,
		unread: "its credits for earned income, children and care and the refund of sales tax are not modelled"},
	georgia,
	{Code: "il", Slug: "illinois", Name: "Illinois", Itemized: true, HomeTax: true, Dependents: true, Children: true,
		refunds: illinoisRefunds},
	{Code: "in", Slug: "indiana", Name: "Indiana", Itemized: true, HomeTax: true, Dependents: true, Children: true,
		refunds: indianaRefunds},
	{Code: "la", Slug: "louisiana", Name: "Louisiana", Dependents: true, Children: true, rules: readLouisiana, rare: rareLouisiana},
	{Code: "mi", Slug: "michigan", Name: "Michigan", Itemized: true, Dependents: true, Children: true, rare: rareMichigan},
	{Code: "ms", Slug: "mississippi", Name: "Mississippi", Dependents: true, Children: true, OneEarner: true, Apart: true,
		couple: mississippiCouple, Without: []form1040.Status{form1040.SurvivingSpouse}},
	{Code: "ny", Slug: "new_york", Name: "New York", Dependents: true, Children: true,
		Without: []form1040.Status{form1040.Separate}, credit: newYorkHousehold, rare: rareNewYork, refuse: refuseNewYork,
		refunds: newYorkRefunds},
	{Code: "nc", Slug: "north_carolina", Name: "North Carolina", Dependents: true, Children: true, Aged: true, HomeTax: true,
		rules: readNorthCarolina},
	{Code: "nj", Slug: "new_jersey", Name: "New Jersey", Base: Gross, Children: true, Strict: true,
		refuse: refuseNewJersey, row: newJerseyRow, rules: readNewJersey, refunds: newJerseyRefunds, Young: true},
	{Code: "pa", Slug: "pennsylvania", Name: "Pennsylvania", Base: Gross, Children: true, Aged: true, Itemized: true,
		Strict: true, refuse: refusePensionsBefore(60), Without: []form1040.Status{form1040.Separate},
		credit: pennsylvaniaForgiveness},

	alabama, arkansas, connecticut, maine, maryland, minnesota, missouri, newMexico, oklahoma, oregon, utah, westVirginia,
	wisconsin,

	{Code: "de", Slug: "delaware", Name: "Delaware", refuse: refuseDelaware, rules: readDelaware, Dependents: true, Children: true,
		OneEarner: true, Apart: true, Strict: true, Without: []form1040.Status{form1040.SurvivingSpouse}, couple: delawareCouple,
		credit: delawareCredits, refunds: delawareRefunds},
	{Code: "dc", Slug: "district_of_columbia", Name: "District of Columbia", Base: FederalTaxable, Dependents: true,
		Children: true, OneEarner: true, Apart: true, Strict: true,
		unread: "its credits for earned income, property tax and care are not modelled"},
	{Code: "hi", Slug: "hawaii", Name: "Hawaii", Dependents: true, Children: true, Strict: true,
		rare: rareHawaii, refuse: refuseHawaii},
	{Code: "ia", Slug: "iowa", Name: "Iowa", Base: FederalTaxable, Dependents: true, Children: true,
		Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, credit: iowaCredits,
		rules: readIowa, rare: rareIowa},
	{Code: "id", Slug: "idaho", Name: "Idaho", Base: FederalTaxable, Dependents: true, Children: true, credit: childCredit,
		rules: readIdaho, rare: rareIdaho},
	{Code: "ks", Slug: "kansas", Name: "Kansas", Dependents: true, Children: true, Strict: true, rules: readKansas,
		refuse: refuseKansas, Without: []form1040.Status{form1040.SurvivingSpouse}},
	{Code: "ky", Slug: "kentucky", Name: "Kentucky", Children: true, OneEarner: true, Apart: true, Strict: true,
		couple: kentuckyCouple, Without: []form1040.Status{form1040.Separate}, credit: kentuckyFamilySize},
	{Code: "ma", Slug: "massachusetts", Name: "Massachusetts", Base: Gross, Dependents: true, Children: true, Strict: true,
		Without: []form1040.Status{form1040.SurvivingSpouse}, credit: massachusettsLimitedIncome,
		rules: readMassachusetts, refuse: refuseMassachusetts, refunds: massachusettsRefunds},
	{Code: "mt", Slug: "montana", Name: "Montana", Base: FederalTaxable, Dependents: true, Children: true, Unqualified: true,
		rules: readMontana},
	{Code: "ne", Slug: "nebraska", Name: "Nebraska", Dependents: true, Children: true, credit: nebraskaCredits,
		rare: rareNebraska},
	{Code: "nd", Slug: "north_dakota", Name: "North Dakota", Base: FederalTaxable, Dependents: true, Children: true,
		OneEarner: true, Unqualified: true, credit: personalCredits, couple: northDakotaCouple},
	{Code: "oh", Slug: "ohio", Name: "Ohio", Itemized: true, Dependents: true, Children: true, OneEarner: true,
		credit: ohioCredits, couple: ohioCouple, rules: readOhio, rare: rareOhio, refuse: refuseOhio},
	rhodeIsland,
	{Code: "sc", Slug: "south_carolina", Name: "South Carolina", Dependents: true, Children: true, Ages: true,
		OneEarner: true, Strict: true, rules: readSouthCarolina, refuse: refuseSouthCarolina, couple: lowerEarnerCredit},
	{Code: "vt", Slug: "vermont", Name: "Vermont", Dependents: true, Children: true, Printed: true, rules: readVermont,
		rare: rareVermont, refuse: refuseVermont},
	{Code: "va", Slug: "virginia", Name: "Virginia", Dependents: true, Children: true, OneEarner: true, Apart: true,
		Strict: true, Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, credit: virginiaLowIncome,
		couple: virginiaCouple, refunds: virginiaRefunds},
}

const firstModelled, lastYear = 2022, 2026

// none is a state without an income tax.
func none(code, slug, name string) *Entry {
	return &Entry{Code: code, Slug: slug, Name: name, Dependents: true, Children: true, Aged: true, Itemized: true, untaxed: true}
}

// investedUntaxedFrom is a state that taxed interest and dividends before a year.
func investedUntaxedFrom(year int, e *Entry) *Entry {
	e.investedUntaxed = year
	return e
}

var bySlug = sync.OnceValue(func() map[string]*Entry {
	out := make(map[string]*Entry, len(Entries))
	for _, e := range Entries {
		out[e.Slug] = e
	}
	return out
})

// Of finds a state by its slug, or nil.
func Of(slug string) *Entry { return bySlug()[slug] }

// californiaExemptions are the personal and dependent exemption credits and
// those for age and blindness; each
// falls by an amount for each step, or part of one, of federal adjusted gross
// income above a threshold.
func californiaExemptions(c *filing) money.Dec {
	p, in, f := c.p, c.in, c.f
	fall := stepsAbove(f.At(form1040.F11), p.phaseStart[in.Status], p.creditStep[in.Status]).Mul(p.creditFall)
	persons := p.creditPersons[in.Status].Add(p.aged.count(in).Mul(p.aged.credits))
	own := p.creditExemption.Sub(fall).Positive().Mul(persons)
	dependents := money.FromInt(int64(in.Children + in.OtherDependents))
	return own.Add(p.creditDependent.Sub(fall).Positive().Mul(dependents))
}

var (
	hundred    = money.FromInt(100)
	fifty      = money.FromInt(50)
	tableEnd   = money.FromInt(100000)
	caLastRow  = money.FromInt(99951)
	caLastMean = money.FromInt(99975)
)

// californiaRow is the middle of a row of the California Tax Table: the rows
// run from 51 to 150, 151 to 250 and so on, the first to 50 and the last from
// 99,951 to 100,000.
func californiaRow(taxable money.Dec) money.Dec {
	switch {
	case taxable.Greater(tableEnd):
		return taxable
	case !taxable.Less(caLastRow):
		return caLastMean
	}
	return taxable.Add(money.FromInt(49)).QuoRound(hundred, 0, money.Floor).Mul(hundred)
}

// newJerseyRow is the middle of a row of the New Jersey Tax Table, whose rows
// of 50 hold their upper end.
func newJerseyRow(taxable money.Dec) money.Dec {
	if taxable.Sign() <= 0 || !taxable.Less(tableEnd) {
		return taxable
	}
	return taxable.QuoRound(fifty, 0, money.Ceiling).Mul(fifty).Sub(money.FromInt(25))
}

// pennsylvaniaForgiveness forgives all tax up to an eligibility income, and a
// tenth less for each step, or part of one, above it.
func pennsylvaniaForgiveness(c *filing) money.Dec {
	p, in, taxable, due := c.p, c.in, c.taxable, c.due
	base := p.forgivenBase.Mul(persons(in)).Add(p.forgivenChild.Mul(money.FromInt(int64(in.Children))))
	lost := taxable.Sub(base).Positive().QuoRound(p.forgivenStep, 0, money.Ceiling).Mul(p.forgivenRate)
	return due.Mul(money.One.Sub(lost).Positive())
}
