package gr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one taxable income.
type liability struct{ scale, credit money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	children, gross := req.Int("children"), req.IncomeBasis == tax.Gross
	if gross && req.Income.Greater(p.most) {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "GR", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the ceiling of contributions, which counts by payments, is not modelled for gross wages above " + p.most.String() +
				" a year; give the taxable income",
		}
	}
	w := tax.NewWork(req.Explain)
	income, paid := req.Income, money.Zero
	if gross {
		income, paid = p.taxable(&w, req.Income)
	}
	due := p.assess(&w, children, income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		if gross {
			x, _ = p.taxable(&exact, x)
		}
		l := p.assess(&exact, children, x)
		return l.scale.Sub(l.credit)
	})
	scale := &p.scales[min(children, ratesTo)]
	out := tax.Result{
		TaxableIncome: income, TotalTax: due.scale.Sub(due.credit), MarginalRate: slope, StatutoryRate: scale.Entered(income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(scale.Bands)), scale, money.Zero, income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true},
			{Code: "wage_credit", Kind: tax.LevyCredit, Amount: due.credit, InTotal: true},
		},
	}
	if gross {
		out.Components = append(out.Components, tax.Levy{Code: "contributions", Kind: tax.LevySocial, Amount: paid})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// taxable is what contributions leave of a gross wage.
func (p *params) taxable(w *tax.Work, gross money.Dec) (income, paid money.Dec) {
	w.Cite(p.paid)
	paid = w.Round(gross.Mul(p.rate.Dec), cent)
	w.Step("contributions", "Contributions of the employee", paid, p.rate.Cite, "{} × {}", gross, p.rate.Dec)
	return gross.Sub(paid), paid
}

// assess is arts. 15 and 16.
func (p *params) assess(w *tax.Work, children int, income money.Dec) (l liability) {
	w.Cite(p.cite)
	if children > 0 && len(p.family) > 0 {
		w.Cite(p.family)
	}
	w.Cite(p.creditCite)
	scale := &p.scales[min(children, ratesTo)]
	w.Bands("income_tax", scale, money.Zero, income, cent)
	l.scale = w.Round(scale.Tax(income), cent)
	most := &p.credits[min(children, creditsTo)]
	credit := most.Dec.Add(p.further.Dec.Mul(money.FromInt(int64(max(0, children-creditsTo)))))
	if children < p.untapered {
		credit = credit.Sub(w.Round(block.Above(income, p.taperAbove.Dec).Mul(p.taper.Dec), cent)).Positive()
	}
	_, l.credit = block.NonRefundable(l.scale, credit)
	w.Step("wage_credit", "Credit on wages after its taper, not beyond the tax", l.credit, most.Cite, "min({}, {})", l.scale, credit)
	w.Step("total_tax", "Income tax", l.scale.Sub(l.credit), nil, "{} − {}", l.scale, l.credit)
	return l
}
