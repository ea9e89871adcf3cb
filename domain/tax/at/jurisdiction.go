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

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability by assessment, not the wage tax withheld.",
	"No credit is given beyond those the facts name: none for sole earners, lone parents, commuters or pensioners.",
	"A negative tax is not paid out (refund of social insurance, child supplement).",
	"The supplement to the transport credit is due in full for the year.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() []tax.CoverageRow {
	rows := tax.YearRows("AT", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Beta,
			Why: "The Ministry's page has the tariff, the state's guidance for citizens the credits, and independent sources agree with both."},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Beta, Why: "The Ministry's page has the tariff, the state's guidance for citizens and for " +
			"companies the credits, and independent sources agree with each."},
		{Year: "2025", AsOf: "2025-12-31", Tier: tax.Beta, Why: "The Act that sets the tariff was read in the gazette's text, an official page " +
			"has the credits, and independent sources agree with each; the relief that the Ministry says the tariff gives comes out."},
		{Year: "2026", AsOf: "2026-11-20", Tier: tax.Beta,
			Why: "Edges, credits and limits were read in the regulation that indexes them for 2026, and independent sources agree with each."},
	})
	for i := range rows {
		rows[i].Except = []tax.Exception{{Bases: []tax.Basis{tax.Gross}, Tier: tax.Draft, Why: grossWhy[rows[i].TaxYear]}}
	}
	return rows
}

// grossWhy is what gross wages rest on.
var grossWhy = map[string]string{
	"2023": "Of gross wages, the health insurance fund's pages and independent sources agree on the limits; the rates rest mostly on " +
		"secondary sources.",
	"2024": "Of gross wages, the health insurance fund's pages and independent sources agree on limits and most rates; the fixed rates " +
		"above 6 % rest on secondary sources of the years around.",
	"2025": "Of gross wages, the health insurance fund's pages and independent sources agree on limits and most rates; the fixed rates " +
		"above 6 % rest on a secondary source.",
	"2026": "Of gross wages, the rates and the lump sum for expenses rest in part on one secondary source.",
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
