package cn

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// income is that of a year by kind; wages are without a bonus that is taxed apart.
type income struct {
	wages, bonus, labour, business, dividends money.Dec
	comprehensive                             bool // there is comprehensive income, of whatever amount
	form                                      string
	first                                     tax.Kind
}

func incomeOf(req *tax.Request) income {
	in := income{form: req.Choice(formFact), first: tax.Employment}
	if len(req.Components) == 0 {
		in = in.with(tax.Employment, req.Income)
	} else {
		in.first = req.Components[0].Kind
	}
	for i := range req.Components {
		in = in.with(req.Components[i].Kind, req.Components[i].Amount)
	}
	in.bonus = req.Num(bonusFact)
	in.wages = in.wages.Sub(in.bonus)
	return in
}

// with adds an amount of a kind.
func (in income) with(kind tax.Kind, amount money.Dec) income {
	switch {
	case kind == tax.Dividends:
		in.dividends = in.dividends.Add(amount)
	case kind == tax.SelfEmployment && in.form == labourServices:
		in.labour, in.comprehensive = in.labour.Add(amount), true
	case kind == tax.SelfEmployment:
		in.business = in.business.Add(amount)
	default:
		in.wages, in.comprehensive = in.wages.Add(amount), true
	}
	return in
}

// liability is what is owed, and the bases that it is owed on.
type liability struct {
	base, profit                               money.Dec // of comprehensive and of business income
	income, bonus, business, relief, dividends money.Dec
}

func (l *liability) total() money.Dec {
	return l.income.Add(l.bonus).Add(l.business).Sub(l.relief).Add(l.dividends)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	in := incomeOf(req)
	if in.business.Sign() > 0 && !req.Given(formFact) {
		return tax.Result{}, &tax.MissingFacts{Facts: []tax.Fact{form}}
	}
	w := tax.NewWork(req.Explain)
	deducted := money.Zero
	if req.IncomeBasis == tax.Gross {
		deducted = p.deductions(&w, req)
	}
	due := p.assess(&w, in, req.IncomeBasis, deducted)
	slope, _ := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, in.with(in.first, more), req.IncomeBasis, deducted)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.base.Add(due.profit), TotalTax: due.total(), MarginalRate: slope,
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.income, InTotal: true}},
	}
	if in.comprehensive {
		out.StatutoryRate = p.comprehensive.Entered(due.base).Rate
		out.Bands = tax.Bands(make([]tax.BandResult, 0, len(p.comprehensive.Bands)), &p.comprehensive, money.Zero, due.base, cent)
	} else if in.business.Sign() > 0 {
		out.StatutoryRate = p.business.Entered(due.profit).Rate
	} else {
		out.StatutoryRate = p.dividends.Dec
	}
	for _, l := range []tax.Levy{
		{Code: "tax_on_annual_bonus", Kind: tax.LevyTax, Amount: due.bonus, InTotal: true},
		{Code: "business_income_tax", Kind: tax.LevyTax, Amount: due.business, InTotal: true},
		{Code: "individual_business_relief", Kind: tax.LevyCredit, Amount: due.relief, InTotal: true},
		{Code: "tax_on_dividends", Kind: tax.LevyTax, Amount: due.dividends, InTotal: true},
	} {
		if l.Amount.Sign() > 0 {
			out.Components = append(out.Components, l)
		}
	}
	if len(req.Components) > 0 {
		out.Assumptions = []string{"The marginal rate is that of the next yuan of the first kind of income given (" + string(in.first) + ")."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is arts. 3 and 6 of the Law; deductions are those beyond the basic one.
func (p *params) assess(w *tax.Work, in income, basis tax.Basis, deductions money.Dec) (l liability) {
	var basic []law.Citation // of the basic deduction, where it is still to be made
	if basis == tax.Gross {
		deductions, basic = deductions.Add(p.basic.Dec), p.basic.Cite
		w.Cite(basic)
	}
	l.base, l.profit = in.wages, in.business
	if in.labour.Sign() > 0 {
		w.Cite(p.labour.Cite)
		counted := in.labour
		if basis == tax.Gross {
			counted = in.labour.Mul(p.labour.Dec)
			w.Step("labour_income", "Income from labour services, less a fifth for costs", counted, p.labour.Cite, "{} × {}", in.labour,
				p.labour.Dec)
		}
		l.base = l.base.Add(counted)
	}
	if in.comprehensive {
		gross := l.base
		l.base = gross.Sub(deductions).Positive()
		w.Step("taxable_income", "Taxable comprehensive income", l.base, basic, "max(0, {} − {})", gross, deductions)
	} else {
		l.profit = in.business.Sub(deductions).Positive()
		w.Step("taxable_profit", "Taxable business income", l.profit, basic, "max(0, {} − {})", in.business, deductions)
	}
	w.Cite(p.comprehensive.Cite)
	l.income = w.Round(p.comprehensive.Tax(l.base), cent)
	w.Bands("income_tax", &p.comprehensive, money.Zero, l.base, cent)
	w.Step("income_tax", "Tax on comprehensive income", l.income, p.comprehensive.Cite, "by bands of {}", l.base)
	l.bonus = p.apart(w, in.bonus)
	if in.business.Sign() > 0 {
		w.Cite(p.business.Cite)
		l.business = w.Round(p.business.Tax(l.profit), cent)
		w.Bands("business_income_tax", &p.business, money.Zero, l.profit, cent)
		w.Step("business_income_tax", "Tax on business income", l.business, p.business.Cite, "by bands of {}", l.profit)
		l.relief = p.halved(w, in.form, l.profit)
	}
	if in.dividends.Sign() > 0 {
		w.Cite(p.dividends.Cite)
		l.dividends = w.Round(in.dividends.Mul(p.dividends.Dec), cent)
		w.Step("tax_on_dividends", "Tax on dividends", l.dividends, p.dividends.Cite, "{} × {}", in.dividends, p.dividends.Dec)
	}
	return l
}

// apart is the tax on a bonus that is taxed apart. Its twelfth finds rate and
// quick deduction in table 1 by months, each of which is a twelfth of that by
// years (Announcement 30 of 2023).
func (p *params) apart(w *tax.Work, bonus money.Dec) money.Dec {
	if bonus.Sign() == 0 {
		return money.Zero
	}
	w.Cite(p.bonusMonths.Cite)
	full := bonus.Mul(p.comprehensive.Holding(bonus).Rate)
	quick := full.Sub(p.comprehensive.Tax(bonus)).Quo(p.bonusMonths.Dec)
	due := w.Round(full.Sub(quick), cent)
	w.Step("tax_on_annual_bonus", "Tax on the annual bonus, at the rate of its twelfth", due, p.bonusMonths.Cite, "{} × {} − {}", bonus,
		p.comprehensive.Holding(bonus).Rate, quick)
	return due
}

// halved is the relief of individual businesses on the income up to a limit.
func (p *params) halved(w *tax.Work, form string, profit money.Dec) money.Dec {
	if form != individualBusiness {
		return money.Zero
	}
	w.Cite(p.relief.part.Cite)
	on := p.business.Tax(money.Min(profit, p.relief.most.Dec))
	relief := w.Round(on.Mul(p.relief.part.Dec), cent)
	w.Step("individual_business_relief", "Relief of individual businesses", relief, p.relief.part.Cite, "{} × {}", on, p.relief.part.Dec)
	return relief
}

// deductions are those that the facts name, beyond the basic one (art. 6).
func (p *params) deductions(w *tax.Work, req *tax.Request) money.Dec {
	total := req.Num(insuranceFact).Add(req.Num("other_deductions"))
	take := func(code, label string, amount money.Dec, of *deduction) {
		if amount.Sign() > 0 {
			w.Cite(of.cite)
			w.Step(code, label, amount, of.cite, "{}", amount)
			total = total.Add(amount)
		}
	}
	year := money.FromInt(12)
	kids := &deduction{p.children.education.Cite}
	take("children_in_education", "Deduction for children in education",
		req.Num("children_in_education").Mul(p.children.education.Dec).Mul(year), kids)
	take("infants", "Deduction for children under three", req.Num("children_under_three").Mul(p.children.infant.Dec).Mul(year), kids)
	switch req.Choice(elderlyFact) {
	case onlyChild:
		take("elderly", "Deduction for support of the elderly", p.elderly.onlyChild.Dec.Mul(year), &deduction{p.elderly.onlyChild.Cite})
	case shared:
		take("elderly", "Deduction for support of the elderly, the share", money.Min(req.Num(shareFact), p.elderly.sharedMost.Dec).Mul(year),
			&deduction{p.elderly.sharedMost.Cite})
	}
	if h, ok := p.housing[req.Choice("housing")]; ok {
		take("housing", "Deduction for housing", h.Dec.Mul(year), &deduction{h.Cite})
	}
	switch req.Choice("continuing_education") {
	case degree:
		take("continuing_education", "Deduction for study for a degree", p.degree.Dec.Mul(year), &deduction{p.degree.Cite})
	case qualification:
		take("continuing_education", "Deduction for a qualification", p.qualification.Dec, &deduction{p.qualification.Cite})
	}
	take("serious_illness", "Deduction for serious illness",
		money.Min(block.Above(req.Num("serious_illness_costs"), p.illness.above.Dec), p.illness.most.Dec), &deduction{p.illness.above.Cite})
	take("individual_pension", "Deduction for an individual pension", money.Min(req.Num("individual_pension"), p.pension.Dec),
		&deduction{p.pension.Cite})
	return total
}
