package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from the IT-511 booklet of 2025 and Act 465 of 2026. The
// low income credit counts spouses and children, not other dependents, and
// surviving spouses have the deduction of heads of household.
func TestGeorgia(t *testing.T) {
	for _, c := range []struct {
		year             int
		status           form1040.Status
		wages            int64
		children, others int
		want             string
	}{
		{2025, form1040.Single, 18000, 0, 1, "99"},            // (18000 − 12000 − 4000) × 5.19 % − 5
		{2025, form1040.Head, 19000, 1, 0, "146"},             // (19000 − 12000 − 4000) × 5.19 % − 2 × 5
		{2026, form1040.SurvivingSpouse, 60000, 0, 1, "1996"}, // (60000 − 15000 − 5000) × 4.99 %
		{2026, form1040.Joint, 90000, 0, 1, "2745"},           // (90000 − 30000 − 5000) × 4.99 %
	} {
		owes(t, "georgia", wagesOf(c.year, c.status, c.wages, c.children, c.others), c.want)
	}
}
