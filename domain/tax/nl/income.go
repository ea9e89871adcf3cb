package nl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one wage.
type liability struct{ box1, general, labour money.Dec }

func (l *liability) total() money.Dec { return l.box1.Sub(l.general).Sub(l.labour) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.box1.Entered(req.Income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.box1.Bands)), &p.box1, money.Zero, req.Income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.box1, InTotal: true},
			{Code: "general_credit", Kind: tax.LevyCredit, Amount: due.general, InTotal: true},
			{Code: "labour_credit", Kind: tax.LevyCredit, Amount: due.labour, InTotal: true},
		},
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess computes box 1 and both credits, each up to what tax is left.
func (p *params) assess(w *tax.Work, wage money.Dec) liability {
	w.Cite(p.cite)
	gross := p.box1.Tax(wage)
	w.Bands("income_tax", &p.box1, money.Zero, wage, cent)
	left, general := block.NonRefundable(gross, p.generalCredit(w, wage))
	left, _ = block.NonRefundable(left, p.labourCredit(w, wage))
	// What is left is rounded once; the labour credit takes up the difference.
	due := liability{box1: w.Round(gross, cent), general: w.Round(general, cent)}
	due.labour = due.box1.Sub(due.general).Sub(w.Round(left, cent)).Positive()
	w.Step("total_tax", "Income tax and national insurance contributions", due.total(), nil, "{} − {} − {}, credits not beyond the tax", due.box1, due.general, due.labour)
	return due
}

// generalCredit is art. 8.10.
func (p *params) generalCredit(w *tax.Work, income money.Dec) money.Dec {
	g := &p.general
	credit := g.taper.Reduce(w.Mode, g.amount.Dec, income)
	w.Step("general_credit", "General tax credit", credit, g.amount.Cite, "max(0, {} − {} × max(0, {} − {}))", g.amount.Dec, g.taper.Rate, income, g.taper.Above)
	return credit
}

// labourCredit is art. 8.11.
func (p *params) labourCredit(w *tax.Work, wage money.Dec) money.Dec {
	l := &p.labour
	credit := money.Zero
	for i := range l.rate {
		credit = money.Min(credit.Add(block.Above(wage, l.above[i]).Mul(l.rate[i])), l.most[i])
	}
	w.Step("labour_credit_grown", "Labour credit before its decrease", credit, l.cite, "{}", credit)
	credit = l.taper.Reduce(w.Mode, credit, wage)
	w.Step("labour_credit", "Labour credit", credit, l.cite, "less {} × max(0, {} − {})", l.taper.Rate, wage, l.taper.Above)
	return credit
}
