package bg

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income, and what was contributed before.
type liability struct{ contributions, base, tax money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	children, other := req.Int("children"), req.Num("other_reliefs")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, gross, children, other, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, gross, children, other, x)
		return l.tax
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.tax, MarginalRate: slope, StatutoryRate: p.bands.Entered(due.base).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, 1), &p.bands, money.Zero, due.base, stotinka),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true}},
	}
	if gross {
		out.Components = append(out.Components, tax.Levy{Code: "contributions", Kind: tax.LevySocial, Amount: due.contributions})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) assess(w *tax.Work, gross bool, children int, other, income money.Dec) (l liability) {
	w.Cite(p.cite)
	l.base = income
	if gross {
		l.contributions = p.contributions(w, income)
		l.base = income.Sub(l.contributions)
	}
	l.base, _ = block.Take(l.base, other)
	if children > 0 {
		w.Cite(p.childCite)
		relief := &p.children[min(children, len(p.children))-1]
		l.base, _ = block.Take(l.base, relief.Dec)
		w.Step("child_relief", "Relief for children, at most", relief.Dec, relief.Cite, "{}", relief.Dec)
	}
	w.Step("taxable_income", "Annual tax base", l.base, nil, "max(0, {} − {} − reliefs)", income, l.contributions)
	w.Bands("income_tax", &p.bands, money.Zero, l.base, stotinka)
	l.tax = w.Round(p.bands.Tax(l.base), stotinka)
	return l
}

// contributions are the employee's, on twelve equal months of pay.
func (p *params) contributions(w *tax.Work, gross money.Dec) money.Dec {
	w.Cite(p.paid)
	insured := money.Zero // twelve times what is
	for _, ceiling := range p.ceilings {
		insured = insured.Add(money.Min(gross, ceiling.Mul(months)))
	}
	// The rate is taken of twelve times the insured pay, so that the division comes last.
	paid := insured.Mul(p.rate.Dec)
	if w.Mode == block.Exact {
		return paid.Mul(twelfth)
	}
	due := paid.QuoRound(months, 2, money.HalfUp)
	w.Step("contributions", "Contributions of the employee, each month's pay up to its ceiling", due, p.rate.Cite, "{} ÷ 12 × {}", insured,
		p.rate.Dec)
	return due
}

var months = money.FromInt(monthsInYear)

// twelfth stands for the division by months in the slope, which is rounded to fewer places.
var twelfth = money.One.QuoRound(months, 18, money.HalfUp)
