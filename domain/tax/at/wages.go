package at

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wages turn gross wages, paid in fourteen equal salaries, into what the tariff
// taxes and what the fixed rates of special payments tax. Limits of a month
// stand as fourteen of them, so that no wage has to be divided.
type wages struct {
	regular, special money.Dec // the employee's rates without unemployment insurance
	vienna           money.Dec // what is more on regular wages in Vienna
	rates            law.Num
	unemployment     block.Schedule // on the year's wage
	ceiling          money.Dec      // a year
	marginal         money.Dec      // a year
	expenses         law.Num
	fixed            block.Schedule // on special payments
	free, most       law.Num
	cite             []law.Citation

	// sevenths say that amounts of money are counted in sevenths of a euro: two
	// of fourteen salaries are a seventh of the year's wage, which has no end as
	// a decimal. Slopes are taken in them.
	sevenths bool
}

var (
	salaries = money.FromInt(14) // of a year
	seven    = money.FromInt(7)
	six      = money.FromInt(6) // sevenths of the year's wage that are no special payments
)

func readWages(book *law.Book, day civil.Date) (*wages, error) {
	r := book.On(day)
	rate := func(key string) money.Dec { return r.Entry("wages_rates", key).Dec }
	steps := block.NewSchedule(r.Schedule("wages_unemployment_steps"))
	v := &wages{
		rates: r.Entry("wages_rates", "pension"), special: rate("pension").Add(rate("health")),
		unemployment: steps.Scale(salaries),
		ceiling:      r.Num("wages_ceiling_month").Mul(salaries), marginal: r.Num("wages_marginal_month").Mul(salaries),
		expenses: r.Num("wages_expenses_lump"),
		fixed:    block.NewSchedule(r.Schedule("wages_special_rates")), free: r.Num("wages_special_free"), most: r.Num("wages_special_most"),
	}
	v.regular = money.Sum(v.special, rate("chamber"), rate("housing"))
	v.vienna = rate("housing_vienna").Sub(rate("housing"))
	v.cite = r.Citations()
	return v, r.Err()
}

// inSevenths counts the amounts that special payments are compared with in
// sevenths of a euro.
func (v *wages) inSevenths() *wages {
	out := *v
	out.sevenths = true
	out.expenses.Dec, out.free.Dec = v.expenses.Mul(seven), v.free.Mul(seven)
	out.fixed = v.fixed.Scale(seven)
	return &out
}

// seventh is the seventh part of an amount, to the cent; counted in sevenths it
// is the amount itself.
func (v *wages) seventh(x money.Dec) money.Dec {
	if v.sevenths {
		return x
	}
	return x.QuoRound(seven, 2, money.HalfUp)
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
	onRegular, onSpecial := v.regular, v.special
	if vienna {
		onRegular = onRegular.Add(v.vienna)
	}
	unemployment := v.unemployment.Holding(gross).Rate
	onRegular, onSpecial = onRegular.Add(unemployment), onSpecial.Add(unemployment)
	capped := money.Min(gross, v.ceiling)
	if gross.Greater(v.marginal) {
		s.onRegular, s.onSpecial = v.seventh(capped.Mul(six).Mul(onRegular)), v.seventh(capped.Mul(onSpecial))
	}
	w.Step("social_contributions", "Social insurance on twelve of fourteen salaries", s.onRegular, v.rates.Cite,
		"{} × {} × 6 ÷ 7, nothing up to {}", capped, onRegular, v.marginal)
	w.Step("special_contributions", "Social insurance on the 13th and 14th salary", s.onSpecial, v.rates.Cite, "{} × {} ÷ 7, nothing up to {}",
		capped, onSpecial, v.marginal)
	s.special = v.seventh(gross)
	s.tariff = gross.Sub(s.special)
	if v.sevenths {
		s.tariff = gross.Mul(six)
	}
	regular := s.tariff
	s.tariff = regular.Sub(v.expenses.Dec).Sub(s.onRegular).Positive()
	w.Step("taxable_income", "Income taxed by the tariff", s.tariff, v.expenses.Cite, "max(0, {} − {} − {})", regular, s.onRegular,
		v.expenses.Dec)
	s.base = s.special.Sub(s.onSpecial)
	if s.special.Greater(v.free.Dec) {
		s.fixed = w.Round(v.fixed.Tax(s.base), cent)
	}
	w.Step("special_payments_tax", "Tax on the 13th and 14th salary at fixed rates", s.fixed, v.fixed.Cite,
		"rates of § 67 on {}, none where {} is within {}", s.base, s.special, v.free.Dec)
	return s
}

// refusal says why gross wages are not computed, "" where they are.
func (p *params) refusal(req *tax.Request, s *split) string {
	v := p.wages
	switch {
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

var viennaFact = tax.Fact{
	Name: "works_in_vienna", Type: "boolean", Section: "Your wages", Since: civil.MustParse("2026-01-01"),
	Prompt:  "Is your workplace in Vienna?",
	Reason:  "The housing levy is higher there.",
	Assumed: "false", Assumption: "Where the income is a gross wage, the workplace is outside Vienna.",
	Hints: []string{"vienna", "wien"},
}

var grossScope = []string{
	"Income is the gross wage of one employment for the whole year, paid in fourteen equal salaries of which the 13th and the 14th are " +
		"special payments within the sixth of the year's wages.",
	"Contributions are computed on equal salaries; the service fee of the e-card and a refund of contributions at low incomes are not.",
}
