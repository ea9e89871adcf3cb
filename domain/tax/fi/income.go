package fi

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// person is what the facts say of the taxpayer.
type person struct {
	municipal, church money.Dec // rates
	pension           money.Dec // rate at the person's age
	children          money.Dec // increase of the work income credit
}

// liability is everything that is computed from the wages.
type liability struct {
	taxable                      money.Dec
	state, municipal, church     money.Dec // before the credit
	broadcast                    money.Dec
	credit                       money.Dec // what was taken from the three taxes
	pension, unemployment, daily money.Dec
	health                       money.Dec // after its share of the credit
}

func (l *liability) total() money.Dec {
	return l.state.Add(l.municipal).Add(l.church).Sub(l.credit).Add(l.broadcast)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who := p.person(req)
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	if who.children.Sign() > 0 {
		w.Cite(p.childCite)
	}
	of := func(w *tax.Work, x money.Dec) liability { return p.liability(w, x, &who) }
	if req.IncomeBasis == tax.Taxable {
		wages := req.Num("wages")
		of = func(w *tax.Work, x money.Dec) liability { return p.ofTaxable(w, x, wages, &who) }
	}
	due := of(&w, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := of(&exact, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: due.taxable, TotalTax: due.total(), MarginalRate: slope,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, due.taxable, cent),
		Components: []tax.Levy{
			{Code: "state_income_tax", Kind: tax.LevyTax, Amount: due.state, InTotal: true},
			{Code: "municipal_tax", Kind: tax.LevyTax, Amount: due.municipal, InTotal: true},
			{Code: "church_tax", Kind: tax.LevyTax, Amount: due.church, InTotal: true},
			{Code: "work_income_credit", Kind: tax.LevyCredit, Amount: due.credit, InTotal: true},
			{Code: "public_broadcasting_tax", Kind: tax.LevyTax, Amount: due.broadcast, InTotal: true},
			{Code: "medical_care_contribution", Kind: tax.LevySocial, Amount: due.health},
			{Code: "daily_allowance_contribution", Kind: tax.LevySocial, Amount: due.daily},
			{Code: "pension_contribution", Kind: tax.LevySocial, Amount: due.pension},
			{Code: "unemployment_contribution", Kind: tax.LevySocial, Amount: due.unemployment},
		},
	}
	if due.taxable.Sign() > 0 {
		out.StatutoryRate = p.bands.Entered(due.taxable).Rate
	}
	if cliff {
		out.Assumptions = []string{"At this income the daily allowance contribution begins on all wages; the marginal rate is the one beyond " +
			"that jump."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) person(req *tax.Request) person {
	who := person{municipal: req.Num("municipal_rate"), church: req.Num("church_rate"), pension: p.pension.Dec}
	if age := req.Int("age"); age >= 53 && age <= 62 {
		who.pension = p.pensionFrom53
	}
	if p.childIncrease != nil {
		who.children = p.childIncrease.Mul(req.Num("minor_children"))
	}
	return who
}

func (p *params) liability(w *tax.Work, wages money.Dec, who *person) (l liability) {
	net := p.contributions(w, &l, wages, who)
	left := net.Sub(l.pension).Sub(l.unemployment).Sub(l.daily).Positive()
	if p.earned != nil {
		left = left.Sub(p.earned.of(w, wages, net)).Positive()
	}
	basic := money.Min(p.basicMost.Sub(p.basicRate.Mul(left.Sub(p.basicMost.Dec).Positive())).Positive(), left)
	w.Step("basic_deduction", "Basic deduction", basic, p.basicMost.Cite, "max(0, {} − {} × max(0, {} − {})), at most {}", p.basicMost.Dec,
		p.basicRate, left, p.basicMost.Dec, left)
	l.taxable = w.Round(left.Sub(basic), cent)
	w.Step("taxable_income", "Taxable earned income", l.taxable, p.basicMost.Cite, "{} − {}", left, basic)
	p.taxes(w, &l, who)
	p.takeCredit(w, &l, wages, net, who)
	p.broadcasting(w, &l, net)
	return l
}

// ofTaxable is the same from a taxable income: its taxes, and from the wages the
// credit, the broadcasting tax and the contributions.
func (p *params) ofTaxable(w *tax.Work, income, wages money.Dec, who *person) (l liability) {
	net := p.contributions(w, &l, wages, who)
	l.taxable = w.Round(income, cent)
	w.Step("taxable_income", "Taxable earned income as given", l.taxable, p.basicMost.Cite, "{}", income)
	p.taxes(w, &l, who)
	p.takeCredit(w, &l, wages, net, who)
	p.broadcasting(w, &l, net)
	return l
}

// contributions fills what the wages owe in contributions and returns the net earned income.
func (p *params) contributions(w *tax.Work, l *liability, wages money.Dec, who *person) (net money.Dec) {
	net = wages.Sub(money.Min(p.expenses.Dec, wages))
	w.Step("net_earned_income", "Net earned income", net, p.expenses.Cite, "{} − min({}, {})", wages, p.expenses.Dec, wages)
	l.pension = w.Round(wages.Mul(who.pension), cent)
	l.unemployment = w.Round(wages.Mul(p.unemployment.Dec), cent)
	if !wages.Less(p.dailyFrom) {
		l.daily = w.Round(wages.Mul(p.daily.Dec), cent)
	}
	w.Step("pension_contribution", "Pension contribution", l.pension, p.pension.Cite, "{} × {}", wages, who.pension)
	w.Step("unemployment_contribution", "Unemployment insurance contribution", l.unemployment, p.unemployment.Cite, "{} × {}", wages,
		p.unemployment.Dec)
	w.Step("daily_allowance_contribution", "Daily allowance contribution, from the income where it begins", l.daily, p.daily.Cite,
		"{} × {} from {}", wages, p.daily.Dec, p.dailyFrom)
	return net
}

func (p *params) broadcasting(w *tax.Work, l *liability, net money.Dec) {
	l.broadcast = w.Round(money.Min(net.Sub(p.broadcastFrom).Positive().Mul(p.broadcast.Dec), p.broadcastMost), cent)
	w.Step("public_broadcasting_tax", "Public broadcasting tax", l.broadcast, p.broadcast.Cite, "min({} × max(0, {} − {}), {})",
		p.broadcast.Dec, net, p.broadcastFrom, p.broadcastMost)
}

func (p *params) taxes(w *tax.Work, l *liability, who *person) {
	l.state = w.Round(p.bands.Tax(l.taxable), cent)
	l.municipal = w.Round(l.taxable.Mul(who.municipal), cent)
	l.church = w.Round(l.taxable.Mul(who.church), cent)
	l.health = w.Round(l.taxable.Mul(p.health.Dec), cent)
	w.Bands("state_income_tax", &p.bands, money.Zero, l.taxable, cent)
	w.Step("municipal_tax", "Municipal tax", l.municipal, nil, "{} × {}", l.taxable, who.municipal)
	w.Step("church_tax", "Church tax", l.church, nil, "{} × {}", l.taxable, who.church)
	w.Step("medical_care_contribution", "Medical care contribution before the credit", l.health, p.health.Cite, "{} × {}", l.taxable,
		p.health.Dec)
}

// takeCredit takes the work income credit from the state tax first, and from
// the municipal tax, the church tax and the medical care contribution in
// proportion (125 § 1 mom.).
func (p *params) takeCredit(w *tax.Work, l *liability, wages, net money.Dec, who *person) {
	credit := w.Round(p.credit.of(wages, net, who.children), cent)
	w.Step("work_income_credit", "Work income credit", credit, p.credit.cite, "min({} × {}, {} + {}), less its fall from {}", p.credit.rate,
		wages, p.credit.most, who.children, p.credit.fallsFrom)
	rest, fromState := block.NonRefundable(credit, l.state)
	others := l.municipal.Add(l.church).Add(l.health)
	rest = money.Min(rest, others)
	l.credit = fromState
	if rest.Sign() > 0 {
		ofHealth := w.Round(rest.Mul(l.health).Quo(others), cent)
		l.health = l.health.Sub(ofHealth)
		l.credit = fromState.Add(rest.Sub(ofHealth))
	}
}

// of is the credit at a wage and a net earned income.
func (c *workCredit) of(wages, net, children money.Dec) money.Dec {
	most := money.Min(wages.Mul(c.rate), c.most.Add(children))
	fall := block.Within(net, c.fallsFrom, c.fallsTo).Mul(c.fallsRate).Add(block.Above(net, c.fallsTo).Mul(c.fallsRateNext))
	return most.Sub(fall).Positive()
}

// of is the earned income deduction (105 a §).
func (e *earnedDeduction) of(w *tax.Work, wages, net money.Dec) money.Dec {
	grown := block.Within(wages, e.from, e.edge).Mul(e.rate).Add(block.Above(wages, e.edge).Mul(e.rateAbove))
	deduction := w.Round(e.falls.Reduce(w.Mode, money.Min(grown, e.most.Dec), net), cent)
	w.Step("earned_income_deduction", "Earned income deduction", deduction, e.most.Cite, "min({}, {}) − {} × max(0, {} − {}), not below 0",
		grown, e.most.Dec, e.falls.Rate, net, e.falls.Above)
	return deduction
}
