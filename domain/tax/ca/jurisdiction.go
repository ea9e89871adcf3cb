package ca

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Canada.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CA", Name: "Canada", Authority: "Canada Revenue Agency; Revenu Québec for Quebec's tax",
		Currency: "CAD", TimeZone: "America/Toronto", Languages: []string{"en", "fr"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"canada"},
			Demonyms: []string{"canadian", "canadien", "canadienne", "canadian resident", "canadian taxpayer"},
			Currency: []string{"$", "c$", "ca$", "cad", "dollars", "canadian dollars", "dollars canadiens", "loonies"},
		},
		YearForm: yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year resident of the province or territory on 31 December, before " +
			"any deduction, unless components name its kinds.",
		TakeHome: true,
		TotalMeans: "Total tax is federal and provincial or territorial income tax after non-refundable credits and the Quebec abatement, with " +
			"Ontario's surtax and health premium; pension plan contributions and insurance premiums are shown beside it, not in it.",
		Kinds:      append(kinds[:len(kinds):len(kinds)], tax.CapitalGains, tax.Dividends),
		Bases:      []tax.Basis{tax.Gross, tax.Taxable},
		RegionRule: tax.RegionRequired,
		Regions:    regions,
		Apart: &tax.Apart{Codes: []string{"federal_tax", "federal_credits", "federal_dividend_credit"}, Region: "ontario",
			Assumption: "No province was named: the federal tax is that of a resident of any province or territory but Quebec, where " +
				"contributions differ and an abatement is given."},
		Facts:    slices.Concat(facts, supportedFacts, dividendFacts),
		Coverage: coverage(),
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "taxation year", "année d'imposition"}}

var facts = []tax.Fact{
	{
		Name: "rrsp_deduction", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much do you deduct for contributions to registered retirement savings and pension plans?",
		Reason:  "The deduction reduces net and taxable income.",
		Assumed: "0", Assumption: "No contribution to a registered retirement savings or pension plan is deducted.",
		Hints: []string{"rrsp", "reer", "registered pension"},
	},
	{
		Name: "aged_65_or_over", Type: "boolean", Section: "You",
		Prompt:  "Were you 65 or over on 31 December of the year?",
		Reason:  "From 65 the age amounts apply, which are not modelled.",
		Assumed: "false", Assumption: "The taxpayer is from 18 to 64 years old.",
		Hints: []string{"senior", "retired", "pensioner", "over 65", "years old"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && req.Num("rrsp_deduction").Sign() > 0 {
		faults.Add("facts.rrsp_deduction", "is deducted from gross income; a taxable income was given")
	}
	checkSupported(req, faults)
	checkDividends(req, faults)
	checkGains(req, faults)
}

// kinds are those that every row knows.
var kinds = []tax.Kind{tax.Employment, tax.Interest, tax.Property, tax.OtherIncome}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ca", tax.IndividualIncome) }

// cent is the rounding of the total.
var cent = block.Minor(2, money.HalfUp)
