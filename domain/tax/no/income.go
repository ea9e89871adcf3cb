package no

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	other := req.Num("other_deductions")
	taxable := p.taxable(&w, req.Income, other)
	general, bracket := p.generalTax(&w, taxable), p.bracketTax(&w, req.Income)
	insurance := p.contribution(&w, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		return p.generalTax(&exact, p.taxable(&exact, x, other)).Add(p.bracketTax(&exact, x))
	})
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: general.Add(bracket), MarginalRate: slope,
		StatutoryRate: p.brackets.Entered(req.Income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(p.brackets.Bands)), &p.brackets, money.Zero, req.Income, krone),
		Components: []tax.Levy{
			{Code: "general_income_tax", Kind: tax.LevyTax, Amount: general, InTotal: true},
			{Code: "bracket_tax", Kind: tax.LevyTax, Amount: bracket, InTotal: true},
			{Code: "national_insurance", Kind: tax.LevySocial, Amount: insurance},
		},
	}
	if taxable.Sign() > 0 || slope.Greater(out.StatutoryRate) {
		out.StatutoryRate = out.StatutoryRate.Add(p.general.Dec)
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// taxable is general income after the allowances (§§ 6-32, 15-4).
func (p *params) taxable(w *tax.Work, wages, other money.Dec) money.Dec {
	minimum := w.Round(money.Min(wages.Mul(p.minimumRate.Dec), p.minimumMost), krone)
	w.Step("minimum_deduction", "Minimum standard deduction", minimum, p.minimumRate.Cite, "min({} × {}, {})", p.minimumRate.Dec, wages,
		p.minimumMost)
	if p.zone.Sign() > 0 {
		w.Step("zone_deduction", "Deduction of the action zone", p.zone.Dec, p.zone.Cite, "{}", p.zone.Dec)
		other = other.Add(p.zone.Dec)
	}
	taxable := wages.Sub(minimum).Sub(other).Sub(p.allowance.Dec).Positive()
	w.Step("taxable_general_income", "General income after the personal allowance", taxable, p.allowance.Cite, "max(0, {} − {} − {} − {})",
		wages, minimum, other, p.allowance.Dec)
	return taxable
}

func (p *params) generalTax(w *tax.Work, taxable money.Dec) money.Dec {
	due := w.Round(taxable.Mul(p.general.Dec), krone)
	w.Step("general_income_tax", "Tax on general income", due, p.general.Cite, "{} × {}", taxable, p.general.Dec)
	return due
}

func (p *params) bracketTax(w *tax.Work, personal money.Dec) money.Dec {
	due := w.Round(p.brackets.Tax(personal), krone)
	w.Bands("bracket_tax", &p.brackets, money.Zero, personal, krone)
	return due
}

// contribution is the national insurance contribution: at most a quarter of
// what lies above the income from which it is due.
func (p *params) contribution(w *tax.Work, personal money.Dec) money.Dec {
	grown := personal.Sub(p.insuranceFrom).Positive().Mul(p.insuranceGrows)
	due := w.Round(money.Min(personal.Mul(p.insurance.Dec), grown), krone)
	w.Step("national_insurance", "National insurance contribution", due, p.insurance.Cite, "min({} × {}, {} × max(0, {} − {}))",
		personal, p.insurance.Dec, p.insuranceGrows, personal, p.insuranceFrom)
	return due
}
