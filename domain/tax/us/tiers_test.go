package us

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// What a state's coverage excepts, by a kind of income, a fact or an age, lowers the tier of
// the requests that have it: the return's own exceptions stand beside, not in its place.
func TestExceptionsOfStatesLowerTheTier(t *testing.T) {
	final := map[[2]string]tax.CoverageRow{}
	for _, row := range stateCoverage() {
		final[[2]string{row.Region, row.TaxYear}] = row
	}
	tried := 0
	for _, e := range state.Entries {
		for _, held := range e.Held().Rows {
			row := final[[2]string{held.Region, held.TaxYear}]
			for _, x := range held.Except {
				if !x.Tier.Below(row.Tier) {
					continue // the row is no higher
				}
				lowered := func(names func(tax.Exception) bool) bool {
					tried++
					return slices.ContainsFunc(row.Except, func(e tax.Exception) bool { return names(e) && !x.Tier.Below(e.Tier) })
				}
				for _, k := range x.Kinds {
					if !lowered(func(e tax.Exception) bool { return slices.Contains(e.Kinds, k) }) {
						t.Errorf("%s %s: %s is %s", row.Region, row.TaxYear, k, row.Tier)
					}
				}
				for _, name := range x.Facts {
					if !lowered(func(e tax.Exception) bool { return slices.Contains(e.Facts, name) }) {
						t.Errorf("%s %s: %s is %s", row.Region, row.TaxYear, name, row.Tier)
					}
				}
				for name, from := range x.AtLeast {
					if !lowered(func(e tax.Exception) bool { n, ok := e.AtLeast[name]; return ok && n <= from }) {
						t.Errorf("%s %s: %s from %d is %s", row.Region, row.TaxYear, name, from, row.Tier)
					}
				}
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d exceptions were tried", tried)
	}
}
