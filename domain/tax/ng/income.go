package ng

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// deducted is what a person gives of deductions from the gross wage.
type deducted struct{ contributions, insurance, interest, rent money.Dec }

// liability is what is owed on one income.
type liability struct{ chargeable, tax, minimum money.Dec }

func (l *liability) total() money.Dec { return l.tax.Add(l.minimum) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	given := deducted{req.Num(contributionsFact), req.Num(insuranceFact), req.Num(interestFact), money.Zero}
	if p.rent != nil {
		given.rent = req.Num(rentFact)
	}
	gross := req.IncomeBasis == tax.Gross
	if gross && !req.Given(contributionsFact) {
		return tax.Result{}, &tax.MissingFacts{Facts: facts[:1]}
	}
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, gross, &given, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, gross, &given, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.chargeable, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.bands.Entered(due.chargeable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, due.chargeable, kobo),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true}},
	}
	if gross && p.minimum != nil {
		out.Components = append(out.Components, tax.Levy{Code: "minimum_tax", Kind: tax.LevyTax, Amount: due.minimum, InTotal: true})
	}
	switch {
	case cliff:
		out.Assumptions = []string{"Up to this wage, the national minimum wage, nothing is taxed; the marginal rate is the one beyond it."}
	case !gross && p.minimum != nil:
		out.Assumptions = []string{"The minimum tax is not computed from chargeable income, nor whether the wage is above the minimum wage."}
	case !gross:
		out.Assumptions = []string{"The wage is above the national minimum wage."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is the tax on one income.
func (p *params) assess(w *tax.Work, gross bool, given *deducted, income money.Dec) (l liability) {
	w.Cite(p.bands.Cite)
	l.chargeable = income
	if gross {
		w.Cite(p.cite)
		if free := p.least.Dec.Mul(months); !income.Greater(free) {
			w.Step("minimum_wage", "A wage up to the minimum wage is not taxed", money.Zero, p.least.Cite, "{} ≤ 12 × {}", income, p.least.Dec)
			return liability{}
		}
		l.chargeable = p.chargeable(w, given, income)
	}
	w.Bands("income_tax", &p.bands, money.Zero, l.chargeable, kobo)
	l.tax = w.Round(p.bands.Tax(l.chargeable), kobo)
	w.Step("income_tax", "Tax at the rates", l.tax, p.bands.Cite, "by bands of {}", l.chargeable)
	if gross && p.minimum != nil {
		w.Cite(p.minimum.Cite)
		if floor := w.Round(income.Mul(p.minimum.Dec), kobo); l.tax.Less(floor) {
			l.minimum = floor.Sub(l.tax)
			w.Step("minimum_tax", "What the minimum tax is more", l.minimum, p.minimum.Cite, "{} × {} − {}", income, p.minimum.Dec, l.tax)
		}
	}
	return l
}

// chargeable is the gross wage less deductions and relief, never below 0.
func (p *params) chargeable(w *tax.Work, given *deducted, wage money.Dec) money.Dec {
	left := wage.Sub(given.contributions).Sub(given.insurance)
	relieved := money.Zero
	if p.relief != nil {
		r := p.relief
		base := left.Positive() // the gross income of section 33(2)
		w.Cite(r.added.Cite)
		relieved = money.Max(r.least.Dec, base.Mul(r.part.Dec)).Add(base.Mul(r.added.Dec))
		w.Step("consolidated_relief", "Consolidated relief", relieved, r.added.Cite, "max({}, {} × {}) + {} × {}", r.least.Dec, base, r.part.Dec,
			base, r.added.Dec)
	}
	if p.rent != nil && given.rent.Sign() > 0 {
		w.Cite(p.rent.most.Cite)
		relieved = money.Min(given.rent.Mul(p.rent.part.Dec), p.rent.most.Dec)
		w.Step("rent_relief", "Rent relief", relieved, p.rent.most.Cite, "min({} × {}, {})", given.rent, p.rent.part.Dec, p.rent.most.Dec)
	}
	due := left.Sub(given.interest).Sub(relieved).Positive()
	due = w.Round(due, kobo)
	w.Step("chargeable_income", "Chargeable income", due, p.cite, "max(0, {} − {} − {} − {} − {})", wage, given.contributions, given.insurance,
		given.interest, relieved)
	return due
}

var months = money.FromInt(12)

// kobo is the presentation of amounts.
var kobo = block.Minor(2, money.HalfUp)
