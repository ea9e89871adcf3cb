package state

import "github.com/tallystick/tallystick/domain/money"

// readLouisiana reads the combined exemption of until 2024, which comes off the
// lowest bracket first and then off the others (La. R.S. 47:32, 47:294, 47:295):
// the tax is that on the income less that on the exemption.
func readLouisiana(r reader) own {
	if !r.says("combined_order") {
		return own{}
	}
	each, dependent := r.status("combined_exemption"), r.num("combined_dependent")
	return own{tax: func(c *filing) money.Dec {
		free := each[c.in.Status].Add(dependent.Mul(dependents(c.in)))
		return c.whole(c.schedule.Tax(c.taxable).Sub(c.schedule.Tax(free)).Positive())
	}}
}
