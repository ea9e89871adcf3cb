package it

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Italy.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "IT", Name: "Italy", Authority: "Agenzia delle Entrate",
		Currency: "EUR", TimeZone: "Europe/Rome", Languages: []string{"it", "de", "fr", "sl"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"italy", "italia", "italian republic", "repubblica italiana", "italien", "italie"},
			Demonyms: []string{"italian", "italiano", "italiana", "italian resident"},
			Cities: []string{"rome", "roma", "milan", "milano", "naples", "napoli", "turin", "torino", "palermo", "genoa", "genova", "bologna",
				"florence", "firenze", "bari",
				"catania", "venice", "venezia", "verona", "messina", "padua", "padova", "trieste", "brescia", "parma", "modena", "perugia", "cagliari",
				"bolzano", "trento"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "anno d'imposta", "periodo d'imposta", "redditi", "anno"}},
		IncomeMeans: "Income is the taxable employment income (imponibile IRPEF) after the employee's social contributions, being also the " +
			"total income (reddito complessivo); it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is IRPEF after the credits for employment, with regional and municipal surtax where rates are given; sums paid " +
			"out are shown beside it.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("it", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
