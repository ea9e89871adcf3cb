package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// company is one computation of one part of a period: the schedules, stretched
// to it.
type company struct {
	part
	class schedule // stretched

	lower, upper  money.Dec  // of the marginal relief
	distributions money.Dec  // exempt, which count against the limits of the relief
	plain         bool       // main rate only, whatever the profit
	apart         money.Dec  // part of the profit at the other rate
	charged       bool       // owes the surcharge
	grant         money.Dec  // paid instead of that much of the rebate
	multiplier    money.Dec  // of the trade tax, in percent; 0 = not known
	tradeIncome   *money.Dec // nil = the profit

	round, onTax, onCharge block.Rounding
}

func (p *place) compute(code string, req *tax.Request, row *tax.CoverageRow) (tax.Result, error) {
	class := standard
	if len(p.classes) > 0 {
		class = req.Choice(factClass)
	}
	parts, err := p.parts(code, class, req, row)
	if err != nil {
		return tax.Result{}, err
	}
	apart := p.apart(req)
	if apart.Greater(req.Income) {
		var faults tax.InputError
		faults.Add("facts."+p.other.Name, "must be at most the income, which contains it")
		return tax.Result{}, faults.Err()
	}
	w := tax.NewWork(req.Explain)
	companies := make([]company, len(parts))
	for i := range parts {
		companies[i] = p.company(&w, &parts[i], class, req)
		companies[i].apart = apart
	}
	return p.result(&w, companies, req), nil
}

// company stretches the schedules of a class to a part of the period.
func (p *place) company(w *tax.Work, at *part, class string, req *tax.Request) company {
	c := company{part: *at, class: at.classes[class], charged: p.gate == "", round: block.Minor(p.places, money.HalfUp)}
	c.onTax, c.onCharge = c.round, c.round
	if at.onTax != nil {
		c.onTax = *at.onTax
	}
	if at.onCharge != nil {
		c.onCharge = *at.onCharge
	}
	w.Cite(c.class.cite)
	if at.trade != nil {
		c.readTrade(req)
	}
	if p.gate != "" {
		c.charged = req.Bool(p.gate)
	}
	if at.rebate != nil && p.grant != "" && req.Bool(p.grant) {
		c.grant = at.rebate.grant
	}
	if r := at.relief; r != nil {
		with := req.Num(factAssociated).Add(money.One)
		c.lower, c.upper = r.lower.Mul(at.share).Quo(with), r.upper.Mul(at.share).Quo(with)
		c.distributions, c.plain = req.Num(factDistributions), req.Bool(factInvestment)
	}
	if l := at.limit; l != nil && class == small {
		left := l.reduced(w, req, at.share)
		if left.IsZero() {
			c.class = at.classes[standard]
			w.Cite(c.class.cite)
		} else if !left.Equal(l.limit.Dec) {
			c.class.Schedule = c.class.Scale(left.Quo(l.limit.Dec))
		}
		return c
	}
	if !at.share.Equal(money.One) {
		c.class.scale(at.share)
	}
	return c
}

func (s *schedule) scale(share money.Dec) {
	s.Schedule = s.Scale(share)
	if s.high != nil {
		high := s.high.Scale(share)
		s.high, s.above = &high, s.above.Mul(share)
	}
	if s.local != nil {
		local := s.local.Scale(share)
		s.local = &local
	}
}

// apart is the part of the profit at the other rate.
func (p *place) apart(req *tax.Request) money.Dec {
	if p.other == nil {
		return money.Zero
	}
	return req.Num(p.other.Name)
}

func (p *place) result(w *tax.Work, companies []company, req *tax.Request) tax.Result {
	due := sum(w, companies, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		b := sum(&exact, companies, x)
		return b.total()
	})
	out := tax.Result{TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope, Components: p.components(companies, &due)}
	for i := range companies {
		c := &companies[i]
		used := c.schedule(req.Income)
		if out.Bands == nil {
			out.Bands = make([]tax.BandResult, 0, len(used.Bands)*len(companies))
		}
		out.Bands = tax.Bands(out.Bands, used, money.Zero, c.taxed(req.Income), c.onTax)
		if req.Income.Sign() > 0 {
			out.StatutoryRate = c.statutory(used, req.Income)
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out
}

// statutory is the rate of the band that the profit has entered; from the lower
// limit of the marginal relief on, the main rate.
func (c *company) statutory(used *block.Schedule, profit money.Dec) money.Dec {
	n, a := c.against(profit)
	if c.relief != nil && !c.plain && !a.Less(c.lower) {
		return c.class.Entered(n).Rate
	}
	return used.Entered(n).Rate
}

func (p *place) components(companies []company, due *bill) []tax.Levy {
	c := &companies[len(companies)-1]
	list := append(make([]tax.Levy, 0, 6), tax.Levy{Code: component, Kind: tax.LevyTax, Amount: due.tax, InTotal: true})
	add := func(code, kind string, amount money.Dec) {
		list = append(list, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: true})
	}
	if c.other != nil {
		add(p.otherCode, tax.LevyTax, due.other)
	}
	if c.relief != nil {
		add("marginal_relief", tax.LevyCredit, due.relief)
	}
	if c.charge != nil {
		add("surcharge", tax.LevySurcharge, due.charge)
	}
	if c.tiers != nil {
		add("surcharge", tax.LevySurcharge, due.charge)
		add("health_and_education_cess", tax.LevySurcharge, due.cess)
		if due.off.Sign() > 0 {
			add("rounding_off", tax.LevyTax, due.off)
		} else if due.off.Sign() < 0 {
			add("rounding_off", tax.LevyCredit, due.off.Neg())
		}
	}
	if c.multiplier.Sign() > 0 {
		add("trade_tax", tax.LevyTax, due.trade)
	}
	if c.class.local != nil {
		add(c.second, tax.LevyTax, due.local)
	}
	if c.rebate != nil {
		add("tax_rebate", tax.LevyCredit, due.rebate)
		if p.grant != "" {
			list = append(list, tax.Levy{Code: "rebate_cash_grant", Kind: tax.LevyRefundable, Amount: due.grant})
		}
	}
	return list
}
