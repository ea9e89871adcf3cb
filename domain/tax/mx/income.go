package mx

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	claimed, exempt := req.Num("personal_deductions"), req.Num("exempt_income")
	base := p.base(&w, req.Income, claimed, exempt)
	due, subsidy := p.tariff(&w, base), p.monthly(req.Int("subsidy_months"))
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		return p.bands.Tax(p.base(&exact, x, claimed, exempt)).Sub(subsidy).Positive()
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: due, MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, cent),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
	}
	if subsidy.Sign() > 0 {
		w.Cite(p.subsidyCite)
		left := w.Round(due.Sub(subsidy).Positive(), cent)
		w.Step("employment_subsidy", "Tax after the employment subsidy", left, p.subsidyCite, "max(0, {} − {})", due, subsidy)
		out.Components = append(out.Components, tax.Levy{Code: "employment_subsidy", Kind: tax.LevyCredit, Amount: due.Sub(left), InTotal: true})
		out.TotalTax = left
	}
	if base.Sign() > 0 {
		out.StatutoryRate = p.bands.Entered(base).Rate
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// base is the taxable wages less the personal deductions that art. 151 allows;
// the share counts exempt income too.
func (p *params) base(w *tax.Work, wages, claimed, exempt money.Dec) money.Dec {
	most := money.Min(wages.Add(exempt).Mul(p.share.Dec), p.most)
	allowed := w.Round(money.Min(claimed, most), cent)
	base := wages.Sub(allowed).Positive()
	w.Step("personal_deductions", "Personal deductions", allowed, p.share.Cite, "min({}, {} × ({} + {}), {})", claimed, p.share.Dec, wages,
		exempt, p.most)
	w.Step("taxable_income", "Taxable income", base, p.share.Cite, "max(0, {} − {})", wages, allowed)
	return base
}

// monthly is the employment subsidy of so many months of the year; only all
// twelve have January among them.
func (p *params) monthly(months int) money.Dec {
	switch {
	case p.subsidy == nil || months == 0:
		return money.Zero
	case months == 12:
		return p.subsidy.january.Add(p.subsidy.later.Mul(money.FromInt(11)))
	}
	return p.subsidy.later.Mul(money.FromInt(int64(months)))
}

// check refuses twelve months of low wages whose sum is above what they can be.
func check(req *tax.Request, faults *tax.InputError) {
	p := resolved.In(req.Law)[req.TaxYear]
	if p == nil || p.subsidy == nil || req.Int("subsidy_months") != 12 {
		return
	}
	if most := p.subsidy.wagesMost.Mul(money.FromInt(12)); req.Income.Greater(most) {
		faults.Add("facts.subsidy_months", "says that no month's wages were above %s, but the income is above %s", p.subsidy.wagesMost, most)
	}
}

// tariff is the fixed amount of the band and its rate on what lies above the
// lower limit, which is a centavo above the band before.
func (p *params) tariff(w *tax.Work, base money.Dec) money.Dec {
	bands := p.bands.Bands
	i := len(bands) - 1
	for i > 0 && !base.Greater(bands[i].From) {
		i--
	}
	lower := bands[i].From.Add(centavo)
	due := w.Round(p.fixed[i].Add(base.Sub(lower).Positive().Mul(bands[i].Rate)), cent)
	w.Step("income_tax", "Tax by the tariff", due, p.bands.Cite, "{} + {} × ({} − {})", p.fixed[i], bands[i].Rate, base, lower)
	return due
}
