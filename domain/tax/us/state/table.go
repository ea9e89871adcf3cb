package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

var (
	allKinds   = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.CapitalGains, tax.OtherIncome}
	noGains    = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.OtherIncome}
	wages      = []tax.Kind{tax.Employment}
	wagesEtc   = []tax.Kind{tax.Employment, tax.Interest, tax.Dividends}
	noTax      = "two secondary sources say that the state has no income tax; its statutes were not read"
	twoSources = "each parameter of 2022 to 2024 from two independent secondary sources, of 2025 from one; no example of the state's authority was run"
	oneSource  = "each parameter from one secondary source that names the statute; no example of the state's authority was run"
)

const simpleScope = "State income tax of a full-year resident with wages, interest and ordinary dividends; additions, subtractions, refundable credits and local income taxes of the state are not part of it."

// Entries lists the states that are modelled.
var Entries = []*Entry{
	none("ak", "alaska", "Alaska", allKinds), none("fl", "florida", "Florida", allKinds), none("nv", "nevada", "Nevada", allKinds),
	none("nh", "new_hampshire", "New Hampshire", wages), none("sd", "south_dakota", "South Dakota", allKinds),
	none("tn", "tennessee", "Tennessee", allKinds), none("tx", "texas", "Texas", allKinds),
	none("wa", "washington", "Washington", noGains), none("wy", "wyoming", "Wyoming", allKinds),

	{Code: "az", Slug: "arizona", Name: "Arizona", From: 2023, To: 2024, Kinds: wagesEtc, Why: oneSource, Scope: simpleScope},
	{Code: "ca", Slug: "california", Name: "California", From: 2022, To: 2025, Kinds: wagesEtc, Dependents: true, Children: true, Strict: true, Why: twoSources + "; the tax on incomes above a million from one",
		Scope: simpleScope, credit: californiaExemptions, row: californiaRow},
	{Code: "co", Slug: "colorado", Name: "Colorado", From: 2022, To: 2025, Kinds: wagesEtc, Base: FederalTaxable, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "ga", Slug: "georgia", Name: "Georgia", From: 2024, To: 2026, Kinds: wagesEtc, Dependents: true, Why: oneSource, Scope: simpleScope, credit: georgiaLowIncome},
	{Code: "il", Slug: "illinois", Name: "Illinois", From: 2022, To: 2025, Kinds: wagesEtc, Itemized: true, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "in", Slug: "indiana", Name: "Indiana", From: 2022, To: 2026, Kinds: wagesEtc, Itemized: true, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "la", Slug: "louisiana", Name: "Louisiana", From: 2025, To: 2026, Kinds: wagesEtc, Why: oneSource, Scope: simpleScope},
	{Code: "mi", Slug: "michigan", Name: "Michigan", From: 2023, To: 2025, Kinds: wagesEtc, Itemized: true, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "ms", Slug: "mississippi", Name: "Mississippi", From: 2023, To: 2026, Kinds: wagesEtc, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "ny", Slug: "new_york", Name: "New York", From: 2022, To: 2025, Kinds: wagesEtc, Dependents: true, Children: true, Without: []form1040.Status{form1040.Separate},
		Why: twoSources, Scope: simpleScope + " The taxes of New York City and Yonkers are not part of it.", credit: newYorkHousehold},
	{Code: "nc", Slug: "north_carolina", Name: "North Carolina", From: 2022, To: 2026, Kinds: wagesEtc, Dependents: true, Aged: true,
		Why: "the rates from the Department of Revenue and one independent source, the standard deduction from one secondary source", Scope: simpleScope},
	{Code: "nj", Slug: "new_jersey", Name: "New Jersey", From: 2022, To: 2025, Kinds: wagesEtc, Base: Gross, Children: true, Strict: true, Why: twoSources,
		Scope: simpleScope + " No property tax deduction is taken.", row: newJerseyRow},
	{Code: "pa", Slug: "pennsylvania", Name: "Pennsylvania", From: 2022, To: 2025, Kinds: wagesEtc, Base: Gross, Children: true, Aged: true, Itemized: true, Strict: true,
		Without: []form1040.Status{form1040.Separate}, Scope: simpleScope, credit: pennsylvaniaForgiveness,
		Why: "tax forgiveness from the Department of Revenue, whose Eligibility Income Tables pass, and one independent source; the rate from two secondary sources"},
	{Code: "ut", Slug: "utah", Name: "Utah", From: 2022, To: 2025, Kinds: wagesEtc, Dependents: true, Why: oneSource, Scope: simpleScope, credit: utahTaxpayerCredit},
}

const firstZeroYear, lastYear = 2023, 2026

func none(code, slug, name string, kinds []tax.Kind) *Entry {
	return &Entry{Code: code, Slug: slug, Name: name, From: firstZeroYear, To: lastYear, Kinds: kinds, Dependents: true, Children: true, Aged: true, Itemized: true,
		Why: noTax, Scope: "The state has no income tax on the incomes that are modelled; what remains there (sales, property and payroll taxes, in Washington the tax on large capital gains) is not part of the answer."}
}

// Of finds a state by its slug, or nil.
func Of(slug string) *Entry {
	for _, e := range Entries {
		if e.Slug == slug {
			return e
		}
	}
	return nil
}

// georgiaLowIncome is the low income credit: an amount for each taxpayer and
// dependent by federal adjusted gross income. The bands hold amounts, not
// rates.
func georgiaLowIncome(p *params, in *form1040.Return, f *form1040.Sheet, _, _ money.Dec) money.Dec {
	heads := persons(in).Add(money.FromInt(int64(in.Children + in.OtherDependents)))
	return p.lowIncome.Entered(f.At(form1040.F11)).Rate.Mul(heads)
}

// utahTaxpayerCredit is 6 % of the federal deduction and of the exemptions for
// dependents, less 1.3 % of income above a threshold.
func utahTaxpayerCredit(p *params, in *form1040.Return, f *form1040.Sheet, taxable, _ money.Dec) money.Dec {
	exemptions := p.creditExemption.Mul(money.FromInt(int64(in.Children + in.OtherDependents)))
	credit := f.At(form1040.F12).Add(exemptions).Mul(p.creditRate)
	return credit.Sub(taxable.Sub(p.phaseStart[in.Status]).Positive().Mul(p.phaseRate)).Positive()
}

// californiaExemptions are the personal and dependent exemption credits; each
// falls by an amount for each step, or part of one, of federal adjusted gross
// income above a threshold.
func californiaExemptions(p *params, in *form1040.Return, f *form1040.Sheet, _, _ money.Dec) money.Dec {
	over := f.At(form1040.F11).Sub(p.phaseStart[in.Status]).Positive()
	fall := over.Quo(p.creditStep[in.Status]).Whole(money.Ceiling).Mul(p.creditFall)
	own := p.creditExemption.Sub(fall).Positive().Mul(p.creditPersons[in.Status])
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
	return taxable.Add(money.FromInt(49)).Quo(hundred).Whole(money.Floor).Mul(hundred)
}

// newJerseyRow is the middle of a row of the New Jersey Tax Table, whose rows
// of 50 hold their upper end.
func newJerseyRow(taxable money.Dec) money.Dec {
	if taxable.Sign() <= 0 || !taxable.Less(tableEnd) {
		return taxable
	}
	return taxable.Quo(fifty).Whole(money.Ceiling).Mul(fifty).Sub(money.FromInt(25))
}

// pennsylvaniaForgiveness forgives all tax up to an eligibility income, and a
// tenth less for each step, or part of one, above it.
func pennsylvaniaForgiveness(p *params, in *form1040.Return, _ *form1040.Sheet, taxable, due money.Dec) money.Dec {
	base := p.forgivenBase.Mul(persons(in)).Add(p.forgivenChild.Mul(money.FromInt(int64(in.Children))))
	lost := taxable.Sub(base).Positive().Quo(p.forgivenStep).Whole(money.Ceiling).Mul(p.forgivenRate)
	return due.Mul(money.One.Sub(lost).Positive())
}
