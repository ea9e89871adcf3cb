package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// wisconsin has a standard deduction that slides to nothing as income rises
// (Wis. Stat. § 71.05(22)); the form reads it from a table of rows of 500. How
// the state treats surviving spouses was not found, so they are refused.
var wisconsin = &Entry{Code: "wi", Slug: "wisconsin", Name: "Wisconsin", From: 2022, To: 2026, Kinds: withRents, Dependents: true,
	Children: true, OneEarner: true, couple: lowerEarnerCredit, Strict: true,
	Without: []form1040.Status{form1040.SurvivingSpouse},
	Scope: tableScope + coupleScope +
		" The standard deduction is that of the statute's formula, not of the table's rows. No credit for rent or property tax is taken.",
	rules: readWisconsin,
	Why: "schedules of 2023 to 2025 from two secondary sources that agree; schedules, standard deduction and exemptions of 2026 from the " +
		"Department of Revenue's instructions for estimated tax, whose printed amounts pass, and no independent source; " +
		"other parameters from one"}

func readWisconsin(r reader) own {
	most, fall := r.status("sliding_deduction"), r.schedules("sliding")
	return own{deduct: func(c *filing) money.Dec {
		s := c.in.Status
		return most[s].Sub(fall[s].Tax(c.start.Positive())).Positive()
	}}
}
