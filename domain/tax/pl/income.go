package pl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one base.
type liability struct{ base, scale, reduced, solidarity money.Dec }

func (l *liability) total() money.Dec { return l.scale.Sub(l.reduced).Add(l.solidarity) }

// household is what the facts say of a joint assessment.
type household struct {
	pair   int // 0 alone, 1 joint
	spouse money.Dec
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross, commuter := req.IncomeBasis == tax.Gross, req.Bool("commuter")
	home := household{spouse: req.Num(spouseFact.Name)}
	if req.Choice("assessment") == joint {
		home.pair = 1
		if req.Income.Greater(p.solidary.above.Dec) && !req.Given(spouseFact.Name) {
			return tax.Result{}, &tax.MissingFacts{Facts: []tax.Fact{spouseFact}}
		}
	}
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
	due := p.assess(&w, home, base)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		if gross {
			x, _ = p.wages.base(&exact, commuter, x)
		}
		l := p.assess(&exact, home, x)
		return l.total()
	})
	scale := &p.scale[home.pair]
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: scale.Entered(due.base).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(scale.Bands)), scale, money.Zero, due.base, p.round),
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
// together: the tax is their difference. Spouses owe twice the tax on half of
// their income, which is rounded first (art. 6 ust. 2).
func (p *params) assess(w *tax.Work, home household, income money.Dec) liability {
	w.Cite(p.cite)
	scale, reducing := &p.scale[home.pair], p.reducing.Dec
	due := liability{}
	if home.pair == 1 {
		w.Cite(p.joint)
		reducing = reducing.Mul(p.parts.Dec)
		due.base = w.Round(income.Mul(half), p.round).Mul(p.parts.Dec)
		w.Step("taxable_income", "Joint tax base, of which half is rounded to the nearest zloty; the tax on half is due twice", due.base, p.joint,
			"{} × ({} ÷ {})", p.parts.Dec, income, p.parts.Dec)
	} else {
		due.base = w.Round(income, p.round)
		w.Step("taxable_income", "Tax base, to the nearest zloty", due.base, nil, "{}", income)
	}
	full := scale.Tax(due.base)
	w.Bands("income_tax", scale, money.Zero, due.base, p.round)
	due.scale = w.Round(full, p.round)
	left, _ := block.NonRefundable(full, reducing)
	due.reduced = due.scale.Sub(w.Round(left, p.round))
	w.Step("reducing_amount", "Reducing amount, not beyond the tax", due.reduced, p.reducing.Cite, "min({}, {})", full, reducing)
	due.solidarity = p.levy(w, due.base.Sub(home.spouse)).Add(p.levy(w, home.spouse))
	w.Step("total_tax", "Total tax", due.total(), nil, "{} − {} + {}", due.scale, due.reduced, due.solidarity)
	return due
}

// levy is art. 30h on the base of one person.
func (p *params) levy(w *tax.Work, base money.Dec) money.Dec {
	s := &p.solidary
	if !base.Greater(s.above.Dec) {
		return money.Zero
	}
	w.Cite(s.cite)
	due := w.Round(block.Above(base, s.above.Dec).Mul(s.rate.Dec), p.round)
	w.Step("solidarity_levy", "Solidarity levy", due, s.cite, "({} − {}) × {}", base, s.above.Dec, s.rate.Dec)
	return due
}

var half = money.MustParse("0.5")
