package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// oklahoma gives a part of the federal child tax credit, its refundable part
// included, or one of the credit for care, whichever is greater, up to an income (68
// O.S. § 2357).
var oklahoma = &Entry{Code: "ok", Slug: "oklahoma", Name: "Oklahoma", Children: true, rules: readOklahoma, row: oklahomaRow,
	refunds: oklahomaRefunds,
	unread:  "its earned income credit, of the federal law of 2020, and those for sales and property tax are not modelled"}

// oklahomaRow is the middle of a row of the Oklahoma Income Tax Table, whose
// rows of 50 hold their lower end; from 100,000 on the tax is computed.
func oklahomaRow(taxable money.Dec) money.Dec {
	if !taxable.Less(tableEnd) {
		return taxable
	}
	return taxable.QuoRound(fifty, 0, money.Floor).Mul(fifty).Add(money.FromInt(25))
}

func readOklahoma(r reader) own {
	rate, limit := r.num("federal_child_credit_rate"), r.num("federal_child_credit_limit")
	return own{credit: func(c *filing) money.Dec {
		if c.agi.Greater(limit) {
			return money.Zero
		}
		care := c.p.care.amount(c) // is counted apart
		credit := money.Max(care, c.f.At(form1040.F19).Add(c.f.At(form1040.F28)).Mul(rate))
		if c.start.Less(c.agi) { // Schedule 511-F: by Oklahoma's part of the federal adjusted gross income
			credit = c.whole(credit.Mul(c.start.Positive()).Quo(c.agi))
		}
		return credit.Sub(care)
	}}
}
