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

// scope is what every result rests on.
var scope = []string{
	"The person is below AOW age for the whole year, and lives and is insured in the Netherlands.",
	"All income of box 1 is wages of present employment; income of boxes 2 and 3 is what the facts give.",
	"No deduction is claimed (such as the own home or annuities) and the 30 % ruling does not apply.",
	"Only the general, the labour and, where said, the combination credit are given; credits of a partner are not paid out.",
	"The tax is the annual liability, not what wage tax tables withhold; amounts are computed to the cent.",
}

func coverage() []tax.CoverageRow {
	rows := tax.YearRows("NL", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Draft, Why: "Box 1 and the credits rest on two or more secondary sources that agree, the " +
			"combination credit on the authority's table and one that agrees; the threshold of debts in box 3 and some returns rest on one."},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Draft, Why: "The general credit rests on a public body's table and independent sources, " +
			"box 1 and boxes 2 and 3 on two that agree, the first stretches of the labour credit on one."},
		{Year: "2025", AsOf: "2025-12-31", Tier: tax.Draft, Why: "Box 1 rests on the authority's table and independent sources, the credits, " +
			"box 2 and the returns of box 3 on two secondary sources that agree."},
		{Year: "2026", AsOf: "2026-11-21", Tier: tax.Beta, Why: "Each figure of box 1, box 2, box 3 and the credits was read in a mirror of " +
			"the Act as in force on 21 February 2026, and independent sources agree; the premiums in the first band, 27.65 %, are on the " +
			"authority's page of the years before."},
	})
	last := &rows[len(rows)-1]
	last.Except = []tax.Exception{
		{Facts: []string{"box3_bank_balances", "box3_debts"}, Tier: tax.Draft,
			Why: "The returns of box 3 on bank balances and debts are provisional until 2027, and the threshold of debts was read in the Act " +
				"alone."},
		{Facts: []string{"substantial_interest_income", "box3_other_assets"}, Tier: tax.Draft,
			Why: "That the general credit shrinks with the income of boxes 2 and 3, too, rests on secondary sources."},
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
