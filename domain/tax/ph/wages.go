package ph

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// months are some months of the year in which the contributions are alike.
type months struct {
	count                            money.Dec
	sss, sssStep, sssLeast, sssMost  money.Dec
	health, healthFloor, healthMost  money.Dec
	fund, fundLow, lowMost, fundMost money.Dec
}

var monthsOfYear = money.FromInt(12)

// readMonths reads the contributions of each month, since they change within a
// year: those of the Pag-IBIG Fund did in February 2024.
func (p *params) readMonths(book *law.Book, year int) error {
	for month := 1; month <= 12; month++ {
		r := book.On(civil.Of(year, month, 1))
		entry := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
		m := months{
			count: money.One,
			sss:   entry("wages_sss", "rate"), sssStep: entry("wages_sss", "step"),
			sssLeast: entry("wages_sss", "least"), sssMost: entry("wages_sss", "most"),
			health: entry("wages_philhealth", "rate"), healthFloor: entry("wages_philhealth", "floor"),
			healthMost: entry("wages_philhealth", "ceiling"),
			fund:       entry("wages_pagibig", "rate"), fundLow: entry("wages_pagibig", "lower_rate"),
			lowMost: entry("wages_pagibig", "lower_most"), fundMost: entry("wages_pagibig", "most"),
		}
		if err := r.Err(); err != nil {
			return err
		}
		p.monthsCite = tax.Merge(p.monthsCite, r.Citations())
		if n := len(p.months); n > 0 && p.months[n-1].like(&m) {
			p.months[n-1].count = p.months[n-1].count.Add(money.One)
			continue
		}
		p.months = append(p.months, m)
	}
	return nil
}

// like reports whether two months have the same contributions.
func (m *months) like(o *months) bool {
	a, b := m.figures(), o.figures()
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

func (m *months) figures() [11]money.Dec {
	return [...]money.Dec{m.sss, m.sssStep, m.sssLeast, m.sssMost, m.health, m.healthFloor, m.healthMost, m.fund, m.fundLow, m.lowMost,
		m.fundMost}
}

// contributed is what an employee pays to the three funds in a year.
type contributed struct{ sss, health, fund money.Dec }

func (c *contributed) total() money.Dec { return c.sss.Add(c.health).Add(c.fund) }

// contributions are those of a year's pay in twelve equal months. Bases are of
// the year, twelve times those of a month, so that no pay is divided first.
func (p *params) contributions(w *tax.Work, pay money.Dec) (c contributed) {
	if pay.Sign() == 0 {
		return c
	}
	w.Cite(p.monthsCite)
	for i := range p.months {
		m := &p.months[i]
		// The ranges of compensation are as wide as the step; each has its credit in the middle.
		credit := pay.ToMultiple(yearly(m.sssStep), money.HalfUp).Clamp(yearly(m.sssLeast), yearly(m.sssMost))
		rate := m.fund
		if !pay.Greater(yearly(m.lowMost)) {
			rate = m.fundLow
		}
		health := pay.Clamp(yearly(m.healthFloor), yearly(m.healthMost))
		fund := money.Min(pay, yearly(m.fundMost))
		c.sss = c.sss.Add(m.paid(w, credit, m.sss))
		c.health = c.health.Add(m.paid(w, health, m.health))
		c.fund = c.fund.Add(m.paid(w, fund, rate))
		const formula = "up to here, with {} ÷ 12 × {} × {} months"
		w.Step("sss", "Social Security System, on the salary credit", c.sss, p.monthsCite, formula, credit, m.sss, m.count)
		w.Step("philhealth", "PhilHealth, half of the premium", c.health, p.monthsCite, formula, health, m.health, m.count)
		w.Step("pag_ibig", "Pag-IBIG Fund savings", c.fund, p.monthsCite, formula, fund, rate, m.count)
	}
	return c
}

func yearly(monthly money.Dec) money.Dec { return monthly.Mul(monthsOfYear) }

// paid is a contribution in these months, that of each to the centavo.
func (m *months) paid(w *tax.Work, base, rate money.Dec) money.Dec {
	due := base.Mul(rate)
	switch {
	case w.Mode != block.Exact:
		return due.QuoRound(monthsOfYear, 2, money.HalfUp).Mul(m.count)
	case m.count.Equal(monthsOfYear):
		return due
	}
	return due.Mul(m.count).Quo(monthsOfYear)
}

// pay is gross compensation and what the facts say of it.
type pay struct {
	gross, benefits, exempt money.Dec
	minimumWage             bool
	paid                    *money.Dec // contributions, where they are given
}

func payOf(req *tax.Request, gross money.Dec) pay {
	at := pay{gross: gross, benefits: req.Num(benefitsFact), exempt: req.Num("exempt_pay"), minimumWage: req.Bool("minimum_wage_earner")}
	if req.Given(paidFact) {
		paid := req.Num(paidFact)
		at.paid = &paid
	}
	return at
}

// taxable is what is left of gross compensation (section 32(B)(7)).
func (p *params) taxable(w *tax.Work, at *pay) (money.Dec, contributed) {
	w.Cite(p.benefits.Cite)
	free := money.Min(at.benefits, p.benefits.Dec)
	paid := contributed{}
	given := money.Zero
	if at.paid != nil {
		given = *at.paid
	} else {
		paid = p.contributions(w, at.gross.Sub(at.benefits).Sub(at.exempt).Positive())
	}
	if at.minimumWage {
		w.Cite(p.minimumWage)
		w.Step("taxable_compensation", "Pay of a minimum wage earner is exempt", money.Zero, p.minimumWage, "{} − {}", at.gross, at.gross)
		return money.Zero, paid
	}
	left := at.gross.Sub(free).Sub(at.exempt).Sub(paid.total()).Sub(given).Positive()
	w.Step("taxable_compensation", "Taxable compensation", left, p.benefits.Cite, "max(0, {} − {} − {} − {})", at.gross, free, at.exempt,
		paid.total().Add(given))
	return left, paid
}
