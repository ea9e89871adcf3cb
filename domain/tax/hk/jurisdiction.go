package hk

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Hong Kong.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "HK", Name: "Hong Kong", Authority: "Inland Revenue Department",
		Currency: "HKD", TimeZone: "Asia/Hong_Kong", Languages: []string{"en", "zh"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"hong kong", "hong kong sar", "hksar", "hk", "h.k.", "香港"},
			Demonyms: []string{"hongkonger", "hong konger", "hong kong resident", "hong kong taxpayer"},
			Cities:   []string{"kowloon", "九龍"},
			Currency: []string{"$", "hk$", "hkd", "dollars", "hong kong dollars", "港元", "港幣"},
		},
		YearForm: yearForm,
		IncomeMeans: "Income is the assessable income from an office or employment in Hong Kong for the year of assessment, of one taxpayer or " +
			"of a jointly assessed couple.",
		TotalMeans: "Total tax is salaries tax after the one-off reduction of the year; MPF contributions are no tax, and provisional tax is " +
			"not shown.",
		Kinds:    []tax.Kind{tax.Employment},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "salaries_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "2024-25", Split: true, Start: [2]int{4, 1}, BareAsks: true,
	Prefixes: []string{"year of assessment", "ya", "課稅年度"},
}

var facts = []tax.Fact{
	{
		Name: "married_person_allowance", Type: "boolean", Section: "You",
		Prompt: "Is the married person's allowance granted: are you married, and has your spouse no chargeable income or are you assessed " +
			"jointly?",
		Reason:  "The married person's allowance takes the place of the basic allowance.",
		Assumed: "false", Assumption: "The basic allowance of a single person applies.",
		Hints: []string{"married", "spouse", "wife", "husband", "joint assessment"},
	},
	{
		Name: "single_parent_allowance", Type: "boolean", Section: "You",
		Prompt:  "Do you claim the single parent allowance?",
		Reason:  "It is given beside the basic allowance.",
		Assumed: "false", Assumption: "No single parent allowance is claimed.",
		Hints: []string{"single parent"},
	},
	{
		Name: "children", Type: "integer", Max: "9", Section: "Reliefs",
		Prompt:  "For how many children born before the year of assessment is the child allowance claimed?",
		Reason:  "Each child, up to the ninth, gives an allowance.",
		Assumed: "0", Assumption: "No child allowance is claimed.",
		Hints: []string{"children", "child", "kids"},
	},
	{
		Name: "children_born_in_year", Type: "integer", Max: "9", Section: "Reliefs",
		Prompt:  "For how many children born in the year of assessment is the child allowance claimed?",
		Reason:  "The allowance is higher in the year of birth.",
		Assumed: "0", Assumption: "No child was born in the year.",
		Hints: []string{"newborn", "baby"},
	},
	{
		Name: "mpf_contributions", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much were your own mandatory contributions to a recognised retirement scheme in the year?",
		Reason:  "Mandatory contributions are deductible up to a limit.",
		Assumed: "0", Assumption: "No mandatory contribution to a retirement scheme is deducted.",
		Hints: []string{"mpf", "provident fund"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Bool("married_person_allowance") && req.Bool("single_parent_allowance") {
		faults.Add("facts.single_parent_allowance", "is not given beside the married person's allowance")
	}
	if req.Int("children")+req.Int("children_born_in_year") > 9 {
		faults.Add("facts.children", "the child allowance is given for nine children at most, those born in the year included")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("hk", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
