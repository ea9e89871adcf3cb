package be

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ scale, exempt, communal money.Dec }

func (l *liability) total() money.Dec { return l.scale.Sub(l.exempt).Add(l.communal) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	rate := req.Num("communal_rate")
	who, err := readEmployee(req)
	if err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(req.Explain)
	income := p.wages.taxable(&w, &who, req.Income)
	kids := req.Int("children")
	due := p.assess(&w, rate, kids, income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, rate, kids, p.wages.taxable(&exact, &who, x))
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.scale.Entered(income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.scale.Bands)), &p.scale, money.Zero, income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true},
			{Code: "exempt_amount", Kind: tax.LevyCredit, Amount: due.exempt, InTotal: true},
		},
	}
	if rate.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "communal_surcharge", Kind: tax.LevySurcharge, Amount: due.communal,
			InTotal: true})
	}
	if who.gross {
		out.Components = append(out.Components, tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: who.contributions})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is arts. 130, 131 and 134, and the communal surcharge.
func (p *params) assess(w *tax.Work, rate money.Dec, kids int, income money.Dec) liability {
	w.Cite(p.cite)
	scale := p.scale.Tax(income)
	w.Bands("income_tax", &p.scale, money.Zero, income, cent)
	reduction := p.exempt.Mul(p.exemptRate.Dec)
	if kids > 0 {
		reduction = p.children.reduction(w, p.exempt.Dec, kids)
	}
	left, _ := block.NonRefundable(scale, reduction)
	due := liability{scale: w.Round(scale, cent)}
	due.exempt = due.scale.Sub(w.Round(left, cent))
	w.Step("exempt_amount", "Reduction for the exempt amount, not beyond the tax", due.exempt, p.exempt.Cite, "min({}, {})", scale, reduction)
	due.communal = w.Round(left.Mul(rate), cent)
	w.Step("total_tax", "Total tax", due.total(), nil, "{} − {} + {}", due.scale, due.exempt, due.communal)
	return due
}

// reduction is arts. 132 and 134: the basic amount and the additions for
// children, at a scale of their own.
func (c *children) reduction(w *tax.Work, basic money.Dec, n int) money.Dec {
	w.Cite(c.cite)
	amount := basic.Add(c.addition[min(n, len(c.addition))-1].Dec)
	if more := n - len(c.addition); more > 0 {
		amount = amount.Add(c.further.Mul(money.FromInt(int64(more))))
	}
	w.Step("exempt_total", "Exempt amount with the additions for children", amount, c.cite, "{} and {} children", basic,
		money.FromInt(int64(n)))
	return c.scale.Tax(amount)
}
