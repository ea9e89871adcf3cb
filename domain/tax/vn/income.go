package vn

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var monthsOfYear = money.FromInt(12)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	deducted := money.Zero
	if req.IncomeBasis == tax.Gross {
		deducted = p.deductions(&w, req)
	}
	taxable := w.Round(req.Income.Sub(deducted).Positive(), dong)
	if req.IncomeBasis == tax.Gross {
		w.Step("taxable_income", "Taxable income", taxable, p.self.Cite, "max(0, {} − {})", req.Income, deducted)
	}
	w.Cite(p.bands.Cite)
	due := w.Round(p.bands.Tax(taxable), dong)
	w.Bands("income_tax", &p.bands, money.Zero, taxable, dong)
	w.Step("income_tax", "Personal income tax", due, p.bands.Cite, "by bands of {}", taxable)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec { return p.bands.Tax(x.Sub(deducted).Positive()) })
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: due, MarginalRate: slope, StatutoryRate: p.bands.Entered(taxable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, taxable, dong),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// deductions are those for the person and dependants in all months of the year,
// and what the facts name.
func (p *params) deductions(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.self.Cite)
	family := p.self.Dec.Add(req.Num("dependants").Mul(p.dependant.Dec)).Mul(monthsOfYear)
	w.Step("family_deductions", "Deductions for the person and dependants", family, p.self.Cite, "({} + {} × {}) × {}", p.self.Dec,
		req.Num("dependants"), p.dependant.Dec, monthsOfYear)
	return family.Add(req.Num(insuranceFact)).Add(req.Num("other_deductions"))
}
