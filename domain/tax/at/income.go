package at

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ tariff, family, transport money.Dec }

func (l *liability) total() money.Dec { return l.tariff.Sub(l.family).Sub(l.transport) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	employee, family := req.Bool("employee"), req.Num("family_bonus")
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, employee, family, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, employee, family, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.tariff.Entered(req.Income).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.tariff.Bands)), &p.tariff, money.Zero, req.Income, cent),
		Components: make([]tax.Levy, 1, 3),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tariff, InTotal: true}
	if family.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "family_bonus", Kind: tax.LevyCredit, Amount: due.family, InTotal: true})
	}
	if employee {
		out.Components = append(out.Components, tax.Levy{Code: "transport_credit", Kind: tax.LevyCredit, Amount: due.transport, InTotal: true})
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is § 33 Abs. 1 and 2.
func (p *params) assess(w *tax.Work, employee bool, family, income money.Dec) liability {
	w.Cite(p.cite)
	tariff := p.tariff.Tax(income)
	w.Bands("income_tax", &p.tariff, money.Zero, income, cent)
	left, used := block.NonRefundable(tariff, family)
	if employee {
		left, _ = block.NonRefundable(left, p.transportCredit(w, income))
	}
	// What is left is rounded once; the transport credit takes up the difference.
	due := liability{tariff: w.Round(tariff, cent), family: w.Round(used, cent)}
	due.transport = due.tariff.Sub(due.family).Sub(w.Round(left, cent))
	if !employee {
		due.family, due.transport = due.family.Add(due.transport), money.Zero
	}
	w.Step("total_tax", "Income tax after credits", due.total(), p.tariff.Cite, "{} − {} − {}, credits not beyond the tax", due.tariff, due.family, due.transport)
	return due
}

// transportCredit is § 33 Abs. 5 Z 1 and 3.
func (p *params) transportCredit(w *tax.Work, income money.Dec) money.Dec {
	w.Cite(p.creditCite)
	s := &p.supplement
	extra := s.amount.Dec
	switch {
	case !income.Less(s.to.Dec):
		extra = money.Zero
	case income.Greater(s.from.Dec):
		extra = extra.Mul(s.to.Sub(income)).Quo(s.to.Sub(s.from.Dec))
	}
	w.Step("transport_supplement", "Supplement to the transport credit", extra, s.amount.Cite,
		"{}, shrinking to nothing between {} and {}", s.amount.Dec, s.from.Dec, s.to.Dec)
	credit := p.transport.Add(extra)
	w.Step("transport_credit", "Transport credit with its supplement", credit, p.transport.Cite, "{} + {}", p.transport.Dec, extra)
	return credit
}
