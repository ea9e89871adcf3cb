package it

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares Italy.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "IT", Name: "Italy", Authority: "Agenzia delle Entrate",
		Currency: "EUR", TimeZone: "Europe/Rome", Languages: []string{"it", "de", "fr", "sl"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"italy", "italia", "italian republic", "repubblica italiana", "italien", "italie"},
			Demonyms: []string{"italian", "italiano", "italiana", "italian resident"},
			Cities: []string{"rome", "roma", "milan", "milano", "naples", "napoli", "turin", "torino", "palermo", "genoa", "genova", "bologna", "florence", "firenze", "bari",
				"catania", "venice", "venezia", "verona", "messina", "padua", "padova", "trieste", "brescia", "parma", "modena", "perugia", "cagliari", "bolzano", "trento"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "anno d'imposta", "periodo d'imposta", "redditi", "anno"}},
		IncomeMeans: "Income is the taxable employment income (imponibile IRPEF) after the employee's social contributions, being also the total income (reddito complessivo); it is not the gross wage.",
		TotalMeans:  "Total tax is IRPEF after the credits for employment, with regional and municipal surtax where rates are given; sums paid out are shown beside it.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Taxable},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Compute:     compute,
	}
}

var facts = []tax.Fact{
	{
		Name: "regional_rate", Type: "rate", Max: "0.05", Section: "You",
		Prompt:  "What is the rate of your region's surtax (addizionale regionale) on the whole income, as a fraction such as 0.0173?",
		Reason:  "Each region levies a surtax; where it has bands, give the average rate.",
		Assumed: "0", Assumption: "No regional surtax is added, although every region levies one.",
		Hints: []string{"region", "regione", "regional", "addizionale regionale"},
	},
	{
		Name: "municipal_rate", Type: "rate", Max: "0.02", Section: "You",
		Prompt:  "What is the rate of your municipality's surtax (addizionale comunale), as a fraction such as 0.008?",
		Reason:  "Most municipalities levy a surtax.",
		Assumed: "0", Assumption: "No municipal surtax is added, although most municipalities levy one.",
		Hints: []string{"municipality", "comune", "municipal", "addizionale comunale"},
	},
	{
		Name: "fixed_term", Type: "boolean", Section: "Your income",
		Prompt:  "Is the employment for a fixed term (tempo determinato)?",
		Reason:  "The least credit is higher for it.",
		Assumed: "false", Assumption: "The employment is permanent.",
		Hints: []string{"fixed term", "tempo determinato", "temporary"},
	},
	{
		Name: "other_credits", Type: "decimal", Section: "Reliefs",
		Prompt:  "What is the sum of your other credits against the tax (detrazioni), such as for family members, health or building works?",
		Reason:  "They reduce the tax, at most to nothing.",
		Assumed: "0", Assumption: "No other credits (detrazioni) are taken.",
		Hints: []string{"detrazioni", "dependants", "children", "figli", "coniuge", "spese mediche"},
	},
}

// scope is what every result rests on.
var scope = []string{
	"All income is employment income of the whole year; the tax is the annual liability, not what is withheld.",
	"The trattamento integrativo is computed up to 15,000 euros of income only; above, it depends on which other credits are taken.",
	"Surtaxes are due only where income tax is due, on the whole taxable income at the rates given; exemptions of municipalities are not applied.",
	"The total falls where the law's credits begin at once: above 15,000 and 25,000 euros of income, and from 2025 above 20,000, where a credit replaces a sum that was paid out.",
	"Limits on other credits at high incomes are in the amount given.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct{ year, asOf string }{{"2023", "2023-12-31"}, {"2024", "2024-12-31"}, {"2025", "2025-12-31"}, {"2026", "2026-11-20"}} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tax.Draft,
			Why:     "The parameters rest on secondary sources, mostly two that agree; statute and the authority's examples were not found.",
			Dataset: "it-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: scope,
		})
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
