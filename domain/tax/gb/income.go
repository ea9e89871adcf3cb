package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	if row.TaxType == capitalGains {
		return p.computeGains(req), nil
	}
	return p.computeIncome(req), nil
}

func (p *params) computeIncome(req *tax.Request) tax.Result {
	w := tax.NewWork(req.Explain)
	in := newPerson(req, p)
	sc, raised := p.raise(in.gross)
	got := p.liability(&w, sc, &in, nil)

	kind := tax.Employment
	if len(req.Components) > 0 {
		kind = req.Components[0].Kind
	}
	slope, cliff := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact, next := tax.ExactWork(), in
		next.earn(kind, more)
		last := p.liability(&exact, sc, &next, &got)
		return last.total
	})

	out := tax.Result{
		TaxableIncome: got.sum(), TotalTax: got.total, MarginalRate: slope, StatutoryRate: p.entered(sc, &got, kind),
		Bands: p.bandsOf(sc, &got), Components: make([]tax.Levy, 1, 6),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: got.incomeTax, InTotal: true}
	if in.received {
		out.Components = append(out.Components, tax.Levy{Code: "marriage_allowance", Kind: tax.LevyCredit, Amount: got.marriage, InTotal: true})
	}
	if in.childBenefit.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "high_income_child_benefit_charge", Kind: tax.LevySurcharge,
			Amount: got.childCharge, InTotal: true})
	}
	if in.basis == tax.Gross {
		out.Components = p.beside(&w, &in, out.Components)
	}
	out.Assumptions = p.remarks(&in, &got, kind, len(req.Components) > 0, cliff)
	out.Citations, out.Steps = p.citations(in.groups(raised)), w.Steps()
	return out
}

// outcome is a charge with all that leads from it to the total.
type outcome struct {
	charge
	net         stack     // Step 2
	allowances  money.Dec // Step 3
	adjusted    money.Dec // adjusted net income
	unused      money.Dec // allowances that no income was left for
	incomeTax   money.Dec // Step 5, rounded by kind of income
	marriage    money.Dec // Step 6
	childCharge money.Dec // Step 7
	eligible    bool      // for a marriage allowance received
	total       money.Dec
}

// raise returns the scales with the limits raised by gross amounts: the basic
// rate limit and those above it, in Scotland the Scottish basic rate limit and
// those above it.
func (p *params) raise(gross money.Dec) (*scales, bool) {
	if gross.IsZero() {
		return &p.scales, false
	}
	first := 0
	if p.scottish {
		first = 1
	}
	return &scales{
		nonSavings: p.scales.nonSavings.Raise(first, gross),
		savings:    p.scales.savings.Raise(0, gross),
		dividends:  p.scales.dividends.Raise(0, gross),
	}, true
}

// liability is the calculation of s. 23. An outcome of the same scales whose
// net income and allowances are the same lends its charge, for it is costly.
func (p *params) liability(w *tax.Work, sc *scales, in *person, known *outcome) (o outcome) {
	p.noteBusiness(w, in)
	net := in.net()
	allowances := money.Zero
	if in.basis == tax.Gross {
		allowances = p.allowances(w, in, net.sum(), &o)
	} else {
		w.Step("taxable_income", "Taxable income, as given", net.sum(), nil, "{}", net.sum())
	}
	o.net, o.allowances = net, allowances
	if known != nil && known.net.same(&net) && known.allowances.Equal(allowances) {
		o.charge = known.charge
	} else {
		o.charge = p.allocate(sc, net, allowances)
	}
	o.unused = allowances.Sub(net.sum()).Positive()
	p.noteStack(w, net, allowances, &o.charge)
	o.incomeTax = p.rounded(w, sc, &o.charge)
	o.total = o.incomeTax
	if in.received {
		p.takeMarriage(w, sc, &o)
	}
	if in.childBenefit.Sign() > 0 {
		p.chargeChild(w, in, &o)
	}
	w.Step("total_tax", "Total tax", o.total, p.scales.nonSavings.Cite, "{} − {} + {}", o.incomeTax, o.marriage, o.childCharge)
	return o
}

// allowances are those of Step 3.
func (p *params) allowances(w *tax.Work, in *person, net money.Dec, o *outcome) money.Dec {
	o.adjusted = net.Sub(in.gross).Positive()
	if !in.gross.IsZero() || !in.netPay.IsZero() {
		w.Step("adjusted_net_income", "Adjusted net income", o.adjusted, p.raiseCite, "{} − {}", net, in.gross)
	}
	sum := p.taper.Reduce(w.Mode, p.allowance.Dec, o.adjusted)
	if o.adjusted.Greater(p.taper.Above) {
		w.Step("personal_allowance", "Personal allowance, reduced and rounded up to the pound", sum, p.taperCite,
			"max(0, ceil({} − {} × ({} − {})))", p.allowance.Dec, p.taper.Rate, o.adjusted, p.taper.Above)
	} else {
		w.Step("personal_allowance", "Personal allowance", sum, p.allowance.Cite, "{}", p.allowance.Dec)
	}
	if in.transferred {
		left := sum.Sub(p.marriage.transferable).Positive()
		w.Step("transferred_allowance", "Personal allowance after the transfer", left, p.marriage.cite, "max(0, {} − {})", sum,
			p.marriage.transferable)
		sum = left
	}
	if in.blind {
		w.Step("blind_allowance", "Blind person's allowance", p.blind.Dec, p.blind.Cite, "{}", p.blind.Dec)
		sum = sum.Add(p.blind.Dec)
	}
	return sum
}

// noteBusiness explains what is taxed of a business whose receipts were given.
func (p *params) noteBusiness(w *tax.Work, in *person) {
	if b := &in.trade; b.told {
		w.Step("trading_profit", "Profit of the trade, or its receipts less the trading allowance", in.trading, p.trading.Cite,
			"min({}, max(0, {} − {}))", b.profit, b.receipts, b.allowance)
	}
	if b := &in.rental; b.told {
		w.Step("property_profit", "Profit from property, or its receipts less the property allowance", in.renting, p.property.Cite,
			"min({}, max(0, {} − {}))", b.profit, b.receipts, b.allowance)
	}
}

// noteStack explains how allowances were used.
func (p *params) noteStack(w *tax.Work, net stack, allowances money.Dec, c *charge) {
	if net.savings.IsZero() && net.dividends.IsZero() {
		w.Step("taxable_income", "Taxable income", c.nonSavings, p.allowance.Cite, "max(0, {} − {})", net.nonSavings, allowances)
		return
	}
	w.Step("taxable_income", "Taxable income, with allowances set against it in the way that leaves the least tax", c.sum(), p.allocateCite,
		"max(0, {} − {}): non-savings {}, savings {}, dividends {}", net.sum(), allowances, c.nonSavings, c.savings, c.dividends)
}

// rounded is the tax of the bands, each kind of income to the penny.
func (p *params) rounded(w *tax.Work, sc *scales, c *charge) money.Dec {
	if w.Mode == block.Exact {
		return c.tax
	}
	w.Bands("income_tax", &sc.nonSavings, money.Zero, c.nonSavings, penny)
	sum := penny.Apply(sc.nonSavings.Tax(c.nonSavings))
	if c.savings.Sign() > 0 {
		from, to := c.nonSavings.Add(c.starting).Add(c.savingsNil), c.nonSavings.Add(c.savings)
		w.Step("savings_nil", "Savings at the starting rate and the nil rate", money.Zero, p.savingsCite, "({} + {}) × 0", c.starting,
			c.savingsNil)
		if to.Greater(from) {
			w.Bands("income_tax", &sc.savings, from, to, penny)
		}
		sum = sum.Add(penny.Apply(sc.savings.Between(from, to)))
	}
	if c.dividends.Sign() > 0 {
		below := c.nonSavings.Add(c.savings)
		from, to := below.Add(c.dividendNil), below.Add(c.dividends)
		w.Step("dividend_nil", "Dividends at the nil rate", money.Zero, p.dividendNil.Cite, "{} × 0", c.dividendNil)
		if to.Greater(from) {
			w.Bands("income_tax", &sc.dividends, from, to, penny)
		}
		sum = sum.Add(penny.Apply(sc.dividends.Between(from, to)))
	}
	return sum
}

// bandsOf lists the bands that the stack entered.
func (p *params) bandsOf(sc *scales, c *outcome) []tax.BandResult {
	out := make([]tax.BandResult, 0, len(sc.nonSavings.Bands)+2)
	if c.nonSavings.Sign() > 0 || c.sum().IsZero() {
		out = tax.Bands(out, &sc.nonSavings, money.Zero, c.nonSavings, penny)
	}
	nothing := func(label string, amount money.Dec) {
		if amount.Sign() > 0 {
			out = append(out, tax.BandResult{Label: label, Amount: amount})
		}
	}
	nothing("Starting rate for savings", c.starting)
	nothing("Savings nil rate", c.savingsNil)
	if from, to := c.nonSavings.Add(c.starting).Add(c.savingsNil), c.nonSavings.Add(c.savings); to.Greater(from) {
		out = tax.Bands(out, &sc.savings, from, to, penny)
	}
	nothing("Dividend nil rate", c.dividendNil)
	below := c.nonSavings.Add(c.savings)
	if from, to := below.Add(c.dividendNil), below.Add(c.dividends); to.Greater(from) {
		out = tax.Bands(out, &sc.dividends, from, to, penny)
	}
	return out
}

// entered is the rate of the band in which the next pound of a kind is taxed.
func (p *params) entered(sc *scales, o *outcome, kind tax.Kind) money.Dec {
	if o.unused.Sign() > 0 {
		return money.Zero
	}
	switch kind {
	case tax.Interest:
		if o.nonSavings.Add(o.savings).Less(p.startingLimit.Dec) || o.savings.Sub(o.starting).Less(p.savingsAllowance(sc, o.sum())) {
			return money.Zero
		}
		return sc.savings.Entered(o.nonSavings.Add(o.savings)).Rate
	case tax.Dividends:
		if o.dividends.Less(p.dividendNil.Dec) {
			return money.Zero
		}
		return sc.dividends.Entered(o.sum()).Rate
	}
	return sc.nonSavings.Entered(o.nonSavings).Rate
}

// remarks are the assumptions that depend on the request.
func (p *params) remarks(in *person, o *outcome, kind tax.Kind, components, cliff bool) (out []string) {
	if in.basis == tax.Taxable {
		out = append(out, "A taxable income was given: no allowance is deducted, and National Insurance is not computed.")
	}
	if components {
		out = append(out, "The marginal rate is that of the next pound of the first kind of income given ("+string(kind)+").")
	}
	if cliff {
		out = append(out, "A relief or allowance ends exactly at this income; the marginal rate is the one beyond that point.")
	}
	if in.received && !o.eligible {
		out = append(out, "The marriage allowance received gives no relief, because income is taxed above the basic rate (in Scotland, the "+
			"intermediate rate).")
	}
	if in.childBenefit.Sign() > 0 {
		out = append(out, "The person's adjusted net income is the higher of the couple's, so the high income child benefit charge is theirs.")
	}
	if in.basis == tax.Gross && in.employment.Sign() > 0 && in.trading.Sign() > 0 {
		out = append(out, "Class 4 National Insurance is left out, because the annual maximum for a person who is employed and self-employed "+
			"is not modelled.")
	}
	if in.loan != "" && in.loan != "none" || in.postgraduate {
		out = append(out, "Loan repayments are counted on earnings of the whole year, before payroll's roundings of each pay period.")
	}
	return out
}
