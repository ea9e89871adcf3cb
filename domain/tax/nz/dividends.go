package nz

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// imputationCredits names the fact of the credits attached to dividends.
const imputationCredits = "imputation_credits"

const nzCompanies = "new_zealand_companies"

var dividendFacts = []tax.Fact{tax.WhoPaidDividends("New Zealand", nzCompanies,
	"Dividends of foreign companies carry foreign tax, and shares in them may be taxed as foreign investment funds; neither is modelled.",
	"new zealand dividends", "nz dividends"), {
	Name: imputationCredits, Type: "decimal", Section: "Your income",
	Prompt:     "How much imputation credit was attached to the dividends of New Zealand companies (0 where there was none)?",
	Reason:     "Imputation credits are income beside the dividend, and are taken from the tax.",
	Needed:     tax.NeedKind(tax.Dividends),
	Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Dividends}},
	Assumption: "There are no dividends.", Example: "280",
	Hints: []string{"imputation credit", "imputation credits", "imputed", "fully imputed", "unimputed"},
}}

func check(req *tax.Request, faults *tax.InputError) {
	tax.CheckDividendsFrom(req, faults)
	if p := resolved.In(req.Law)[req.TaxYear]; p != nil {
		tax.CheckAttached(req, faults, imputationCredits, p.imputation.Dec)
	}
}

// foreign refuses dividends of foreign companies.
func foreign(req *tax.Request, row *tax.CoverageRow) error {
	return tax.RefuseForeignDividends(req, row, "NZ", "dividends of foreign companies, the credit for foreign tax on them and the taxation of "+
		"foreign investment funds are not modelled")
}

// gross is the income with the imputation credits of dividends (s. CD 15).
func (p *params) gross(w *tax.Work, income, credits money.Dec) money.Dec {
	if credits.IsZero() {
		return income
	}
	w.Cite(p.imputation.Cite)
	sum := income.Add(credits)
	w.Step("gross_dividends", "Income with the imputation credits of dividends", sum, p.imputation.Cite, "{} + {}", income, credits)
	return sum
}

// impute takes the credits from what is left of the tax, and no more (ss. LE 1, LE 3).
func (p *params) impute(w *tax.Work, left, credits money.Dec) (after, used money.Dec) {
	after, used = block.NonRefundable(left, credits)
	if credits.Sign() > 0 {
		w.Step("imputation_credits", "Imputation credits, at most the tax", used, p.imputation.Cite, "min({}, {})", credits, left)
	}
	return after, used
}
