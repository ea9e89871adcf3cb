package state

import (
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

var (
	allKinds = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.CapitalGains,
		tax.OtherIncome}
	noGains  = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.OtherIncome}
	wagesEtc = []tax.Kind{tax.Employment, tax.Interest, tax.Dividends}

	withGains     = append(wagesEtc[:len(wagesEtc):len(wagesEtc)], tax.CapitalGains)
	withBusiness  = append(wagesEtc[:len(wagesEtc):len(wagesEtc)], tax.SelfEmployment)
	withBoth      = append(withGains[:len(withGains):len(withGains)], tax.SelfEmployment)
	withRents     = append(withBoth[:len(withBoth):len(withBoth)], tax.Property)
	withPensions  = append(withRents[:len(withRents):len(withRents)], tax.Pension)
	gainsRents    = append(withGains[:len(withGains):len(withGains)], tax.Property)
	gainsPensions = append(gainsRents[:len(gainsRents):len(gainsRents)], tax.Pension)

	twoSources = "each parameter of 2022 to 2024 from two independent secondary sources, of 2025 from one; no example of the state's " +
		"authority was run"
)

const simpleScope = "State income tax of a full-year resident with wages, interest and dividends; other incomes as their parameters say, " +
	"and none without one; refundable credits, further additions and subtractions and local income taxes of the state are not part of it; " +
	"the tax of a locality that is named stands beside it. Pensions and IRA distributions are those of private employers and accounts, " +
	"received when they are due. Capital gains are those of assets for which the state has no exclusion of their own, such as farms, " +
	"businesses and property in the state."

const (
	tableScope  = simpleScope + " The tax is that of the rate schedule; a printed tax table of the state can differ from it by a few dollars."
	earnerScope = " All income on a joint return is that of one spouse."
	coupleScope = " On a joint return income that is not said to be the spouse's is the taxpayer's."
	chosenScope = " Where the refundable earned income credit is worth more than the credits that it excludes, the tax is the one before it."
	agreeing    = "each parameter of 2024 and 2025 from two secondary sources that agree, of earlier years from one; no example of the " +
		"state's authority was run"
	childAgree = "rates and deductions of 2024 and 2025 from two secondary sources that agree, credits and earlier years from one; no " +
		"example of the state's authority was run"
	partOfficial = "the schedule of 2024 from the state's authority and independent sources that agree, other years and credits from one or " +
		"two secondary sources; no example of the state's authority was run"
)

// incomesWhy says what the parts of incomes.yaml stand on.
const incomesWhy = "; what is taxed of gains, self-employment, social security and unemployment compensation mostly from two sources " +
	"that agree, seldom official ones"

// Entries lists the states that are modelled.
var Entries = explained([]*Entry{
	unread(none("ak", "alaska", "Alaska", allKinds,
		"the statute that taxes net income says that it does not apply to an individual, and independent sources agree")),
	none("fl", "florida", "Florida", allKinds,
		"the constitution forbids the state a tax on the income of natural persons, and independent sources agree"),
	none("nv", "nevada", "Nevada", allKinds, "the constitution forbids a tax on the wages or personal income of natural persons, the "+
		"Department of Taxation says that none is levied, and an independent source agrees"),
	investedUntaxedFrom(2025, none("nh", "new_hampshire", "New Hampshire", allKinds, "no tax on wages from the Department of Revenue "+
		"Administration, and an independent source agrees; the tax on interest and dividends, repealed from 2025 on, is not modelled")),
	none("sd", "south_dakota", "South Dakota", allKinds, "the Department of Revenue says that the state imposes no income tax, the code "+
		"taxes the net income of financial institutions alone, and independent sources agree"),
	none("tn", "tennessee", "Tennessee", allKinds,
		"the Department of Revenue says that the only income tax was repealed from 2021 on, and an independent source agrees"),
	none("tx", "texas", "Texas", allKinds,
		"the constitution forbids the legislature a tax on the net incomes of individuals, and an independent source agrees"),
	none("wa", "washington", "Washington", noGains, "the Department of Revenue says on a page of 2013 and the report on Initiative 2111 in "+
		"2024 that individual income is not taxed, and an independent source agrees; the excise on long-term capital gains is not modelled, so "+
		"that gains are refused"),
	unread(none("wy", "wyoming", "Wyoming", allKinds,
		"the code's chapter on income tax reserves the field to the state and imposes none, and independent sources agree")),

	{Code: "az", Slug: "arizona", Name: "Arizona", From: 2022, To: 2025, Kinds: withBusiness, Dependents: true, Children: true,
		rules: readArizona, refuse: refuseArizona,
		Scope: simpleScope + " The tax of 2022 is that of the rate schedule; a printed tax table of that year can differ from it by a few " +
			"dollars.",
		Why: "the rate, the dependent credit and what is taxed from the statutes, the standard deduction of 2025 from the Department of " +
			"Revenue's booklet, each with an independent source that agrees; the schedules and deductions of 2022 from two secondary sources that " +
			"agree, the standard deductions of 2023 and 2024 from one; some official texts were read only as a third party quotes them"},
	{Code: "ca", Slug: "california", Name: "California", From: 2022, To: 2025, Kinds: withPensions, Dependents: true, Children: true,
		Strict: true, Why: twoSources + "; the tax on incomes above a million from one",
		Scope: simpleScope + " No credit for renters is taken.", credit: californiaExemptions, row: californiaRow},
	{Code: "co", Slug: "colorado", Name: "Colorado", From: 2022, To: 2026, Kinds: withRents, Base: FederalTaxable, Dependents: true,
		Children: true, Scope: tableScope, Agreed: []int{2025},
		Why: "the rate, the limits of federal deductions and what is taxed from the statutes and the Department of Revenue's forms of 2025, " +
			"the rate of 2026 from its form for estimated tax, each with an independent source that agrees; the lower rate of 2024 from one " +
			"secondary source; some official texts were read only as a third party quotes them"},
	{Code: "ga", Slug: "georgia", Name: "Georgia", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true,
		refuse: refuseGeorgia, RetiredFrom: 62, credit: georgiaLowIncome,
		Agreed: []int{2025, 2026}, Scope: simpleScope + " No other dependent is a child of the taxpayer.",
		Why: "from 2024 on rates, deductions and what is taxed from the Department of Revenue's booklets and the Acts, each with an " +
			"independent source that agrees; the schedules of 2022 and 2023 from two secondary sources that agree; some official texts were read " +
			"only as a third party quotes them"},
	{Code: "il", Slug: "illinois", Name: "Illinois", From: 2022, To: 2026, Kinds: withPensions, Itemized: true, Dependents: true,
		Children: true, Scope: simpleScope, Agreed: []int{2023, 2024, 2025},
		Why: "rate, exemptions and what is taxed from pages of the Department of Revenue, each with an independent source that agrees; some " +
			"official texts were read only as a third party quotes them"},
	{Code: "in", Slug: "indiana", Name: "Indiana", From: 2022, To: 2026, Kinds: withPensions, Itemized: true, Dependents: true, Children: true,
		Agreed: []int{2026},
		Why: "rate and exemptions from the Indiana Code and the schedules of the Department of Revenue, with an independent source that " +
			"agrees, the county rates that may stand beside the tax from one secondary source",
		Scope: simpleScope + " No child is claimed as a dependent for the first time, for which the additional exemption is twice as large."},
	{Code: "la", Slug: "louisiana", Name: "Louisiana", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true,
		Scope: tableScope, rules: readLouisiana, Agreed: []int{2025, 2026},
		Why: "the rate and the standard deduction of 2026 from the Department of Revenue, the standard deduction of 2025 and what is taxed " +
			"from the Revised Statutes, each with an independent source that agrees; of 2022 to 2024 the schedule from two secondary sources that " +
			"agree, exemptions from one"},
	{Code: "mi", Slug: "michigan", Name: "Michigan", From: 2022, To: 2026, Kinds: withRents, Itemized: true, Dependents: true, Children: true,
		Scope: simpleScope, Agreed: []int{2022, 2023, 2024, 2025},
		Why: "rate, exemptions and what is taxed from pages and forms of the Department of Treasury, social security from its form of 2019, " +
			"each with an independent source that agrees; the exemption of 2026 from two transcriptions of its withholding guide"},
	{Code: "ms", Slug: "mississippi", Name: "Mississippi", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true,
		OneEarner: true, Apart: true, couple: mississippiCouple, Scope: simpleScope + coupleScope,
		Without: []form1040.Status{form1040.SurvivingSpouse}, Agreed: []int{2022, 2023, 2024, 2025, 2026},
		Why: "rates from the statute, deductions, exemptions and what is taxed, which are not indexed, from the Department of Revenue's " +
			"instructions of 2025, each with an independent source that agrees"},
	{Code: "ny", Slug: "new_york", Name: "New York", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true,
		Without: []form1040.Status{form1040.Separate},
		Agreed:  []int{2025},
		Why: "from 2025 on each parameter from the instructions of the Department of Taxation and Finance and an independent source that " +
			"agrees, the schedules and the household credit of earlier years from the statute and a secondary source, other parameters of those " +
			"years from two secondary sources; some official texts were read only as a third party quotes them",
		Scope: simpleScope + " A business has no employees, so that nothing is subtracted for a small one.", credit: newYorkHousehold},
	{Code: "nc", Slug: "north_carolina", Name: "North Carolina", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true,
		Aged: true, rules: readNorthCarolina,
		Agreed: []int{2022, 2023, 2024, 2025, 2026},
		Why: "the rates and the child deduction from the Department of Revenue, the standard deduction from the statute, each with an " +
			"independent source that agrees", Scope: simpleScope},
	{Code: "nj", Slug: "new_jersey", Name: "New Jersey", From: 2022, To: 2026, Kinds: withRents, Base: Gross, Children: true, Strict: true,
		refuse: refuseInvestedFrom(62),
		Why: "rates, exemptions, the income without tax and what is taxed from Title 54A of the New Jersey Statutes and pages of the " +
			"Division of Taxation, each with an independent source that agrees; some official texts were read only as a third party quotes them",
		Scope: simpleScope + " No property tax deduction is taken.", row: newJerseyRow, rules: readNewJersey},
	{Code: "pa", Slug: "pennsylvania", Name: "Pennsylvania", From: 2022, To: 2026, Kinds: withPensions, Base: Gross, Children: true,
		Aged: true, Itemized: true, Strict: true, refuse: refusePensionsBefore(60),
		Without: []form1040.Status{form1040.Separate}, Scope: simpleScope, credit: pennsylvaniaForgiveness,
		Agreed: []int{2023, 2024, 2025, 2026},
		Why: "the rate and tax forgiveness from the Department of Revenue, whose Eligibility Income Tables pass, and of 2026 from the Tax " +
			"Reform Code as it is quoted, and what is taxed from the Pennsylvania Code and the unemployment office, each with an independent " +
			"source that agrees; the Department's text of the rate is of 2023 and says that it stays in effect until notice of a change"},
	{Code: "ut", Slug: "utah", Name: "Utah", From: 2022, To: 2025, Kinds: withRents, Dependents: true, credit: utahTaxpayerCredit,
		Agreed: []int{2025}, Scope: simpleScope + " No dependent was born in the year, for whom the exemption counts twice.",
		Why: "of 2025 each parameter from the State Tax Commission's return and an independent source that agrees; the rates of earlier years " +
			"from the Commission, their exemptions and thresholds mostly from one secondary source"},

	alabama, arkansas, connecticut, maine, maryland, minnesota, missouri, newMexico, oklahoma, oregon, westVirginia, wisconsin,

	{Code: "de", Slug: "delaware", Name: "Delaware", From: 2022, To: 2026, Kinds: withRents, refuse: refuseInvestedFrom(60), Dependents: true,
		Children: true, OneEarner: true, Apart: true, Strict: true, Without: []form1040.Status{form1040.SurvivingSpouse},
		couple: delawareCouple, Why: "each parameter from chapter 11 of Title 30 of the Delaware Code and an independent source that agrees; " +
			"no example of the state's authority was run; some official texts were read only as a third party quotes them",
		Scope: tableScope + coupleScope + chosenScope, credit: delawareCredits},
	{Code: "dc", Slug: "district_of_columbia", Name: "District of Columbia", From: 2022, To: 2024, Kinds: withGains, Base: FederalTaxable,
		Dependents: true, Children: true, OneEarner: true, Apart: true, Strict: true,
		Agreed: []int{2022, 2023, 2024},
		Scope:  tableScope + earnerScope, Why: "the rate schedule and what is taxed from laws of the Council, each with an independent source " +
			"that agrees; no example of the district's authority was run"},
	{Code: "hi", Slug: "hawaii", Name: "Hawaii", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true, Strict: true,
		Scope: tableScope, rules: readHawaii,
		Why: "from 2025 on schedules, deductions, exemptions and what is taxed from the Revised Statutes and the Department of Taxation, each " +
			"with an independent source that agrees; its rate schedules of 2025 pass, and rows of its tax table to a dollar; parameters of " +
			"earlier years from one or two secondary sources; some official texts were read only as a third party quotes them"},
	{Code: "ia", Slug: "iowa", Name: "Iowa", From: 2023, To: 2026, Kinds: withRents, Base: FederalTaxable, Dependents: true, Children: true,
		Agreed: []int{2023, 2024, 2025, 2026},
		Why: "schedules and exemption credits from the Code and the Department of Revenue, what is taxed from its instructions of 2025, " +
			"each with an independent source that agrees; the example of its form for estimated tax of 2026 passes",
		Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, Scope: tableScope, credit: personalCredits},
	{Code: "id", Slug: "idaho", Name: "Idaho", From: 2022, To: 2025, Kinds: withPensions, Base: FederalTaxable, Dependents: true,
		Children: true, Agreed: []int{2024, 2025},
		Why: "from 2024 on rates and thresholds from the State Tax Commission, the child credit from its instructions of 2025, what is taxed " +
			"from the statute and the Commission, each with an independent source that agrees; parameters of earlier years from one or two " +
			"secondary sources",
		Scope: tableScope + " The permanent building fund tax is not part of it.", credit: childCredit},
	{Code: "ks", Slug: "kansas", Name: "Kansas", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true, Strict: true,
		rules: readKansas, refuse: refuseKansas,
		Why: "schedule and standard deduction of 2026, which are those of 2024 on, from the Department of Revenue, exemptions and what is " +
			"taxed from the statutes as they are printed or quoted, each with an independent source that agrees; 2022 and 2023 from two secondary " +
			"sources that agree; some official texts were read only as a third party quotes them",
		Without: []form1040.Status{form1040.Head, form1040.SurvivingSpouse}, Scope: tableScope},
	{Code: "ky", Slug: "kentucky", Name: "Kentucky", From: 2022, To: 2026, Kinds: withRents, Children: true, OneEarner: true, Apart: true,
		Strict: true, couple: kentuckyCouple,
		Why: "rates, the family size credit of 2025, the standard deduction of 2026 and what is taxed from the statutes and the Department " +
			"of Revenue, each with an independent source that agrees; standard deductions of 2024 and 2025 from two secondary sources that agree, " +
			"poverty guidelines of other years from one",
		Without: []form1040.Status{form1040.Separate}, Scope: simpleScope + coupleScope, credit: kentuckyFamilySize},
	{Code: "ma", Slug: "massachusetts", Name: "Massachusetts", From: 2022, To: 2026, Kinds: withGains, Base: Gross, Dependents: true,
		Children: true, Strict: true,
		Without: []form1040.Status{form1040.SurvivingSpouse}, Scope: tableScope + " No deduction for rent or commuting is taken.",
		credit: massachusettsLimitedIncome,

		Why: "each parameter from chapter 62 of the General Laws or pages and forms of the Department of Revenue, each with an independent " +
			"source that agrees; some official texts were read only as a third party quotes them"},
	{Code: "mt", Slug: "montana", Name: "Montana", From: 2024, To: 2026, Kinds: gainsRents, Base: FederalTaxable, Dependents: true,
		Children: true, Unqualified: true, Scope: simpleScope, rules: readMontana, Agreed: []int{2026},
		Why: "of 2026 the schedules, the rates of gains and what is taxed from the Department of Revenue and the statutes and an independent " +
			"source that agrees; the schedules of 2024 from the Department, of 2025 from three secondary sources that agree"},
	{Code: "ne", Slug: "nebraska", Name: "Nebraska", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true,
		Scope: tableScope, credit: nebraskaCredits,
		Why: "amounts of 2026 from the Department of Revenue, the schedule also from an independent source; of earlier years from one or two " +
			"secondary sources"},
	{Code: "nd", Slug: "north_dakota", Name: "North Dakota", From: 2022, To: 2026, Kinds: gainsPensions, Base: FederalTaxable,
		Dependents: true, Children: true, OneEarner: true, Unqualified: true, credit: personalCredits, Scope: tableScope + earnerScope,
		Why: "of 2026 the schedules from the Office of State Tax Commissioner, whose printed amounts pass, and what is taxed from the Century " +
			"Code; schedules of 2024 and 2025 from two secondary sources that agree, of earlier years from one"},
	{Code: "oh", Slug: "ohio", Name: "Ohio", From: 2022, To: 2026, Kinds: withGains, Itemized: true, Dependents: true, Children: true,
		OneEarner: true, Scope: tableScope + coupleScope, credit: ohioCredits,
		couple: ohioCouple, rules: readOhio,
		Why: "schedules of 2022 to 2025 from the Department of Taxation and of 2026 from the analysis of the Legislative Service Commission, " +
			"each with an independent source that agrees; exemptions and credits from two secondary sources"},
	{Code: "ri", Slug: "rhode_island", Name: "Rhode Island", From: 2022, To: 2026, Kinds: withRents, Dependents: true, Children: true,
		Scope: tableScope,

		Why: "schedule, deduction, exemption and their reduction of 2025 and 2026 from an advisory of the Division of Taxation and what is " +
			"taxed from the statute, each with an independent source that agrees; earlier years from one or two secondary sources; some official " +
			"texts were read only as a third party quotes them"},
	{Code: "sc", Slug: "south_carolina", Name: "South Carolina", From: 2022, To: 2026, Kinds: withGains, OneEarner: true, Strict: true,
		Scope: tableScope, rules: readSouthCarolina,
		couple: lowerEarnerCredit,
		Why: "of 2026 each parameter from the statute as Act 110 changed it and an independent source that agrees, partly as the statute is " +
			"quoted; the schedule of 2025 from the statute's note, other parameters of 2022 to 2025 mostly from secondary sources; no example of " +
			"the state's authority was run; some official texts were read only as a third party quotes them"},
	{Code: "vt", Slug: "vermont", Name: "Vermont", From: 2022, To: 2025, Kinds: withRents, Dependents: true, Children: true, Printed: true,
		Scope: tableScope, rules: readVermont,
		Why: "schedules, with their example, and standard deduction from the Department of Taxes and two independent sources, exemptions from " +
			"two secondary sources, the minimum tax from one"},
	{Code: "va", Slug: "virginia", Name: "Virginia", From: 2022, To: 2026, Kinds: withPensions, Dependents: true, Children: true,
		OneEarner: true, Apart: true, Strict: true,
		Without: []form1040.Status{form1040.Separate, form1040.SurvivingSpouse}, Scope: tableScope + coupleScope + chosenScope,
		credit: virginiaLowIncome,
		couple: virginiaCouple,
		Why: "rates, exemptions, credits and what is taxed from the Code of Virginia and the standard deduction from pages of the " +
			"Department of Taxation, each with an independent source that agrees; the standard deduction of 2022 and 2023 and the poverty " +
			"guidelines of 2022, 2025 and 2026 from one or two secondary sources; some official texts were read only as a third party quotes them"},
})

// explained adds to each entry what its other incomes stand on.
func explained(entries []*Entry) []*Entry {
	for _, e := range entries {
		if !e.Untaxed() && len(e.Agreed) == 0 {
			e.Why += incomesWhy
		}
	}
	return entries
}

const firstModelled, lastYear = 2022, 2026

// none is a state without an income tax, whose law was read in every year.
func none(code, slug, name string, kinds []tax.Kind, why string) *Entry {
	return &Entry{Code: code, Slug: slug, Name: name, From: firstModelled, To: lastYear, Kinds: kinds, Dependents: true, Children: true,
		Aged: true, Itemized: true,
		Why: why, Agreed: []int{2022, 2023, 2024, 2025, 2026}, untaxed: true,
		Scope: "The state has no income tax on the incomes that are modelled; what remains there (sales, property and payroll taxes, in " +
			"Washington the tax on large capital gains) is not part of the answer."}
}

// investedUntaxedFrom is a state that taxed interest and dividends before a year.
func investedUntaxedFrom(year int, e *Entry) *Entry {
	e.investedUntaxed = year
	return e
}

// unread is a state whose law was read only as a third party quotes it.
func unread(e *Entry) *Entry {
	e.Agreed, e.Why = nil, e.Why+"; the statute was read only as a third party quotes it"
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
