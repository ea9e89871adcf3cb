package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// wisconsin has a standard deduction that slides to nothing as income rises
// (Wis. Stat. § 71.05(22)); the form reads it from a table of rows of 500. How
// the state treats surviving spouses was not found, so they are refused.
var wisconsin = &Entry{Code: "wi", Slug: "wisconsin", Name: "Wisconsin", Dependents: true, Children: true, OneEarner: true,
	couple: lowerEarnerCredit, Strict: true, Without: []form1040.Status{form1040.SurvivingSpouse}, rules: readWisconsin}

func readWisconsin(r reader) own {
	most, fall := r.status("sliding_deduction"), r.schedules("sliding")
	return own{deduct: func(c *filing) money.Dec {
		s := c.in.Status
		return most[s].Sub(fall[s].Tax(c.start.Positive())).Positive()
	}}
}
