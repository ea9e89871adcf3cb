package hu

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// claims are what the facts say of allowances.
type claims struct {
	other, young, personal money.Dec // the last two in months
	children, dependants   int
}

// liability is what is owed on one income; unused is the family allowance that
// the base could not take.
type liability struct{ base, unused, tax money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	c := &claims{other: req.Num("other_allowances"), young: req.Num("under_25_months"), personal: req.Num("personal_allowance_months"),
		children: req.Int("children")}
	c.dependants = c.children + req.Int("other_dependants")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, c, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, c, x)
		return l.tax
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.tax, MarginalRate: slope, StatutoryRate: p.bands.Entered(due.base).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, 1), &p.bands, money.Zero, due.base, filler),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true}},
	}
	if req.IncomeBasis == tax.Gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "social_contribution", Kind: tax.LevySocial, Amount: p.contribution(&w, req.Income, due.unused)})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is §§ 8 and 29 to 29/H, the allowances in the order of the Act.
func (p *params) assess(w *tax.Work, c *claims, income money.Dec) (l liability) {
	w.Cite(p.cite)
	l.base, _ = block.Take(income, c.other)
	if c.young.Sign() > 0 {
		w.Cite(p.youngCite)
		relief := p.young.Dec.Mul(c.young)
		l.base, _ = block.Take(l.base, relief)
		w.Step("under_25_allowance", "Allowance of people under 25, at most", relief, p.young.Cite, "{} × {} months", p.young.Dec, c.young)
	}
	if c.personal.Sign() > 0 {
		w.Cite(p.otherCite)
		relief := p.personal.Dec.Mul(c.personal)
		l.base, _ = block.Take(l.base, relief)
		w.Step("personal_allowance", "Personal allowance, at most", relief, p.personal.Cite, "{} × {} months", p.personal.Dec, c.personal)
	}
	if c.children > 0 {
		w.Cite(p.familyCite)
		each := &p.family[min(c.dependants, len(p.family))-1]
		relief := each.Dec.Mul(money.FromInt(int64(c.children)))
		l.base, l.unused = block.Take(l.base, relief)
		w.Step("family_allowance", "Family allowance of the year, at most", relief, each.Cite, "{} × {} children", each.Dec,
			money.FromInt(int64(c.children)))
	}
	w.Step("taxable_income", "Consolidated tax base after allowances", l.base, nil, "{}", l.base)
	w.Bands("income_tax", &p.bands, money.Zero, l.base, filler)
	l.tax = w.Round(p.bands.Tax(l.base), filler)
	return l
}

// contribution is the employee's, less a share of the family allowance that the
// base could not take, at most down to nothing.
func (p *params) contribution(w *tax.Work, gross, unused money.Dec) money.Dec {
	full := w.Round(gross.Mul(p.rate.Dec), filler)
	left, _ := block.NonRefundable(full, w.Round(unused.Mul(p.share.Dec), filler))
	w.Step("social_contribution", "Social security contribution, less the family contribution allowance", left, p.rate.Cite,
		"max(0, {} × {} − {} × {})", gross, p.rate.Dec, unused, p.share.Dec)
	return left
}
