package se

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Sweden.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "SE", Name: "Sweden", Authority: "Skatteverket", Currency: "SEK", TimeZone: "Europe/Stockholm", Languages: []string{"sv", "en"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"sweden", "sverige", "kingdom of sweden"},
			Demonyms: []string{"swedish", "swede", "svensk", "svenska"},
			Cities: []string{"stockholm", "gothenburg", "göteborg", "malmö", "uppsala", "västerås", "örebro", "linköping", "helsingborg",
				"jönköping", "norrköping", "lund", "umeå", "gävle", "södertälje", "borås"},
			Currency: []string{"sek", "kr", "kronor", "krona", "swedish kronor", "swedish krona"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual wages of a full-year resident under 66 (under 65 until 2024), before any deduction.",
		TotalMeans: "Total tax is municipal and state income tax and the general pension contribution, less the credits for it, for work and " +
			"for earned income; burial, church and public service fees are not in it.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "state_income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "inkomstår", "inkomståret", "beskattningsår"}}

var (
	// krona is exact where it is used: the state tax of whole hundreds.
	krona = block.Minor(0, money.HalfUp)
	// kronaDown is how the authority's tables compute the municipal tax.
	kronaDown = block.Minor(0, money.Down)
)

var facts = []tax.Fact{
	{
		Name: "municipal_rate", Type: "rate", Max: "0.4", Section: "Where you live",
		Prompt: "What is the tax rate of your municipality and region together, without burial and church fees, as a fraction (0.3238 for " +
			"32.38 %)?",
		Reason:   "Each municipality and region sets its own rate; the one where you were registered on 1 November of the year before applies.",
		Required: true, Example: "0.3238",
		Hints: []string{"municipal tax", "kommunalskatt", "skattesats", "stockholm", "göteborg", "malmö"},
	},
	{
		Name: "general_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much may you deduct from your wages, such as travel to work above the floor?",
		Reason:  "Deductions reduce the assessed income.",
		Assumed: "0", Assumption: "Nothing is deducted from the wages but the basic deduction.",
		Hints: []string{"travel", "resor", "deduction", "avdrag"},
	},
	{
		Name: "wages", Type: "decimal", Section: "Your wages",
		Prompt: "What are your gross wages of the year?",
		Reason: "The work tax credit and the general pension contribution are computed from wages, which a taxable income does not say.",
		Needed: tax.NeedTaxable, Example: "650000", Assumption: "The income is the gross wages.",
	},
}

// check refuses wages beside wages, and a taxable income without wages or with such as cannot leave it.
func check(req *tax.Request, faults *tax.InputError) {
	switch wages := req.Num("wages"); {
	case req.TaxType != "" && req.TaxType != tax.IndividualIncome:
	case req.IncomeBasis != tax.Taxable && req.Given("wages"):
		faults.Add("facts.wages", "belongs to a taxable income: the income is the gross wages already")
	case req.IncomeBasis == tax.Taxable && !req.Given("wages"):
		faults.Add("facts.wages", "is required where income_basis is taxable")
	case req.IncomeBasis == tax.Taxable && wages.Less(req.Income.Add(req.Num("general_deductions"))):
		faults.Add("facts.wages", "must be at least the taxable income and what is deducted from the wages, since the person has wages only")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("se", tax.IndividualIncome) }
