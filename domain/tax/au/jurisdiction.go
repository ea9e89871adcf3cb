package au

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Australia.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "AU", Name: "Australia", Authority: "Australian Taxation Office",
		Currency: "AUD", TimeZone: "Australia/Sydney", Languages: []string{"en"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"australia", "commonwealth of australia", "oz"},
			Demonyms: []string{"australian", "aussie", "australian resident", "australian taxpayer"},
			Cities: []string{"sydney", "melbourne", "brisbane", "perth", "adelaide", "canberra", "hobart", "darwin", "gold coast", "newcastle",
				"wollongong", "geelong", "cairns", "townsville"},
			Currency: []string{"$", "a$", "au$", "aud", "dollars", "australian dollars"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is annual taxable income from employment: gross pay, with no deduction claimed, unless components name its kinds.",
		TotalMeans: "Total tax is income tax after the low income tax offset, the Medicare levy, and the Medicare levy surcharge where it is " +
			"due.",
		Kinds:    []tax.Kind{tax.Employment, tax.Interest, tax.Property, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "2025-26", Split: true, Start: [2]int{7, 1}, BareAsks: true,
	Prefixes: []string{"financial year", "income year", "tax year", "fy"},
}

var facts = []tax.Fact{
	{
		Name: "working_holiday_maker", Type: "boolean", Section: "You",
		Prompt:  "Is the income earned on a working holiday visa (subclass 417 or 462)?",
		Reason:  "Working holiday makers are taxed at rates of their own.",
		Assumed: "false", Assumption: "The taxpayer is not a working holiday maker.",
		Hints: []string{"working holiday", "backpacker", "417 visa", "462 visa"},
	},
	{
		Name: "private_hospital_cover", Type: "boolean", Section: "You",
		Prompt:  "Did you hold an appropriate level of private patient hospital cover for the whole year?",
		Reason:  "Without cover, higher incomes pay the Medicare levy surcharge.",
		Assumed: "true", Assumption: "The taxpayer holds private patient hospital cover, so no Medicare levy surcharge is due.",
		Hints: []string{"private hospital", "private health", "medicare levy surcharge", "mls"},
	},
	{
		Name: "medicare_levy_exempt", Type: "boolean", Section: "You",
		Prompt:  "Are you exempt from the whole Medicare levy for the whole year?",
		Reason:  "Some residents are exempt, such as those not entitled to Medicare benefits.",
		Assumed: "false", Assumption: "The taxpayer is not exempt from the Medicare levy.",
		Hints: []string{"medicare exempt", "medicare exemption"},
	},
	{
		Name: studyLoanFact, Type: "boolean", Section: "Loans", Since: civil.MustParse("2025-07-01"), Until: civil.MustParse("2025-07-01"),
		Prompt:  "Do you owe a study or training support loan, such as HELP, that is large enough to be repaid for the whole year?",
		Reason:  "The compulsory repayment depends on the income; it is collected with the tax.",
		Assumed: "false", Assumption: "No study or training support loan is repaid.",
		Hints: []string{"help debt", "hecs", "help loan", "study loan", "vet student loan"},
	},
}

const studyLoanFact = "study_loan"

// check refuses what the rates of foreign residents and working holiday makers
// do not know.
func check(req *tax.Request, faults *tax.InputError) {
	if year, ok := yearForm.Period(req.TaxYear); ok {
		if s, part := stayOf(req, year); part && s.days == 0 {
			faults.Add("residence", "lies outside the tax year")
		}
	}
	special := req.Bool("working_holiday_maker") || req.Residence != nil && req.Residence.Status == "non_resident"
	if special && req.Bool("medicare_levy_exempt") {
		faults.Add("facts.medicare_levy_exempt",
			"is only for residents who are no working holiday makers; the others are not charged the levy here")
	}
	if special && req.Given("private_hospital_cover") {
		faults.Add("facts.private_hospital_cover", "is only for residents who are no working holiday makers")
	}
}

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability, not what PAYG withholds.",
	"The taxpayer has no spouse and no dependants: family thresholds of the Medicare levy and its surcharge are not modelled.",
	"No tax offset is given beyond the low income tax offset; the seniors and pensioners tax offset is not modelled.",
	"Interest, rent after expenses and other income are Australian and taxed in full; dividends, capital gains, pensions and business " +
		"income are not modelled.",
	"Foreign residents and working holiday makers are charged no Medicare levy and given no offset.",
	"A resident for part of the year pays resident rates above a smaller tax-free threshold on the taxable income of the whole year, and " +
		"the Medicare levy for the days of residence.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() (rows []tax.CoverageRow) {
	const rates = "Rates and offset: the Acts and the authority, with independent accounts. "
	const stale = "The low-income threshold of the Medicare levy is the one last found enacted, for 2024-25; it is usually raised after the " +
		"year."
	const loan = "The repayment of a study loan is shown beside the tax; the repayment income is the taxable income."
	const noLoan = "Repayments of study loans are not included: thresholds of the year were not read at the authority."
	for _, y := range []struct {
		year, asOf string
		tier       tax.Tier
		why        string
		extra      []string
	}{
		{"2023-24", "2024-06-30", tax.Beta, rates + "Medicare threshold: the Treasurer's second reading; surcharge tiers: the authority; each " +
			"with an independent account. No worked example of the authority for the year was found, so it is not covered.", []string{noLoan}},
		{"2024-25", "2025-06-30", tax.Covered, "Each rate, threshold and tier was read in the Acts or on the authority's pages, and the " +
			"authority's worked example of the Medicare levy passes, and so do the Budget's own figures of the tax and its cuts; no human reviewer.",
			[]string{noLoan}},
		{"2025-26", "2026-04-30", tax.Draft, rates + "Surcharge tiers: two independent accounts. " + stale, []string{stale, loan}},
		{"2026-27", "2026-04-30", tax.Draft, rates + stale, []string{stale, noLoan}},
		{"2027-28", "2026-04-30", tax.Draft, rates + stale, []string{stale, noLoan}},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: y.tier, Why: y.why,
			Dataset: "au-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf),
			Scope:     append(append([]string(nil), scope...), y.extra...),
			Residence: []string{"full_year", "part_year", "non_resident"},
		})
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
