package it

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// employee is what the facts say.
type employee struct {
	regional, municipal, credits money.Dec
	counting                     money.Dec // credits that count for the trattamento integrativo
	contributions                money.Dec
	fixedTerm, gross             bool
	long                         bool // a surtax rate has more digits than a slope shows
}

// readEmployee fails where gross wages come without their contributions.
func readEmployee(req *tax.Request) (employee, error) {
	who := employee{
		regional: req.Num("regional_rate"), municipal: req.Num("municipal_rate"), credits: req.Num("other_credits"),
		counting:      req.Num("integrative_credits"),
		contributions: req.Num("social_contributions"), fixedTerm: req.Bool("fixed_term"), gross: req.IncomeBasis == tax.Gross,
	}
	who.long = max(who.regional.Places(), who.municipal.Places()) > slopePlaces
	if who.gross && !req.Given("social_contributions") {
		return who, &tax.MissingFacts{Facts: []tax.Fact{contributionsFact}}
	}
	return who, nil
}

// taxable is what is left of gross wages after the contributions (art. 51
// comma 2 lett. a).
func (who *employee) taxable(w *tax.Work, income money.Dec) money.Dec {
	if !who.gross {
		return income
	}
	taxable := income.Sub(who.contributions).Positive()
	w.Step("taxable_income", "Taxable income after the employee's contributions", taxable, nil, "max(0, {} − {})", income, who.contributions)
	return taxable
}

// liability is what is owed on one income, and what is paid out.
type liability struct {
	scale, employment, wedge, other money.Dec
	regional, municipal             money.Dec
	integrative, sum                money.Dec // paid out
}

func (l *liability) total() money.Dec {
	return money.Sum(l.scale, l.regional, l.municipal).Sub(l.employment).Sub(l.wedge).Sub(l.other)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who, err := readEmployee(req)
	if err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(req.Explain)
	income := who.taxable(&w, req.Income)
	due := p.assess(&w, &who, income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, &who, who.taxable(&exact, x))
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.scale.Entered(income).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.scale.Bands)), &p.scale, money.Zero, income, cent),
		Components: make([]tax.Levy, 2, 8),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true}
	out.Components[1] = tax.Levy{Code: "employment_credit", Kind: tax.LevyCredit, Amount: due.employment, InTotal: true}
	add := func(code, kind string, amount money.Dec, inTotal bool) {
		if amount.Sign() > 0 {
			out.Components = append(out.Components, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: inTotal})
		}
	}
	add("wedge_credit", tax.LevyCredit, due.wedge, true)
	add("other_credits", tax.LevyCredit, due.other, true)
	add("regional_surtax", tax.LevySurcharge, due.regional, true)
	add("municipal_surtax", tax.LevySurcharge, due.municipal, true)
	add("trattamento_integrativo", tax.LevyRefundable, due.integrative, false)
	add("wedge_sum", tax.LevyPayment, due.sum, false)
	if who.gross {
		out.Components = append(out.Components, tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: who.contributions})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	if cliff {
		out.Assumptions = append(out.Assumptions,
			"At this income a credit or surtax begins or ends at once; the marginal rate is the one beyond that step.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess computes tax, credits, surtaxes and payments.
func (p *params) assess(w *tax.Work, who *employee, income money.Dec) liability {
	w.Cite(p.cite)
	due := liability{scale: w.Round(p.scale.Tax(income), cent)}
	w.Bands("income_tax", &p.scale, money.Zero, income, cent)
	credit := p.employmentCredit(w, who, income)
	left, used := block.NonRefundable(due.scale, credit)
	due.employment = used
	left, due.wedge = block.NonRefundable(left, p.wedgeCredit(w, income))
	w.Step("other_credits", "Other credits, at most the tax that is left", money.Min(left, who.credits), nil, "min({}, {})", who.credits, left)
	left, due.other = block.NonRefundable(left, who.credits)
	if left.Sign() > 0 {
		due.regional, due.municipal = w.Round(income.Mul(who.regional), cent), w.Round(income.Mul(who.municipal), cent)
	}
	w.Step("total_tax", "Total tax", due.total(), nil, "{} − {} − {} − {} + {} + {}, credits not beyond the tax",
		due.scale, due.employment, due.wedge, due.other, due.regional, due.municipal)
	due.integrative, due.sum = p.integrativeAmount(w, who, income, due.scale, credit), p.wedgeSum(w, income)
	return due
}

// employmentCredit is art. 13 commas 1, 1.1 and 6.
func (p *params) employmentCredit(w *tax.Work, who *employee, income money.Dec) money.Dec {
	e := &p.employment
	credit := money.Zero
	switch {
	case !income.Greater(e.lowTo):
		least := e.least
		if who.fixedTerm {
			least = e.leastFixedTerm
		}
		credit = money.Max(e.low, least)
	case !income.Greater(e.middleTo):
		credit = e.base.Add(p.part(w, who, &e.middle, e.middleTo.Sub(income)))
	case income.Less(e.highTo):
		credit = p.part(w, who, &e.high, e.highTo.Sub(income))
	}
	if income.Greater(e.supplementAbove) && !income.Greater(e.supplementTo) {
		credit = credit.Add(e.supplement)
	}
	credit = w.Round(credit, cent)
	w.Step("employment_credit", "Credit for employment income", credit, e.cite, "art. 13 on {}", income)
	return credit
}

// wedgeCredit is L. 207/2024 art. 1 comma 6.
func (p *params) wedgeCredit(w *tax.Work, income money.Dec) money.Dec {
	c := p.wedge
	if c == nil || !income.Greater(c.above) || income.Greater(c.to) {
		return money.Zero
	}
	w.Cite(c.cite)
	credit := c.amount
	if income.Greater(c.fullTo) {
		credit = w.Round(c.to.Sub(income).Mul(c.fall), cent)
	}
	w.Step("wedge_credit", "Further credit of the wedge cut", credit, c.cite, "{}, shrinking to nothing between {} and {}", c.amount, c.fullTo,
		c.to)
	return credit
}

// wedgeSum is L. 207/2024 art. 1 comma 4: a rate on the whole income.
func (p *params) wedgeSum(w *tax.Work, income money.Dec) money.Dec {
	if p.wedge == nil || income.Greater(p.wedge.above) {
		return money.Zero
	}
	w.Cite(p.wedge.cite)
	sum := w.Round(p.wedge.sum.Slab(income), cent)
	w.Step("wedge_sum", "Sum of the wedge cut, paid out", sum, p.wedge.cite, "{} × the rate of its band", income)
	return sum
}

// integrativeAmount is the trattamento integrativo: due in full up to its first
// limit where the tax of the scale exceeds the employment credit, less a
// correction; above it, what the credits that count exceed the tax by.
func (p *params) integrativeAmount(w *tax.Work, who *employee, income, scale, credit money.Dec) money.Dec {
	t := &p.integrative
	switch {
	case !income.Greater(t.to):
		if !scale.Greater(credit.Sub(t.less)) {
			return money.Zero
		}
		w.Cite(t.cite)
		w.Step("trattamento_integrativo", "Trattamento integrativo, paid out", t.amount, t.cite, "{}: {} exceeds {} − {}", t.amount, scale,
			credit, t.less)
		return t.amount
	case income.Greater(money.Min(t.upperTo, p.employment.supplementAbove)):
		return money.Zero
	}
	amount := money.Min(t.amount, credit.Add(who.counting).Sub(scale).Positive())
	if amount.Sign() > 0 {
		w.Cite(t.upperCite)
		w.Step("trattamento_integrativo", "Trattamento integrativo, paid out", amount, t.upperCite, "min({}, {} + {} − {})", t.amount, credit,
			who.counting, scale)
	}
	return amount
}
