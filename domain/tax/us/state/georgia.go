package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// georgiaLowIncome is the low income credit: by federal adjusted gross income
// an amount for each spouse and natural or adopted child, other dependents not
// counted (O.C.G.A. §§ 48-7A-2, 48-7A-3). The bands hold amounts.
func georgiaLowIncome(c *filing) money.Dec {
	heads := persons(c.in).Add(money.FromInt(int64(c.in.Children)))
	return c.p.lowIncome.Entered(c.f.At(form1040.F11)).Rate.Mul(heads)
}
