package kr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// claims are what the facts deduct.
type claims struct {
	deductions money.Dec // personal deductions, pension, insurance
	special    bool      // health or employment insurance was deducted
	children   money.Dec // child credit
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	salary := req.Income
	c := p.claimed(&w, req)
	base := p.taxBase(&w, salary, &c)
	gross := p.bands.Tax(base)
	determined, credits := p.determined(&w, salary, base, &c)
	local := p.localTax(&w, determined)
	slope, _ := tax.Slope(salary, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		d, _ := p.determined(&exact, x, p.taxBase(&exact, x, &c), &c)
		return d.Add(p.localTax(&exact, d))
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: determined.Add(local), MarginalRate: slope,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, p.whole),
		Components: []tax.Levy{
			{Code: "income_tax_before_credits", Kind: tax.LevyTax, Amount: p.whole.Apply(gross), InTotal: true},
			{Code: "credits", Kind: tax.LevyCredit, Amount: credits, InTotal: true},
			{Code: "local_income_tax", Kind: tax.LevyTax, Amount: local, InTotal: true},
		},
	}
	if base.Sign() > 0 || !slope.IsZero() {
		out.StatutoryRate = p.bands.Entered(base).Rate
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// claimed adds up the deductions and the child credit that the facts name.
func (p *params) claimed(w *tax.Work, req *tax.Request) claims {
	w.Cite(p.cite)
	c := claims{deductions: p.basic.Dec}
	w.Step("basic_deduction", "Basic deduction for oneself", p.basic.Dec, p.basic.Cite, "{}", p.basic.Dec)
	if !req.HasFacts() {
		return c
	}
	persons := req.Num("dependants")
	if req.Bool("dependent_spouse") {
		persons = persons.Add(money.One)
	}
	for _, d := range []struct {
		code, label string
		count       money.Dec
		each        money.Dec
	}{
		{"dependants_deduction", "Basic deduction for dependants", persons, p.basic.Dec},
		{"aged_deduction", "Additional deduction from 70 years", req.Num("persons_aged_70_or_over"), p.aged.Dec},
		{"disabled_deduction", "Additional deduction for disability", req.Num("disabled_persons"), p.disabled.Dec},
	} {
		if d.count.Sign() > 0 {
			c.deductions = c.deductions.Add(d.count.Mul(d.each))
			w.Step(d.code, d.label, d.count.Mul(d.each), p.basic.Cite, "{} × {}", d.count, d.each)
		}
	}
	insurance := req.Num("health_and_employment_insurance")
	c.special = insurance.Sign() > 0
	c.deductions = c.deductions.Add(insurance).Add(req.Num("pension_contributions"))
	if n := req.Int("children_for_credit"); n > 0 {
		c.children = p.child.of(n)
		w.Cite(p.child.cite)
		w.Step("child_credit", "Child credit", c.children, p.child.cite, "for {} children", money.FromInt(int64(n)))
	}
	return c
}

func (c *childCredit) of(children int) money.Dec {
	if children == 1 {
		return c.one
	}
	return c.two.Add(c.further.Mul(money.FromInt(int64(children - 2))))
}

// taxBase is wage income after deductions (arts. 47 to 52).
func (p *params) taxBase(w *tax.Work, salary money.Dec, c *claims) money.Dec {
	deduction := money.Min(p.deduction.Tax(salary), p.deductionCap.Dec)
	wage := salary.Sub(deduction)
	w.Step("employment_deduction", "Employment income deduction", deduction, p.deduction.Cite, "min(by bands of {}, {})", salary, p.deductionCap.Dec)
	base := w.Round(wage.Sub(c.deductions).Positive(), p.whole)
	w.Step("tax_base", "Tax base", base, p.roundCite, "max(0, {} − {} − {})", salary, deduction, c.deductions)
	return base
}

// determined is the tax after credits, to ten won, and the credits it took.
func (p *params) determined(w *tax.Work, salary, base money.Dec, c *claims) (left, used money.Dec) {
	gross := w.Round(p.bands.Tax(base), p.whole)
	w.Bands("income_tax", &p.bands, money.Zero, base, p.whole)
	wage := money.Min(w.Round(p.credit.schedule.Tax(gross), p.whole), p.credit.limit(w, salary))
	w.Step("wage_credit", "Wage income credit", wage, p.credit.limitCite, "min(by bands of {}, limit by salary {})", gross, salary)
	credits := wage.Add(c.children)
	if !c.special {
		credits = credits.Add(p.standard.Dec)
		w.Step("standard_credit", "Standard credit", p.standard.Dec, p.standard.Cite, "{}", p.standard.Dec)
	}
	left, _ = block.NonRefundable(gross, credits)
	left = w.Round(left, p.tens)
	w.Step("determined_tax", "Determined income tax", left, p.roundCite, "max(0, {} − {})", gross, credits)
	return left, gross.Sub(left)
}

// limit is the most that the credit can be at a salary (art. 59(2)). In each
// tier it falls from the limit of the one before down to the tier's own.
func (c *wageCredit) limit(w *tax.Work, salary money.Dec) money.Dec {
	fall := func(top, from, rate, floor money.Dec) money.Dec {
		return money.Max(top.Sub(salary.Sub(from).Mul(rate)), floor)
	}
	switch {
	case !salary.Greater(c.fromSecond):
		return c.first
	case !salary.Greater(c.fromThird):
		return w.Round(fall(c.first, c.fromSecond, c.fallsAtSecond, c.second), wholeWon)
	case !salary.Greater(c.fromFourth):
		return w.Round(fall(c.second, c.fromThird, c.fallsBeyond, c.third), wholeWon)
	}
	return w.Round(fall(c.third, c.fromFourth, c.fallsBeyond, c.fourth), wholeWon)
}

// localTax is a tenth of the determined tax, to ten won.
func (p *params) localTax(w *tax.Work, determined money.Dec) money.Dec {
	local := w.Round(determined.Mul(p.local.Dec), p.tens)
	w.Step("local_income_tax", "Local income tax", local, p.local.Cite, "{} × {}", determined, p.local.Dec)
	return local
}
