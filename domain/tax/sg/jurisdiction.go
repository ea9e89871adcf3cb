package sg

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Singapore.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "SG", Name: "Singapore", Authority: "Inland Revenue Authority of Singapore",
		Currency: "SGD", TimeZone: "Asia/Singapore", Languages: []string{"en", "ms", "zh", "ta"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"singapore", "republic of singapore", "singapura", "新加坡", "சிங்கப்பூர்"},
			Demonyms: []string{"singaporean", "singapore resident", "singapore taxpayer"},
			Currency: []string{"$", "s$", "sg$", "sgd", "dollars", "singapore dollars"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross employment income of the calendar year before the year of assessment.",
		TotalMeans:  "Total tax is income tax after the personal income tax rebate of the year of assessment; CPF contributions are no tax.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Check:       check,
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "YA 2026", LabelPrefix: "YA ", Lag: 1, BareAsks: true,
	Prefixes:       []string{"ya", "year of assessment", "tahun taksiran"},
	IncomePrefixes: []string{"income year", "year of income", "calendar year", "basis year"},
}

var facts = []tax.Fact{
	{
		Name: "age", Type: "integer", Max: "120", Section: "You",
		Prompt:  "How old were you on 31 December of the year in which the income was earned?",
		Reason:  "Earned income relief is higher from 55 and from 60.",
		Assumed: "40", Assumption: "The taxpayer was below 55 on 31 December of the year of income.",
		Hints: []string{"years old", "aged", "senior", "retired"},
	},
	{
		Name: "cpf_contributions", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much did you contribute to the Central Provident Fund as an employee in the year of income, as far as it is relievable?",
		Reason:  "Compulsory employee contributions are a relief.",
		Assumed: "0", Assumption: "No CPF relief is claimed.",
		Hints: []string{"cpf", "provident fund"},
	},
	{
		Name: "spouse_relief", Type: "boolean", Section: "Reliefs",
		Prompt:  "Do you claim spouse relief?",
		Reason:  "Spouse relief reduces the chargeable income.",
		Assumed: "false", Assumption: "No spouse relief is claimed.",
		Hints: []string{"married", "spouse", "wife", "husband"},
	},
	{
		Name: "qualifying_children", Type: "integer", Max: "20", Section: "Reliefs",
		Prompt:  "For how many children do you claim the whole qualifying child relief?",
		Reason:  "Each child gives a relief.",
		Assumed: "0", Assumption: "No qualifying child relief is claimed.",
		Hints: []string{"children", "child", "kids"},
	},
	{
		Name: "other_reliefs", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much do your other personal reliefs add up to?",
		Reason:  "All personal reliefs together reduce the chargeable income, up to a cap.",
		Assumed: "0", Assumption: "No other personal relief is claimed.",
		Hints: []string{"relief", "reliefs", "nsman", "srs"},
	},
	{
		Name: parenthood, Type: "decimal", Section: "Reliefs",
		Prompt:  "How much parenthood tax rebate do you have to use: your share for a child, and what is left of earlier years?",
		Reason:  "The parenthood tax rebate is taken off the tax after the personal income tax rebate; what is not used is carried forward.",
		Assumed: "0", Assumption: "No parenthood tax rebate is used.",
		Hints: []string{"parenthood", "ptr", "newborn"},
	},
}

// parenthood is the fact that is a rebate of tax, not a relief of income.
const parenthood = "parenthood_tax_rebate"

// check refuses reliefs where none are given.
func check(req *tax.Request, faults *tax.InputError) {
	foreign := req.Residence != nil && req.Residence.Status == "non_resident"
	for i := range facts {
		switch name := facts[i].Name; {
		case !req.Given(name):
		case foreign:
			faults.Add("facts."+name, "is a relief of residents; a non-resident is given none")
		case req.IncomeBasis == tax.Taxable && name != parenthood:
			faults.Add("facts."+name, "is a relief on gross income; a taxable income was given")
		}
	}
}

// scope is what every result rests on.
var scope = []string{
	"The income is that of one resident individual for the whole calendar year, or employment income of a non-resident.",
	"Personal reliefs are capped together; conditions of each relief are not checked.",
	"Donations are not asked for; an income is given after them.",
	"A non-resident employed for 60 days or less is exempt and is not asked about.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct {
		year, asOf string
		tier       tax.Tier
		why        string
		extra      []string
	}{
		{"YA 2024", "2024-12-31", tax.Covered,
			"Every amount is the authority's own, and its worked examples of the year pass; no human reviewer.", nil},
		{"YA 2025", "2025-12-31", tax.Covered,
			"Every amount is the authority's own, and its sample calculations of the year pass; no human reviewer.", nil},
		{"YA 2026", "2026-04-30", tax.Beta, "The authority's rates run on from the year of assessment 2024, and its page of rebates names none " +
			"for 2026; no worked example of the year was found.", nil},
		{"YA 2027", "2026-04-30", tax.Beta, "The authority's rates run on from the year of assessment 2024; a rebate may yet be announced.",
			[]string{"No rebate is deducted: one for this year of assessment has not been announced."}},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: y.tier, Why: y.why,
			Dataset: "sg-income-" + y.year[3:] + "/2026.11", LawAsOf: civil.MustParse(y.asOf),
			Scope:     append(append([]string(nil), scope...), y.extra...),
			Residence: []string{"full_year", "non_resident"},
		})
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
