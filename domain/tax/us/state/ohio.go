package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readOhio reads the tax at the foot of each band, which the schedule prints
// (R.C. 5747.02): it jumps where an income passes the untaxed band, and in 2025
// it exceeds what the bands below come to.
func readOhio(r reader) own {
	foot := r.schedule("tax_at_foot")
	return own{tax: func(c *filing) money.Dec {
		return c.whole(fromFoot(foot, c.schedule, c.taxable))
	}}
}

// refuseOhio refuses medical expenses, of which the state deducts a part that is
// found otherwise than on Schedule A (R.C. 5747.01(A)(10)).
func refuseOhio(in *form1040.Return) string {
	if !in.Medical.IsZero() {
		return "the deduction for medical expenses is not modelled for this state"
	}
	return ""
}
