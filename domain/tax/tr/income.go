package tr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income of a year.
type liability struct{ social, unemployment, base, tax, exempt money.Dec }

func (l *liability) total() money.Dec { return l.tax.Sub(l.exempt) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross, deductions := req.IncomeBasis == tax.Gross, req.Num("deductions")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, gross, deductions, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, gross, deductions, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.bands.Entered(due.base).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, due.base, kurus),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true},
			{Code: "minimum_wage_exemption", Kind: tax.LevyCredit, Amount: due.exempt, InTotal: true},
		},
	}
	if gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "social_security", Kind: tax.LevySocial, Amount: due.social},
			tax.Levy{Code: "unemployment_insurance", Kind: tax.LevySocial, Amount: due.unemployment})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is arts. 63, 103 and 23 no. 18.
func (p *params) assess(w *tax.Work, gross bool, deductions, income money.Dec) (l liability) {
	w.Cite(p.cite)
	l.base = income
	if gross {
		w.Cite(p.paid)
		insured := money.Min(income, p.ceiling.Mul(months))
		l.social, l.unemployment = w.Round(insured.Mul(p.social.Dec), kurus), w.Round(insured.Mul(p.unemployment.Dec), kurus)
		w.Step("social_security", "Social security premium of the employee, each month's pay up to the ceiling", l.social, p.social.Cite,
			"min({}, 12 × {}) × {}", income, p.ceiling, p.social.Dec)
		w.Step("unemployment_insurance", "Unemployment premium of the employee", l.unemployment, p.unemployment.Cite,
			"min({}, 12 × {}) × {}", income, p.ceiling, p.unemployment.Dec)
		l.base, _ = block.Take(income.Sub(l.social).Sub(l.unemployment), deductions)
	}
	w.Step("taxable_income", "Tax base of the year", l.base, nil, "max(0, {} − {} − {})", income, l.social.Add(l.unemployment), deductions)
	w.Bands("income_tax", &p.bands, money.Zero, l.base, kurus)
	l.tax = w.Round(p.bands.Tax(l.base), kurus)
	_, l.exempt = block.NonRefundable(l.tax, p.exempt)
	w.Step("minimum_wage_exemption", "Tax of the year's minimum wage, which is not charged", l.exempt, p.least.Cite,
		"min({}, tariff of 12 × {} × (1 − {} − {}))", l.tax, p.minimum, p.social.Dec, p.unemployment.Dec)
	w.Step("total_tax", "Income tax", l.total(), nil, "{} − {}", l.tax, l.exempt)
	return l
}
