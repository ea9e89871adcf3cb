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
	other, paid := req.Num("minimum_tax_income"), req.Num("minimum_tax_paid")
	least := p.topUp(&w, req.Income.Add(other), gross.Sub(credit).Add(paid))
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		due, less := p.tax(&exact, x, p.base(&exact, x, legal))
		left := due.Sub(less)
		return left.Add(p.topUp(&exact, x.Add(other), left.Add(paid)))
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: gross.Sub(credit).Add(least), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, p.rounding),
		Components: make([]tax.Levy, 1, 3),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: gross, InTotal: true}
	if p.reduction != nil {
		out.Components = append(out.Components, tax.Levy{Code: "reduction", Kind: tax.LevyCredit, Amount: credit, InTotal: true})
	}
	if p.minimum != nil {
		out.Components = append(out.Components, tax.Levy{Code: "minimum_tax", Kind: tax.LevyTax, Amount: least, InTotal: true})
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
	w.Step("simplified_discount", "Simplified discount", simplified, p.simplified.Cite, "min({} × {}, {})", p.simplified.Dec, income,
		p.simplifiedMost)
	w.Step("taxable_income", "Base of the tax", base, p.simplified.Cite, "max(0, {} − max({}, {}))", income, legal, simplified)
	return base
}

// tax is the tax by the table and the reduction that it has from 2026. What is
// left goes down to a centavo, once.
func (p *params) tax(w *tax.Work, income, base money.Dec) (gross, credit money.Dec) {
	exact := p.bands.Tax(base)
	gross = w.Round(exact, p.rounding)
	w.Bands("income_tax", &p.bands, money.Zero, base, p.rounding)
	r := p.reduction
	if r == nil || income.Greater(r.to) {
		return gross, money.Zero
	}
	most := r.most
	if income.Greater(r.fullTo) {
		most = r.amount.Sub(income.Mul(r.rate)).Positive()
	}
	credit = gross.Sub(w.Round(exact.Sub(most).Positive(), p.rounding))
	w.Step("reduction", "Reduction of the tax", credit, r.cite, "min({}, {})", gross, most)
	return gross, credit
}

// topUp is what the minimum tax on all income adds to the tax that is due on
// it already: from 600,000 to 1,200,000 a rate that rises from nothing to a
// tenth, above a tenth.
func (p *params) topUp(w *tax.Work, all, due money.Dec) money.Dec {
	m := p.minimum
	if m == nil || !all.Greater(m.above) {
		return money.Zero
	}
	w.Cite(m.cite)
	rate := m.rate
	if all.Less(m.fullAt) {
		rate = m.rate.Mul(all.Sub(m.above)).Quo(m.fullAt.Sub(m.above))
	}
	least := w.Round(all.Mul(rate), cent)
	more := least.Sub(due).Positive()
	w.Step("minimum_tax", "Minimum tax on all income, less the tax on it", more, m.cite, "max(0, {} − {})", least, due)
	return more
}
