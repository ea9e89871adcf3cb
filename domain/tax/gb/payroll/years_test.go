package payroll

import "testing"

// TestEveryDayOfTheCoveredYearsHasItsLaw reads the law of each day on which some
// of it begins, which On would panic over.
func TestEveryDayOfTheCoveredYearsHasItsLaw(t *testing.T) {
	days := resolved.Turns()
	if len(days) < 5 {
		t.Fatalf("law begins on %v only", days)
	}
	for _, day := range days {
		resolved.On(nil, day)
	}
}
