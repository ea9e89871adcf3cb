package state

import (
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

var (
	allKinds = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.CapitalGains, tax.OtherIncome}
	noGains  = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.OtherIncome}
	wages    = []tax.Kind{tax.Employment}
	wagesEtc = []tax.Kind{tax.Employment, tax.Interest, tax.Dividends}

	withGains     = append(wagesEtc[:len(wagesEtc):len(wagesEtc)], tax.CapitalGains)
	withBusiness  = append(wagesEtc[:len(wagesEtc):len(wagesEtc)], tax.SelfEmployment)
	withBoth      = append(withGains[:len(withGains):len(withGains)], tax.SelfEmployment)
	withRents     = append(withBoth[:len(withBoth):len(withBoth)], tax.Property)
	withPensions  = append(withRents[:len(withRents):len(withRents)], tax.Pension)
	gainsRents    = append(withGains[:len(withGains):len(withGains)], tax.Property)
	gainsPensions = append(gainsRents[:len(gainsRents):len(gainsRents)], tax.Pension)

	noTax      = "two secondary sources say that the state has no income tax; its statutes were not read"
	twoSources = "each parameter of 2022 to 2024 from two independent secondary sources, of 2025 from one; no example of the state's authority was run"
	oneSource  = "each parameter from one secondary source that names the statute; no example of the state's authority was run"
)

const simpleScope = "State income tax of a full-year resident with wages, interest and dividends; other incomes as their parameters say, and none without one; refundable credits, further additions and subtractions and local income taxes of the state are not part of it; the tax of a locality that is named stands beside it. Pensions and IRA distributions are those of private employers and accounts, received when they are due. Capital gains are those of assets for which the state has no exclusion of their own, such as farms, businesses and property in the state."

const (
	tableScope   = simpleScope + " The tax is that of the rate schedule; a printed tax table of the state can differ from it by a few dollars."
	earnerScope  = " All income on a joint return is that of one spouse."
	coupleScope  = " On a joint return with wages of both spouses all other income is that of the spouse with the higher wages; on one with wages of one spouse all income is that spouse's."
	chosenScope  = " Where the refundable earned income credit is worth more than the credits that it excludes, the tax is the one before it."
	agreeing     = "each parameter of 2024 and 2025 from two secondary sources that agree, of earlier years from one; no example of the state's authority was run"
	childAgree   = "rates and deductions of 2024 and 2025 from two secondary sources that agree, credits and earlier years from one; no example of the state's authority was run"
	partOfficial = "the schedule of 2024 from the state's authority and independent sources that agree, other years and credits from one or two secondary sources; no example of the state's authority was run"
)

// incomesWhy says what the parts of incomes.yaml stand on.
const incomesWhy = "; what is taxed of gains, self-employment, social security and unemployment compensation mostly from two sources that agree, seldom official ones"

// Entries lists the states that are modelled.
var Entries = explained([]*Entry{
	none("ak", "alaska", "Alaska", allKinds), none("fl", "florida", "Florida", allKinds), none("nv", "nevada", "Nevada", allKinds),
	none("nh", "new_hampshire", "New Hampshire", wages), none("sd", "south_dakota", "South Dakota", allKinds),
	none("tn", "tennessee", "Tennessee", allKinds), none("tx", "texas", "Texas", allKinds),
	none("wa", "washington", "Washington", noGains), none("wy", "wyoming", "Wyoming", allKinds),

	{Code: "az", Slug: "arizona", Name: "Arizona", From: 2023, To: 2025, Kinds: withBusiness, Dependents: true, Children: true, rules: readArizona, refuse: refuseArizona, Why: oneSource, Scope: simpleScope},
	{Code: "ca", Slug: "california", Name: "California", From: 2022, To: 2025, Kinds: withPensions, Dependents: true, Children: true, Strict: true, Why: twoSources + "; the tax on incomes above a million from one",
		Scope: simpleScope + " No credit for renters is taken.", credit: californiaExemptions, row: californiaRow},
	{Code: "co", Slug: "colorado", Name: "Colorado", From: 2022, To: 2025, Kinds: withRents, Base: FederalTaxable, Dependents: true, Children: true, Why: oneSource, Scope: simpleScope},
	{Code: "ga", Slug: "georgia", Name: "Georgia", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true, refuse: refuseGeorgia, RetiredFrom: 62, Why: oneSource, Scope: simpleScope, credit: georgiaLowIncome},
	{Code: "il", Slug: "illinois", Name: "Illinois", From: 2022, To: 2026, Kinds: withPensions, Itemized: true, Dependents: true, Children: true, Scope: simpleScope, Agreed: []int{2023, 2024, 2025},
		Why: "rate, exemptions and what is taxed from pages of the Department of Revenue, each with an independent source that agrees; 2026 from two transcriptions of the withholding booklet"},
	{Code: "in", Slug: "indiana", Name: "Indiana", From: 2022, To: 2026, Kinds: withPensions, Itemized: true, Dependents: true, Children: true,
		Why:   "rate and exemptions from the Indiana Code and the schedules of the Department of Revenue, with an independent source that agrees, the county rates that may stand beside the tax from one secondary source",
		Scope: simpleScope + " No child is claimed as a dependent for the first time, for which the additional exemption is twice as large."},
	{Code: "la", Slug: "louisiana", Name: "Louisiana", From: 2025, To: 2026, Kinds: withRents, Dependents: true, Children: true, Scope: simpleScope, Agreed: []int{2025},
		Why: "of 2025 the rate from the Department of Revenue, the standard deduction and what is taxed from the Revised Statutes, each with an independent source that agrees; the standard deduction of 2026 from one secondary source"},
	{Code: "mi", Slug: "michigan", Name: "Michigan", From: 2022, To: 2025, Kinds: withRents, Itemized: true, Dependents: true, Children: true, Scope: simpleScope, Agreed: []int{2022, 2023, 2024, 2025},
		Why: "rate, exemptions and what is taxed from pages and forms of the Department of Treasury, social security from its form of 2019, each with an independent source that agrees"},
	{Code: "ms", Slug: "mississippi", Name: "Mississippi", From: 2023, To: 2026, Kinds: withPensions, Dependents: true, Children: true, OneEarner: true, couple: mississippiCouple, Why: oneSource, Scope: simpleScope + coupleScope},
	{Code: "ny", Slug: "new_york", Name: "New York", From: 2022, To: 2025, Kinds: withRents, Dependents: true, Children: true, Without: []form1040.Status{form1040.Separate},
		Why: twoSources, Scope: simpleScope + " A business has no employees, so that nothing is subtracted for a small one.", credit: newYorkHousehold},
	{Code: "nc", Slug: "north_carolina", Name: "North Carolina", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true, Aged: true, rules: readNorthCarolina,
		Agreed: []int{2022, 2023, 2024, 2025, 2026},
		Why:    "the rates and the child deduction from the Department of Revenue, the standard deduction from the statute, each with an independent source that agrees", Scope: simpleScope},
	{Code: "nj", Slug: "new_jersey", Name: "New Jersey", From: 2022, To: 2025, Kinds: withRents, Base: Gross, Children: true, Strict: true, refuse: refuseInvestedFrom(62), Why: twoSources,
		Scope: simpleScope + " No property tax deduction is taken.", row: newJerseyRow},
	{Code: "pa", Slug: "pennsylvania", Name: "Pennsylvania", From: 2022, To: 2026, Kinds: withPensions, Base: Gross, Children: true, Aged: true, Itemized: true, Strict: true, refuse: refusePensionsBefore(60),
		Without: []form1040.Status{form1040.Separate}, Scope: simpleScope, credit: pennsylvaniaForgiveness,
		Agreed: []int{2023, 2024, 2025},
		Why:    "the rate and tax forgiveness from the Department of Revenue, whose Eligibility Income Tables pass, and what is taxed from the Pennsylvania Code and the unemployment office, each with an independent source that agrees; the Department's text of the rate is of 2023 and says that it stays in effect until notice of a change"},
	{Code: "ut", Slug: "utah", Name: "Utah", From: 2022, To: 2025, Kinds: withRents, Dependents: true, Why: oneSource, Scope: simpleScope, credit: utahTaxpayerCredit},

	alabama, connecticut, maine, maryland, minnesota, missouri, newMexico, oklahoma, oregon, westVirginia, wisconsin,

	{Code: "de", Slug: "delaware", Name: "Delaware", From: 2022, To: 2025, Kinds: withRents, refuse: refuseInvestedFrom(60), Dependents: true, Children: true, OneEarner: true, Strict: true, Without: []form1040.Status{form1040.SurvivingSpouse},
		couple: delawareCouple, Why: "schedule, standard deduction and personal credit from two secondary sources that agree, the credit from the age of 60 from one; no example of the state's authority was run", Scope: tableScope + coupleScope + chosenScope, credit: delawareCredits},
	{Code: "dc", Slug: "district_of_columbia", Name: "District of Columbia", From: 2022, To: 2024, Kinds: withGains, Base: FederalTaxable, Dependents: true, Children: true, OneEarner: true, Strict: true,
		Scope: tableScope + earnerScope, Why: "the rate schedule from two secondary sources that agree; no example of the district's authority was run"},
	{Code: "hi", Slug: "hawaii", Name: "Hawaii", From: 2022, To: 2025, Kinds: withRents, Dependents: true, Children: true, Strict: true, Why: agreeing, Scope: tableScope, rules: readHawaii},
	{Code: "ia", Slug: "iowa", Name: "Iowa", From: 2023, To: 2026, Kinds: withRents, Base: FederalTaxable, Dependents: true, Children: true, Why: partOfficial,
		Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, Scope: tableScope, credit: personalCredits},
	{Code: "id", Slug: "idaho", Name: "Idaho", From: 2022, To: 2025, Kinds: withPensions, Base: FederalTaxable, Dependents: true, Children: true, Why: childAgree,
		Scope: tableScope + " The permanent building fund tax is not part of it.", credit: childCredit},
	{Code: "ks", Slug: "kansas", Name: "Kansas", From: 2024, To: 2026, Kinds: withPensions, Dependents: true, Children: true, Strict: true,
		Why:     "each parameter from two secondary sources that agree, of 2026 as the statute sets it for 2024 and later; no example of the state's authority was run",
		Without: []form1040.Status{form1040.Head, form1040.SurvivingSpouse}, Scope: tableScope},
	{Code: "ky", Slug: "kentucky", Name: "Kentucky", From: 2022, To: 2026, Kinds: withRents, Children: true, OneEarner: true, Strict: true, couple: kentuckyCouple, Why: childAgree,
		Without: []form1040.Status{form1040.Separate}, Scope: simpleScope + coupleScope, credit: kentuckyFamilySize},
	{Code: "ma", Slug: "massachusetts", Name: "Massachusetts", From: 2024, To: 2025, Kinds: withGains, Base: Gross, Dependents: true, Children: true, Strict: true,
		Without: []form1040.Status{form1040.SurvivingSpouse}, Scope: tableScope + " No deduction for rent or commuting is taken.", credit: massachusettsLimitedIncome,
		Why: "no tax status from the Department of Revenue and the statute, other parameters from two secondary sources that agree; no example of the state's authority was run"},
	{Code: "mt", Slug: "montana", Name: "Montana", From: 2024, To: 2026, Kinds: gainsRents, Base: FederalTaxable, Dependents: true, Children: true, Unqualified: true, Scope: simpleScope, rules: readMontana,
		Why: "the schedules of 2024 and 2026 from the Department of Revenue and an independent source that agrees, of 2025 from three secondary sources that agree; no example of the state's authority was run"},
	{Code: "ne", Slug: "nebraska", Name: "Nebraska", From: 2022, To: 2025, Kinds: withPensions, Dependents: true, Children: true, Why: childAgree, Scope: tableScope, credit: nebraskaCredits},
	{Code: "nd", Slug: "north_dakota", Name: "North Dakota", From: 2022, To: 2025, Kinds: gainsPensions, Base: FederalTaxable, Dependents: true, Children: true, OneEarner: true, Unqualified: true, credit: personalCredits, Why: agreeing, Scope: tableScope + earnerScope},
	{Code: "oh", Slug: "ohio", Name: "Ohio", From: 2022, To: 2025, Kinds: withGains, Itemized: true, Dependents: true, Children: true, OneEarner: true, Scope: tableScope + coupleScope, credit: ohioCredits,
		couple: ohioCouple, Why: "schedule and exemptions from two secondary sources that agree, the earned income credit from one; no example of the state's authority was run"},
	{Code: "ri", Slug: "rhode_island", Name: "Rhode Island", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true, Scope: tableScope,
		Why: "schedule, standard deduction and exemption of 2024 and 2025 from two secondary sources that agree, the reduction for high incomes and other years from one; no example of the state's authority was run"},
	{Code: "sc", Slug: "south_carolina", Name: "South Carolina", From: 2022, To: 2025, Kinds: withGains, OneEarner: true, Strict: true, Scope: tableScope, credit: earnedIncome,
		couple: lowerEarnerCredit, Why: "schedule, standard deduction and earned income credit from two secondary sources that agree; no example of the state's authority was run"},
	{Code: "vt", Slug: "vermont", Name: "Vermont", From: 2022, To: 2025, Kinds: withRents, Dependents: true, Children: true, Printed: true, Scope: tableScope, rules: readVermont,
		Why: "schedules, with their example, and standard deduction from the Department of Taxes and two independent sources, exemptions from two secondary sources, the minimum tax from one"},
	{Code: "va", Slug: "virginia", Name: "Virginia", From: 2022, To: 2025, Kinds: withPensions, Dependents: true, Children: true, OneEarner: true, Strict: true,
		Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, Scope: tableScope + coupleScope + chosenScope, credit: virginiaLowIncome,
		couple: virginiaCouple, Why: "schedule, standard deduction and exemption from two secondary sources that agree, credits from one; no example of the state's authority was run"},
})

// explained adds to each entry what its other incomes stand on.
func explained(entries []*Entry) []*Entry {
	for _, e := range entries {
		if !e.taxesNothing() && len(e.Agreed) == 0 {
			e.Why += incomesWhy
		}
	}
	return entries
}

const firstModelled, lastYear = 2022, 2026

func none(code, slug, name string, kinds []tax.Kind) *Entry {
	return &Entry{Code: code, Slug: slug, Name: name, From: firstModelled, To: lastYear, Kinds: kinds, Dependents: true, Children: true, Aged: true, Itemized: true,
		Why: noTax, Scope: "The state has no income tax on the incomes that are modelled; what remains there (sales, property and payroll taxes, in Washington the tax on large capital gains) is not part of the answer."}
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

// georgiaLowIncome is the low income credit: an amount for each taxpayer and
// dependent by federal adjusted gross income. The bands hold amounts, not
// rates.
func georgiaLowIncome(c *filing) money.Dec {
	p, in, f := c.p, c.in, c.f
	heads := persons(in).Add(money.FromInt(int64(in.Children + in.OtherDependents)))
	return p.lowIncome.Entered(f.At(form1040.F11)).Rate.Mul(heads)
}

// utahTaxpayerCredit is 6 % of the federal deduction and of the exemptions for
// dependents, less 1.3 % of income above a threshold.
func utahTaxpayerCredit(c *filing) money.Dec {
	p, in, f, taxable := c.p, c.in, c.f, c.taxable
	exemptions := p.creditExemption.Mul(money.FromInt(int64(in.Children + in.OtherDependents)))
	credit := f.At(form1040.F12).Add(exemptions).Mul(p.creditRate)
	return credit.Sub(taxable.Sub(p.phaseStart[in.Status]).Positive().Mul(p.phaseRate)).Positive()
}

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
func pennsylvaniaForgiveness(c *filing) money.Dec {
	p, in, taxable, due := c.p, c.in, c.taxable, c.due
	base := p.forgivenBase.Mul(persons(in)).Add(p.forgivenChild.Mul(money.FromInt(int64(in.Children))))
	lost := taxable.Sub(base).Positive().Quo(p.forgivenStep).Whole(money.Ceiling).Mul(p.forgivenRate)
	return due.Mul(money.One.Sub(lost).Positive())
}
