package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readNorthCarolina is the child deduction: an amount for each child of the
// federal child tax credit, by federal adjusted gross income; the upper end of
// a band belongs to it (G.S. 105-153.5(a1)).
func readNorthCarolina(r reader) own {
	each := r.schedules("child_by_income")
	if each[form1040.Single] == nil {
		return own{}
	}
	return own{deduct: func(c *filing) money.Dec {
		return amountAt(each[c.in.Status], c.agi).Mul(money.FromInt(int64(c.in.Children)))
	}}
}
