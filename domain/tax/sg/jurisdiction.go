package sg

import (
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

func coverage() []tax.CoverageRow { return tax.CoverageOf("sg", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
