package ke

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

var monthsOfYear = money.FromInt(12)

// contributed is what an employee pays beside the tax.
type contributed struct{ fund, health, housing money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	if gross && p.wages == nil {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "KE", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the reliefs that changed within this year are not held; give the taxable income",
		}
	}
	w := tax.NewWork(req.Explain)
	base := func(w *tax.Work, x money.Dec) (money.Dec, contributed) {
		if gross {
			return p.wages.taxable(w, x, req.Num("pension_contributions"), req.Num("mortgage_interest"))
		}
		return x, contributed{}
	}
	taxable, paid := base(&w, req.Income)
	charged, relief := p.tax(&w, taxable)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		left, _ := base(&exact, x)
		due, less := p.tax(&exact, left)
		return due.Sub(less)
	})
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: charged.Sub(relief), MarginalRate: slope, StatutoryRate: p.bands.Entered(taxable).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, taxable, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: charged, InTotal: true},
			{Code: "personal_relief", Kind: tax.LevyCredit, Amount: relief, InTotal: true},
		},
	}
	if gross {
		out.Components = append(out.Components,
			tax.Levy{Code: "nssf", Kind: tax.LevySocial, Amount: paid.fund},
			tax.Levy{Code: "shif", Kind: tax.LevySocial, Amount: paid.health},
			tax.Levy{Code: "housing_levy", Kind: tax.LevySocial, Amount: paid.housing})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// taxable is what is left of a year's gross wages, paid in twelve equal months.
func (v *wages) taxable(w *tax.Work, gross, pension, mortgage money.Dec) (left money.Dec, paid contributed) {
	w.Cite(v.cite)
	if gross.Sign() > 0 {
		for i := range v.fund {
			f := &v.fund[i]
			paid.fund = paid.fund.Add(f.paid(w, gross))
			w.Step("nssf", "National Social Security Fund", paid.fund, v.cite, "up to here, with min({} ÷ 12, {}) × {} × {} months", gross,
				f.most, f.rate, f.count)
		}
		paid.health = w.Round(money.Max(gross.Mul(v.shif), v.shifLeast.Mul(monthsOfYear)), cent)
		w.Step("shif", "Social Health Insurance Fund", paid.health, v.cite, "max({} × {}, {} × {})", gross, v.shif, v.shifLeast, monthsOfYear)
		paid.housing = w.Round(gross.Mul(v.housingLevy), cent)
		w.Step("housing_levy", "Affordable Housing Levy", paid.housing, v.cite, "{} × {}", gross, v.housingLevy)
	}
	funds := money.Min(paid.fund.Add(pension), v.pension)
	interest := money.Min(mortgage, v.mortgage)
	left = gross.Sub(funds).Sub(paid.health).Sub(paid.housing).Sub(interest).Positive()
	w.Step("taxable_income", "Taxable income", left, v.cite, "max(0, {} − {} − {} − {} − {})", gross, funds, paid.health, paid.housing,
		interest)
	return left, paid
}

// paid is the contribution in these months of a year's equal pay, that of each
// to the cent; the pay is not divided before the limit is taken twelve times.
func (f *fund) paid(w *tax.Work, gross money.Dec) money.Dec {
	due := money.Min(gross, f.most.Mul(monthsOfYear)).Mul(f.rate)
	if w.Mode == block.Exact {
		return due.Mul(f.count).Quo(monthsOfYear)
	}
	return due.QuoRound(monthsOfYear, 2, money.HalfUp).Mul(f.count)
}

// tax is the tax charged on taxable income, and the personal relief.
func (p *params) tax(w *tax.Work, taxable money.Dec) (charged, relief money.Dec) {
	w.Cite(p.bands.Cite)
	w.Cite(p.relief.Cite)
	charged = w.Round(p.bands.Tax(taxable), cent)
	w.Bands("income_tax", &p.bands, money.Zero, taxable, cent)
	w.Step("income_tax", "Tax charged", charged, p.bands.Cite, "by bands of {}", taxable)
	_, relief = block.NonRefundable(charged, p.relief.Dec)
	w.Step("personal_relief", "Personal relief, not beyond the tax", relief, p.relief.Cite, "min({}, {})", p.relief.Dec, charged)
	return charged, relief
}
