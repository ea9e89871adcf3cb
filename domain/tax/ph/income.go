package ph

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// income is that of a year by kind.
type income struct {
	compensation, business, interest, dividends money.Dec
	employed                                    bool // there is compensation, of whatever amount
	first                                       tax.Kind
}

func incomeOf(req *tax.Request) income {
	if len(req.Components) == 0 {
		return income{compensation: req.Income, employed: true, first: tax.Employment}
	}
	in := income{first: req.Components[0].Kind}
	for i := range req.Components {
		in = in.with(req.Components[i].Kind, req.Components[i].Amount)
	}
	return in
}

// with adds an amount of a kind.
func (in income) with(kind tax.Kind, amount money.Dec) income {
	switch kind {
	case tax.SelfEmployment:
		in.business = in.business.Add(amount)
	case tax.Interest:
		in.interest = in.interest.Add(amount)
	case tax.Dividends:
		in.dividends = in.dividends.Add(amount)
	default:
		in.compensation, in.employed = in.compensation.Add(amount), true
	}
	return in
}

// liability is what is owed, and the bases that it is owed on.
type liability struct {
	graduated, eighth                              money.Dec // bases
	income, eightPercent, interestTax, dividendTax money.Dec
	paid                                           contributed
}

func (l *liability) total() money.Dec {
	return l.income.Add(l.eightPercent).Add(l.interestTax).Add(l.dividendTax)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if err := tax.RefuseForeignDividends(req, &row, "PH", "dividends of foreign corporations, which bear no final tax, are not modelled"); err != nil {
		return tax.Result{}, err
	}
	p := paramsOf(&row)
	in := incomeOf(req)
	if req.Choice(rateFact) == eight && in.business.Greater(p.eight.most.Dec) {
		faults := &tax.InputError{}
		faults.Add("facts."+rateFact, "%s is for gross sales or receipts of at most %s", eight, p.eight.most.Dec)
		return tax.Result{}, faults
	}
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, req, in)
	slope, cliff := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, req, in.with(in.first, more))
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.graduated.Add(due.eighth), TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.statutory(&in, &due),
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.scale.Bands)), &p.scale, money.Zero, due.graduated, cent),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.income, InTotal: true}},
	}
	for _, l := range []tax.Levy{
		{Code: "eight_percent_tax", Kind: tax.LevyTax, Amount: due.eightPercent, InTotal: true},
		{Code: "final_tax_on_interest", Kind: tax.LevyTax, Amount: due.interestTax, InTotal: true},
		{Code: "final_tax_on_dividends", Kind: tax.LevyTax, Amount: due.dividendTax, InTotal: true},
	} {
		if l.Amount.Sign() > 0 {
			out.Components = append(out.Components, l)
		}
	}
	if req.Given(paidFact) {
		out.Components = append(out.Components, tax.Levy{Code: "contributions", Kind: tax.LevySocial, Amount: req.Num(paidFact)})
	} else if req.IncomeBasis == tax.Gross && in.employed {
		out.Components = append(out.Components,
			tax.Levy{Code: "sss", Kind: tax.LevySocial, Amount: due.paid.sss},
			tax.Levy{Code: "philhealth", Kind: tax.LevySocial, Amount: due.paid.health},
			tax.Levy{Code: "pag_ibig", Kind: tax.LevySocial, Amount: due.paid.fund})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	if len(req.Components) > 0 {
		out.Assumptions = append(out.Assumptions,
			"The marginal rate is that of the next peso of the first kind of income given ("+string(in.first)+").")
	}
	if cliff {
		out.Assumptions = append(out.Assumptions,
			"At this income a salary credit changes or a rate begins in one step; the marginal rate is the one beyond it.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// statutory is the rate of the next peso of the kind of income that comes
// first among those of graduated rates, of eight per cent and of final taxes.
func (p *params) statutory(in *income, due *liability) money.Dec {
	switch {
	case in.employed || in.business.Sign() > 0 && due.eighth.Sign() == 0 && due.graduated.Sign() > 0:
		return p.scale.Entered(due.graduated).Rate
	case in.business.Sign() > 0:
		return p.eight.rate.Dec
	case in.interest.Sign() > 0:
		return p.interest.Dec
	case in.dividends.Sign() > 0:
		return p.dividends.Dec
	}
	return money.Zero
}

// assess is section 24(A) and (B).
func (p *params) assess(w *tax.Work, req *tax.Request, in income) (l liability) {
	l.graduated = in.compensation
	if req.IncomeBasis == tax.Gross {
		at := payOf(req, in.compensation)
		l.graduated, l.paid = p.taxable(w, &at)
	}
	switch {
	case in.business.Sign() == 0:
	case req.Choice(rateFact) == eight:
		w.Cite(p.eight.rate.Cite)
		free := p.eight.free.Dec
		if in.employed {
			free = money.Zero
		}
		l.eighth = block.Above(in.business, free)
		l.eightPercent = w.Round(l.eighth.Mul(p.eight.rate.Dec), cent)
		w.Step("eight_percent_tax", "Eight per cent of gross sales or receipts", l.eightPercent, p.eight.rate.Cite, "max(0, {} − {}) × {}",
			in.business, free, p.eight.rate.Dec)
	default:
		l.graduated = l.graduated.Add(in.business)
	}
	w.Cite(p.cite)
	l.income = w.Round(p.scale.Tax(l.graduated), cent)
	w.Bands("income_tax", &p.scale, money.Zero, l.graduated, cent)
	w.Step("income_tax", "Income tax by graduated rates", l.income, p.cite, "by bands of {}", l.graduated)
	if in.interest.Sign() > 0 {
		w.Cite(p.interest.Cite)
		l.interestTax = w.Round(in.interest.Mul(p.interest.Dec), cent)
		w.Step("final_tax_on_interest", "Final tax on interest", l.interestTax, p.interest.Cite, "{} × {}", in.interest, p.interest.Dec)
	}
	if in.dividends.Sign() > 0 {
		w.Cite(p.dividends.Cite)
		l.dividendTax = w.Round(in.dividends.Mul(p.dividends.Dec), cent)
		w.Step("final_tax_on_dividends", "Final tax on dividends", l.dividendTax, p.dividends.Cite, "{} × {}", in.dividends,
			p.dividends.Dec)
	}
	return l
}
