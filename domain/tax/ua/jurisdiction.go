package ua

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Ukraine.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "UA", Name: "Ukraine", Authority: "Державна податкова служба України",
		Currency: "UAH", TimeZone: "Europe/Kyiv", Languages: []string{"uk"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"ukraine", "україна", "україні"},
			Demonyms: []string{"ukrainian", "ukrainian resident", "ukrainian taxpayer"},
			Cities:   []string{"kyiv", "kiev", "київ", "kharkiv", "харків", "odesa", "odessa", "dnipro", "lviv", "львів", "zaporizhzhia"},
			Currency: []string{"₴", "грн", "грн.", "uah", "hryvnia", "hryvnias", "hryvni", "гривень", "гривні"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "податковий рік"}},
		IncomeMeans: "Income is the gross annual wage of one person from employment, resident the whole year and paid in twelve equal months; " +
			"nothing comes off it before the tax.",
		TotalMeans: "Total tax is the personal income tax and the military levy; the employer's single social contribution is not part of it.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Gross},
		Coverage:   coverage(),
		TakeHome:   true,
		BandsOf:    "income_tax",
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ua", tax.IndividualIncome) }

// kopiyka is the presentation of amounts.
var kopiyka = block.Minor(2, money.HalfUp)

var equalMonths = []string{"The wage is paid in twelve equal months, of which each bears the military levy at its own rate."}
