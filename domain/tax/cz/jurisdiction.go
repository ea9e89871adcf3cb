package cz

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares the Czech Republic.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CZ", Name: "Czech Republic", Authority: "Finanční správa České republiky",
		Currency: "CZK", TimeZone: "Europe/Prague", Languages: []string{"cs"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"czechia", "czech republic", "the czech republic", "česko", "česká republika", "česku", "české republice"},
			Demonyms: []string{"czech", "český", "česká", "czech resident", "czech taxpayer"},
			Cities: []string{"prague", "praha", "praze", "brno", "brně", "ostrava", "ostravě", "plzeň", "pilsen", "plzni", "liberec", "olomouc",
				"české budějovice", "hradec králové", "pardubice", "zlín"},
			Currency: []string{"kč", "czk", "koruna", "korun", "czech koruna", "czech crowns"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "zdaňovací období", "rok"}},
		IncomeMeans: "Income is the gross annual wage of one person from employment, resident the whole year; income_basis taxable says that " +
			"it is the tax base (základ daně) after deductions.",
		TotalMeans: "Total tax is income tax after credits, to the least nothing; a child bonus lowers what is payable, and social and health " +
			"insurance stand beside it where the income is a gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "For how many dependent children of your household do you claim the child tax advantage for the whole year?",
		Reason:  "Each lowers the tax; what exceeds the tax is paid as a bonus.",
		Assumed: "0", Assumption: "No child tax advantage is claimed.",
		Hints: []string{"children", "child", "kids", "děti", "dítě", "dětí"},
	},
	{
		Name: "spouse_credit_months", Type: "integer", Max: "12", Section: "You",
		Prompt: "In how many months did you live with a spouse of low own income (no more than 68,000 CZK in the year), and with a " +
			"dependent child in its first years (under three)?",
		Reason:  "For each such month a twelfth of the credit for a spouse is given.",
		Assumed: "0", Assumption: "No credit for a spouse is claimed.",
		Hints: []string{"married", "spouse", "wife", "husband", "manžel", "manželka", "manželku"},
	},
	{
		Name: "spouse_ztp", Type: "boolean", Section: "You",
		Prompt:  "Does your spouse hold a card ZTP/P?",
		Reason:  "The credit for a spouse is doubled.",
		Assumed: "false", Assumption: "The spouse holds no card ZTP/P.",
		Beside: &tax.Beside{Facts: []string{"spouse_credit_months"}},
	},
	{
		Name: "deductions", Type: "decimal", Section: "Reliefs",
		Prompt: "What is the sum of your deductions from the base, such as gifts, interest on a loan for housing and pension savings, each " +
			"within its limit?",
		Reason:  "They reduce the tax base.",
		Assumed: "0", Assumption: "Nothing is deducted from the base (gifts, interest on a housing loan, pension savings).",
		Hints: []string{"mortgage", "gifts", "pension savings", "hypotéka", "dary", "penzijní spoření"},
	},
	{
		Name: "other_credits", Type: "decimal", Section: "Reliefs",
		Prompt:  "What is the sum of your other credits, such as for disability?",
		Reason:  "They reduce the tax, at most to nothing.",
		Assumed: "0", Assumption: "No other credit is claimed, such as for disability.",
		Hints: []string{"disability", "disabled", "invalidita", "ztp"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && req.Num("deductions").Sign() > 0 {
		faults.Add("facts.deductions", "are already off a tax base; give them with a gross wage")
	}
	if req.Bool("spouse_ztp") && req.Int("spouse_credit_months") == 0 {
		faults.Add("facts.spouse_ztp", "is only for months in which the credit for a spouse is claimed")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("cz", tax.IndividualIncome) }

// haler is the presentation of contributions.
var haler = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"Contributions are computed on the year's wage of one employment; each month's own rounding up to whole koruna is not.",
	"The wage of each month is at least the minimum wage, and the employee is no working old-age pensioner.",
}
