package dk

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// rates are those of the person: the municipality's, the parish's, and the
// upper bands under the ceiling that follows from the former.
type rates struct {
	municipal, church money.Dec
	upper             block.Schedule
	other             money.Dec // assessment-oriented deductions
}

type liability struct {
	contribution, personal, taxable           money.Dec
	bottom, upper, municipal, church, allowed money.Dec
}

func (l *liability) total() money.Dec {
	return l.contribution.Add(l.bottom).Add(l.upper).Add(l.municipal).Add(l.church).Sub(l.allowed)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	who := rates{municipal: req.Num("municipal_rate"), church: req.Num("church_rate"), other: req.Num("other_deductions")}
	who.upper = p.underCeiling(&w, who.municipal)
	due := p.liability(&w, req.Income, &who)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.liability(&exact, x, &who)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.taxable, TotalTax: due.total(), MarginalRate: slope,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(who.upper.Bands)), &who.upper, money.Zero, due.personal, oere),
		Components: []tax.Levy{
			{Code: "labour_market_contribution", Kind: tax.LevyTax, Amount: due.contribution, InTotal: true},
			{Code: "bottom_tax", Kind: tax.LevyTax, Amount: due.bottom, InTotal: true},
			{Code: "upper_taxes", Kind: tax.LevyTax, Amount: due.upper, InTotal: true},
			{Code: "municipal_tax", Kind: tax.LevyTax, Amount: due.municipal, InTotal: true},
			{Code: "church_tax", Kind: tax.LevyTax, Amount: due.church, InTotal: true},
			{Code: "personal_allowance_value", Kind: tax.LevyCredit, Amount: due.allowed, InTotal: true},
		},
		StatutoryRate: who.upper.Entered(due.personal).Rate,
	}
	if due.bottom.Greater(due.allowed) {
		out.StatutoryRate = out.StatutoryRate.Add(p.bottom.Dec)
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// underCeiling lowers the rates of the upper bands so that bottom, municipal
// and upper tax together do not exceed the ceiling of each (§ 19).
func (p *params) underCeiling(w *tax.Work, municipal money.Dec) block.Schedule {
	below := p.bottom.Add(municipal)
	lowered := false
	for i := 1; i < len(p.upper.Bands); i++ {
		if below.Add(p.upper.Bands[i].Rate).Greater(p.ceilings[i-1].Dec) {
			lowered = true
		}
	}
	if !lowered {
		return p.upper
	}
	bands := append([]block.Band(nil), p.upper.Bands...)
	for i := 1; i < len(bands); i++ {
		room := p.ceilings[i-1].Sub(below).Positive()
		if bands[i].Rate.Greater(room) {
			bands[i].Rate = room
			w.Step("tax_ceiling", "Rate of the band under the tax ceiling: "+bands[i].Label, room, p.ceilings[i-1].Cite, "max(0, {} − {} − {})",
				p.ceilings[i-1].Dec, p.bottom.Dec, municipal)
		}
	}
	return block.Make(bands, p.upper.Cite)
}

func (p *params) liability(w *tax.Work, wages money.Dec, who *rates) (l liability) {
	l.contribution = w.Round(wages.Mul(p.contribution.Dec), oere)
	w.Step("labour_market_contribution", "Labour market contribution", l.contribution, p.contribution.Cite, "{} × {}", wages,
		p.contribution.Dec)
	l.personal = wages.Sub(l.contribution)
	w.Step("personal_income", "Personal income", l.personal, p.contribution.Cite, "{} − {}", wages, l.contribution)
	employment := w.Round(money.Min(wages.Mul(p.employmentRate.Dec), p.employmentMost), oere)
	w.Step("employment_allowance", "Employment allowance", employment, p.employmentRate.Cite, "min({} × {}, {})", p.employmentRate.Dec, wages,
		p.employmentMost)
	job := w.Round(money.Min(wages.Sub(p.jobFrom).Positive().Mul(p.jobRate.Dec), p.jobMost), oere)
	w.Step("job_allowance", "Job allowance", job, p.jobRate.Cite, "min({} × max(0, {} − {}), {})", p.jobRate.Dec, wages, p.jobFrom, p.jobMost)
	l.taxable = l.personal.Sub(employment).Sub(job).Sub(who.other).Positive()
	w.Step("taxable_income", "Taxable income", l.taxable, p.employmentRate.Cite, "max(0, {} − {} − {} − {})", l.personal, employment, job,
		who.other)
	l.bottom = w.Round(l.personal.Mul(p.bottom.Dec), oere)
	w.Step("bottom_tax", "Bottom tax", l.bottom, p.bottom.Cite, "{} × {}", l.personal, p.bottom.Dec)
	l.upper = w.Round(who.upper.Tax(l.personal), oere)
	w.Bands("upper_taxes", &who.upper, money.Zero, l.personal, oere)
	l.municipal = w.Round(l.taxable.Mul(who.municipal), oere)
	w.Step("municipal_tax", "Municipal tax", l.municipal, nil, "{} × {}", l.taxable, who.municipal)
	l.church = w.Round(l.taxable.Mul(who.church), oere)
	w.Step("church_tax", "Church tax", l.church, nil, "{} × {}", l.taxable, who.church)
	l.allowed = p.allowanceValue(w, &l, who)
	return l
}

// allowanceValue is the personal allowance at the rates of bottom, municipal
// and church tax. What one of them cannot use is used against the others
// (§ 9), so that only their sum is the limit.
func (p *params) allowanceValue(w *tax.Work, l *liability, who *rates) money.Dec {
	rate := p.bottom.Add(who.municipal).Add(who.church)
	value := w.Round(p.allowance.Mul(rate), oere)
	used := money.Min(value, l.bottom.Add(l.municipal).Add(l.church).Add(l.upper))
	w.Step("personal_allowance_value", "Value of the personal allowance", used, p.allowance.Cite, "min({} × {}, tax)", p.allowance.Dec, rate)
	return used
}
