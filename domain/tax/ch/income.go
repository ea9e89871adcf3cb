package ch

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ taxable, tariff, children, unlevied money.Dec }

func (l *liability) total() money.Dec { return l.tariff.Sub(l.children).Sub(l.unlevied) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	t := &p.single
	if req.Choice("status") != single {
		t = &p.couple
	}
	children := money.FromInt(int64(req.Int("children")))
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, t, children, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, t, children, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.taxable, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: t.rates.Entered(due.taxable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(t.rates.Bands)), &t.rates, money.Zero, due.taxable, p.tax),
		Components: make([]tax.Levy, 1, 3),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tariff, InTotal: true}
	if due.children.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "child_reduction", Kind: tax.LevyCredit, Amount: due.children, InTotal: true})
	}
	if due.unlevied.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "not_levied", Kind: tax.LevyCredit, Amount: due.unlevied, InTotal: true})
	}
	if cliff {
		out.Assumptions = []string{"At this income the tax reaches the amount from which it is levied; the marginal rate is the one beyond that step."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is art. 36 paras. 1 to 3.
func (p *params) assess(w *tax.Work, t *tariff, children, income money.Dec) liability {
	w.Cite(t.all)
	due := liability{taxable: w.Round(income, p.income)}
	w.Step("taxable_income", "Taxable income, full 100 francs", due.taxable, nil, "{}", income)
	due.tariff = p.tariffTax(w, t, due.taxable)
	if children.Sign() > 0 {
		_, due.children = block.NonRefundable(due.tariff, p.child.Mul(children))
		w.Step("child_reduction", "Reduction for children and dependants", due.children, p.child.Cite, "min({}, {} × {})", due.tariff, p.child.Dec, children)
	}
	if left := due.tariff.Sub(due.children); left.Less(p.least.Dec) {
		due.unlevied = left
		w.Step("not_levied", "Tax too small to be levied", left, p.least.Cite, "{} is less than {}", left, p.least.Dec)
	}
	w.Step("total_tax", "Direct federal tax", due.total(), nil, "{} − {} − {}", due.tariff, due.children, due.unlevied)
	return due
}

// tariffTax is the printed amount of the step and more for each further 100
// francs. An exact evaluation follows the rates alone: the printed amounts are
// rounded.
func (p *params) tariffTax(w *tax.Work, t *tariff, taxable money.Dec) money.Dec {
	if w.Mode == block.Exact {
		return t.rates.Tax(taxable)
	}
	step := 0
	for i := 1; i < len(t.rates.Bands) && !taxable.Less(t.rates.Bands[i].From); i++ {
		step = i
	}
	if step == 0 {
		w.Step("income_tax", "Tax of the tariff: free", money.Zero, t.cite, "0")
		return money.Zero
	}
	b, at := &t.rates.Bands[step], t.printed[step-1]
	due := w.Round(at.Add(taxable.Sub(b.From).Mul(b.Rate)), p.tax)
	w.Step("income_tax", "Tax of the tariff", due, t.cite, "{} + ({} − {}) × {}", at, taxable, b.From, b.Rate)
	return due
}
