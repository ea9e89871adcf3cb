package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// A period is where a payment stands in the tax year.
type period struct {
	number int // tax week or month that contains the pay date
	span   int // weeks or months that the payment covers
	weekly bool
}

var spans = map[string]period{
	payroll.Weekly: {span: 1, weekly: true}, payroll.Biweekly: {span: 2, weekly: true}, payroll.FourWeekly: {span: 4, weekly: true},
	payroll.Monthly: {span: 1}, payroll.Quarterly: {span: 3}, payroll.Semiannually: {span: 6}, payroll.Annually: {span: 12},
}

func periodOf(frequency string, day civil.Date) period {
	p := spans[frequency]
	begins := civil.Of(day.Year(), 4, 6)
	if day.Before(begins) {
		begins = civil.Of(day.Year()-1, 4, 6)
	}
	if p.weekly {
		p.number = begins.DaysUntil(day)/7 + 1
		return p
	}
	p.number = (day.Year()-begins.Year())*months + int(day.Month()) - 4
	if day.Day() >= 6 {
		p.number++
	}
	return p
}

// perYear is how many weeks or months a year of the tables has.
func (p period) perYear() money.Dec {
	if p.weekly {
		return money.FromInt(weeks)
	}
	return money.FromInt(months)
}

// earned is the taxable pay of a payment and of what was paid before it, with
// the tax withheld until then.
type earned struct{ pay, before, withheld, benefits money.Dec }

// tax is what is withheld under PAYE; below zero it is repaid.
func (p *params) tax(w *tax.Work, c code, at period, e earned) money.Dec {
	w.Cite(p.codeCite)
	w.Cite(p.bands[c.nation].cite)
	alone := c.eachAlone || at.weekly && at.number > weeks
	n, pay, withheld := at.number, e.before.Add(e.pay), e.withheld
	if alone {
		n, pay, withheld = at.span, e.pay, money.Zero
	}
	w.Step("taxable_pay_to_date", "Pay that the table is read for", pay, nil, "{} + {}", pay.Sub(e.pay), e.pay)
	due := p.due(w, c, at, n, pay)
	owed := due.Sub(withheld)
	w.Step("tax_due", "Tax due less tax withheld", owed, p.bands[c.nation].cite, "{} − {}", due, withheld)
	if alone {
		owed = owed.Positive()
	}
	most := e.pay.Sub(e.benefits).Positive().Mul(p.limit.Dec).Round(2, money.Down)
	if owed.Greater(most) {
		w.Step("tax_limit", "Tax of a payment, at most a share of the pay", most, p.limit.Cite, "({} − {}) × {}", e.pay, e.benefits, p.limit.Dec)
		owed = most
	}
	return owed
}

// due is the tax on the pay of n weeks or months.
func (p *params) due(w *tax.Work, c code, at period, n int, pay money.Dec) money.Dec {
	b := &p.bands[c.nation]
	switch {
	case c.none:
		return money.Zero
	case c.flat:
		rate := b.rates[b.basic+c.above]
		due := pay.Positive().Whole(money.Down).Mul(rate).Round(2, money.Down)
		w.Step("tax_to_date", "Tax at the one rate of the code", due, b.cite, "{} × {}", pay.Positive().Whole(money.Down), rate)
		return due
	}
	count := money.FromInt(int64(n))
	one := p.adjustment(c, at.weekly)
	if c.added {
		one = one.Neg()
	}
	taxable := pay.Sub(one.Mul(count))
	w.Step("taxable_pay", "Pay less free pay, or with additional pay", taxable, p.codeCite, "{} − {} × {}", pay, one, count)
	if taxable.Sign() <= 0 {
		return money.Zero
	}
	due := b.of(taxable, count, at.perYear())
	w.Step("tax_to_date", "Tax by the bands of so many weeks or months", due, b.cite, "bands × {} ÷ {} on {}", count, at.perYear(),
		taxable.Whole(money.Down))
	return due
}

// of is the tax on a taxable pay of n of the year's periods: edges and the tax
// up to them have four places, cut; an edge is compared when raised to the
// pound; the pay is cut to the pound and the tax to the penny. The Scottish tax
// up to an edge is the sum of the bands, each cut, as HMRC's test data have it.
func (b *bands) of(taxable, n, year money.Dec) money.Dec {
	share := func(x money.Dec) money.Dec { return x.Mul(n).QuoRound(year, 4, money.Down) }
	from, before, i := money.Zero, money.Zero, 0
	for ; i < len(b.upTo); i++ {
		edge := share(b.upTo[i])
		if !taxable.Greater(edge.Whole(money.Up)) {
			break
		}
		if b.byBand {
			before = before.Add(edge.Sub(from).Mul(b.rates[i]).Round(4, money.Down))
		} else {
			before = share(b.due[i])
		}
		from = edge
	}
	return before.Add(taxable.Whole(money.Down).Sub(from).Mul(b.rates[i]).Round(4, money.Down)).Round(2, money.Down)
}
