package nl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares the Netherlands.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "NL", Name: "Netherlands", Authority: "Belastingdienst",
		Currency: "EUR", TimeZone: "Europe/Amsterdam", Languages: []string{"nl", "fy"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"netherlands", "the netherlands", "nederland", "holland", "nederlân"},
			Demonyms: []string{"dutch", "nederlands", "nederlandse", "nederlander", "dutch resident", "dutch taxpayer"},
			Cities: []string{"amsterdam", "rotterdam", "the hague", "den haag", "'s-gravenhage", "utrecht", "eindhoven", "groningen", "tilburg",
				"almere",
				"breda", "nijmegen", "apeldoorn", "haarlem", "arnhem", "enschede", "amersfoort", "maastricht", "leiden", "delft", "zwolle",
				"leeuwarden"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "belastingjaar", "kalenderjaar", "inkomstenbelasting"}},
		IncomeMeans: "Income is the gross annual wage (fiscaal loon) of an employee, from which no employee's pension contribution is deducted " +
			"any more.",
		TotalMeans: "Total tax is the income tax of the boxes and the national insurance contributions, which the law fuses in box 1, after " +
			"the general, the labour and the combination credit.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Gross},
		RegionRule: tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "caribbean_netherlands", Code: "NL-BQ1", Name: "Bonaire, Sint Eustatius and Saba", Aliases: []string{"NL-BQ2", "NL-BQ3"},
				Uncovered: "the Caribbean Netherlands have an income tax of their own, which is not modelled",
				Words:     tax.Words{Names: []string{"caribbean netherlands", "caribisch nederland", "bonaire", "sint eustatius", "saba"}}},
		},
		Facts:    otherFacts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("nl", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
