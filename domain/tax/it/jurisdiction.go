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

// scope is what every result rests on.
var scope = []string{
	"All income is employment income of the whole year; the tax is the annual liability, not what is withheld.",
	"The trattamento integrativo is computed up to 15,000 euros of income, and up to 25,000 by the credits that are said to count; above, " +
		"it is not.",
	"Surtaxes are due only where income tax is due, on the whole taxable income at the rates given; exemptions of municipalities are not " +
		"applied.",
	"The total falls where the law's credits begin at once: above 15,000 and 25,000 euros of income, and from 2025 above 20,000, where a " +
		"credit replaces a sum that was paid out.",
	"Limits on other credits at high incomes are in the amount given.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() []tax.CoverageRow {
	rows := tax.YearRows("IT", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Beta, Why: "Scale and credit were read in the statute as the gazette of December 2023 " +
			"prints it in its notes, the trattamento integrativo in quotations of its decree; secondary sources agree with each."},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Draft, Why: "Credit and trattamento integrativo were read in the decree of 2023; its " +
			"scale in accounts that repeat its words and in the statute's notes as quoted; secondary sources agree with each."},
		{Year: "2025", AsOf: "2025-12-31", Tier: tax.Draft, Why: "Each parameter was read in the statute's words, in a mirror or only as a " +
			"third party quotes it with the Agency's circular, and secondary sources agree."},
		{Year: "2026", AsOf: "2026-11-20", Tier: tax.Draft, Why: "Each parameter was read in the statute's words, in a mirror or only as a " +
			"third party quotes it with the Agency's pages, and secondary sources agree; the Agency's amounts at the edges of the scale pass."},
	})
	for i := range rows[:1] {
		rows[i].Except = []tax.Exception{{Facts: []string{"integrative_credits"}, Tier: tax.Draft,
			Why: "The rule of the trattamento integrativo above 15,000 euros was read as in force in 2025; that it is of 2022 rests on one " +
				"account."}}
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
