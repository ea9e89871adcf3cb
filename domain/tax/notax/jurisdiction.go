package notax

import (
	"github.com/tallystick/tallystick/domain/tax"
)

// frenchNational is the fact that takes a person out of Monaco's rule.
const frenchNational = "french_national"

// Jurisdictions declares every place of the package.
func Jurisdictions() []*tax.Jurisdiction {
	out := make([]*tax.Jurisdiction, len(places))
	for i := range places {
		out[i] = places[i].declare()
	}
	return out
}

func (p *place) declare() *tax.Jurisdiction {
	j := &tax.Jurisdiction{
		Code: p.code, Name: p.name, Authority: p.authority, Currency: p.currency, TimeZone: p.zone, Languages: p.languages,
		Version: "1.0.0", Words: p.words,
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year"}},
		IncomeMeans: "Income is the gross annual employment income of a full-year resident.",
		TotalMeans:  "Total tax is income tax on employment income, of which there is none; contributions and taxes named below are not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Facts:       p.facts,
		BandsOf:     "income_tax",
		Compute:     compute,
	}
	j.Coverage = tax.CoverageOf(lower(p.code), tax.IndividualIncome)
	return j
}
