package india

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Regimes.
const (
	newRegime = "new"
	oldRegime = "old"
)

// Jurisdiction declares India.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "IN", Name: "India", Authority: "Income Tax Department",
		Currency: "INR", TimeZone: "Asia/Kolkata", Languages: []string{"en", "hi"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"india", "republic of india", "bharat", "भारत", "hindustan"},
			Demonyms: []string{"indian", "indian resident", "indian taxpayer", "nri"},
			Cities: []string{"mumbai", "delhi", "new delhi", "bengaluru", "bangalore", "hyderabad", "chennai", "kolkata", "pune", "ahmedabad",
				"jaipur", "gurgaon", "gurugram", "noida", "kochi", "lucknow", "chandigarh", "bombay", "madras", "calcutta", "मुंबई", "दिल्ली"},
			Currency: []string{"₹", "rs", "rs.", "inr", "rupee", "rupees", "रुपये"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual salary of the financial year, before the standard deduction, unless components name its kinds.",
		TotalMeans: "Total tax is income tax after rebate, surcharge and health and education cess, rounded to ten rupees; interest is not " +
			"included.",
		Kinds:    []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Interest, tax.Dividends, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    slices.Concat(facts, dividendFacts),
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true, RangeAsks: true,
	Prefixes:           []string{"fy", "f.y.", "financial year", "previous year"},
	AssessmentPrefixes: []string{"ay", "a.y.", "assessment year"},
}

var facts = []tax.Fact{
	{
		Name: "regime", Type: "choice", Choices: []string{newRegime, oldRegime}, Section: "You",
		Prompt:  "Are you taxed under the new regime (section 115BAC) or the old one?",
		Reason:  "Slabs, deductions, rebate and surcharge differ between the regimes.",
		Assumed: newRegime, Assumption: "The new regime applies, which is the default.",
		Hints: []string{"old regime", "old tax regime", "new regime", "80c", "hra"},
	},
	{
		Name: "age", Type: "integer", Max: "120", Section: "You",
		Prompt:  "How old were you at any time in the financial year?",
		Reason:  "Under the old regime the slabs of residents rise at 60 and at 80.",
		Assumed: "40", Assumption: "The taxpayer is below 60.",
		Hints: []string{"senior citizen", "super senior", "years old", "aged", "retired", "pensioner"},
	},
	{
		Name: "deductions", Type: "decimal", Section: "Reliefs",
		Prompt: "How much do your exemptions and deductions under the old regime add up to, beyond the standard deduction (sections 10, 80C, " +
			"80D and so on)?",
		Reason:  "Under the old regime they reduce the total income.",
		Assumed: "0", Assumption: "No deduction beyond the standard deduction is claimed.",
		Hints: []string{"80c", "80d", "hra", "deductions", "ppf", "elss"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	tax.CheckDividendsFrom(req, faults)
	if req.Num("deductions").Sign() == 0 {
		return
	}
	if req.Choice("regime") == newRegime {
		faults.Add("facts.deductions", "is only for the old regime; give facts.regime as old")
	}
	if req.IncomeBasis == tax.Taxable {
		faults.Add("facts.deductions", "is made from gross salary; a taxable income was given")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("in", tax.IndividualIncome) }

// paisa is the presentation of the parts of the tax.
var paisa = block.Minor(2, money.HalfUp)
