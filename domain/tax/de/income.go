package de

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// taxpayer is what the facts say.
type taxpayer struct {
	parts       money.Dec // 1, or 2 under splitting
	children    money.Dec // child allowances
	church      money.Dec // rate of church tax
	progression money.Dec // income that only raises the rate (§ 32b)
	wages       earners   // read where the income is a gross wage
}

// share is the income to which the basic tariff applies.
func (who *taxpayer) share(income money.Dec) money.Dec {
	if who.parts.Equal(money.One) {
		return income
	}
	return income.Mul(half)
}

// liability is what is owed on one income.
type liability struct {
	income  money.Dec // that the tariff was applied to
	tariff  money.Dec
	benefit money.Dec // child benefit added back, 0 where it was not replaced
	soli    money.Dec
	church  money.Dec
}

func (l *liability) total() money.Dec { return money.Sum(l.tariff, l.benefit, l.soli, l.church) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who := taxpayer{
		parts: money.One, children: req.Num("child_allowances"), church: req.Num("church_tax_rate"), progression: req.Num("progression_income"),
	}
	if req.Choice("status") == joint {
		who.parts = p.parts
	}
	w := tax.NewWork(req.Explain)
	if req.IncomeBasis == tax.Gross {
		w.Cite(p.grossCite)
	} else {
		w.Cite(p.baseCite)
	}
	income, earned := req.Income, money.One
	var notes []string
	if req.IncomeBasis == tax.Gross {
		who.wages = readEarners(req)
		income = p.taxable(&w, &who, req.Income)
		var cliff bool
		earned, cliff = p.taxableSlope(&who, req.Income)
		notes = grossNotes(req, cliff)
	}
	due := p.assess(&w, &who, income)
	out := tax.Result{
		TaxableIncome: p.tariff.income.Apply(due.income), TotalTax: due.total(),
		MarginalRate:  p.marginal(&who, income).Mul(earned).Round(8, money.HalfUp),
		StatutoryRate: p.slopeOf(&who, due.income).Round(8, money.HalfUp),
		Bands:         p.bands(&who, &due),
		Components:    make([]tax.Levy, 0, 4),
		Assumptions:   notes,
	}
	out.Components = append(out.Components, tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tariff, InTotal: true})
	if due.benefit.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "child_benefit_added", Kind: tax.LevyTax, Amount: due.benefit, InTotal: true})
	}
	out.Components = append(out.Components, tax.Levy{Code: "solidarity_surcharge", Kind: tax.LevySurcharge, Amount: due.soli, InTotal: true})
	if who.church.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "church_tax", Kind: tax.LevySurcharge, Amount: due.church, InTotal: true})
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess computes what is owed on a taxable income before child allowances.
func (p *params) assess(w *tax.Work, who *taxpayer, income money.Dec) liability {
	due := liability{income: income}
	due.tariff = p.tax(w, who, "income_tax", "Income tax by the tariff", income)
	base := due.tariff
	if who.children.Sign() > 0 {
		base = p.children(w, who, &due)
	}
	due.soli = p.solidarity(w, who, base)
	if who.church.Sign() > 0 {
		due.church = w.Round(base.Mul(who.church), churchRounding)
		w.Step("church_tax", "Church tax", due.church, nil, "{} × {}", base, who.church)
	}
	total := due.total()
	w.Step("total_tax", "Total tax", total, nil, "{} + {} + {} + {}", due.tariff, due.benefit, due.soli, due.church)
	return due
}

// tax is § 32a Abs. 1, or Abs. 5 for a couple.
func (p *params) tax(w *tax.Work, who *taxpayer, code, label string, income money.Dec) money.Dec {
	if who.progression.Sign() > 0 {
		return p.taxAtSpecialRate(w, who, code, label, income)
	}
	amount := p.tariff.on(w.Mode, who.share(income)).Mul(who.parts)
	if who.parts.Equal(money.One) {
		w.Step(code, label, amount, p.tariff.cite, "tariff of {}, rounded down to a euro", income)
		return amount
	}
	w.Step(code, label+", splitting", amount, p.tariff.cite, "{} × tariff of {} ÷ {}, both rounded down to a euro", who.parts, income,
		who.parts)
	return amount
}

// children compares the allowances with child benefit (§ 31), and returns the
// tax after the allowances, which measures surcharges in any case (§ 51a).
func (p *params) children(w *tax.Work, who *taxpayer, due *liability) (base money.Dec) {
	w.Cite(p.childCite)
	allowance := p.allowance.Mul(who.children)
	reduced := due.income.Sub(allowance).Positive()
	w.Step("child_allowances", "Allowances for children", allowance, p.allowanceCite, "{} × {}", p.allowance, who.children)
	base = p.tax(w, who, "income_tax_after_children", "Income tax after the allowances for children", reduced)
	benefit := p.benefit.Mul(monthsOfYear).Mul(who.children)
	saved := due.tariff.Sub(base)
	w.Step("child_benefit", "Child benefit of the year", benefit, p.benefit.Cite, "{} × {} × {}", p.benefit.Dec, monthsOfYear, who.children)
	if saved.Greater(benefit) {
		w.Step("child_check", "The allowances save more than child benefit: they are taken, and child benefit is added to the tax", saved, nil,
			"{} − {}", due.tariff, base)
		due.income, due.tariff, due.benefit = reduced, base, benefit
	} else {
		w.Step("child_check", "Child benefit is no less than what the allowances save: they are not taken", saved, nil, "{} − {}", due.tariff,
			base)
	}
	return base
}

// solidarity is SolZG 1995 § 3 Abs. 3 and § 4.
func (p *params) solidarity(w *tax.Work, who *taxpayer, base money.Dec) money.Dec {
	free := p.soli.free.Mul(who.parts)
	excess := block.Above(base, free)
	amount := w.Round(money.Min(base.Mul(p.soli.full.Dec), excess.Mul(p.soli.zone.Dec)), p.soli.round)
	w.Step("solidarity_surcharge", "Solidarity surcharge", amount, p.soli.cite,
		"min({} × {}, {} × max(0, {} − {})), fractions of a cent dropped", p.soli.full.Dec, base, p.soli.zone.Dec, base, free)
	return amount
}

var monthsOfYear = money.FromInt(12)

// churchRounding drops fractions of a cent; the Länder's church tax laws, not
// the Income Tax Act, are its ground.
var churchRounding = block.Minor(2, money.Down)
