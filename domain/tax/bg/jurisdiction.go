package bg

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Bulgaria.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "BG", Name: "Bulgaria", Authority: "Национална агенция за приходите",
		Currency: "BGN", TimeZone: "Europe/Sofia", Languages: []string{"bg"},
		Changeover: &tax.Changeover{On: civil.Of(2026, 1, 1), Currency: "EUR"},
		Version:    "1.0.0",
		Words: tax.Words{
			Names:    []string{"bulgaria", "българия", "в българия", "republic of bulgaria"},
			Demonyms: []string{"bulgarian", "български", "българин", "bulgarian resident", "bulgarian taxpayer"},
			Cities:   []string{"sofia", "софия", "plovdiv", "пловдив", "varna", "варна", "burgas", "бургас", "ruse", "русе", "stara zagora"},
			Currency: []string{"лв", "лв.", "bgn", "lev", "leva", "levs", "лева", "лев"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "данъчна година"}},
		IncomeMeans: "Income is the gross annual wage of one person from employment, resident the whole year and paid in twelve equal months; " +
			"income_basis taxable says that it is the annual tax base before reliefs.",
		TotalMeans: "Total tax is income tax after reliefs; the employee's social security and health contributions stand beside it where the " +
			"income is a gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "For how many children under age do you claim the relief, without one with a disability?",
		Reason:  "The relief lowers the base.",
		Assumed: "0", Assumption: "No relief for children is claimed.",
		Hints: []string{"children", "child", "kids", "деца", "дете"},
	},
	{
		Name: "other_reliefs", Type: "decimal", Section: "Reliefs",
		Prompt: "What is the sum of your other reliefs off the base, each within its limit, such as for a child with a disability, voluntary " +
			"pension insurance and donations?",
		Reason:  "They lower the base.",
		Assumed: "0", Assumption: "No other relief is claimed (a child with a disability, voluntary insurance, donations).",
		Hints: []string{"donations", "disabled", "disability", "увреждане", "дарения"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("bg", tax.IndividualIncome) }

// stotinka is the presentation of amounts.
var stotinka = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The wage is paid in twelve equal months by one employer, third category of labour, each month above the least insured income.",
}
