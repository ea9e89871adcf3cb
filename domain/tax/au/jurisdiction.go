package au

import (
	"slices"

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
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"australia", "commonwealth of australia", "oz"},
			Demonyms: []string{"australian", "aussie", "australian resident", "australian taxpayer"},
			Cities: []string{"sydney", "melbourne", "brisbane", "perth", "adelaide", "canberra", "hobart", "darwin", "gold coast", "newcastle",
				"wollongong", "geelong", "cairns", "townsville"},
			Currency: []string{"$", "a$", "au$", "aud", "dollars", "australian dollars"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is annual taxable income from employment: gross pay, with no deduction claimed, unless components name its kinds.",
		TakeHome:    true,
		TotalMeans: "Total tax is income tax after the low income and small business income tax offsets, the Medicare levy, and the Medicare " +
			"levy surcharge where it is due; the franking tax offset, which is refundable, is taken off the net payable.",
		Kinds:    []tax.Kind{tax.Employment, tax.Interest, tax.Dividends, tax.SelfEmployment, tax.Property, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    slices.Concat(facts, kindFacts),
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
	tax.CheckDividendsFrom(req, faults)
	if p := resolved.In(req.Law)[req.TaxYear]; p != nil {
		tax.CheckAttached(req, faults, frankingCredits, p.franking.most.Dec)
	}
	if req.Bool(smallBusinessEntity) && !req.Has(tax.SelfEmployment) {
		faults.Add("facts."+smallBusinessEntity, "belongs to the profit of a business, and no component is of the kind self_employment")
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

func coverage() []tax.CoverageRow { return tax.CoverageOf("au", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
