package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readNewJersey reads the tax at the foot of each band for joint returns, heads
// of household and surviving spouses: in one band the statute prints more than
// the bands below come to (N.J.S.A. 54A:2-1(a)).
func readNewJersey(r reader) own {
	foot := r.schedule("tax_at_foot_joint")
	return own{tax: func(c *filing) money.Dec {
		if c.due.IsZero() || c.in.Status == form1040.Single || c.in.Status == form1040.Separate {
			return c.due
		}
		x := c.taxable
		if c.in.Method == form1040.AsForm {
			x = newJerseyRow(x)
		}
		return c.whole(fromFoot(foot, c.schedule, x))
	}}
}
