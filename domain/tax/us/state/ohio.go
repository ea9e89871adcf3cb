package state

import "github.com/tallystick/tallystick/domain/money"

// readOhio reads the tax at the foot of each band, which the schedule prints
// (R.C. 5747.02): it jumps where an income passes the untaxed band, and in 2025
// it exceeds what the bands below come to.
func readOhio(r reader) own {
	foot := r.schedule("tax_at_foot")
	return own{tax: func(c *filing) money.Dec {
		return c.whole(fromFoot(foot, c.schedule, c.taxable))
	}}
}
