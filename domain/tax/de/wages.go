package de

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

const spouse = "spouse"

// earners is what the facts say of wages.
type earners struct {
	spouse     money.Dec    // the spouse's part of the gross wages
	expenses   [2]money.Dec // of the taxpayer and of the spouse
	special    money.Dec
	additional money.Dec // rate of the health insurance fund; with hasAdditional
	private    money.Dec // cost of private basic cover; with isPrivate
	reliefs    money.Dec // children beyond the first that relieve care insurance

	hasAdditional, isPrivate, childless, east, saxony bool
}

// east are the Länder with ceilings of their own until 2024. Berlin, of which
// only a part is east, counts as west.
var east = []string{"brandenburg", "mecklenburg_vorpommern", "sachsen", "sachsen_anhalt", "thueringen"}

func readEarners(req *tax.Request) earners {
	e := earners{
		expenses: [2]money.Dec{req.Num("work_expenses"), req.Num("spouse_work_expenses")}, special: req.Num("special_expenses"),
		additional: req.Num("health_additional_rate"), hasAdditional: req.Given("health_additional_rate"),
		private: req.Num("private_health_contributions"), isPrivate: req.Given("private_health_contributions"),
		east: slices.Contains(east, req.SubRegion), saxony: req.SubRegion == "sachsen",
	}
	for _, c := range req.Components {
		if c.Person == spouse {
			e.spouse = e.spouse.Add(c.Amount)
		}
	}
	children := req.Num("child_allowances").Whole(money.Up)
	if req.Given("care_children") {
		children = req.Num("care_children")
	}
	e.childless = children.IsZero()
	e.reliefs = children.Sub(money.One).Positive()
	return e
}

// insurance are a person's contributions of one year.
type insurance struct{ pension, health, care, unemployment money.Dec }

// taxable turns gross wages into the taxable income (§ 2 Abs. 3 to 5, §§ 9a,
// 10, 10c EStG).
func (p *params) taxable(w *tax.Work, who *taxpayer, gross money.Dec) money.Dec {
	e := &who.wages
	first := gross.Sub(e.spouse).Positive()
	income := p.employment(w, "employment_income", "Income from employment", first, e.expenses[0])
	paid := p.insure(w, e, "", first)
	if e.spouse.Sign() > 0 {
		income = income.Add(p.employment(w, "spouse_employment_income", "The spouse's income from employment", e.spouse, e.expenses[1]))
		other := p.insure(w, e, "spouse_", e.spouse)
		paid = insurance{paid.pension.Add(other.pension), paid.health.Add(other.health), paid.care.Add(other.care),
			paid.unemployment.Add(other.unemployment)}
	}
	pension := paid.pension.Mul(p.wages.deductible)
	w.Step("pension_contributions", "Contributions to pension insurance", pension, p.wages.pension.Cite, "{} × {}", p.wages.deductible,
		paid.pension)
	cover := p.cover(w, who, &paid)
	special := money.Max(p.wages.special.Mul(who.parts), e.special)
	w.Step("special_expenses", "Special expenses", special, p.wages.special.Cite, "max({} × {}, {})", p.wages.special.Dec, who.parts,
		e.special)
	taxable := income.Sub(pension).Sub(cover).Sub(special).Positive()
	w.Step("taxable_income", "Taxable income", taxable, nil, "{} − {} − {} − {}", income, pension, cover, special)
	return taxable
}

// employment is § 9a Satz 1 Nr. 1 Buchst. a: the lump sum or higher expenses.
func (p *params) employment(w *tax.Work, code, label string, wage, expenses money.Dec) money.Dec {
	net := wage.Sub(money.Max(p.wages.expenses.Dec, expenses)).Positive()
	w.Step(code, label, net, p.wages.expenses.Cite, "{} − max({}, {})", wage, p.wages.expenses.Dec, expenses)
	return net
}

// insure computes the employee's shares of the contributions of one person.
func (p *params) insure(w *tax.Work, e *earners, prefix string, wage money.Dec) (paid insurance) {
	v := &p.wages
	top := v.top[0]
	if e.east {
		top = v.top[1]
	}
	base, health, surcharged := money.Min(wage, top), money.Min(wage, v.healthTop), money.Min(wage, v.healthTop)
	switch {
	case !wage.Greater(v.zone.lower):
		base, health, surcharged = money.Zero, money.Zero, money.Zero
	case wage.Less(v.zone.upper):
		over := wage.Sub(v.zone.lower)
		base = v.zone.employee.Mul(over)
		health, surcharged = base, v.zone.start.Add(v.zone.whole.Mul(over))
	}
	paid.pension = w.Round(base.Mul(v.pension.Dec), churchRounding)
	paid.unemployment = w.Round(base.Mul(v.unemployment), churchRounding)
	if e.isPrivate {
		if prefix == "" {
			paid.care = e.private
		}
		return paid
	}
	additional := v.additional
	if e.hasAdditional {
		additional = e.additional
	}
	paid.health = w.Round(health.Mul(v.general.Add(additional)).Mul(half), churchRounding)
	rate := v.careHalf.Sub(v.careChild.Mul(money.Min(e.reliefs, v.reliefsMost)))
	if e.saxony {
		rate = rate.Add(v.careSaxony)
	}
	care := health.Mul(rate)
	if e.childless {
		care = care.Add(surcharged.Mul(v.careChildless))
	}
	paid.care = w.Round(care, churchRounding)
	w.Step(prefix+"contribution_base", "Wage on which contributions to pension insurance are paid", base, v.topCite,
		"min({}, {}), less in the transition zone", wage, top)
	w.Step(prefix+"health_contribution", "Contribution to health insurance", paid.health, v.healthCite, "{} × ({} + {}) ÷ 2", health,
		v.general, additional)
	w.Step(prefix+"care_contribution", "Contribution to care insurance", paid.care, v.careCite, "{} × {} and the surcharge of the childless",
		health, rate)
	return paid
}

// cover is § 10 Abs. 1 Nr. 3, 3a and Abs. 4: basic health and care cover in
// full, other insurance up to a ceiling that basic cover mostly fills.
func (p *params) cover(w *tax.Work, who *taxpayer, paid *insurance) money.Dec {
	v := &p.wages
	sickPay := paid.health.Mul(v.cut)
	basic := paid.health.Sub(sickPay).Add(paid.care)
	most := v.most.Mul(who.parts)
	cover := money.Max(basic, money.Min(most, money.Sum(basic, sickPay, paid.unemployment)))
	w.Step("insurance_contributions", "Health, care and other insurance", cover, v.most.Cite,
		"max({}, min({}, {} + {} + {}))", basic, most, basic, sickPay, paid.unemployment)
	return cover
}

// taxableSlope is what of the next unit of gross wage is taxable.
func (p *params) taxableSlope(who *taxpayer, gross money.Dec) (slope money.Dec, cliff bool) {
	return tax.Slope(gross, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		return p.taxable(&exact, who, x)
	})
}

// grossNotes are the assumptions of a computation from gross wages.
func grossNotes(req *tax.Request, cliff bool) []string {
	notes := append(make([]string, 0, len(grossScope)+2), grossScope...)
	if req.SubRegion == "" {
		notes = append(notes, "No Land was named: the ceilings of the west (in 2023 and 2024) and the share of care insurance outside Saxony "+
			"are taken.")
	}
	if cliff {
		notes = append(notes, "The wage stands at the upper end of marginal employment, beyond which contributions begin; the marginal rate is "+
			"the one beyond it.")
	}
	return notes
}

var grossScope = []string{
	"Income is the gross annual wage of an employee in pension, unemployment, health and care insurance, paid in equal monthly parts all " +
		"year; contributions are computed on the year's wage.",
	"A monthly wage up to the limit of marginal employment bears no contributions, and is taxed individually rather than at a flat rate.",
	"A spouse's wage is given as a component of the person spouse; of a couple without one, the whole wage is one person's.",
	"Beside contributions and special expenses nothing is deducted from the income (no extraordinary burdens, no relief for single parents " +
		"or age).",
	"The step from the gross wage to the taxable income rests in part on secondary sources only: factor F of the transition zone, and the " +
		"cut for sick pay.",
}
