package pt

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ scale, solidarity, credits money.Dec }

func (l *liability) total() money.Dec { return l.scale.Add(l.solidarity).Sub(l.credits) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	pair := 0
	if req.Choice("assessment") == joint {
		pair = 1
	}
	credits := req.Num("tax_credits")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, pair, credits, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, pair, credits, x)
		return l.total()
	})
	scale := &p.scale[pair]
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: scale.Entered(req.Income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(scale.Bands)), scale, money.Zero, req.Income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true},
			{Code: "solidarity_surcharge", Kind: tax.LevySurcharge, Amount: due.solidarity, InTotal: true},
		},
	}
	if credits.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "tax_credits", Kind: tax.LevyCredit, Amount: due.credits, InTotal: true})
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is arts. 68, 68-A, 69 and 78.
func (p *params) assess(w *tax.Work, pair int, credits, income money.Dec) liability {
	w.Cite(p.cite)
	w.Cite(p.extraCite)
	if pair == 1 {
		w.Cite(p.jointCite)
		w.Step("joint_assessment", "Half of the joint income is taxed, twice: the bands are twice as wide", income, p.jointCite, "{}", income)
	}
	scale, extra := &p.scale[pair], &p.solidarity[pair]
	w.Bands("income_tax", scale, money.Zero, income, cent)
	due := liability{scale: w.Round(scale.Tax(income), cent), solidarity: w.Round(extra.Tax(income), cent)}
	w.Step("solidarity_surcharge", "Additional solidarity rate", due.solidarity, extra.Cite, "scale of art. 68-A on {}", income)
	_, due.credits = block.NonRefundable(due.scale.Add(due.solidarity), credits)
	w.Step("total_tax", "IRS", due.total(), nil, "{} + {} − {}", due.scale, due.solidarity, due.credits)
	return due
}
