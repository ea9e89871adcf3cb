package se

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is everything that is computed from the wages.
type liability struct {
	taxable, municipal, state, pension    money.Dec
	pensionCredit, workCredit, earnCredit money.Dec
}

func (l *liability) total() money.Dec {
	return l.municipal.Add(l.state).Add(l.pension).Sub(l.pensionCredit).Sub(l.workCredit).Sub(l.earnCredit)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	rate, deductions := req.Num("municipal_rate"), req.Num("general_deductions")
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	of := func(w *tax.Work, x money.Dec) liability { return p.liability(w, x, deductions, rate) }
	if req.IncomeBasis == tax.Taxable {
		wages := req.Num("wages")
		of = func(w *tax.Work, x money.Dec) liability { return p.ofTaxable(w, x, wages, deductions, rate) }
	}
	due := of(&w, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := of(&exact, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.taxable, TotalTax: due.total(), MarginalRate: slope,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.state.Bands)), &p.state, money.Zero, p.stateBase(due.taxable), krona),
		Components: []tax.Levy{
			{Code: "municipal_tax", Kind: tax.LevyTax, Amount: due.municipal, InTotal: true},
			{Code: "state_income_tax", Kind: tax.LevyTax, Amount: due.state, InTotal: true},
			{Code: "pension_contribution", Kind: tax.LevySocial, Amount: due.pension, InTotal: true},
			{Code: "pension_contribution_credit", Kind: tax.LevyCredit, Amount: due.pensionCredit, InTotal: true},
			{Code: "work_tax_credit", Kind: tax.LevyCredit, Amount: due.workCredit, InTotal: true},
			{Code: "earned_income_credit", Kind: tax.LevyCredit, Amount: due.earnCredit, InTotal: true},
		},
	}
	if due.taxable.Sign() > 0 {
		out.StatutoryRate = rate.Add(p.state.Entered(due.taxable).Rate)
	}
	if cliff {
		out.Assumptions = []string{"At this income a step of the law lies; the marginal rate is the one beyond it."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) liability(w *tax.Work, wages, deductions, rate money.Dec) (l liability) {
	assessed := w.Round(wages.Sub(deductions).Positive(), p.incomeDown)
	basic := money.Min(w.Round(at(p.basic, assessed), p.basicUp), assessed)
	l.taxable = assessed.Sub(basic)
	w.Step("assessed_income", "Assessed earned income, down to hundreds", assessed, p.basicCite, "{} − {}", wages, deductions)
	w.Step("basic_deduction", "Basic deduction", basic, p.basicCite, "min({}, {})", basic, assessed)
	w.Step("taxable_income", "Taxable earned income", l.taxable, p.basicCite, "{} − {}", assessed, basic)
	p.taxes(w, &l, wages, assessed, basic, rate)
	return l
}

// ofTaxable is the same from a taxable income: its tax by the schedule, and the credit
// for work from the wages less what is deducted from them, with the basic deduction
// that leaves the taxable income.
func (p *params) ofTaxable(w *tax.Work, income, wages, deductions, rate money.Dec) (l liability) {
	l.taxable = w.Round(income, p.incomeDown)
	w.Step("taxable_income", "Taxable earned income as given, down to hundreds", l.taxable, p.basicCite, "{}", income)
	basic := p.basicLeaving(w, l.taxable)
	w.Step("basic_deduction", "Basic deduction that leaves the taxable income", basic, p.basicCite, "{}", basic)
	p.taxes(w, &l, wages, w.Round(wages.Sub(deductions).Positive(), p.incomeDown), basic, rate)
	return l
}

// basicLeaving is the basic deduction of the assessed income that it leaves a taxable
// income of: on each stretch of its curve the deduction is a straight line in the income.
func (p *params) basicLeaving(w *tax.Work, taxable money.Dec) money.Dec {
	for i := len(p.basic) - 1; i >= 0; i-- {
		c := &p.basic[i]
		basic := c.amount.Add(taxable.Sub(c.above).Mul(c.rate)).Quo(money.One.Sub(c.rate))
		if i == 0 || taxable.Add(basic).Greater(c.above) {
			return w.Round(basic, p.basicUp)
		}
	}
	return money.Zero
}

// taxes are what the taxable income and the wages owe.
func (p *params) taxes(w *tax.Work, l *liability, wages, assessed, basic, rate money.Dec) {
	l.municipal = w.Round(l.taxable.Mul(rate), kronaDown)
	l.state = w.Round(p.state.Tax(p.stateBase(l.taxable)), krona)
	w.Step("municipal_tax", "Municipal tax", l.municipal, nil, "{} × {}", l.taxable, rate)
	w.Bands("state_income_tax", &p.state, money.Zero, p.stateBase(l.taxable), krona)
	l.pension = p.contribution(w, wages)
	p.credits(w, l, assessed, basic, rate)
}

// stateBase is the taxable income that state tax is computed on: none of it
// counts above the threshold where that part is below the least base (65 kap. 2 §).
func (p *params) stateBase(taxable money.Dec) money.Dec {
	edge := p.state.Bands[1].From
	if over := taxable.Sub(edge); over.Sign() > 0 && over.Less(p.stateLeast.Dec) {
		return edge
	}
	return taxable
}

// contribution is the general pension contribution (1994:1744 §§ 2–4).
func (p *params) contribution(w *tax.Work, wages money.Dec) (due money.Dec) {
	if !wages.Less(p.pensionMin) {
		due = w.Round(w.Round(money.Min(wages, p.pensionMax), p.incomeDown).Mul(p.pension.Dec), p.pensionTo)
	}
	w.Step("pension_contribution", "General pension contribution", due, p.pension.Cite, "min({}, {}) × {} from {}", wages, p.pensionMax,
		p.pension.Dec, p.pensionMin)
	return due
}

// credits are taken in the order of 67 kap. 2 §: the pension credit from all
// taxes, the others from what is left of the municipal tax.
func (p *params) credits(w *tax.Work, l *liability, assessed, basic, rate money.Dec) {
	_, l.pensionCredit = block.NonRefundable(l.pension, l.municipal.Add(l.state))
	left := l.municipal.Sub(l.pensionCredit).Positive()
	work := w.Round(at(p.work, assessed).Sub(basic).Positive().Mul(rate).Sub(p.tapered(assessed)).Positive(), p.creditDown)
	left, l.workCredit = block.NonRefundable(left, work)
	earned := money.Min(w.Round(l.taxable.Sub(p.earnedFrom).Positive().Mul(p.earned.Dec), p.creditDown), p.earnedMost)
	_, l.earnCredit = block.NonRefundable(left, earned)
	if off := p.tapered(assessed); off.Sign() > 0 {
		w.Step("work_tax_credit_taper", "Fall of the work tax credit", off, p.taper.Cite, "{} × ({} − {})", p.taper.Dec, assessed, p.taperFrom)
	}
	w.Step("work_tax_credit", "Work tax credit", l.workCredit, p.workCite, "({} − {}) × {} − {}, at most the municipal tax left",
		at(p.work, assessed), basic, rate, p.tapered(assessed))
	w.Step("earned_income_credit", "Credit for earned income", l.earnCredit, p.earned.Cite,
		"min({} × max(0, {} − {}), {}), at most the municipal tax left", p.earned.Dec, l.taxable, p.earnedFrom, p.earnedMost)
}

// tapered is what high work income took from the work credit until 2024.
func (p *params) tapered(work money.Dec) money.Dec {
	if p.taper.Dec.IsZero() {
		return money.Zero
	}
	return work.Sub(p.taperFrom).Positive().Mul(p.taper.Dec)
}
