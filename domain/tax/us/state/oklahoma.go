package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// oklahoma gives a part of the federal child tax credit, its refundable part
// included, up to an income (68 O.S. § 2357).
var oklahoma = &Entry{Code: "ok", Slug: "oklahoma", Name: "Oklahoma", From: 2022, To: 2026, Kinds: withRents, Children: true, Scope: tableScope, rules: readOklahoma,
	Why: "schedules of 2023 to 2026 from two secondary sources that agree (a third still has the joint schedule of 2023 for 2024), other parameters from one; no example of the state's authority was run"}

func readOklahoma(r reader) own {
	rate, limit := r.num("federal_child_credit_rate"), r.num("federal_child_credit_limit")
	return own{credit: func(c *filing) money.Dec {
		if c.agi.Greater(limit) {
			return money.Zero
		}
		return c.f.At(form1040.F19).Add(c.f.At(form1040.F28)).Mul(rate)
	}}
}
