package sg

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	income := req.Income
	if req.Residence != nil && req.Residence.Status == "non_resident" {
		return p.nonResident(&w, income), nil
	}
	chargeable := p.chargeable(&w, req, income)
	gross, rebate := p.incomeTax(&w, chargeable)
	born := p.bornRebate(&w, req, gross.Sub(rebate))
	slope, _ := tax.Slope(income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		g, r := p.incomeTax(&exact, p.chargeable(&exact, req, x))
		return g.Sub(r).Sub(p.bornRebate(&exact, req, g.Sub(r)))
	})
	out := tax.Result{
		TaxableIncome: chargeable, TotalTax: gross.Sub(rebate).Sub(born), MarginalRate: slope,
		StatutoryRate: p.bands.Entered(chargeable).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, chargeable, cent),
		Components:    make([]tax.Levy, 1, 3),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: gross, InTotal: true}
	if p.rebateRate.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "personal_income_tax_rebate", Kind: tax.LevyCredit, Amount: rebate, InTotal: true})
	}
	if born.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: parenthood, Kind: tax.LevyCredit, Amount: born, InTotal: true})
	}
	if req.IncomeBasis == tax.Taxable {
		out.Assumptions = []string{"A chargeable income was given, so no relief is deducted."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// chargeable is income after the personal reliefs, which are capped together.
func (p *params) chargeable(w *tax.Work, req *tax.Request, income money.Dec) money.Dec {
	if req.IncomeBasis == tax.Taxable {
		w.Step("chargeable_income", "Chargeable income, as given", income, nil, "{}", income)
		return income
	}
	w.Cite(p.reliefsCite)
	earned := p.earned[0]
	switch age := req.Int("age"); {
	case age >= 60:
		earned = p.earned[2]
	case age >= 55:
		earned = p.earned[1]
	}
	relief := money.Min(earned.Dec, income)
	w.Step("earned_income_relief", "Earned income relief", relief, earned.Cite, "min({}, {})", earned.Dec, income)
	if req.HasFacts() {
		relief = relief.Add(p.claimed(w, req))
	}
	reliefs := money.Min(relief, p.cap.Dec)
	chargeable := income.Sub(reliefs).Positive()
	w.Step("chargeable_income", "Chargeable income", chargeable, p.cap.Cite, "max(0, {} − min({}, {}))", income, relief, p.cap.Dec)
	return chargeable
}

// claimed are the reliefs that facts name.
func (p *params) claimed(w *tax.Work, req *tax.Request) money.Dec {
	sum := req.Num("cpf_contributions").Add(req.Num("other_reliefs"))
	if req.Bool("spouse_relief") {
		sum = sum.Add(p.spouse.Dec)
		w.Step("spouse_relief", "Spouse relief", p.spouse.Dec, p.spouse.Cite, "{}", p.spouse.Dec)
	}
	if n := req.Num("qualifying_children"); n.Sign() > 0 {
		sum = sum.Add(n.Mul(p.child.Dec))
		w.Step("qualifying_child_relief", "Qualifying child relief", n.Mul(p.child.Dec), p.child.Cite, "{} × {}", n, p.child.Dec)
	}
	return sum
}

// incomeTax is tax at resident rates, and the rebate on it.
func (p *params) incomeTax(w *tax.Work, chargeable money.Dec) (gross, rebate money.Dec) {
	w.Cite(p.bandsCite)
	gross = w.Round(p.bands.Tax(chargeable), cent)
	w.Bands("income_tax", &p.bands, money.Zero, chargeable, cent)
	w.Step("income_tax", "Tax at resident rates", gross, p.bandsCite, "sum of the bands")
	if p.rebateCite != nil {
		w.Cite(p.rebateCite)
		rebate = w.Round(money.Min(gross.Mul(p.rebateRate), p.rebateCap), cent)
		w.Step("personal_income_tax_rebate", "Personal income tax rebate", rebate, p.rebateCite, "min({} × {}, {})", gross, p.rebateRate,
			p.rebateCap)
	}
	return gross, rebate
}

// bornRebate is the parenthood tax rebate, at most the tax that is left.
func (p *params) bornRebate(w *tax.Work, req *tax.Request, left money.Dec) money.Dec {
	if !req.HasFacts() {
		return money.Zero
	}
	held := req.Num(parenthood)
	if held.Sign() == 0 {
		return money.Zero
	}
	w.Cite(p.parenthood)
	used := w.Round(money.Min(held, left), cent)
	w.Step(parenthood, "Parenthood tax rebate", used, p.parenthood, "min({}, {})", held, left)
	return used
}

// nonResident is 15 %, or the resident rates where they are higher. The two
// are equal at one income only, above which the resident rates are higher.
func (p *params) nonResident(w *tax.Work, income money.Dec) tax.Result {
	w.Cite(p.bandsCite)
	w.Cite(p.flat.Cite)
	flat := func(x money.Dec) money.Dec { return x.Mul(p.flat.Dec) }
	due := func(x money.Dec) money.Dec { return money.Max(flat(x), p.bands.Tax(x)) }
	total := w.Round(due(income), cent)
	w.Step("income_tax", "Tax of a non-resident", total, p.flat.Cite, "max({} × {}, tax at resident rates of {})", income, p.flat.Dec,
		p.bands.Tax(income))
	slope, _ := tax.Slope(income, due)
	out := tax.Result{
		TaxableIncome: income, TotalTax: total, MarginalRate: slope, StatutoryRate: p.flat.Dec,
		Bands:      []tax.BandResult{{Label: "Non-resident rate", Amount: income, Rate: p.flat.Dec, Tax: total}},
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: total, InTotal: true}},
	}
	if p.bands.Tax(income).Greater(flat(income)) {
		out.StatutoryRate = p.bands.Entered(income).Rate
		out.Bands = tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, income, cent)
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out
}
