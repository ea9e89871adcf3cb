package india

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// due is everything that is owed on a total income.
type due struct{ slab, rebate, surcharge, cess, payable money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	resident := req.Residence == nil || req.Residence.Status != "non_resident"
	g := p.regimeOf(req, resident)
	w := tax.NewWork(req.Explain)
	salary, beside := heads(req)
	total := p.totalIncome(&w, req, g, salary, beside)
	if err := p.dividends(&w, req, &row, g, total, resident); err != nil {
		return tax.Result{}, err
	}
	d := p.liability(&w, g, total, resident)
	first := tax.Employment
	if len(req.Components) > 0 {
		first = req.Components[0].Kind
	}
	slope, _ := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact := tax.ExactWork()
		pay, others := salary, beside
		if first == tax.Employment {
			pay = pay.Add(more)
		} else {
			others = others.Add(more)
		}
		at := p.liability(&exact, g, p.totalIncome(&exact, req, g, pay, others), resident)
		return at.payable
	})
	out := tax.Result{
		TaxableIncome: total, TotalTax: d.payable, MarginalRate: slope,
		StatutoryRate: g.bands.Entered(total).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(g.bands.Bands)), &g.bands, money.Zero, total, paisa),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: d.slab, InTotal: true},
			{Code: "rebate_87a", Kind: tax.LevyCredit, Amount: d.rebate, InTotal: true},
			{Code: "surcharge", Kind: tax.LevySurcharge, Amount: d.surcharge, InTotal: true},
			{Code: "health_and_education_cess", Kind: tax.LevySurcharge, Amount: d.cess, InTotal: true},
		},
	}
	if off := d.payable.Sub(d.slab.Sub(d.rebate).Add(d.surcharge).Add(d.cess)); !off.IsZero() {
		levy := tax.Levy{Code: "rounding_off", Kind: tax.LevyTax, Amount: off, InTotal: true}
		if off.Sign() < 0 {
			levy.Kind, levy.Amount = tax.LevyCredit, off.Neg()
		}
		out.Components = append(out.Components, levy)
	}
	if req.IncomeBasis == tax.Taxable {
		out.Assumptions = []string{"A total income was given, so no deduction is made from it."}
	}
	if len(req.Components) > 0 {
		out.Assumptions = append(out.Assumptions,
			"The marginal rate is that of the next rupee of the first kind of income given ("+string(first)+").")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// heads are the salary, from which alone the standard deduction is made (s. 16), and the
// income of other heads.
func heads(req *tax.Request) (salary, beside money.Dec) {
	if len(req.Components) == 0 {
		return req.Income, money.Zero
	}
	for i := range req.Components {
		if c := &req.Components[i]; c.Kind == tax.Employment {
			salary = salary.Add(c.Amount)
		} else {
			beside = beside.Add(c.Amount)
		}
	}
	return salary, beside
}

// regimeOf is the regime chosen; the old one's slabs rise with a resident's age.
func (p *params) regimeOf(req *tax.Request, resident bool) *regime {
	if req.Choice("regime") == newRegime {
		return p.new
	}
	age := req.Int("age")
	switch {
	case resident && age >= 80:
		return p.from80
	case resident && age >= 60:
		return p.from60
	}
	return p.below60
}

// totalIncome is salary less deductions and the income of other heads, to the nearest
// ten rupees (s. 288A).
func (p *params) totalIncome(w *tax.Work, req *tax.Request, g *regime, salary, beside money.Dec) money.Dec {
	w.Cite(g.cite)
	w.Cite(p.commonCite)
	if req.IncomeBasis == tax.Taxable {
		given := salary.Add(beside)
		total := w.Round(given, p.rounding)
		w.Step("total_income", "Total income as given, to ten rupees", total, p.commonCite, "{}", given)
		return total
	}
	left := salary.Sub(g.deduction.Dec).Positive()
	w.Step("standard_deduction", "Salary after the standard deduction", left, g.deduction.Cite, "max(0, {} − {})", salary, g.deduction.Dec)
	if beside.Sign() > 0 {
		left = left.Add(beside)
		w.Step("other_heads", "With the income of other heads", left, nil, "{} + {}", left.Sub(beside), beside)
	}
	if deductions := req.Num("deductions"); deductions.Sign() > 0 {
		before := left
		left = left.Sub(deductions).Positive()
		w.Step("deductions", "Other deductions, as given", left, nil, "max(0, {} − {})", before, deductions)
	}
	total := w.Round(left, p.rounding)
	w.Step("total_income", "Total income, to ten rupees", total, p.commonCite, "{}", left)
	return total
}

// liability is tax, rebate, surcharge and cess on a total income.
func (p *params) liability(w *tax.Work, g *regime, total money.Dec, resident bool) (d due) {
	d.slab = w.Round(g.bands.Tax(total), paisa)
	w.Bands("income_tax", &g.bands, money.Zero, total, paisa)
	w.Step("income_tax", "Tax at slab rates", d.slab, g.bands.Cite, "sum of the slabs")
	if resident {
		d.rebate = g.rebate87A(w, total, d.slab)
	}
	tax := d.slab.Sub(d.rebate)
	d.surcharge = w.Round(g.surchargeOn(w, total, tax), paisa)
	d.cess = w.Round(tax.Add(d.surcharge).Mul(p.cess.Dec), paisa)
	w.Step("health_and_education_cess", "Health and education cess", d.cess, p.cess.Cite, "({} + {}) × {}", tax, d.surcharge, p.cess.Dec)
	d.payable = w.Round(tax.Add(d.surcharge).Add(d.cess), p.rounding)
	w.Step("total_tax", "Tax payable, to ten rupees", d.payable, p.commonCite, "{} + {} + {}", tax, d.surcharge, d.cess)
	return d
}

// rebate87A is the rebate, or under the new regime the marginal relief above
// its limit.
func (g *regime) rebate87A(w *tax.Work, total, slab money.Dec) money.Dec {
	w.Cite(g.rebateCite)
	if !total.Greater(g.rebateLimit) {
		rebate := money.Min(slab, g.rebate)
		w.Step("rebate_87a", "Rebate, section 87A", rebate, g.rebateCite, "min({}, {})", slab, g.rebate)
		return rebate
	}
	if !g.marginalRelief {
		return money.Zero
	}
	relief := slab.Sub(block.ShadeIn(slab, total, g.rebateLimit, money.One))
	if relief.Sign() > 0 {
		w.Step("rebate_87a", "Marginal relief, section 87A", relief, g.rebateCite, "{} − ({} − {})", slab, total, g.rebateLimit)
	}
	return relief
}

// surchargeOn is the surcharge of the tier of a total income, after marginal
// relief at the tier's threshold.
func (g *regime) surchargeOn(w *tax.Work, total, tax money.Dec) money.Dec {
	for i := len(g.surcharge) - 1; i >= 0; i-- {
		t := &g.surcharge[i]
		if !total.Greater(t.above) {
			continue
		}
		w.Cite(g.chargeCite)
		full := tax.Mul(t.rate)
		charge := money.Min(full, t.base.Add(total).Sub(t.above).Sub(tax)).Positive()
		w.Step("surcharge", "Surcharge after marginal relief", charge, g.chargeCite,
			"min({} × {}, {} + {} − {} − {})", tax, t.rate, t.base, total, t.above, tax)
		return charge
	}
	return money.Zero
}
