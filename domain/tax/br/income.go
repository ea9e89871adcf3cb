package br

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	legal := req.Num("social_security").Add(req.Num("dependants").Mul(p.dependant.Dec)).Add(req.Num("other_deductions"))
	base := p.base(&w, req.Income, legal)
	gross, credit := p.tax(&w, req.Income, base)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		due, less := p.tax(&exact, x, p.base(&exact, x, legal))
		return due.Sub(less)
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: gross.Sub(credit), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, cent),
		Components: make([]tax.Levy, 1, 2),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: gross, InTotal: true}
	if p.reduction != nil {
		out.Components = append(out.Components, tax.Levy{Code: "reduction", Kind: tax.LevyCredit, Amount: credit, InTotal: true})
	}
	if base.Sign() > 0 {
		out.StatutoryRate = p.bands.Entered(base).Rate
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// base is the income less the legal deductions or the simplified discount,
// whichever is more.
func (p *params) base(w *tax.Work, income, legal money.Dec) money.Dec {
	simplified := w.Round(money.Min(income.Mul(p.simplified.Dec), p.simplifiedMost), cent)
	deduction := money.Max(legal, simplified)
	base := income.Sub(deduction).Positive()
	w.Step("simplified_discount", "Simplified discount", simplified, p.simplified.Cite, "min({} × {}, {})", p.simplified.Dec, income, p.simplifiedMost)
	w.Step("taxable_income", "Base of the tax", base, p.simplified.Cite, "max(0, {} − max({}, {}))", income, legal, simplified)
	return base
}

// tax is the tax by the table and the reduction that it has from 2026.
func (p *params) tax(w *tax.Work, income, base money.Dec) (gross, credit money.Dec) {
	gross = w.Round(p.bands.Tax(base), cent)
	w.Bands("income_tax", &p.bands, money.Zero, base, cent)
	r := p.reduction
	if r == nil || income.Greater(r.to) {
		return gross, money.Zero
	}
	most := r.most
	if income.Greater(r.fullTo) {
		most = w.Round(r.amount.Sub(income.Mul(r.rate)).Positive(), cent)
	}
	credit = money.Min(gross, most)
	w.Step("reduction", "Reduction of the tax", credit, r.cite, "min({}, {})", gross, most)
	return gross, credit
}
