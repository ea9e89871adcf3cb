package id

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	gross := req.IncomeBasis == tax.Gross
	untaxed := money.Zero
	if gross {
		untaxed = p.ptkp(&w, req)
	}
	pension := req.Num(pensionFact)
	base := func(w *tax.Work, x money.Dec) money.Dec {
		if gross {
			return p.taxable(w, x, pension, untaxed)
		}
		return x
	}
	taxable := base(&w, req.Income)
	w.Cite(p.bands.Cite)
	due := w.Round(p.bands.Tax(taxable), sen)
	w.Bands("income_tax", &p.bands, money.Zero, taxable, sen)
	w.Step("income_tax", "Income tax of the year", due, p.bands.Cite, "by bands of {}", taxable)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		return p.bands.Tax(base(&exact, x))
	})
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: due, MarginalRate: slope, StatutoryRate: p.bands.Entered(taxable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, taxable, sen),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// ptkp is the income that is not taxable.
func (p *params) ptkp(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.self.Cite)
	total := p.self.Dec
	if req.Bool("married") {
		total = total.Add(p.married.Dec)
	}
	counted := money.Min(req.Num("dependants"), p.mostOfIt.Dec)
	total = total.Add(counted.Mul(p.dependant.Dec))
	w.Step("ptkp", "Income that is not taxable", total, p.self.Cite, "{} + … + {} × {} = {}", p.self.Dec, counted, p.dependant.Dec, total)
	return total
}

// taxable is what is left of gross income (article 21(3)).
func (p *params) taxable(w *tax.Work, gross, pension, untaxed money.Dec) money.Dec {
	w.Cite(p.part.Cite)
	costs := money.Min(gross.Mul(p.part.Dec), p.costsMost.Dec)
	w.Step("occupational_costs", "Occupational costs", costs, p.part.Cite, "min({} × {}, {})", gross, p.part.Dec, p.costsMost.Dec)
	left := gross.Sub(costs).Sub(pension).Sub(untaxed).Positive()
	w.Step("taxable_income", "Taxable income", left, p.self.Cite, "max(0, {} − {} − {} − {})", gross, costs, pension, untaxed)
	return left
}
