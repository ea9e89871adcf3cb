package my

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	if gross && p.reliefs == nil {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "MY", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the reliefs of this year were not confirmed; give the chargeable income",
		}
	}
	w := tax.NewWork(req.Explain)
	relieved := money.Zero
	if gross {
		relieved = p.reliefs.sum(&w, req)
	}
	chargeable := req.Income.Sub(relieved).Positive()
	if gross {
		w.Step("chargeable_income", "Chargeable income", chargeable, p.reliefs.cite, "max(0, {} − {})", req.Income, relieved)
	}
	spouse := req.Bool(spouseFact)
	charged, rebate := p.tax(&w, chargeable, spouse)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		due, less := p.tax(&exact, x.Sub(relieved).Positive(), spouse)
		return due.Sub(less)
	})
	out := tax.Result{
		TaxableIncome: chargeable, TotalTax: charged.Sub(rebate), MarginalRate: slope, StatutoryRate: p.bands.Entered(chargeable).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, chargeable, sen),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: charged, InTotal: true},
			{Code: "rebate", Kind: tax.LevyCredit, Amount: rebate, InTotal: true},
		},
	}
	if cliff {
		out.Assumptions = []string{"Above this income the rebate is not given; the marginal rate is the one beyond it."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// sum adds up the reliefs that the facts name (section 46).
func (r *reliefs) sum(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(r.cite)
	total := r.self
	if req.Bool(spouseFact) {
		total = total.Add(r.spouse)
	}
	total = total.Add(req.Num("children_under_18").Mul(r.child)).Add(req.Num("children_in_higher_education").Mul(r.student))
	w.Step("reliefs", "Reliefs for the person and the family", total, r.cite, "{} + … = {}", r.self, total)
	funds := money.Min(req.Num(epfFact), r.epf).Add(money.Min(req.Num("socso_and_eis_contributions"), r.socso))
	w.Step("contribution_reliefs", "Reliefs for contributions", funds, r.cite, "min({}, {}) + min({}, {})", req.Num(epfFact), r.epf,
		req.Num("socso_and_eis_contributions"), r.socso)
	return total.Add(funds).Add(req.Num("other_reliefs"))
}

// tax is the tax charged on chargeable income, and the rebate.
func (p *params) tax(w *tax.Work, chargeable money.Dec, spouse bool) (charged, rebate money.Dec) {
	w.Cite(p.bands.Cite)
	w.Cite(p.rebate.Cite)
	charged = w.Round(p.bands.Tax(chargeable), sen)
	w.Bands("income_tax", &p.bands, money.Zero, chargeable, sen)
	w.Step("income_tax", "Tax charged", charged, p.bands.Cite, "by bands of {}", chargeable)
	if chargeable.Greater(p.rebateMost.Dec) {
		return charged, money.Zero
	}
	given := p.rebate.Dec
	if spouse {
		given = given.Add(p.rebate.Dec)
	}
	_, rebate = block.NonRefundable(charged, given)
	w.Step("rebate", "Rebate, not beyond the tax", rebate, p.rebate.Cite, "min({}, {})", given, charged)
	return charged, rebate
}
