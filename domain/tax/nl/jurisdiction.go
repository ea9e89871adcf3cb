package nl

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares the Netherlands.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "NL", Name: "Netherlands", Authority: "Belastingdienst",
		Currency: "EUR", TimeZone: "Europe/Amsterdam", Languages: []string{"nl", "fy"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"netherlands", "the netherlands", "nederland", "holland", "nederlân"},
			Demonyms: []string{"dutch", "nederlands", "nederlandse", "nederlander", "dutch resident", "dutch taxpayer"},
			Cities: []string{"amsterdam", "rotterdam", "the hague", "den haag", "'s-gravenhage", "utrecht", "eindhoven", "groningen", "tilburg", "almere",
				"breda", "nijmegen", "apeldoorn", "haarlem", "arnhem", "enschede", "amersfoort", "maastricht", "leiden", "delft", "zwolle", "leeuwarden"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "belastingjaar", "kalenderjaar", "inkomstenbelasting"}},
		IncomeMeans: "Income is the gross annual wage (fiscaal loon) of an employee, from which no employee's pension contribution is deducted any more.",
		TotalMeans:  "Total tax is box 1 income tax and national insurance contributions, which the law fuses, after the general and the labour credit.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Gross},
		RegionRule:  tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "caribbean_netherlands", Code: "NL-BQ1", Name: "Bonaire, Sint Eustatius and Saba", Aliases: []string{"NL-BQ2", "NL-BQ3"},
				Uncovered: "the Caribbean Netherlands have an income tax of their own, which is not modelled",
				Words:     tax.Words{Names: []string{"caribbean netherlands", "caribisch nederland", "bonaire", "sint eustatius", "saba"}}},
		},
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
	}
}

// scope is what every result rests on.
var scope = []string{
	"The person is below AOW age for the whole year, and lives and is insured in the Netherlands.",
	"All income is wages of present employment, taxed in box 1; there is no income of box 2 or box 3.",
	"No deduction is claimed (such as the own home or annuities) and the 30 % ruling does not apply.",
	"Only the general and the labour credit are given; credits of a partner are not paid out.",
	"The tax is the annual liability, not what wage tax tables withhold; amounts are computed to the cent.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct{ year, asOf, why string }{
		{"2023", "2023-12-31", "Rates and the labour credit rest on one secondary source, the general credit on two."},
		{"2024", "2024-12-31", "Rates and the labour credit rest on one secondary source; the government's page confirms the general credit's amount and rate."},
		{"2025", "2025-12-31", "Each parameter rests on two independent secondary sources that agree; the authority's tables were not found."},
		{"2026", "2026-11-20", "Each parameter rests on two independent secondary sources that agree; the authority's tables were not found."},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tax.Draft, Why: y.why,
			Dataset: "nl-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: scope,
		})
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
