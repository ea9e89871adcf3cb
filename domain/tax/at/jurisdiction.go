package at

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Austria.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "AT", Name: "Austria", Authority: "Finanzamt Österreich",
		Currency: "EUR", TimeZone: "Europe/Vienna", Languages: []string{"de"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"austria", "österreich", "oesterreich", "republic of austria", "republik österreich"},
			Demonyms: []string{"austrian", "österreichisch", "österreicher", "österreicherin", "austrian resident", "austrian taxpayer"},
			Cities: []string{"vienna", "wien", "graz", "linz", "salzburg", "innsbruck", "klagenfurt", "villach", "wels", "st. pölten", "dornbirn",
				"bregenz", "eisenstadt"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "steuerjahr", "kalenderjahr", "veranlagungsjahr"}},
		IncomeMeans: "Income is the taxable income (Einkommen) after social insurance, expenses and special expenses, without wages taxed at " +
			"fixed rates (13th and 14th salary); it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is income tax by the tariff after credits, and where the income is a gross wage the tax at fixed rates on 13th " +
			"and 14th salaries; social insurance stands beside it.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "employee", Type: "boolean", Section: "You",
		Prompt:  "Do you have wages from active employment, so that the transport credit (Verkehrsabsetzbetrag) is due?",
		Reason:  "Employees have a credit, and a supplement to it at low incomes.",
		Assumed: "true", Assumption: "The person is an employee, entitled to the transport credit and its supplement.",
		Hints: []string{"self-employed", "selbständig", "freelance", "pension", "pensionist"},
	},
	{
		Name: "family_bonus", Type: "decimal", Section: "Reliefs",
		Prompt:  "Which amount of Familienbonus Plus do you claim for the year?",
		Reason:  "It reduces the tax before all other credits, at most to nothing.",
		Assumed: "0", Assumption: "No Familienbonus Plus is claimed.",
		Hints: []string{"familienbonus", "children", "kinder", "child"},
	},
	viennaFact,
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("at", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
