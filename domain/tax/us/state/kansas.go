package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readKansas reads the taxable income up to which no tax was due until 2023;
// above it all of it was taxed (K.S.A. 79-32,110).
func readKansas(r reader) own {
	if !r.Has("no_tax_taxable") {
		return own{}
	}
	none := r.status("no_tax_taxable")
	return own{tax: func(c *filing) money.Dec {
		if !c.taxable.Greater(none[c.in.Status]) {
			return money.Zero
		}
		return c.whole(c.schedule.Tax(c.taxable))
	}}
}

// refuseKansas refuses heads of household before 2024, on whose further exemption
// sources differ, and those who may have the food sales tax credit, which ended
// with 2024: children or an age of 55 or blindness at a low income.
func refuseKansas(in *form1040.Return) string {
	const headFrom, last, limit, age = 2024, 2024, 30_615, 55
	if in.Status == form1040.Head && in.Year < headFrom {
		return "heads of household are not modelled for this state in this year"
	}
	if in.Year > last || in.You.Wages.Add(in.Spouse.Wages).Greater(money.FromInt(limit)) {
		return ""
	}
	if in.Children > 0 || in.OtherDependents > 0 || max(in.You.Age, in.Spouse.Age) >= age || in.You.Blind || in.Spouse.Blind {
		return "the food sales tax credit is not modelled for this state"
	}
	return ""
}
