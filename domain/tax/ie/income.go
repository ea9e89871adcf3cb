package ie

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if reason := notModelled(req); reason != "" {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "IE", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual", Reason: reason,
		}
	}
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	h := householdOf(req)
	owed := p.liability(&w, &h)
	prsi := p.prsi.of(&w, h.own.pay).Add(p.prsi.of(&w, h.spouse.pay))
	selfEmployed, unearned := p.otherInsurance(&w, &h)
	slope, cliff := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact, at := tax.ExactWork(), h
		at.next(req).add(nextKind(req), more)
		d := p.liability(&exact, &at)
		return d.total()
	})

	income := h.own.atRates().Add(h.spouse.atRates())
	schedule := p.schedule(p.standardBand(&h))
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: owed.total(), MarginalRate: slope,
		StatutoryRate: schedule.Entered(income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, 2), &schedule, money.Zero, income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: owed.gross, InTotal: true},
			{Code: "tax_credits", Kind: tax.LevyCredit, Amount: owed.credits, InTotal: true},
			{Code: "usc", Kind: tax.LevyTax, Amount: owed.usc, InTotal: true},
			{Code: "prsi_employee", Kind: tax.LevySocial, Amount: prsi},
		},
	}
	if selfEmployed.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: prsiSelfEmployed, Kind: tax.LevySocial, Amount: selfEmployed})
	}
	if unearned.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: prsiUnearned, Kind: tax.LevySocial, Amount: unearned})
	}
	if owed.dirt.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "deposit_interest_retention_tax", Kind: tax.LevyTax, Amount: owed.dirt,
			InTotal: true})
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "The next euro crosses a limit at which the Universal Social Charge falls due on all of the "+
			"income; the marginal rate is the one beyond that limit.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// due is everything that is in the total.
type due struct{ gross, credits, usc, dirt money.Dec }

func (d *due) total() money.Dec { return d.gross.Sub(d.credits).Add(d.usc).Add(d.dirt) }

func (p *params) liability(w *tax.Work, h *household) (d due) {
	d.gross, d.credits, _ = p.incomeTax(w, h, p.standardBand(h))
	d.usc = p.usc.of(w, &h.own, h.ownCard).Add(p.usc.of(w, &h.spouse, h.spouseCard))
	d.dirt = p.retention(w, h.own.interest.Add(h.spouse.interest))
	return d
}

// standardBand is the part charged at the standard rate (s. 15 and s. 15(3)):
// a couple's grows by the lower earner's income.
func (p *params) standardBand(h *household) money.Dec {
	switch h.status {
	case married:
		return p.band[married].Add(money.Min(p.band["second_income"], money.Min(h.own.atRates(), h.spouse.atRates())))
	case singleParent:
		return p.band[singleParent]
	}
	return p.band[single]
}

func (p *params) schedule(band money.Dec) block.Schedule {
	return block.Make([]block.Band{
		{Label: "Standard rate", To: band, Rate: p.standard.Dec},
		{Label: "Higher rate", From: band, Open: true, Rate: p.higher.Dec},
	}, p.bandCite)
}

// incomeTax is tax at the two rates, the credits used, and what is left.
func (p *params) incomeTax(w *tax.Work, h *household, band money.Dec) (gross, used, left money.Dec) {
	w.Cite(p.taxCite)
	income := h.own.atRates().Add(h.spouse.atRates())
	gross = w.Round(money.Min(income, band).Mul(p.standard.Dec).Add(block.Above(income, band).Mul(p.higher.Dec)), cent)
	w.Step("standard_rate_band", "Standard rate band", band, p.bandCite, "{}", band)
	w.Step("income_tax", "Income tax before credits", gross, p.standard.Cite, "min({}, {}) × {} + max(0, {} − {}) × {}",
		income, band, p.standard.Dec, income, band, p.higher.Dec)
	left, used = block.NonRefundable(gross, w.Round(p.credits(w, h), cent))
	w.Step("tax_credits", "Tax credits, at most the tax", used, p.personalCite, "min of the credits and {}", gross)
	return gross, used, left
}

// credits are the personal credit of the status and those of each person's work.
func (p *params) credits(w *tax.Work, h *household) money.Dec {
	total := p.personal[single]
	switch h.status {
	case married:
		total = p.personal[married]
	case widowed:
		w.Cite(p.widowed.Cite)
		total = total.Add(p.widowed.Dec)
	case singleParent:
		w.Cite(p.childCarer.Cite)
		total = total.Add(p.childCarer.Dec)
	}
	w.Step("personal_credit", "Personal credits of the status", total, p.personalCite, "{}", total)
	if h.homeCarer {
		w.Cite(p.homeCarer.Cite)
		w.Step("home_carer_credit", "Home carer credit", p.homeCarer.Dec, p.homeCarer.Cite, "{}", p.homeCarer.Dec)
		total = total.Add(p.homeCarer.Dec)
	}
	return total.Add(p.workCredits(w, &h.own)).Add(p.workCredits(w, &h.spouse))
}

// employeeCredit is at most the pay at the standard rate (s. 472(4)).
func (p *params) employeeCredit(w *tax.Work, pay money.Dec) money.Dec {
	credit := money.Min(p.employee.Dec, pay.Mul(p.standard.Dec))
	if pay.Sign() > 0 {
		w.Step("employee_credit", "Employee credit", credit, p.employee.Cite, "min({}, {} × {})", p.employee.Dec, pay, p.standard.Dec)
	}
	return credit
}

// of is the charge of one person.
func (c *charge) of(w *tax.Work, in *incomes, card bool) money.Dec {
	income := in.atRates()
	w.Cite(c.cite)
	if !income.Greater(c.exemptUpTo.Dec) {
		if income.Sign() > 0 {
			w.Step("usc", "Universal Social Charge: exempt", money.Zero, c.exemptUpTo.Cite, "0, because {} does not exceed {}", income,
				c.exemptUpTo.Dec)
		}
		return money.Zero
	}
	bands := &c.bands
	if card && !income.Greater(c.reducedTo.Dec) {
		bands = &c.reduced
	}
	due := w.Round(bands.Tax(income), cent)
	w.Bands("usc", bands, money.Zero, income, cent)
	return due.Add(c.surcharge.of(w, in.relevant()))
}

// of is PRSI on even weekly pay; pay and contribution of a week are rounded to
// the cent.
func (n *insurance) of(w *tax.Work, income money.Dec) money.Dec {
	if income.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(n.cite)
	week := income.QuoRound(n.weeks, 2, money.HalfUp)
	due := n.week(week, n.before.Dec).Mul(n.weeksBefore).Add(n.week(week, n.after.Dec).Mul(n.weeksAfter))
	w.Step("prsi_employee", "Employee PRSI, Class A, 39 weeks before 1 October and 13 from then", due, n.cite,
		"39 × {} + 13 × {}", n.week(week, n.before.Dec), n.week(week, n.after.Dec))
	return due
}

func (n *insurance) week(pay, rate money.Dec) money.Dec {
	if !pay.Greater(n.nilUpTo) {
		return money.Zero
	}
	due := pay.Mul(rate)
	if !pay.Greater(n.creditUpTo) {
		due = due.Sub(n.credit.Sub(block.Above(pay, n.creditFrom).QuoRound(n.creditDivisor, 4, money.HalfUp)).Positive())
	}
	return cent.Apply(due.Positive())
}
