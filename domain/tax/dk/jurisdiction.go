package dk

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Denmark.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "DK", Name: "Denmark", Authority: "Skattestyrelsen", Currency: "DKK", TimeZone: "Europe/Copenhagen",
		Languages: []string{"da", "en"},
		Version:   "1.0.0",
		Words: tax.Words{
			Names:    []string{"denmark", "danmark", "kingdom of denmark"},
			Demonyms: []string{"danish", "dane", "dansk"},
			Cities: []string{"copenhagen", "københavn", "aarhus", "århus", "odense", "aalborg", "esbjerg", "randers", "kolding", "horsens",
				"frederiksberg", "roskilde"},
			Currency: []string{"dkk", "kr", "kroner", "krone", "danish kroner"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual wages of a full-year resident, before labour market contribution.",
		TotalMeans: "Total tax is labour market contribution, bottom and upper taxes of the state, municipal and church tax, after the " +
			"personal allowance; ATP is not in it.",
		Kinds:      []tax.Kind{tax.Employment},
		RegionRule: tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "denmark_proper", Name: "Denmark without the Faroe Islands and Greenland", Words: tax.Words{Names: []string{"denmark proper"}}},
			{Slug: "faroe_islands", Name: "Faroe Islands", Aliases: []string{"fo", "færøerne", "føroyar"},
				Words:     tax.Words{Names: []string{"faroe islands", "faroes", "færøerne", "føroyar"}, Cities: []string{"tórshavn", "torshavn"}},
				Uncovered: "the Faroe Islands have their own income tax"},
			{Slug: "greenland", Name: "Greenland", Aliases: []string{"gl", "grønland", "kalaallit nunaat"},
				Words:     tax.Words{Names: []string{"greenland", "grønland", "kalaallit nunaat"}, Cities: []string{"nuuk"}},
				Uncovered: "Greenland has its own income tax"},
		},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "upper_taxes",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "indkomstår", "indkomståret"}}

// oere is the presentation of tax: the statute rounds the final bill only.
var oere = block.Minor(2, money.HalfUp)

var facts = []tax.Fact{
	{
		Name: "municipal_rate", Type: "rate", Max: "0.35", Section: "Where you live",
		Prompt:   "What is the tax rate of your municipality for the year, as a fraction (0.2505 for 25.05 %)?",
		Reason:   "Each municipality sets its own rate.",
		Required: true, Example: "0.2505",
		Hints: []string{"kommuneskat", "municipal tax", "copenhagen", "aarhus"},
	},
	{
		Name: "church_rate", Type: "rate", Max: "0.02", Section: "Where you live",
		Prompt:  "If you are a member of the Church of Denmark, what is the church tax rate of your municipality, as a fraction?",
		Reason:  "Members pay church tax.",
		Assumed: "0", Assumption: "The person is no member of the Church of Denmark.",
		Hints: []string{"church", "kirkeskat", "folkekirken"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are your other assessment-oriented deductions, such as travel, union dues and unemployment insurance?",
		Reason:  "They reduce the base of municipal and church tax.",
		Assumed: "0", Assumption: "No deduction but the employment and job allowances is made.",
		Hints: []string{"befordring", "travel", "fagforening", "union", "fradrag", "deduction"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("dk", tax.IndividualIncome) }
