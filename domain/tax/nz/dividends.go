package nz

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// imputationCredits names the fact of the credits attached to dividends.
const imputationCredits = "imputation_credits"

var dividendFacts = []tax.Fact{{
	Name: imputationCredits, Type: "decimal", Section: "Your income",
	Prompt:     "How much imputation credit was attached to the dividends of New Zealand companies (0 where there was none)?",
	Reason:     "Imputation credits are income beside the dividend, and are taken from the tax.",
	Needed:     tax.NeedKind(tax.Dividends),
	Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Dividends}},
	Assumption: "There are no dividends.", Example: "280",
	Hints: []string{"imputation credit", "imputation credits", "imputed", "fully imputed", "unimputed"},
}}

func check(req *tax.Request, faults *tax.InputError) {
	if p := resolved.In(req.Law)[req.TaxYear]; p != nil {
		tax.CheckAttached(req, faults, imputationCredits, p.imputation.Dec)
	}
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
