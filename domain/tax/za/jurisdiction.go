package za

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares South Africa.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "ZA", Name: "South Africa", Authority: "South African Revenue Service",
		Currency: "ZAR", TimeZone: "Africa/Johannesburg", Languages: []string{"en", "af", "zu", "xh"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"south africa", "republic of south africa", "rsa", "suid-afrika", "ningizimu afrika", "mzansi"},
			Demonyms: []string{"south african", "south african resident", "south african taxpayer"},
			Cities: []string{"johannesburg", "cape town", "durban", "pretoria", "port elizabeth", "gqeberha", "bloemfontein", "kaapstad", "soweto",
				"east london", "polokwane", "sandton"},
			Currency: []string{"r", "zar", "rand", "rands"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the annual remuneration of a resident from employment, before any deduction, unless components name its kinds.",
		TotalMeans: "Total tax is normal tax after rebates and the medical scheme fees tax credit, and dividends tax; UIF contributions are " +
			"not included.",
		Kinds:    []tax.Kind{tax.Employment, tax.Interest, tax.Dividends, tax.SelfEmployment, tax.Property, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    slices.Concat(facts, dividendFacts),
		Coverage: coverage(),
		BandsOf:  "normal_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "2026", Start: [2]int{3, 1}, EndLabels: true, BareAsks: true,
	Prefixes: []string{"year of assessment", "tax year ending february", "yoa"},
}

var facts = []tax.Fact{
	{
		Name: "age", Type: "integer", Max: "120", Section: "You",
		Prompt:  "How old were you on the last day of the tax year?",
		Reason:  "Rebates rise at 65 and at 75.",
		Assumed: "40", Assumption: "The taxpayer was below 65 on the last day of the tax year.",
		Hints: []string{"years old", "aged", "pensioner", "retired", "over 65", "over 75"},
	},
	{
		Name: "medical_scheme_members", Type: "integer", Max: "20", Section: "Reliefs",
		Prompt:  "For how many persons, yourself included, did you pay medical scheme fees?",
		Reason:  "Each gives a monthly tax credit.",
		Assumed: "0", Assumption: "No medical scheme fees were paid.",
		Hints: []string{"medical aid", "medical scheme"},
	},
	{
		Name: "medical_scheme_months", Type: "integer", Max: "12", Section: "Reliefs",
		Prompt:  "For how many months of the tax year did you pay medical scheme fees?",
		Reason:  "The credit is given by month.",
		Assumed: "12", Assumption: "Medical scheme fees, where paid, were paid for all twelve months.",
	},
	{
		Name: contributions, Type: "decimal", Section: "Reliefs", Until: civil.Of(2026, 2, 28),
		Prompt:  "How much was contributed to pension, provident and retirement annuity funds for you, what is carried forward included?",
		Reason:  "Contributions are deducted, up to a share of the income and an amount.",
		Assumed: "0", Assumption: "No contribution to a retirement fund is deducted.",
		Hints: []string{"retirement annuity", "pension fund", "provident fund", "11f"},
	},
}

// contributions names the fact of contributions to retirement funds.
const contributions = "retirement_contributions"

func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("medical_scheme_months") != 12 && req.Int("medical_scheme_members") == 0 {
		faults.Add("facts.medical_scheme_members", "is needed where medical_scheme_months is less than 12")
	}
	if req.IncomeBasis == tax.Taxable && req.Num(contributions).Sign() > 0 {
		faults.Add("facts."+contributions, "is deducted from gross income; a taxable income was given")
	}
	switch dividends := req.Sum(tax.Dividends); {
	case req.IncomeBasis == tax.Taxable && dividends.Sign() > 0:
		faults.Add("components", "dividends of South African companies are exempt from normal tax, and no part of a taxable income")
	case req.Given(dividendsFrom) && !req.Has(tax.Dividends):
		faults.Add("facts."+dividendsFrom, "belongs to dividends, and no component is of them")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("za", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
