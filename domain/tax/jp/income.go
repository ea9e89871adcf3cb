package jp

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// person is what the facts say of the taxpayer.
type person struct {
	insurance, other, persons money.Dec
	family                    family
	taxable                   bool // the income is the taxable one
}

// family are those for whom there are deductions.
type family struct {
	spouse, adjusted        bool
	general, specific, aged money.Dec // numbers of dependants
}

// size is the taxpayer and the family.
func (f *family) size() money.Dec {
	n := money.One.Add(f.general).Add(f.specific).Add(f.aged)
	if f.spouse {
		n = n.Add(money.One)
	}
	return n
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	if p.cut != nil && req.IncomeBasis == tax.Taxable {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "JP", TaxYear: row.TaxYear, TaxType: row.TaxType, Taxpayer: row.Taxpayer,
			Reason: "the flat cut of the year depends on the total income, which a taxable income does not say"}
	}
	who := person{
		taxable:   req.IncomeBasis == tax.Taxable,
		insurance: req.Num("social_insurance"), other: req.Num("other_deductions"), persons: money.One.Add(req.Num("flat_cut_persons")),
		family: family{
			spouse: req.Bool("spouse"), general: req.Num("dependants"), specific: req.Num("dependants_19_to_22"),
			aged: req.Num("dependants_70_or_over"),
		},
	}
	who.family.adjusted = req.Bool("under_23_or_special_disability") || who.family.specific.Sign() > 0
	w := tax.NewWork(req.Explain)
	if req.Num("previous_salary").Sign() > 0 {
		w.Cite(p.inhabitantCite)
	} else {
		w.Cite(p.cite)
	}
	if who.family.adjusted || who.family.size().Greater(money.One) {
		w.Cite(p.familyCite)
	}
	taxable, base, surtax, cut := p.national(&w, req.Income, &who)
	last := p.inhabitantTax(&w, req.Num("previous_salary"), req.Num("previous_deductions"), &who)
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
	if who.taxable {
		out.Assumptions = append(out.Assumptions, "A taxable income was given, so no deduction is made from it.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// national is the income tax, the flat cut and the surtax. The sum of tax and
// surtax goes down to 100 yen; the surtax bears that rounding.
func (p *params) national(w *tax.Work, salary money.Dec, who *person) (taxable, due, surtax, cut money.Dec) {
	taxable, income := p.taxableIncome(w, salary, who)
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
	w.Step("reconstruction_surtax", "Special income tax for reconstruction, after the sum went down to 100 yen", surtax, p.surtax.Cite,
		"{} × {}", left, p.surtax.Dec)
	return taxable, due, surtax, cut
}

// taxableIncome is what is left of a salary, with its total income, or a taxable income
// as it was given.
func (p *params) taxableIncome(w *tax.Work, salary money.Dec, who *person) (taxable, income money.Dec) {
	if who.taxable {
		taxable = w.Round(salary, p.thousand)
		w.Step("taxable_income", "Taxable income as given, down to 1,000 yen", taxable, p.basicCite, "{}", salary)
		return taxable, salary
	}
	whole := p.employment.income(w, salary)
	less := p.adjustment.of(salary, &who.family)
	income = whole.Sub(less)
	basic, dependants, spouse := upTo(p.basic, income), p.dependants.of(&who.family), money.Zero
	if who.family.spouse {
		spouse = upTo(p.spouse, income)
	}
	family := dependants.Add(spouse)
	taxable = w.Round(income.Sub(basic).Sub(who.insurance).Sub(family).Sub(who.other).Positive(), p.thousand)
	w.Step("employment_income", "Employment income, by annex 5 below 6.6 million yen", whole, p.employment.least.Cite, "{} − {}", salary,
		salary.Sub(whole))
	if less.Sign() > 0 {
		w.Step("adjustment", "Adjustment deduction of a high salary", less, p.adjustment.cite, "(min({}, {}) − {}) × {}", salary, p.adjustment.to,
			p.adjustment.above, p.adjustment.rate)
	}
	if family.Sign() > 0 {
		w.Step("family_deductions", "Deductions for spouse and dependants", family, p.dependants.cite, "{} + {}", spouse, dependants)
	}
	w.Step("taxable_income", "Taxable income, down to 1,000 yen", taxable, p.basicCite, "max(0, {} − {} − {} − {} − {})", income, basic,
		who.insurance, family, who.other)
	return taxable, income
}

// inhabitantTax is the tax of prefecture and municipality on the salary of the
// year before, with its own deductions for the same family.
func (p *params) inhabitantTax(w *tax.Work, salary, deductions money.Dec, who *person) money.Dec {
	h := &p.inhabitant
	income := p.lastYear.income(w, salary).Sub(p.adjustment.of(salary, &who.family))
	if !income.Greater(h.free(who.family.size())) {
		return money.Zero
	}
	family, difference := h.dependants.of(&who.family), h.difference.Add(h.dependantsBy.of(&who.family))
	if who.family.spouse {
		family, difference = family.Add(upTo(h.spouse, income)), difference.Add(upTo(h.spouseBy, income))
	}
	base := w.Round(income.Sub(upTo(h.basic, income)).Sub(family).Sub(deductions).Positive(), p.thousand)
	levy := base.Mul(h.rate.Dec).Sub(h.adjustment(income, base, difference)).Positive()
	if p.cut != nil && !income.Greater(p.cut.incomeMost) {
		levy = levy.Sub(p.cut.inhabitant.Mul(who.persons)).Positive()
	}
	due := w.Round(levy, p.hun).Add(h.each)
	w.Step("inhabitant_tax", "Inhabitant tax on the year before", due, h.rate.Cite, "{} × {}, less credits, + {}", base, h.rate.Dec, h.each)
	return due
}

// of is the deduction from a salary.
func (a *adjustment) of(salary money.Dec, who *family) money.Dec {
	if !who.adjusted {
		return money.Zero
	}
	return money.Min(salary, a.to).Sub(a.above).Positive().Mul(a.rate)
}

// free is the income up to which so many persons owe nothing.
func (h *inhabitant) free(persons money.Dec) money.Dec {
	free := persons.Mul(h.freePerson).Add(h.freeAll)
	if persons.Greater(money.One) {
		free = free.Add(h.freeFamily)
	}
	return free
}

// adjustment is the credit that makes up for deductions lower than those of
// the income tax by a difference.
func (h *inhabitant) adjustment(income, base, difference money.Dec) money.Dec {
	if income.Greater(h.adjustTo) {
		return money.Zero
	}
	if !base.Greater(h.edge) {
		return money.Min(difference, base).Mul(h.adjustRate)
	}
	return money.Max(difference.Sub(base.Sub(h.edge)).Mul(h.adjustRate), h.least)
}
