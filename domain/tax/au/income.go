package au

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// person is what the rates depend on.
type person struct {
	tariff   *tariff
	resident bool // and no working holiday maker: offset and levies apply
	exempt   bool // from the Medicare levy
	covered  bool // by private hospital insurance
	stay     stay // of a resident for part of the year; else zero
}

// due is everything that is owed.
type due struct{ gross, offset, business, levy, surcharge money.Dec }

func (d *due) total() money.Dec {
	return d.gross.Sub(d.offset).Sub(d.business).Add(d.levy).Add(d.surcharge)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who, err := p.person(req, &row)
	if err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(req.Explain)
	franking := req.Num(frankingCredits)
	income, business := p.franking.gross(&w, req.Income, franking), smallBusiness(req)
	owed := p.liability(&w, &who, income, business)
	slope, cliff := tax.Slope(income, func(x money.Dec) money.Dec {
		exact, of := tax.ExactWork(), business
		if growsBusiness(req) {
			of = of.Add(x.Sub(income))
		}
		d := p.liability(&exact, &who, x, of)
		return d.total()
	})
	out := tax.Result{
		TaxableIncome: income, TotalTax: owed.total(), MarginalRate: slope,
		StatutoryRate: who.tariff.Entered(income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(who.tariff.Bands)), &who.tariff.Schedule, money.Zero, income, cent),
		Components:    make([]tax.Levy, 1, 7),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: owed.gross, InTotal: true}
	if who.resident {
		out.Components = append(out.Components,
			tax.Levy{Code: "low_income_tax_offset", Kind: tax.LevyCredit, Amount: owed.offset, InTotal: true},
			tax.Levy{Code: "medicare_levy", Kind: tax.LevyTax, Amount: owed.levy, InTotal: true})
	}
	if business.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "small_business_income_tax_offset", Kind: tax.LevyCredit, Amount: owed.business,
			InTotal: true})
	}
	if !who.covered {
		out.Components = append(out.Components, tax.Levy{Code: "medicare_levy_surcharge", Kind: tax.LevySurcharge, Amount: owed.surcharge,
			InTotal: true})
	}
	if req.Given(studyLoanFact) && req.Bool(studyLoanFact) {
		out.Components = append(out.Components, tax.Levy{Code: "study_loan_repayment", Kind: tax.LevyRepayment, Amount: p.loan.on(&w, income)})
	}
	if franking.Sign() > 0 {
		p.franking.offset(&w, &out, franking)
	}
	if business.Sign() > 0 || franking.Sign() > 0 {
		out.Assumptions = append(out.Assumptions, "The marginal rate is that of the next dollar of the first kind of income given ("+
			string(req.Components[0].Kind)+"), without a franking credit.")
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "The next cent of income enters a tier of the Medicare levy surcharge, which is charged on "+
			"all of the income; the marginal rate is the one beyond.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// person reads residence and facts.
func (p *params) person(req *tax.Request, row *tax.CoverageRow) (person, error) {
	foreign := req.Residence != nil && req.Residence.Status == "non_resident"
	who := person{tariff: &p.resident, resident: true, exempt: req.Bool("medicare_levy_exempt"), covered: req.Bool("private_hospital_cover")}
	switch {
	case req.Bool("working_holiday_maker"):
		who = person{tariff: &p.holiday, covered: true}
	case foreign:
		who = person{tariff: &p.foreign, covered: true}
	}
	reason := ""
	if s, part := stayOf(req, row.Period); part && who.resident {
		who.stay, who.tariff = s, p.partYear.tariff(&p.resident, s)
		if !who.covered {
			reason = "the Medicare levy surcharge of a resident for part of the year is not modelled"
		}
	}
	if !who.covered && p.surcharge == nil {
		reason = "the thresholds of the Medicare levy surcharge of the year are not held"
	}
	for i := range req.Components {
		switch kind := req.Components[i].Kind; {
		case !who.resident && kind != tax.Employment:
			reason = "only employment income of foreign residents and working holiday makers is modelled"
		case who.stay.yearDays > 0 && kind == tax.Dividends:
			reason = "dividends of a resident for part of the year are not modelled"
		}
	}
	if err := tax.RefuseForeignDividends(req, row, "AU", "dividends of foreign companies and the offset for foreign tax on them are not "+
		"modelled"); err != nil {
		return who, err
	}
	if reason != "" {
		return who, &tax.Unavailable{Jurisdiction: "AU", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: reason}
	}
	return who, nil
}

// liability is what a taxable income owes; business is the part that is net small
// business income.
func (p *params) liability(w *tax.Work, who *person, income, business money.Dec) (d due) {
	w.Cite(who.tariff.cite)
	d.gross = w.Round(who.tariff.Tax(income), cent)
	w.Bands("income_tax", &who.tariff.Schedule, money.Zero, income, cent)
	w.Step("income_tax", "Tax on taxable income", d.gross, who.tariff.cite, "sum of the bands")
	if who.resident {
		left, offset := block.NonRefundable(d.gross, p.offset.of(w, income))
		d.offset = offset
		_, d.business = block.NonRefundable(left, p.business.of(w, d.gross, income, business))
		d.levy = p.levy.of(w, income, who)
	}
	if !who.covered {
		w.Cite(p.surcharge.cite)
		d.surcharge = w.Round(p.surcharge.Slab(income), cent)
		w.Step("medicare_levy_surcharge", "Medicare levy surcharge", d.surcharge, p.surcharge.cite, "{} × rate of its tier", income)
	}
	return d
}

// of is the low income tax offset.
func (o *offset) of(w *tax.Work, income money.Dec) money.Dec {
	w.Cite(o.cite)
	amount := o.full
	switch {
	case income.Greater(o.second.Above):
		amount = o.second.Reduce(w.Mode, o.secondFull, income)
	case income.Greater(o.first.Above):
		amount = o.first.Reduce(w.Mode, o.full, income)
	}
	amount = w.Round(amount, cent)
	w.Step("low_income_tax_offset", "Low income tax offset, at most the tax", amount, o.cite, "{} for an income of {}", amount, income)
	return amount
}

// of is the Medicare levy: 2 %, but at most a tenth of what exceeds the
// threshold; for a part of the year it is due by days of residence.
func (m *medicare) of(w *tax.Work, income money.Dec, who *person) money.Dec {
	w.Cite(m.cite)
	if who.exempt {
		w.Step("medicare_levy", "Medicare levy: exempt", money.Zero, m.cite, "0")
		return money.Zero
	}
	levy := w.Round(block.ShadeIn(income.Mul(m.rate), income, m.threshold, m.shadeIn), cent)
	if s := &who.stay; s.yearDays > 0 {
		whole := levy
		levy = w.Round(block.Prorate(whole, s.days, s.yearDays), cent)
		w.Cite(m.daysCite)
		w.Step("medicare_levy", "Medicare levy, by days of residence", levy, m.daysCite, "{} × {} ÷ {}", whole,
			money.FromInt(int64(s.days)), money.FromInt(int64(s.yearDays)))
		return levy
	}
	w.Step("medicare_levy", "Medicare levy", levy, m.cite, "min({} × {}, max(0, {} − {}) × {})", income, m.rate, income, m.threshold,
		m.shadeIn)
	return levy
}

// on is the repayment for a repayment income, which is the taxable income.
func (l *studyLoan) on(w *tax.Work, income money.Dec) money.Dec {
	w.Cite(l.cite)
	due := w.Round(income.Mul(l.whole), cent)
	if income.Greater(l.wholeAbove) {
		w.Step("study_loan_repayment", "Study loan repayment, on all of the repayment income", due, l.cite, "{} × {}", income, l.whole)
		return due
	}
	due = w.Round(block.Within(income, l.threshold, l.secondAbove).Mul(l.first).Add(block.Above(income, l.secondAbove).Mul(l.second)), cent)
	w.Step("study_loan_repayment", "Study loan repayment", due, l.cite, "{} × (min({}, {}) − {}) + {} × ({} − {}), each part not below 0",
		l.first, income, l.secondAbove, l.threshold, l.second, income, l.secondAbove)
	return due
}
