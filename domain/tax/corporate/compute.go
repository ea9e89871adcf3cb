package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// bill is what a profit owes.
type bill struct {
	tax, local, charge, relief money.Dec
	cess, off                  money.Dec // off: by rounding what is payable
}

func (b *bill) total() money.Dec {
	return b.tax.Sub(b.relief).Add(b.local).Add(b.charge).Add(b.cess).Add(b.off)
}

// company is one computation: the schedules, stretched to the period.
type company struct {
	*params
	main         block.Schedule
	local        *block.Schedule
	lower, upper money.Dec // of the marginal relief
	round        block.Rounding
	flat         *law.Num        // surcharge whatever the profit
	high         *block.Schedule // the schedule where the profit is above
	above, share money.Dec
}

func (p *place) compute(code string, req *tax.Request, row *tax.CoverageRow) (tax.Result, error) {
	rates := resolved()[key{code, p.turn(req, row)}]
	share, err := p.share(code, rates, req, row)
	if err != nil {
		return tax.Result{}, err
	}
	class := standard
	if len(rates.classes) > 1 {
		class = req.Choice(factClass)
	}
	of := rates.classes[class]
	c := company{params: rates, main: of.Schedule, flat: of.flat, local: rates.local, high: of.high, above: of.above, share: share, round: block.Minor(p.places, money.HalfUp)}
	if !share.Equal(money.One) {
		c.main = c.main.Scale(share)
		if c.high != nil {
			scaled := c.high.Scale(share)
			c.high, c.above = &scaled, c.above.Mul(share)
		}
		if c.local != nil {
			scaled := c.local.Scale(share)
			c.local = &scaled
		}
	}
	if r := rates.relief; r != nil && p.associated {
		with := req.Num(factAssociated).Add(money.One)
		c.lower, c.upper = r.lower.Mul(share).Quo(with), r.upper.Mul(share).Quo(with)
	}
	w := tax.NewWork(req.Explain)
	w.Cite(of.cite)
	used := c.schedule(req.Income)
	due := c.bill(&w, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		b := c.bill(&exact, x)
		return b.total()
	})
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(used.Bands)), used, money.Zero, req.Income, c.round),
		Components: c.components(&due),
	}
	if req.Income.Sign() > 0 {
		out.StatutoryRate = used.Entered(req.Income).Rate
		if c.relief != nil && !req.Income.Less(c.lower) {
			out.StatutoryRate = c.main.Entered(req.Income).Rate
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (c *company) components(due *bill) []tax.Levy {
	list := append(make([]tax.Levy, 0, 4), tax.Levy{Code: component, Kind: tax.LevyTax, Amount: due.tax, InTotal: true})
	if c.relief != nil {
		list = append(list, tax.Levy{Code: "marginal_relief", Kind: tax.LevyCredit, Amount: due.relief, InTotal: true})
	}
	if c.charge != nil {
		list = append(list, tax.Levy{Code: "surcharge", Kind: tax.LevySurcharge, Amount: due.charge, InTotal: true})
	}
	if c.tiers != nil {
		list = append(list, tax.Levy{Code: "surcharge", Kind: tax.LevySurcharge, Amount: due.charge, InTotal: true},
			tax.Levy{Code: "health_and_education_cess", Kind: tax.LevySurcharge, Amount: due.cess, InTotal: true})
		if due.off.Sign() > 0 {
			list = append(list, tax.Levy{Code: "rounding_off", Kind: tax.LevyTax, Amount: due.off, InTotal: true})
		} else if due.off.Sign() < 0 {
			list = append(list, tax.Levy{Code: "rounding_off", Kind: tax.LevyCredit, Amount: due.off.Neg(), InTotal: true})
		}
	}
	if c.local != nil {
		list = append(list, tax.Levy{Code: c.second, Kind: tax.LevyTax, Amount: due.local, InTotal: true})
	}
	return list
}

// schedule is the one that a profit is taxed by: the small profits rate has no
// bands but replaces the main rate.
func (c *company) schedule(profit money.Dec) *block.Schedule {
	if c.high != nil && profit.Greater(c.above) {
		return c.high
	}
	if c.relief == nil || profit.Greater(c.lower) {
		return &c.main
	}
	small := block.Make([]block.Band{{Label: "Small profits rate", Rate: c.relief.rate.Dec, Open: true}}, c.relief.rate.Cite)
	return &small
}

func (c *company) bill(w *tax.Work, profit money.Dec) (b bill) {
	s := c.schedule(profit)
	b.tax = w.Round(s.Tax(profit), c.round)
	w.Bands(component, s, money.Zero, profit, c.round)
	if c.relief != nil && profit.Greater(c.lower) && profit.Less(c.upper) {
		b.relief = w.Round(c.upper.Sub(profit).Mul(c.relief.fraction), c.round)
		w.Step("marginal_relief", "Marginal relief", b.relief, c.relief.rate.Cite, "({} − {}) × {}", c.upper, profit, c.relief.fraction)
	}
	if c.charge != nil {
		base := b.tax.Sub(c.charge.free.Mul(c.share)).Positive()
		b.charge = w.Round(base.Mul(c.charge.rate.Dec), c.round)
		w.Step("surcharge", "Surcharge on the tax, less what of it is free", b.charge, c.charge.rate.Cite, "{} × {}", base, c.charge.rate.Dec)
	}
	if c.tiers != nil {
		c.tiers.finish(w, c, s, profit, &b)
	}
	if c.local != nil {
		b.local = w.Round(c.local.Tax(profit), c.round)
		w.Bands(c.second, c.local, money.Zero, profit, c.round)
	}
	return b
}

// turn is the day whose rates a period has: the first of the tax year, or a
// later one from which periods that begin have other rates.
func (p *place) turn(req *tax.Request, row *tax.CoverageRow) civil.Date {
	from, _ := period(req, row)
	day := row.Period.From
	for _, turn := range p.turns {
		if row.Period.Contains(turn) && !from.Before(turn) {
			day = turn
		}
	}
	return day
}

// share is how much of a year the company's period has: 1 for twelve months or
// where none is given.
func (p *place) share(code string, rates *params, req *tax.Request, row *tax.CoverageRow) (money.Dec, error) {
	from, to := period(req, row)
	var faults tax.InputError
	if !row.Period.Contains(from) {
		faults.Add("facts."+factStart, "must lie in the tax year, from %s to %s", row.Period.From, row.Period.To)
	}
	if to.Before(from) || !to.Before(yearFrom(from)) {
		faults.Add("facts."+factEnd, "must be within twelve months of the beginning")
	}
	if err := faults.Err(); err != nil {
		return money.Zero, err
	}
	if to.After(row.Period.To) && !p.begins {
		next := resolved()[key{code, row.Period.To.AddDays(1)}]
		if next == nil || !rates.same(next) {
			return money.Zero, &tax.Unavailable{Jurisdiction: code, TaxYear: row.TaxYear, TaxType: row.TaxType, Taxpayer: row.Taxpayer,
				Reason: "the rates change within the company's period, or are not covered at its end; compute each part apart"}
		}
	}
	year := civil.Period{From: from, To: yearFrom(from).AddDays(-1)}
	if to == year.To {
		return money.One, nil
	}
	return money.FromInt(int64(from.DaysUntil(to) + 1)).Quo(money.FromInt(int64(year.From.DaysUntil(year.To) + 1))), nil
}

// period is the company's, the row's where nothing is given, and a whole year
// where only one end is.
func period(req *tax.Request, row *tax.CoverageRow) (from, to civil.Date) {
	from, to = req.Date(factStart), req.Date(factEnd)
	if from.IsZero() {
		from = row.Period.From
	}
	if to.IsZero() {
		to = yearFrom(from).AddDays(-1)
	}
	return from, to
}

// yearFrom is the day a year after d; of 29 February, 1 March.
func yearFrom(d civil.Date) civil.Date { return civil.Of(d.Year()+1, d.Month(), d.Day()) }
