package il

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	points := req.Num("credit_points")
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	gross, credit, surtax := p.tax(&w, req.Income, points)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		due, less, more := p.tax(&exact, x, points)
		return due.Sub(less).Add(more)
	})
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: gross.Sub(credit).Add(surtax), MarginalRate: slope,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, req.Income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: gross, InTotal: true},
			{Code: "credit_points", Kind: tax.LevyCredit, Amount: credit, InTotal: true},
			{Code: "surtax", Kind: tax.LevyTax, Amount: surtax, InTotal: true},
		},
	}
	if req.Income.Sign() > 0 {
		out.StatutoryRate = p.bands.Entered(req.Income).Rate
		if !req.Income.Less(p.surtaxFrom) {
			out.StatutoryRate = out.StatutoryRate.Add(p.surtax.Dec)
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) tax(w *tax.Work, income, points money.Dec) (gross, credit, surtax money.Dec) {
	gross = w.Round(p.bands.Tax(income), cent)
	worth := w.Round(points.Mul(p.point.Dec), cent)
	_, credit = block.NonRefundable(gross, worth)
	surtax = w.Round(block.Above(income, p.surtaxFrom).Mul(p.surtax.Dec), cent)
	w.Bands("income_tax", &p.bands, money.Zero, income, cent)
	w.Step("credit_points", "Credit points", credit, p.point.Cite, "min({} × {}, {})", points, p.point.Dec, gross)
	w.Step("surtax", "Surtax on high income", surtax, p.surtax.Cite, "{} × max(0, {} − {})", p.surtax.Dec, income, p.surtaxFrom)
	return gross, credit, surtax
}
