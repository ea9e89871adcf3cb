package ro

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// claims are what the facts say.
type claims struct {
	dependants, pupils int
	young, atMinimum   bool
}

// liability is what is owed on one income of a year.
type liability struct{ pension, health, base, tax money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	c := &claims{dependants: req.Int("dependants"), pupils: req.Int("children_at_school"), young: req.Bool("up_to_26"),
		atMinimum: req.Bool("minimum_wage")}
	if gross {
		if reason := p.refusal(c, req.Income); reason != "" {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: "RO", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
				Reason: reason}
		}
	}
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, c, gross, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, c, gross, x)
		return l.tax
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.tax, MarginalRate: slope, StatutoryRate: p.bands.Entered(due.base).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, 1), &p.bands, money.Zero, due.base, ban),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true}},
	}
	if gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "pension_contribution", Kind: tax.LevySocial, Amount: due.pension},
			tax.Levy{Code: "health_contribution", Kind: tax.LevySocial, Amount: due.health})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
		if cliff {
			out.Assumptions = append(out.Assumptions,
				"The salary stands on a step of the personal deduction; the marginal rate is the one beyond it.")
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// refusal says why a gross salary of a year is not computed; "" = it is.
func (p *params) refusal(c *claims, gross money.Dec) string {
	lowest, highest := p.minimum[0].Mul(months), p.minimum[1].Mul(months)
	switch {
	case c.atMinimum && (gross.Less(lowest) || gross.Greater(p.most.Dec.Mul(months))):
		return "a salary whose basic pay is the minimum wage lies from " + p.minimum[0].String() + " to " + p.most.Dec.String() +
			" a month here; more pay loses the exempt part, less is not modelled"
	case !p.known && !gross.Greater(highest.Add(p.deduction.above.Mul(months))):
		return "the minimum wages of this year, which the personal deduction of this salary needs, were not confirmed; give the taxable income"
	case p.known && !c.atMinimum && !gross.Greater(highest):
		return "a salary that is not above the year's minimum wage of " + p.minimum[1].String() +
			" a month is not modelled; give the taxable income"
	}
	return ""
}

// assess is arts. 64, 77 and 78 for twelve equal months.
func (p *params) assess(w *tax.Work, c *claims, gross bool, income money.Dec) (l liability) {
	w.Cite(p.cite)
	if !gross {
		l.base = income
		w.Bands("income_tax", &p.bands, money.Zero, l.base, ban)
		l.tax = w.Round(p.bands.Tax(income), ban)
		return l
	}
	w.Cite(p.paid)
	charged := income
	if c.atMinimum {
		w.Cite(p.exemptCite)
		charged = income.Sub(p.exempt.Dec.Mul(months))
		w.Step("exempt", "Pay beyond what is exempt at the minimum wage", charged, p.exempt.Cite, "{} − {} × 12", income, p.exempt.Dec)
	}
	l.pension = p.each(w, charged.Mul(p.pension.Dec), months)
	l.health = p.each(w, charged.Mul(p.health.Dec), months)
	w.Step("pension_contribution", "Pension contribution, each month's to whole lei", l.pension, p.pension.Cite, "{} × {}", charged,
		p.pension.Dec)
	w.Step("health_contribution", "Health contribution, each month's to whole lei", l.health, p.health.Cite, "{} × {}", charged,
		p.health.Dec)
	half := charged.Sub(l.pension).Sub(l.health).Mul(money.MustParse("0.5"))
	relief := p.relief(c, income)
	if sum := relief[0].Add(relief[1]); sum.Sign() > 0 {
		w.Cite(p.deduction.cite)
		w.Step("personal_deduction", "Personal deductions of the year", sum, p.deduction.basic[0].Cite, "{} + {}", relief[0], relief[1])
	}
	for i := range relief {
		base, _ := block.Take(half, relief[i])
		l.base, l.tax = l.base.Add(base), l.tax.Add(p.each(w, p.bands.Tax(base), halfYear))
	}
	w.Step("taxable_income", "Taxable income of the year", l.base, nil, "{}", l.base)
	w.Bands("income_tax", &p.bands, money.Zero, l.base, ban)
	w.Step("total_tax", "Income tax, each month's to whole lei", l.tax, nil, "{}", l.tax)
	return l
}

// each rounds the part of an amount that falls to one of some months as a
// month's is, and takes it so many times.
func (p *params) each(w *tax.Work, amount, of money.Dec) money.Dec {
	if w.Mode == block.Exact {
		return amount
	}
	return p.round.Apply(amount.QuoRound(of, 4, money.HalfUp)).Mul(of)
}

// relief is art. 77 for either half-year: what its months take off.
func (p *params) relief(c *claims, income money.Dec) (halves [2]money.Dec) {
	d := &p.deduction
	for i, minimum := range p.minimum {
		month := money.Zero
		above := income.Sub(minimum.Mul(months)).Positive()
		if !above.Greater(d.above.Mul(months)) {
			steps := above.QuoRound(d.every.Mul(months), 0, money.Up)
			share := d.basic[min(c.dependants, len(d.basic)-1)].Dec.Sub(d.step.Mul(steps)).Positive()
			month = d.round.Apply(share.Mul(minimum))
			if c.young {
				month = month.Add(d.round.Apply(d.young.Mul(minimum)))
			}
		}
		month = month.Add(d.child.Dec.Mul(money.FromInt(int64(c.pupils))))
		halves[i] = month.Mul(halfYear)
	}
	return halves
}

var months, halfYear = money.FromInt(monthsInYear), money.FromInt(monthsInHalf)
