package eg

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income, and what was insured before.
type liability struct{ insured, net, tax money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross, deductions := req.IncomeBasis == tax.Gross, req.Num("deductions")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, gross, deductions, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, gross, deductions, x)
		return l.tax
	})
	bands := p.schedule(due.net)
	out := tax.Result{
		TaxableIncome: due.net, TotalTax: due.tax, MarginalRate: slope, StatutoryRate: bands.Entered(due.net).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(bands.Bands)), bands, money.Zero, due.net, piastre),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true}},
	}
	if gross {
		out.Components = append(out.Components, tax.Levy{Code: "social_insurance", Kind: tax.LevySocial, Amount: due.insured})
		out.Assumptions = append(out.Assumptions, grossScope)
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "Above this net income the lowest band falls away; the marginal rate is the one beyond it.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) assess(w *tax.Work, gross bool, deductions, income money.Dec) (l liability) {
	l.net = income
	if gross {
		w.Cite(p.rate.Cite)
		w.Cite(p.most.Cite)
		w.Cite(p.exemption.Cite)
		l.insured = w.Round(money.Min(income, p.most.Dec.Mul(months)).Mul(p.rate.Dec), piastre)
		w.Step("social_insurance", "Social insurance of the employee, each month's pay up to the most", l.insured, p.rate.Cite,
			"min({}, 12 × {}) × {}", income, p.most.Dec, p.rate.Dec)
		l.net = income.Sub(l.insured).Sub(deductions).Sub(p.exemption.Dec).Positive()
		w.Step("net_income", "Annual net income", l.net, p.exemption.Cite, "max(0, {} − {} − {} − {})", income, l.insured, deductions,
			p.exemption.Dec)
	}
	bands := p.schedule(l.net)
	w.Cite(p.steps)
	w.Cite(bands.Cite)
	w.Bands("income_tax", bands, money.Zero, l.net, piastre)
	l.tax = w.Round(bands.Tax(l.net), piastre)
	w.Step("income_tax", "Tax on the salary", l.tax, bands.Cite, "by bands of {}", l.net)
	return l
}

var months = money.FromInt(12)

// piastre is the presentation of amounts.
var piastre = block.Minor(2, money.HalfUp)

const grossScope = "The salary is paid in twelve equal months by one employer, all of it insured up to the most insured wage, each month " +
	"not below the least."
