package nz

import (
	"github.com/tallystick/tallystick/domain/civil"
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
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"new zealand", "nz", "n.z.", "aotearoa"},
			Demonyms: []string{"new zealander", "kiwi", "new zealand resident", "nz resident"},
			Cities: []string{"auckland", "wellington", "christchurch", "hamilton", "tauranga", "dunedin", "palmerston north", "napier",
				"rotorua", "queenstown", "tāmaki makaurau", "ōtautahi", "te whanganui-a-tara"},
			Currency: []string{"$", "nz$", "nzd", "dollars", "new zealand dollars", "kiwi dollars"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year New Zealand tax resident, unless components name its kinds.",
		TotalMeans: "Total tax is income tax after the independent earner tax credit where it is claimed; the ACC earners' levy is shown " +
			"beside it, not in it.",
		Kinds:    []tax.Kind{tax.Employment, tax.Interest, tax.Property, tax.OtherIncome},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
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

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability, not what PAYE withholds by tax code.",
	"Interest, rent after expenses and other income are from New Zealand and taxed at the same rates; they owe no earners' levy. Dividends " +
		"and self-employment are not modelled.",
	"No other tax credit is given: neither Working for Families nor donations.",
	"Amounts are computed to the cent, half a cent up.",
}

// levyLimit says what the earners' levy of the earlier years rests on.
const levyLimit = "The ACC earners' levy: its rate was read officially, the earnings up to which it is charged in payroll accounts."

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct {
		year, asOf string
		tier       tax.Tier
		why        string
		extra      []string
	}{
		{"2023-24", "2024-03-31", tax.Beta,
			"The Act's table of rates and independent accounts agree; Inland Revenue's worked examples at these rates pass.",
			[]string{levyLimit}},
		{"2024-25", "2025-03-31", tax.Beta,
			"Inland Revenue's own table and an independent account agree on each rate; no official worked example was found.",
			[]string{
				"Tax is at the composite annual rates of the year in which the thresholds rose on 31 July 2024.",
				levyLimit,
			}},
		{"2025-26", "2026-03-31", tax.Beta,
			"Inland Revenue's own table and an independent account agree on each rate; no official worked example was found.", nil},
		{"2026-27", "2026-04-30", tax.Beta, "Inland Revenue's own table runs on from 1 April 2025, and payroll accounts of the year's changes " +
			"name none in it; the ACC confirmed the earners' levy; no official worked example was found.", nil},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: y.tier, Why: y.why,
			Dataset: "nz-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf),
			Scope: append(append([]string(nil), scope...), y.extra...),
		})
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
