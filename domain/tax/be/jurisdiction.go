package be

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Belgium.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "BE", Name: "Belgium", Authority: "Service public fédéral Finances",
		Currency: "EUR", TimeZone: "Europe/Brussels", Languages: []string{"nl", "fr", "de"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"belgium", "belgië", "belgie", "belgique", "belgien", "kingdom of belgium"},
			Demonyms: []string{"belgian", "belgisch", "belge", "belg", "belgier", "belgian resident"},
			Cities: []string{"brussels", "bruxelles", "brussel", "antwerp", "antwerpen", "anvers", "ghent", "gent", "gand", "charleroi", "liège",
				"luik", "bruges", "brugge",
				"namur", "namen", "leuven", "louvain", "mons", "mechelen", "hasselt", "kortrijk", "ostend", "oostende", "tournai", "genk"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025",
			Prefixes: []string{"tax year"},
			IncomePrefixes: []string{"income year", "income of", "revenus de", "revenus", "inkomsten van", "inkomsten", "inkomstenjaar",
				"année de revenus", "einkommen"},
			AssessmentPrefixes: []string{"assessment year", "exercice d'imposition", "exercice", "aanslagjaar", "aj", "ei", "steuerjahr"},
		},
		IncomeMeans: "Income is the globally taxable income (revenu imposable globalement) of one person, after social contributions and " +
			"professional expenses; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is the personal income tax of the federation and the region, with the communal surcharge where a rate is given; " +
			"social contributions are not computed, and stand beside it where they are given.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule: tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "brussels", Code: "BE-BRU", Name: "Brussels-Capital Region", Words: tax.Words{Names: []string{"brussels-capital region"}}},
			{Slug: "flanders", Code: "BE-VLG", Name: "Flemish Region",
				Words: tax.Words{Names: []string{"flanders", "vlaanderen", "flemish region"}, Demonyms: []string{"flemish"}}},
			{Slug: "wallonia", Code: "BE-WAL", Name: "Walloon Region",
				Words: tax.Words{Names: []string{"wallonia", "wallonie", "walloon region"}, Demonyms: []string{"walloon"}}},
		},
		Facts:    slices.Concat(facts, wageFacts),
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many children are your dependants (enfants à charge, kinderen ten laste)?",
		Reason:  "Each raises the exempt amount.",
		Assumed: "0", Assumption: "There are no dependent children.",
		Since: civil.MustParse("2025-01-01"),
		Hints: []string{"child", "children", "kids", "enfant", "enfants", "kind", "kinderen"},
	},
	{
		Name: "communal_rate", Type: "rate", Max: "0.15", Section: "You",
		Prompt: "What is the rate of the communal surcharge (centimes additionnels, opcentiemen) where you live on 1 January after the year, " +
			"as a fraction such as 0.07?",
		Reason:  "Each commune adds a percentage to the tax.",
		Assumed: "0", Assumption: "No communal surcharge is added; most communes levy 6 to 9 percent of the tax.",
		Hints: []string{"commune", "municipality", "gemeente", "gemeentebelasting", "opcentiemen", "additionnels", "municipal"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("be", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
