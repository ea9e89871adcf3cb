package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// oklahoma gives a part of the federal child tax credit, its refundable part
// included, up to an income (68 O.S. § 2357).
var oklahoma = &Entry{Code: "ok", Slug: "oklahoma", Name: "Oklahoma", From: 2022, To: 2026, Kinds: withRents, Children: true,
	Scope: simpleScope, rules: readOklahoma, row: oklahomaRow,
	Why: "of 2025 the Oklahoma Tax Commission's packet, rows of whose table pass, and of 2026 the statutes, each with an independent source " +
		"that agrees; schedules of 2023 and 2024 from two secondary sources that agree, earlier parameters from one; some official texts were " +
		"read only as a third party quotes them"}

// oklahomaRow is the middle of a row of the Oklahoma Income Tax Table, whose
// rows of 50 hold their lower end; from 100,000 on the tax is computed.
func oklahomaRow(taxable money.Dec) money.Dec {
	if !taxable.Less(tableEnd) {
		return taxable
	}
	return taxable.Quo(fifty).Whole(money.Floor).Mul(fifty).Add(money.FromInt(25))
}

func readOklahoma(r reader) own {
	rate, limit := r.num("federal_child_credit_rate"), r.num("federal_child_credit_limit")
	return own{credit: func(c *filing) money.Dec {
		if c.agi.Greater(limit) {
			return money.Zero
		}
		return c.f.At(form1040.F19).Add(c.f.At(form1040.F28)).Mul(rate)
	}}
}
