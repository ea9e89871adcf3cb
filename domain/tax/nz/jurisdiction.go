package nz

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares New Zealand.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "NZ", Name: "New Zealand", Authority: "Inland Revenue",
		Currency: "NZD", TimeZone: "Pacific/Auckland", Languages: []string{"en", "mi"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"new zealand", "nz", "n.z.", "aotearoa"},
			Demonyms: []string{"new zealander", "kiwi", "new zealand resident", "nz resident"},
			Cities: []string{"auckland", "wellington", "christchurch", "hamilton", "tauranga", "dunedin", "palmerston north", "napier",
				"rotorua", "queenstown", "tāmaki makaurau", "ōtautahi", "te whanganui-a-tara"},
			Currency: []string{"$", "nz$", "nzd", "dollars", "new zealand dollars", "kiwi dollars"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year New Zealand tax resident, unless components name its kinds.",
		TakeHome:    true,
		TotalMeans: "Total tax is income tax after the independent earner tax credit where it is claimed, and after imputation credits; the " +
			"ACC earners' levy is shown beside it, not in it.",
		Kinds:    []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Interest, tax.Dividends, tax.Property, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    slices.Concat(facts, dividendFacts),
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{
	Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true,
	Prefixes: []string{"tax year", "income year"},
}

var facts = []tax.Fact{
	{
		Name: "independent_earner", Type: "boolean", Section: "Reliefs",
		Prompt: "Do you claim the independent earner tax credit for the whole year, that is: neither you nor your partner is entitled to " +
			"Working for Families, and you receive no benefit, New Zealand Superannuation or veteran's pension?",
		Reason:  "The independent earner tax credit of up to 520 depends on it.",
		Assumed: "false", Assumption: "The independent earner tax credit is not claimed.",
		Hints: []string{"ietc", "independent earner"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("nz", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
