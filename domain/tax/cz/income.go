package cz

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// claims are what the facts say of reliefs; months are those of the spouse's.
type claims struct {
	deductions, other, months money.Dec
	spouseZTP                 bool
	known                     bool // the income is the year's own, not the base
	children                  int
}

// liability is what is owed on one income, and the bonus that is paid.
type liability struct{ base, tax, credits, child, bonus money.Dec }

func (l *liability) total() money.Dec { return l.tax.Sub(l.credits).Sub(l.child) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	c := &claims{deductions: req.Num("deductions"), other: req.Num("other_credits"), months: req.Num("spouse_credit_months"),
		spouseZTP: req.Bool("spouse_ztp"), known: gross, children: int(req.Int("children"))}
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, c, req.Income)
	if !gross && due.bonus.Sign() > 0 && req.Income.Less(p.bonusIncome.Dec) {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "CZ", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "whether the year's income is enough for the tax bonus cannot be told from the tax base; give the gross wage",
		}
	}
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, c, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.base, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.bands.Entered(due.base).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, due.base, p.taxRound),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true},
			{Code: "personal_credits", Kind: tax.LevyCredit, Amount: due.credits, InTotal: true},
		},
	}
	if c.children > 0 {
		out.Components = append(out.Components,
			tax.Levy{Code: "child_credit", Kind: tax.LevyCredit, Amount: due.child, InTotal: true},
			tax.Levy{Code: "child_bonus", Kind: tax.LevyRefundable, Amount: due.bonus})
	}
	if gross {
		out.Components = append(out.Components, p.contributions(&w, req.Income)...)
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is §§ 16, 35ba and 35c.
func (p *params) assess(w *tax.Work, c *claims, income money.Dec) (l liability) {
	w.Cite(p.cite)
	l.base = w.Round(income.Sub(c.deductions).Positive(), p.baseRound)
	w.Step("taxable_income", "Tax base, down to whole hundreds", l.base, nil, "max(0, {} − {})", income, c.deductions)
	w.Bands("income_tax", &p.bands, money.Zero, l.base, p.taxRound)
	l.tax = w.Round(p.bands.Tax(l.base), p.taxRound)
	spouse := p.spouse
	if c.spouseZTP {
		spouse = p.spouseZTP
	}
	due := p.basic.Dec.Add(c.other)
	if c.months.Sign() > 0 {
		due = due.Add(spouse.Dec.Mul(c.months).QuoRound(money.FromInt(monthsInYear), 2, money.HalfUp))
	}
	left, used := block.NonRefundable(l.tax, due)
	l.credits = used
	w.Step("personal_credits", "Credits of the taxpayer and for a spouse, not beyond the tax", used, p.basic.Cite,
		"min({}, {} + {} + {} × {} ÷ 12)", l.tax, p.basic.Dec, c.other, spouse.Dec, c.months)
	if c.children > 0 {
		p.child(w, c, income, left, &l)
	}
	w.Step("total_tax", "Income tax", l.total(), nil, "{} − {} − {}", l.tax, l.credits, l.child)
	return l
}

// child is § 35c on the tax that is left. Of a tax base the income is not known,
// and the bonus is what it would be if the income were enough.
func (p *params) child(w *tax.Work, c *claims, income, left money.Dec, l *liability) {
	w.Cite(p.childCite)
	claim := p.first.Dec
	if c.children > 1 {
		claim = claim.Add(p.second.Dec).Add(p.further.Dec.Mul(money.FromInt(int64(c.children - 2))))
	}
	rest, used := block.NonRefundable(left, claim)
	l.child = used
	w.Step("child_credit", "Child tax advantage, as a credit", used, p.first.Cite, "min({}, {})", rest.Add(used), claim)
	l.bonus = claim.Sub(used)
	w.Cite(p.bonusCite)
	if l.bonus.Less(p.bonusLeast.Dec) || income.Less(p.bonusIncome.Dec) && c.known {
		l.bonus = money.Zero
	}
	w.Step("child_bonus", "Tax bonus", l.bonus, p.bonusLeast.Cite, "{} − {}, from {} of bonus and {} of income on", claim, used,
		p.bonusLeast.Dec, p.bonusIncome.Dec)
}

// contributions are the employee's, on a year's gross wage.
func (p *params) contributions(w *tax.Work, gross money.Dec) []tax.Levy {
	w.Cite(p.paid)
	capped := money.Min(gross, p.ceiling.Dec)
	social, health := w.Round(capped.Mul(p.social.Dec), haler), w.Round(gross.Mul(p.health.Dec), haler)
	w.Step("social_insurance", "Social insurance, up to the year's ceiling", social, p.social.Cite, "{} × {}", capped, p.social.Dec)
	w.Step("health_insurance", "Health insurance", health, p.health.Cite, "{} × {}", gross, p.health.Dec)
	return []tax.Levy{{Code: "social_insurance", Kind: tax.LevySocial, Amount: social},
		{Code: "health_insurance", Kind: tax.LevySocial, Amount: health}}
}

const monthsInYear = 12
