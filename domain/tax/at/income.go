package at

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct {
	tariff, family, transport money.Dec // not computed where roundings are left out
	left                      money.Dec // tariff after both credits
	special                   money.Dec // tax on special payments at fixed rates
}

func (l *liability) total() money.Dec { return l.left.Add(l.special) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	employee, family := req.Bool("employee"), req.Num("family_bonus")
	gross, vienna := req.IncomeBasis == tax.Gross, req.Bool("works_in_vienna")
	w := tax.NewWork(req.Explain)
	w.Cite(p.citations(gross, employee))
	parts := split{tariff: req.Income}
	if gross {
		parts = p.wages.of(&w, vienna, req.Income)
		if reason := p.refusal(req, &parts); reason != "" {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: "AT", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
				Reason: reason}
		}
	}
	due := p.assess(&w, employee, family, &parts)
	slope, cliff := p.slope(req.Income, gross, employee, vienna, family)
	out := tax.Result{
		TaxableIncome: parts.tariff, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.tariff.Entered(parts.tariff).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.tariff.Bands)), &p.tariff, money.Zero, parts.tariff, cent),
		Components: make([]tax.Levy, 1, 5),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tariff, InTotal: true}
	if family.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "family_bonus", Kind: tax.LevyCredit, Amount: due.family, InTotal: true})
	}
	if employee {
		out.Components = append(out.Components, tax.Levy{Code: "transport_credit", Kind: tax.LevyCredit, Amount: due.transport, InTotal: true})
	}
	if gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "special_payments_tax", Kind: tax.LevyTax, Amount: due.special, InTotal: true},
			tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: parts.social()})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
		if cliff {
			out.Assumptions = append(out.Assumptions,
				"At this wage contributions begin or their rate steps up; the marginal rate is the one beyond that step.")
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// slope is what the next euro of the income costs; that of gross wages is taken
// in sevenths of a euro, in which it has no endless decimals.
func (p *params) slope(income money.Dec, gross, employee, vienna bool, family money.Dec) (slope money.Dec, cliff bool) {
	if gross {
		p, family = p.sevenths, family.Mul(seven)
	}
	slope, cliff = tax.Slope(income, func(x money.Dec) money.Dec {
		exact, at := tax.ExactWork(), split{tariff: x}
		if gross {
			at = p.wages.of(&exact, vienna, x)
		}
		l := p.assess(&exact, employee, family, &at)
		return l.total()
	})
	if gross {
		slope = slope.QuoRound(seven, 8, money.HalfUp)
	}
	return slope, cliff
}

// assess is § 33 Abs. 1 and 2, beside the tax at fixed rates.
func (p *params) assess(w *tax.Work, employee bool, family money.Dec, parts *split) liability {
	income := parts.tariff
	tariff := p.tariff.Tax(income)
	w.Bands("income_tax", &p.tariff, money.Zero, income, cent)
	left, used := tariff, money.Zero
	if family.Sign() > 0 {
		left, used = block.NonRefundable(tariff, family)
	}
	if employee {
		left, _ = block.NonRefundable(left, p.transportCredit(w, income))
	}
	// What is left is rounded once; the transport credit takes up the difference.
	due := liability{left: w.Round(left, cent), special: parts.fixed}
	if w.Mode == block.Exact {
		return due
	}
	due.tariff, due.family = w.Round(tariff, cent), w.Round(used, cent)
	due.transport = due.tariff.Sub(due.family).Sub(due.left)
	if !employee {
		due.family, due.transport = due.family.Add(due.transport), money.Zero
	}
	w.Step("family_bonus", "Family bonus, at most the tax", due.family, nil, "min({}, {})", family, due.tariff)
	w.Step("total_tax", "Income tax after credits", due.total(), p.tariff.Cite, "{} − {} − {} + {}, credits not beyond the tax of the tariff",
		due.tariff, due.family, due.transport, due.special)
	return due
}

// transportCredit is § 33 Abs. 5 Z 1 and 3.
func (p *params) transportCredit(w *tax.Work, income money.Dec) money.Dec {
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
