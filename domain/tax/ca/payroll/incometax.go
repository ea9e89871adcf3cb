package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

func read(req *tax.Request) *payment {
	x := &payment{
		pay: req.Income, registered: req.Num("registered_contributions"), dues: req.Num("union_dues"), annual: req.Num("authorised_deductions"),
		additional: req.Num("additional_tax"), pensionPaid: req.Num("pension_to_date"), secondPaid: req.Num("second_pension_to_date"),
		earned: req.Num("pensionable_to_date"), insured: req.Num("insurance_to_date"), parentalPaid: req.Num("parental_to_date"),
		dependants: req.Num("ontario_dependants"), pensionable: req.Bool("pension_plan"), insurable: req.Bool("insured"),
		periods: money.FromInt(periods[req.Choice(payroll.Frequency)]),
	}
	if req.Given("periods_in_year") {
		x.periods = req.Num("periods_in_year")
	}
	claim := func(name string) *money.Dec {
		if !req.Given(name) {
			return nil
		}
		amount := req.Num(name)
		return &amount
	}
	x.claim, x.provincialClaim = claim("td1"), claim("td1_provincial")
	return x
}

// yearIncome is factor A of T4127, before it is held to nothing below zero.
func (x *payment) yearIncome(due *contributed) money.Dec {
	return x.periods.Mul(x.pay.Sub(x.registered).Sub(x.dues).Sub(due.additional)).Sub(x.annual)
}

// federal is the federal tax of the payment: T1 over the periods, and what the
// employee asked for beside it.
func (p *edition) federal(w *tax.Work, x *payment, due *contributed) money.Dec {
	a := x.yearIncome(due)
	w.Step("year_income", "Taxable income taken for a year (A)", a, p.cite, "{} × ({} − {} − {} − {}) − {}",
		x.periods, x.pay, x.registered, x.dues, due.additional, x.annual)
	if a.Sign() < 0 {
		return x.additional
	}
	lowest := p.federalBands.lowest()
	claim := p.federalBasic.at(a)
	if x.claim != nil {
		claim = *x.claim
	}
	credited := due.pensionCredit.Add(due.insuranceCredit).Add(due.premiumCredit)
	employed := money.Min(x.periods.Mul(x.pay), p.employment)
	gross := p.federalBands.tax(a)
	k1, k2, k4 := cent(claim.Mul(lowest)), cent(credited.Mul(lowest)), cent(employed.Mul(lowest))
	t3 := gross.Sub(k1).Sub(k2).Sub(k4).Positive()
	w.Step("federal_year", "Basic federal tax of the year (T3)", t3, p.cite, "max(0, {} − {} − {} − {})", gross, k1, k2, k4)
	if p.quebec {
		abated := cent(t3.Mul(p.abatement))
		w.Step("quebec_abatement", "Quebec abatement", abated, p.cite, "{} × {}", t3, p.abatement)
		t3 = t3.Sub(abated)
	}
	out := cent(t3.Quo(x.periods)).Add(x.additional)
	w.Step("federal_tax", "Federal tax of the payment", out, p.cite, "{} ÷ {} + {}", t3, x.periods, x.additional)
	return out
}

// provincial is T2 over the periods.
func (p *edition) provincial(w *tax.Work, x *payment, due *contributed) money.Dec {
	a := x.yearIncome(due)
	if a.Sign() < 0 {
		return money.Zero
	}
	lowest := p.bands.lowest()
	claim := p.basic.at(a)
	if x.provincialClaim != nil {
		claim = *x.provincialClaim
	}
	gross := p.bands.tax(a)
	k1, k2, k4 := cent(claim.Mul(lowest)), cent(due.pensionCredit.Add(due.insuranceCredit).Mul(lowest)), money.Zero
	if p.yukon {
		k4 = cent(money.Min(x.periods.Mul(x.pay), p.employment).Mul(lowest))
	}
	k5 := money.Zero
	if s := p.supplement; s != nil {
		k5 = cent(k1.Add(k2).Sub(s.above).Mul(s.of).Quo(s.in)).Positive()
	}
	t4 := gross.Sub(k1).Sub(k2).Sub(k4).Sub(k5).Positive()
	w.Step("provincial_year", "Basic provincial or territorial tax of the year (T4)", t4, p.cite, "max(0, {} − {} − {} − {} − {})", gross, k1,
		k2, k4, k5)
	year := t4
	switch {
	case p.reduction != nil:
		relief := cent(p.reduction.amount.Sub(a.Sub(p.reduction.above).Positive().Mul(p.reduction.rate))).Clamp(money.Zero, t4)
		w.Step("reduction", "British Columbia tax reduction (S)", relief, p.cite, "min({}, {} − ({} − {}) × {})", t4, p.reduction.amount, a,
			p.reduction.above, p.reduction.rate)
		year = t4.Sub(relief)
	case p.ontario != nil:
		year = p.ontario.adjust(w, t4, a, x.dependants)
	}
	out := cent(year.Quo(x.periods))
	w.Step("provincial_tax", "Provincial or territorial tax of the payment", out, p.cite, "{} ÷ {}", year, x.periods)
	return out
}

// adjust adds Ontario's surtax and health premium and takes its reduction.
func (o *ontarioTax) adjust(w *tax.Work, t4, a, dependants money.Dec) money.Dec {
	surtax := cent(t4.Sub(o.first).Positive().Mul(o.firstRate)).Add(cent(t4.Sub(o.second).Positive().Mul(o.secondRate)))
	taxed := t4.Add(surtax)
	basic := o.basicReduction.Add(dependants.Mul(o.dependantReduction))
	relief := basic.Add(basic).Sub(taxed).Clamp(money.Zero, taxed)
	premium := cent(o.premium.Tax(a))
	w.Step("ontario_surtax", "Ontario surtax (V1)", surtax, o.cite, "{} × max(0, {} − {}) + {} × max(0, {} − {})", o.firstRate, t4, o.first,
		o.secondRate, t4, o.second)
	w.Step("ontario_reduction", "Ontario tax reduction (S)", relief, o.cite, "min({}, max(0, 2 × {} − {}))", taxed, basic, taxed)
	w.Step("ontario_premium", "Ontario health premium (V2)", premium, o.premium.Cite, "by the chart, for {}", a)
	return taxed.Sub(relief).Add(premium)
}

// quebecTax is Quebec's own tax by the regular method of TP-1015.F-V. Union dues
// are not deducted there.
func (p *edition) quebecTax(w *tax.Work, x *payment, due *contributed) money.Dec {
	worker := money.Min(cent(x.pay.Mul(p.workerRate)), cent(p.workerMost.Quo(x.periods)))
	i := x.periods.Mul(x.pay.Sub(x.registered).Sub(worker).Sub(due.additional)).Sub(x.annual).Positive()
	w.Step("quebec_income", "Quebec taxable income taken for a year (I)", i, p.cite, "max(0, {} × ({} − {} − {} − {}) − {})",
		x.periods, x.pay, x.registered, worker, due.additional, x.annual)
	claim := p.basic.at(i)
	if x.provincialClaim != nil {
		claim = x.provincialClaim.Whole(money.HalfUp)
	}
	gross, credit := p.bands.tax(i), cent(claim.Mul(p.bands.lowest()))
	year := gross.Sub(credit).Positive()
	out := cent(year.Quo(x.periods))
	w.Step("provincial_tax", "Quebec tax of the payment", out, p.cite, "max(0, {} − {}) ÷ {}", gross, credit, x.periods)
	return out
}
