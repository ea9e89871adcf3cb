package za

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// dividendsFrom names the fact of who paid the dividends, and its choices.
const (
	dividendsFrom = "dividends_from"
	southAfrican  = "south_african_companies"
	foreignPayers = "foreign_companies"
)

var dividendFacts = []tax.Fact{{
	Name: dividendsFrom, Type: "choice", Choices: []string{southAfrican, foreignPayers}, Section: "Your income",
	Prompt: "Did companies resident in South Africa pay all of the dividends, or did foreign companies pay some?",
	Reason: "Dividends of resident companies bear dividends tax and are exempt from normal tax; foreign ones are exempt in part, which is not " +
		"modelled.",
	Needed:     tax.NeedKind(tax.Dividends),
	Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Dividends}},
	Until:      civil.Of(2026, 2, 28),
	Assumption: "There are no dividends.", Example: southAfrican,
	Hints: []string{"foreign dividends", "foreign dividend", "local dividends", "local dividend"},
	Says: map[string]string{"foreign dividends": foreignPayers, "foreign dividend": foreignPayers, "local dividends": southAfrican,
		"local dividend": southAfrican},
}}

// foreign refuses dividends of foreign companies.
func foreign(req *tax.Request, row *tax.CoverageRow) error {
	if req.Sum(tax.Dividends).IsZero() || req.Choice(dividendsFrom) != foreignPayers {
		return nil
	}
	return &tax.Unavailable{Jurisdiction: "ZA", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
		Reason: "the part of foreign dividends that is exempt is not modelled"}
}

// dividendsTax is withheld from the dividends of resident companies (s. 64E), which
// are exempt from normal tax (s. 10(1)(k)(i)).
func (p *params) dividendsTax(w *tax.Work, dividends money.Dec) money.Dec {
	if dividends.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(p.dividends.Cite)
	due := w.Round(dividends.Mul(p.dividends.Dec), cent)
	w.Step("dividends_tax", "Dividends tax", due, p.dividends.Cite, "{} × {}", dividends, p.dividends.Dec)
	return due
}
