package state

import "github.com/tallystick/tallystick/domain/money"

// newMexico exempts an amount for each federal exemption at low and middle
// incomes (NMSA 1978, § 7-2-5.8) and one for each dependent after the first
// (§ 7-2-39).
var newMexico = &Entry{Code: "nm", Slug: "new_mexico", Name: "New Mexico", Base: FederalTaxable, Dependents: true,
	Children: true, rules: readNewMexico, refuse: refuseNewMexico}

func readNewMexico(r reader) own {
	each, limit := r.num("low_exemption"), r.status("low_exemption_limit")
	start, rate, further := r.status("low_exemption_start"), r.status("low_exemption_rate"), r.status("further_dependent")
	return own{subtractLabel: "Deduction for net capital gains", subtract: newMexicoGains(r), deduct: func(c *filing) money.Dec {
		s := c.in.Status
		off := dependents(c.in).Sub(money.One).Positive().Mul(further[s])
		if c.agi.Greater(limit[s]) {
			return off
		}
		low := each.Sub(c.agi.Sub(start[s]).Positive().Mul(rate[s])).Positive()
		return off.Add(low.Mul(c.heads()))
	}}
}
