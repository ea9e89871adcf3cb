package payroll

import "testing"

// The law of each day on which some of it begins can be read; On would panic.
func TestEveryDayOfTheCoveredYearsHasItsLaw(t *testing.T) {
	for _, day := range resolved.Turns() {
		resolved.On(nil, day)
	}
}
