package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// taxed is one return, federal and provincial.
type taxed struct {
	paid                    contributed
	net, provincialTaxable  money.Dec
	federal, federalCredits money.Dec
	abated, abatement       money.Dec // what Quebec's abatement is a part of, and that part
	provincial              money.Dec // before credits
	provincialCredits       money.Dec
	surtax, reduction, lift money.Dec
	premium                 money.Dec // Ontario health premium
	eligible, ordinary      money.Dec // taxable amounts of dividends, eligible and other
	dividendCredits         [2]money.Dec
}

// total is what is owed; it is rounded once, at the end.
func (t *taxed) total() money.Dec { return t.unabated().Sub(t.abatement) }

// unabated is the total before Quebec's abatement.
func (t *taxed) unabated() money.Dec {
	return t.federal.Sub(t.federalCredits).Sub(t.dividendCredits[0]).Sub(t.dividendCredits[1]).
		Add(t.provincial).Sub(t.provincialCredits).Add(t.surtax).Sub(t.reduction).Sub(t.lift).Add(t.premium)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if err := tax.RefuseForeignDividends(req, &row, "CA", "dividends of foreign corporations, which have no dividend tax credit, and the "+
		"credit for foreign tax are not modelled"); err != nil {
		return tax.Result{}, err
	}
	if req.Bool("aged_65_or_over") {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "CA", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the federal and provincial age amounts are not modelled",
		}
	}
	p := paramsOf(&row)
	in := incomeOf(req)
	c := claims{isPay: req.IncomeBasis == tax.Gross, saved: req.Num("rrsp_deduction"),
		supports: req.Choice("amount_claimed_for") != nobody, other: req.Num("supported_net_income")}
	if c.supports && !p.supported.held() {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "CA", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the province's amount for a spouse or an eligible dependant is not held for the year",
		}
	}
	if gainsOf(req).Greater(gainsMost) {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "CA", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "minimum tax, which capital gains above " + gainsMost.String() + " can bring, is not modelled",
		}
	}
	w := tax.NewWork(req.Explain)
	if c.isPay {
		w.Cite(p.payCite)
	} else {
		w.Cite(p.taxCite)
	}
	t := p.assess(&w, in, c)
	var start taxed
	slope, cliff := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact := tax.ExactWork()
		at := p.assess(&exact, in.with(more), c)
		if more.IsZero() {
			start = at
		}
		// What the total gains: as much as a difference of totals, whose abatements would
		// have more digits than are fast.
		return at.unabated().Sub(start.unabated()).Sub(at.abated.Sub(start.abated).Mul(p.abatement.Dec))
	})
	total := cent.Apply(t.total())
	bands := tax.Bands(make([]tax.BandResult, 0, len(p.federal.bands.Bands)+len(p.province.bands.Bands)), &p.federal.bands, money.Zero, t.net,
		cent)
	out := tax.Result{
		TaxableIncome: t.net, TotalTax: total, MarginalRate: slope,
		StatutoryRate: p.federal.bands.Entered(t.net).Rate.Add(p.province.bands.Entered(t.provincialTaxable).Rate),
		Bands:         tax.Bands(bands, &p.province.bands, money.Zero, t.provincialTaxable, cent),
		Components:    p.components(&t, total, c.isPay),
	}
	if !c.isPay {
		out.Assumptions = append(out.Assumptions, "A taxable income was given: no contribution, premium, employment amount or deduction is "+
			"taken into account, and the personal amounts are the only credits.")
	}
	if len(req.Components) > 0 {
		out.Assumptions = append(out.Assumptions,
			"The marginal rate is that of the next dollar of the first kind of income given ("+string(req.Components[0].Kind)+").")
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "The next cent of income crosses a jump of the tax; the marginal rate is the one beyond it.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// components lists what makes up the total, and what stands beside it. Each is
// rounded to the cent, as its own line is; the total is rounded once, so that it
// never falls as income rises, and what of a cent or two lies between stands as
// a component of its own.
func (p *params) components(t *taxed, total money.Dec, isPay bool) []tax.Levy {
	out := make([]tax.Levy, 0, 13)
	sum := money.Zero
	add := func(code, kind string, amount money.Dec) {
		amount = cent.Apply(amount)
		out = append(out, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: true})
		if kind == tax.LevyCredit {
			amount = amount.Neg()
		}
		sum = sum.Add(amount)
	}
	add("federal_tax", tax.LevyTax, t.federal)
	add("federal_credits", tax.LevyCredit, t.federalCredits)
	if p.quebec != nil {
		add("quebec_abatement", tax.LevyCredit, t.abatement)
	}
	if hasDividends := t.eligible.Sign() > 0 || t.ordinary.Sign() > 0; hasDividends {
		add("federal_dividend_credit", tax.LevyCredit, t.dividendCredits[0])
		add("provincial_dividend_credit", tax.LevyCredit, t.dividendCredits[1])
	}
	add("provincial_tax", tax.LevyTax, t.provincial)
	add("provincial_credits", tax.LevyCredit, t.provincialCredits)
	switch {
	case p.ontario != nil:
		add("ontario_surtax", tax.LevySurcharge, t.surtax)
		add("ontario_tax_reduction", tax.LevyCredit, t.reduction)
		add("ontario_lift_credit", tax.LevyCredit, t.lift)
		add("ontario_health_premium", tax.LevySurcharge, t.premium)
	case p.island != nil:
		add("pei_surtax", tax.LevySurcharge, t.surtax)
	case p.bc != nil:
		add("bc_tax_reduction", tax.LevyCredit, t.reduction)
	}
	switch over := sum.Sub(total); over.Sign() {
	case 1:
		out = append(out, tax.Levy{Code: "rounding", Kind: tax.LevyCredit, Amount: over, InTotal: true})
	case -1:
		out = append(out, tax.Levy{Code: "rounding", Kind: tax.LevyTax, Amount: over.Neg(), InTotal: true})
	}
	if isPay {
		out = append(out, tax.Levy{Code: p.social.plan, Kind: tax.LevySocial, Amount: t.paid.plan()},
			tax.Levy{Code: "ei", Kind: tax.LevySocial, Amount: cent.Apply(t.paid.insurance)})
		if p.quebec != nil {
			out = append(out, tax.Levy{Code: "qpip", Kind: tax.LevySocial, Amount: cent.Apply(t.paid.parental)})
		}
	}
	return out
}

// claims is what a return rests on beside the income.
type claims struct {
	isPay, supports bool
	saved           money.Dec // retirement contributions deducted
	other           money.Dec // net income of the person supported
}

// income is what a return begins with: pay, which owes contributions, and what
// is taxed beside it.
type income struct {
	pay, other, gains money.Dec
	dividends         received
	first             tax.Kind // of the next dollar
}

func incomeOf(req *tax.Request) income {
	if len(req.Components) == 0 {
		return income{pay: req.Income, first: tax.Employment}
	}
	in := income{first: req.Components[0].Kind}
	for i := range req.Components {
		c := &req.Components[i]
		in.add(c.Kind, c.Amount)
	}
	ordinary := req.Num(otherDividends)
	in.dividends = received{in.dividends.eligible.Sub(ordinary), ordinary}
	return in
}

// add puts an amount of a kind to the income; dividends count as eligible.
func (in *income) add(kind tax.Kind, amount money.Dec) {
	switch kind {
	case tax.Employment:
		in.pay = in.pay.Add(amount)
	case tax.Dividends:
		in.dividends.eligible = in.dividends.eligible.Add(amount)
	case tax.CapitalGains:
		in.gains = in.gains.Add(amount)
	default:
		in.other = in.other.Add(amount)
	}
}

// with is the income with the next amount of its first kind; the next dividend
// is eligible, unless none before it was.
func (in income) with(more money.Dec) income {
	if d := &in.dividends; in.first == tax.Dividends && d.eligible.IsZero() && d.other.Sign() > 0 {
		d.other = d.other.Add(more)
		return in
	}
	in.add(in.first, more)
	return in
}

// assess works out one return.
func (p *params) assess(w *tax.Work, in income, c claims) (t taxed) {
	employment := money.Zero
	t.grossUp(w, p.dividends, in.dividends)
	t.net = in.pay.Add(in.other).Add(p.include(w, in.gains)).Add(t.eligible).Add(t.ordinary)
	if c.isPay {
		t.paid = p.social.of(w, in.pay)
		total := t.net
		t.net = total.Sub(t.paid.deductible()).Sub(c.saved).Positive()
		employment = money.Min(p.employment.Dec, in.pay)
		w.Step("net_income", "Net and taxable income", t.net, p.social.cite, "max(0, {} − {} − {})", total, t.paid.deductible(), c.saved)
	}
	p.federalTax(w, &t, employment, c)
	p.provincialTax(w, &t, in.pay, employment, c)
	return t
}

// federalTax is tax of the bands less credits at the lowest rate, the dividend
// tax credit, and for Quebec the abatement of what these leave.
func (p *params) federalTax(w *tax.Work, t *taxed, employment money.Dec, c claims) {
	f := &p.federal
	t.federal = f.bands.Tax(t.net)
	w.Bands("federal_tax", &f.bands, money.Zero, t.net, cent)
	basic := f.basic.at(w, t.net)
	base := basic.Add(employment).Add(t.paid.creditable())
	if c.supports {
		basic = basic.Add(p.federalSupported(w, basic, c.other))
		base = basic.Add(employment).Add(t.paid.creditable())
	}
	left, used := block.NonRefundable(t.federal, base.Mul(f.rate))
	t.federalCredits = used
	w.Step("federal_credits", "Federal non-refundable credits, at most the tax", used, f.basic.cite,
		"({} + {} + {}) × {}", basic, employment, t.paid.creditable(), f.rate)
	if t.eligible.Sign() > 0 || t.ordinary.Sign() > 0 {
		d := &p.dividends.federal
		left, t.dividendCredits[0] = block.NonRefundable(left, d.of(t.eligible, t.ordinary))
		w.Step("federal_dividend_credit", "Federal dividend tax credit, at most the tax", t.dividendCredits[0], p.dividends.federalCite,
			"{} × {} + {} × {}", t.eligible, d.eligible, t.ordinary, d.other)
	}
	if p.quebec != nil {
		if t.abated = left; w.Mode == block.Exact {
			return // slopes take it from there
		}
		t.abatement = left.Mul(p.abatement.Dec)
		w.Step("quebec_abatement", "Quebec abatement", t.abatement, p.abatement.Cite, "{} × {}", left, p.abatement.Dec)
	}
}

// provincialTax is tax of the province's bands, its credits, and what it adds
// or takes.
func (p *params) provincialTax(w *tax.Work, t *taxed, pay, employment money.Dec, c claims) {
	v := &p.province
	t.provincialTaxable = t.net
	if p.quebec != nil && c.isPay {
		deduction := money.Min(pay.Mul(p.quebec.rate), p.quebec.maximum)
		t.provincialTaxable = t.net.Sub(deduction).Positive()
		w.Step("deduction_for_workers", "Quebec taxable income after the deduction for workers", t.provincialTaxable, p.quebec.cite,
			"max(0, {} − min({} × {}, {}))", t.net, pay, p.quebec.rate, p.quebec.maximum)
	}
	t.provincial = v.bands.Tax(t.provincialTaxable)
	w.Bands("provincial_tax", &v.bands, money.Zero, t.provincialTaxable, cent)
	basic := v.basic.at(w, t.net)
	if c.supports {
		basic = basic.Add(p.supported.at(w, c.other))
	}
	base := basic
	switch {
	case p.quebec != nil: // the basic amount stands for contributions too
	case p.yukon:
		base = base.Add(employment).Add(t.paid.creditable())
	default:
		base = base.Add(t.paid.creditable())
	}
	left, used := block.NonRefundable(t.provincial, base.Mul(v.rate))
	t.provincialCredits = used
	w.Step("provincial_credits", "Provincial non-refundable credits, at most the tax", used, v.basic.cite, "({} + {}) × {}", basic,
		base.Sub(basic), v.rate)
	switch {
	case p.island != nil:
		t.surtax = p.island.of(w, left)
	case p.quebec != nil:
		t.creditDividends(w, p.dividends, left, "Quebec dividend tax credit, at most the tax")
	case p.bc != nil:
		_, t.reduction = block.NonRefundable(left, p.bc.of(w, t.net))
	case p.ontario != nil:
		if !c.isPay {
			pay = money.Zero
		}
		p.ontario.adjust(w, t, left, pay, p.dividends)
	}
}
