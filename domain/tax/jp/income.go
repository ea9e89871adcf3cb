package jp

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// person is what the facts say of the taxpayer.
type person struct {
	insurance, other, persons money.Dec
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who := person{req.Num("social_insurance"), req.Num("other_deductions"), money.One.Add(req.Num("flat_cut_persons"))}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	if p.cut != nil {
		w.Cite(p.cutCite)
	}
	taxable, base, surtax, cut := p.national(&w, req.Income, &who)
	last := p.inhabitantTax(&w, req.Num("previous_salary"), req.Num("previous_deductions"), who.persons)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		_, due, more, less := p.national(&exact, x, &who)
		return due.Sub(less).Add(more)
	})
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: base.Sub(cut).Add(surtax), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, taxable, yen),
		Components: make([]tax.Levy, 0, 4),
	}
	out.Components = append(out.Components, tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: base, InTotal: true})
	if p.cut != nil {
		out.Components = append(out.Components, tax.Levy{Code: "flat_cut", Kind: tax.LevyCredit, Amount: cut, InTotal: true})
	}
	out.Components = append(out.Components,
		tax.Levy{Code: "reconstruction_surtax", Kind: tax.LevyTax, Amount: surtax, InTotal: true},
		tax.Levy{Code: "inhabitant_tax_on_previous_year", Kind: tax.LevyTax, Amount: last})
	if taxable.Sign() > 0 {
		out.StatutoryRate = p.bands.Entered(taxable).Rate
	}
	if cliff {
		out.Assumptions = []string{"At this income a deduction or the flat cut falls in one step; the marginal rate is the one beyond it."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// national is the income tax, the flat cut and the surtax. The sum of tax and
// surtax goes down to 100 yen; the surtax bears that rounding.
func (p *params) national(w *tax.Work, salary money.Dec, who *person) (taxable, due, surtax, cut money.Dec) {
	deduction := w.Round(p.employment.of(salary), yenUp)
	income := salary.Sub(deduction)
	basic := upTo(p.basic, income)
	taxable = w.Round(income.Sub(basic).Sub(who.insurance).Sub(who.other).Positive(), p.thousand)
	w.Step("employment_income_deduction", "Employment income deduction", deduction, p.employment.least.Cite, "max({}, {})", deduction, p.employment.least.Dec)
	w.Step("taxable_income", "Taxable income, down to 1,000 yen", taxable, p.basicCite, "max(0, {} − {} − {} − {})", income, basic, who.insurance, who.other)
	due = w.Round(p.bands.Tax(taxable), yenDown)
	w.Bands("income_tax", &p.bands, money.Zero, taxable, yen)
	if p.cut != nil && !income.Greater(p.cut.incomeMost) {
		_, cut = block.NonRefundable(due, p.cut.national.Mul(who.persons))
		w.Step("flat_cut", "Flat cut of tax", cut, p.cutCite, "min({}, {} × {})", due, p.cut.national, who.persons)
	}
	left := due.Sub(cut)
	surtax = w.Round(left.Add(left.Mul(p.surtax.Dec)), p.hun).Sub(left)
	if surtax.Sign() < 0 { // less than 100 yen is not levied
		due, surtax = cut, money.Zero
	}
	w.Step("reconstruction_surtax", "Special income tax for reconstruction, after the sum went down to 100 yen", surtax, p.surtax.Cite, "{} × {}", left, p.surtax.Dec)
	return taxable, due, surtax, cut
}

// inhabitantTax is the tax of prefecture and municipality on the salary of the
// year before.
func (p *params) inhabitantTax(w *tax.Work, salary, deductions, persons money.Dec) money.Dec {
	h := &p.inhabitant
	income := salary.Sub(w.Round(p.lastYear.of(salary), yenUp))
	if !income.Greater(h.free) {
		return money.Zero
	}
	base := w.Round(income.Sub(upTo(h.basic, income)).Sub(deductions).Positive(), p.thousand)
	levy := base.Mul(h.rate.Dec).Sub(h.adjustment(income, base)).Positive()
	if p.cut != nil && !income.Greater(p.cut.incomeMost) {
		levy = levy.Sub(p.cut.inhabitant.Mul(persons)).Positive()
	}
	due := w.Round(levy, p.hun).Add(h.each)
	w.Step("inhabitant_tax", "Inhabitant tax on the year before", due, h.rate.Cite, "{} × {}, less credits, + {}", base, h.rate.Dec, h.each)
	return due
}

// adjustment is the credit that makes up for the lower basic deduction.
func (h *inhabitant) adjustment(income, base money.Dec) money.Dec {
	if income.Greater(h.adjustTo) {
		return money.Zero
	}
	if !base.Greater(h.edge) {
		return money.Min(h.difference, base).Mul(h.adjustRate)
	}
	return money.Max(h.difference.Sub(base.Sub(h.edge)).Mul(h.adjustRate), h.least)
}
