package hk

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// assessment is one salaries tax computation.
type assessment struct {
	net, chargeable money.Dec
	byStandard      bool
	tax, reduction  money.Dec
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	allowances := p.allowance(&w, req)
	mpf := money.Min(req.Num("mpf_contributions"), p.mpf.Dec)
	a := p.assess(&w, req.Income, mpf, allowances)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		at := p.assess(&exact, x, mpf, allowances)
		return at.tax.Sub(at.reduction)
	})
	schedule, base := &p.progressive, a.chargeable
	if a.byStandard {
		schedule, base = &p.standard, a.net
	}
	out := tax.Result{
		TaxableIncome: base, TotalTax: a.tax.Sub(a.reduction), MarginalRate: slope,
		StatutoryRate: schedule.Entered(base).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(schedule.Bands)), schedule, money.Zero, base, cent),
		Components:    make([]tax.Levy, 1, 2),
	}
	out.Components[0] = tax.Levy{Code: "salaries_tax", Kind: tax.LevyTax, Amount: a.tax, InTotal: true}
	if p.reductionCite != nil {
		out.Components = append(out.Components, tax.Levy{Code: "tax_reduction", Kind: tax.LevyCredit, Amount: a.reduction, InTotal: true})
	}
	if a.byStandard {
		out.Assumptions = []string{"Tax is charged at standard rates on net income, because that is less than progressive rates on net " +
			"chargeable income."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// allowance is the sum of the allowances that the facts name.
func (p *params) allowance(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.allowancesCite)
	total := p.allowances["basic"]
	if req.Bool("married_person_allowance") {
		total = p.allowances["married"]
	}
	if req.Bool("single_parent_allowance") {
		total = total.Add(p.allowances["single_parent"])
	}
	children := req.Num("children").Add(req.Num("children_born_in_year"))
	total = total.Add(children.Mul(p.allowances["child"])).Add(req.Num("children_born_in_year").Mul(p.allowances["newborn_additional"]))
	w.Step("allowances", "Allowances", total, p.allowancesCite, "{}", total)
	return total
}

// assess is salaries tax on an income (Cap. 112 s. 13).
func (p *params) assess(w *tax.Work, income, mpf, allowances money.Dec) (a assessment) {
	a.net = income.Sub(mpf).Positive()
	if mpf.Sign() > 0 {
		w.Cite(p.mpf.Cite)
		w.Step("net_income", "Net income", a.net, p.mpf.Cite, "max(0, {} − {})", income, mpf)
	}
	a.chargeable = a.net.Sub(allowances).Positive()
	w.Step("net_chargeable_income", "Net chargeable income", a.chargeable, p.allowancesCite, "max(0, {} − {})", a.net, allowances)
	w.Cite(p.ratesCite)
	progressive, standard := p.progressive.Tax(a.chargeable), p.standard.Tax(a.net)
	a.byStandard = standard.Sign() > 0 && !progressive.Less(standard)
	a.tax = w.Round(money.Min(progressive, standard), cent)
	w.Step("salaries_tax", "Salaries tax, the lower of the two computations", a.tax, p.ratesCite,
		"min({} at progressive rates, {} at standard rates)", progressive, standard)
	if p.reductionCite != nil {
		w.Cite(p.reductionCite)
		_, a.reduction = block.NonRefundable(a.tax, w.Round(money.Min(a.tax.Mul(p.reductionRate), p.reductionLimit), cent))
		w.Step("tax_reduction", "One-off tax reduction", a.reduction, p.reductionCite, "min({} × {}, {})", a.tax, p.reductionRate,
			p.reductionLimit)
	}
	return a
}
