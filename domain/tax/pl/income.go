package pl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one base.
type liability struct{ base, scale, reduced, solidarity money.Dec }

func (l *liability) total() money.Dec { return l.scale.Sub(l.reduced).Add(l.solidarity) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross, commuter := req.IncomeBasis == tax.Gross, req.Bool("commuter")
	if gross && p.wages == nil {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "PL", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the contributions on gross wages of this year were not confirmed; give the tax base",
		}
	}
	w := tax.NewWork(req.Explain)
	base, paid := req.Income, contributed{}
	if gross {
		base, paid = p.wages.base(&w, commuter, req.Income)
	}
	due := p.assess(&w, base)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		if gross {
			x, _ = p.wages.base(&exact, commuter, x)
		}
		l := p.assess(&exact, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.scale.Entered(due.base).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.scale.Bands)), &p.scale, money.Zero, due.base, p.round),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true},
			{Code: "reducing_amount", Kind: tax.LevyCredit, Amount: due.reduced, InTotal: true},
			{Code: "solidarity_levy", Kind: tax.LevySurcharge, Amount: due.solidarity, InTotal: true},
		},
	}
	if gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: paid.social},
			tax.Levy{Code: "health_contribution", Kind: tax.LevySocial, Amount: paid.health})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is art. 27 and art. 30h. Scale and reducing amount are rounded
// together: the tax is their difference.
func (p *params) assess(w *tax.Work, income money.Dec) liability {
	w.Cite(p.cite)
	due := liability{base: w.Round(income, p.round)}
	w.Step("taxable_income", "Tax base, to the nearest zloty", due.base, nil, "{}", income)
	scale := p.scale.Tax(due.base)
	w.Bands("income_tax", &p.scale, money.Zero, due.base, p.round)
	due.scale = w.Round(scale, p.round)
	left, _ := block.NonRefundable(scale, p.reducing.Dec)
	due.reduced = due.scale.Sub(w.Round(left, p.round))
	w.Step("reducing_amount", "Reducing amount, not beyond the tax", due.reduced, p.reducing.Cite, "min({}, {})", scale, p.reducing.Dec)
	if s := &p.solidary; due.base.Greater(s.above.Dec) {
		w.Cite(s.cite)
		due.solidarity = w.Round(block.Above(due.base, s.above.Dec).Mul(s.rate.Dec), p.round)
		w.Step("solidarity_levy", "Solidarity levy", due.solidarity, s.cite, "({} − {}) × {}", due.base, s.above.Dec, s.rate.Dec)
	}
	w.Step("total_tax", "Total tax", due.total(), nil, "{} − {} + {}", due.scale, due.reduced, due.solidarity)
	return due
}
