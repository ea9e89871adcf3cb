package kr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// claims are what the facts deduct.
type claims struct {
	deductions money.Dec // personal deductions, pension, insurance, others
	special    bool      // a special deduction or special credit is claimed
	woman      bool
	credits    money.Dec // of children, births, marriage, and special ones
	pension    money.Dec // paid into pension accounts, as far as it counts
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	salary := req.Income
	if req.Bool("foreign_flat_rate") {
		return p.flat(&w, salary), nil
	}
	c := p.claimed(&w, req)
	// What is earned more is a part of the salary, or of the tax base where that was given.
	of := func(w *tax.Work, x money.Dec) (base, pay money.Dec) { return p.taxBase(w, x, &c), x }
	if req.IncomeBasis == tax.Taxable {
		salary = req.Num("salary")
		of = func(w *tax.Work, x money.Dec) (base, pay money.Dec) { return p.givenBase(w, x), salary }
	}
	base, _ := of(&w, req.Income)
	gross := p.bands.Tax(base)
	determined, credits := p.determined(&w, salary, base, &c)
	w.Step("credits", "Credits, at most the tax", credits, nil, "tax before credits − {}", determined)
	local := p.localTax(&w, determined)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		base, pay := of(&exact, x)
		d, _ := p.determined(&exact, pay, base, &c)
		return d.Add(p.localTax(&exact, d))
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: determined.Add(local), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, p.whole),
		Components: components(p.whole.Apply(gross), credits, local),
	}
	if base.Sign() > 0 || !slope.IsZero() {
		out.StatutoryRate = p.bands.Entered(base).Rate
	}
	if cliff {
		out.Assumptions = []string{"At this salary a deduction ends or a credit falls in one step; the marginal rate is the one beyond it."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func components(gross, credits, local money.Dec) []tax.Levy {
	return []tax.Levy{
		{Code: "income_tax_before_credits", Kind: tax.LevyTax, Amount: gross, InTotal: true},
		{Code: "credits", Kind: tax.LevyCredit, Amount: credits, InTotal: true},
		{Code: "local_income_tax", Kind: tax.LevyTax, Amount: local, InTotal: true},
	}
}

// flat is the tax of a foreign worker who elects one rate on all wages, without
// deductions and credits (Restriction of Special Taxation Act art. 18-2).
func (p *params) flat(w *tax.Work, salary money.Dec) tax.Result {
	w.Cite(p.foreign.Cite)
	w.Cite(p.cite)
	s := block.Make([]block.Band{{Label: "Flat rate", Rate: p.foreign.Dec, Open: true}}, p.foreign.Cite)
	due := w.Round(salary.Mul(p.foreign.Dec), p.tens)
	w.Step("flat_rate", "Flat rate on all wages", due, p.foreign.Cite, "{} × {}", salary, p.foreign.Dec)
	local := p.localTax(w, due)
	out := tax.Result{
		TaxableIncome: salary, TotalTax: due.Add(local), MarginalRate: p.foreign.Dec.Add(p.foreign.Dec.Mul(p.local.Dec)),
		StatutoryRate: p.foreign.Dec,
		Bands:         tax.Bands(make([]tax.BandResult, 0, 1), &s, money.Zero, salary, p.tens), Components: components(due, money.Zero, local),
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out
}

// taxBase is wage income after deductions (arts. 47 to 52).
func (p *params) taxBase(w *tax.Work, salary money.Dec, c *claims) money.Dec {
	deduction := money.Min(p.deduction.Tax(salary), p.deductionCap.Dec)
	wage := salary.Sub(deduction)
	w.Step("employment_deduction", "Employment income deduction", deduction, p.deduction.Cite, "min(by bands of {}, {})", salary,
		p.deductionCap.Dec)
	deductions := c.deductions
	if c.woman && !wage.Greater(p.woman.incomeMost) {
		deductions = deductions.Add(p.woman.amount)
	}
	base := w.Round(wage.Sub(deductions).Positive(), p.whole)
	w.Step("tax_base", "Tax base", base, p.roundCite, "max(0, {} − {} − {})", salary, deduction, deductions)
	return base
}

// givenBase is a tax base as given, to the won.
func (p *params) givenBase(w *tax.Work, income money.Dec) money.Dec {
	base := w.Round(income, p.whole)
	w.Step("tax_base", "Tax base as given", base, p.roundCite, "{}", income)
	return base
}

// determined is the tax after credits, to ten won, and the credits it took.
func (p *params) determined(w *tax.Work, salary, base money.Dec, c *claims) (left, used money.Dec) {
	gross := w.Round(p.bands.Tax(base), p.whole)
	w.Bands("income_tax", &p.bands, money.Zero, base, p.whole)
	wage := money.Min(w.Round(p.credit.schedule.Tax(gross), p.whole), p.credit.limit(w, salary))
	w.Step("wage_credit", "Wage income credit", wage, p.credit.limitCite, "min(by bands of {}, limit by salary {})", gross, salary)
	credits := wage.Add(c.credits)
	if c.pension.Sign() > 0 {
		rate := p.pension.rate
		if !salary.Greater(p.pension.salaryMost) {
			rate = p.pension.higher
		}
		account := w.Round(c.pension.Mul(rate), p.whole)
		credits = credits.Add(account)
		w.Step("pension_account_credit", "Pension account credit", account, p.optional[1], "{} × {}", c.pension, rate)
	}
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
