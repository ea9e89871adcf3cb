package at

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wages turn gross wages, paid in fourteen equal salaries, into what the tariff
// taxes and what the fixed rates of special payments tax.
type wages struct {
	regular, special money.Dec // the employee's rates without unemployment insurance
	vienna           money.Dec // what is more on regular wages in Vienna
	rates            law.Num
	unemployment     block.Schedule // on a monthly wage
	ceiling          law.Num        // a month
	marginal         money.Dec      // a month
	expenses         law.Num
	fixed            block.Schedule // on special payments
	free, most       law.Num
	cite             []law.Citation
}

// wagesFrom is the first day of which contributions and limits are known.
var wagesFrom = civil.MustParse("2026-01-01")

// Salaries of a year, and the months among them.
var (
	salaries = money.FromInt(14)
	months   = money.FromInt(12)
	specials = money.FromInt(2)
)

func readWages(book *law.Book, day civil.Date) (*wages, error) {
	if day.Before(wagesFrom) {
		return nil, nil
	}
	r := book.On(day)
	rate := func(key string) money.Dec { return r.Entry("wages_rates", key).Dec }
	v := &wages{
		rates: r.Entry("wages_rates", "pension"), special: rate("pension").Add(rate("health")),
		unemployment: block.NewSchedule(r.Schedule("wages_unemployment_steps")),
		ceiling:      r.Num("wages_ceiling_month"), marginal: r.Num("wages_marginal_month").Dec, expenses: r.Num("wages_expenses_lump"),
		fixed: block.NewSchedule(r.Schedule("wages_special_rates")), free: r.Num("wages_special_free"), most: r.Num("wages_special_most"),
	}
	v.regular = money.Sum(v.special, rate("chamber"), rate("housing"))
	v.vienna = rate("housing_vienna").Sub(rate("housing"))
	v.cite = r.Citations()
	return v, r.Err()
}

// split is what becomes of gross wages.
type split struct {
	tariff  money.Dec // income that the tariff taxes
	fixed   money.Dec // tax on special payments
	special money.Dec // special payments before contributions
	base    money.Dec // special payments after contributions

	onRegular, onSpecial money.Dec // contributions
}

func (s *split) social() money.Dec { return s.onRegular.Add(s.onSpecial) }

// of computes contributions, the income of the tariff, and the tax on special
// payments, from a year's gross wages.
func (v *wages) of(w *tax.Work, vienna bool, gross money.Dec) (s split) {
	month := gross.QuoRound(salaries, quotientPlaces, money.HalfUp)
	capped := money.Min(month, v.ceiling.Dec)
	onRegular, onSpecial := v.regular, v.special
	if vienna {
		onRegular = onRegular.Add(v.vienna)
	}
	unemployment := v.unemployment.Holding(month).Rate
	onRegular, onSpecial = onRegular.Add(unemployment), onSpecial.Add(unemployment)
	if !month.Greater(v.marginal) {
		onRegular, onSpecial = money.Zero, money.Zero
	}
	regular := w.Round(capped.Mul(months).Mul(onRegular), cent)
	ofSpecial := w.Round(capped.Mul(specials).Mul(onSpecial), cent)
	w.Step("social_contributions", "Social insurance on twelve salaries", regular, v.rates.Cite, "{} × {} × {}", months, capped, onRegular)
	w.Step("special_contributions", "Social insurance on the 13th and 14th salary", ofSpecial, v.rates.Cite, "{} × {} × {}", specials, capped, onSpecial)
	s.onRegular, s.onSpecial = regular, ofSpecial
	s.special = w.Round(month.Mul(specials), cent)
	s.tariff = gross.Sub(s.special).Sub(v.expenses.Dec).Sub(regular).Positive() // the longest last
	w.Step("taxable_income", "Income taxed by the tariff", s.tariff, v.expenses.Cite, "max(0, {} − {} − {} − {})", gross, s.special, regular, v.expenses.Dec)
	s.base = s.special.Sub(ofSpecial)
	if s.special.Greater(v.free.Dec) {
		s.fixed = w.Round(v.fixed.Tax(s.base), cent)
	}
	w.Step("special_payments_tax", "Tax on the 13th and 14th salary at fixed rates", s.fixed, v.fixed.Cite, "rates of § 67 on {}, none where {} is within {}", s.base, s.special, v.free.Dec)
	return s
}

// refusal says why gross wages are not computed, "" where they are.
func (p *params) refusal(req *tax.Request, s *split) string {
	v := p.wages
	switch {
	case v == nil:
		return "the contributions on gross wages of this year were not confirmed; give the taxable income"
	case !req.Bool("employee"):
		return "gross wages are those of an employee; give the taxable income"
	case s.base.Greater(v.most.Dec):
		return "special payments beyond the fixed rates of § 67 EStG 1988 are not modelled"
	case s.special.Greater(v.free.Dec) && s.base.Less(v.smoothedTo()):
		return "the smoothing of the tax on special payments just above their free amount (§ 41 Abs. 4 EStG 1988) was not confirmed"
	}
	return ""
}

// smoothedTo is the highest base at which 30 % of what exceeds the free amount
// is less than 6 % of what exceeds 620 euros.
func (v *wages) smoothedTo() money.Dec {
	low, steep := v.fixed.Bands[1].Rate, money.MustParse("0.30")
	return v.free.Mul(steep).Sub(v.fixed.Bands[0].To.Mul(low)).QuoRound(steep.Sub(low), 2, money.Up)
}

// quotientPlaces keep a fourteenth exact enough for the slope, which looks at
// the tax on a millionth of a euro and shows eight places.
const quotientPlaces = 20

var viennaFact = tax.Fact{
	Name: "works_in_vienna", Type: "boolean", Section: "Your wages", Since: wagesFrom,
	Prompt:  "Is your workplace in Vienna?",
	Reason:  "The housing levy is higher there.",
	Assumed: "false", Assumption: "Where the income is a gross wage, the workplace is outside Vienna.",
	Hints: []string{"vienna", "wien"},
}

var grossScope = []string{
	"Income is the gross wage of one employment for the whole year, paid in fourteen equal salaries of which the 13th and the 14th are special payments within the sixth of the year's wages.",
	"Contributions are computed on equal salaries; the service fee of the e-card and a refund of contributions at low incomes are not.",
	"Contributions and the lump sum for expenses rest in part on one secondary source.",
}
