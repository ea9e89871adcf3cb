package answer_test

import (
	"fmt"
	"testing"
)

// A pay of a month with how often it comes in the year is an income of the year: the figure is
// that of their product. Payments of something else, and other numbers, count nothing.
func TestPaymentsOfTheYearAreCounted(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		month, year string
		times       int
	}{
		{"I get £%d a month in Sheffield, twelve payments, 2025/26. Income tax for the year?", "I get £%d a year in Sheffield, 2025/26. Income tax for the year?", 12},
		{"£%d a month in 12 payments, Sheffield, 2025/26. Income tax?", "£%d a year, Sheffield, 2025/26. Income tax?", 12},
		{"£%d a month, 13 payments, Sheffield, 2025/26. Income tax?", "£%d a year, Sheffield, 2025/26. Income tax?", 13},
		{"%d € brutto im Monat, 14 Gehälter, Wien 2025. Lohnsteuer?", "%d € brutto im Jahr, Wien 2025. Lohnsteuer?", 14},
		{"Gano %d libras al mes en 12 pagas en Liverpool, 2025-26. ¿Income tax?", "Gano %d libras al año en Liverpool, 2025-26. ¿Income tax?", 12},
	} {
		for _, month := range []int{2_150, 2_850, 5_120} {
			whole := put(t, p, fmt.Sprintf(c.year, month*c.times), e)
			q := fmt.Sprintf(c.month, month)
			if out := put(t, p, q, e); figure(&whole) == "" || figure(&out) != figure(&whole) {
				t.Errorf("%q: %q, want %q", q, figure(&out), figure(&whole))
			}
		}
	}
	for _, q := range []string{"I get £2,850 a month in Sheffield, 36 payments, 2025/26. Income tax?",
		"I get £2,850 a month in Sheffield and have 12 payments left on my car, 2025/26. Income tax?",
		"I get £2,850 a month in Sheffield, no 12 payments, 2025/26. Income tax?",
		"I get £2,850 a week in Sheffield, 12 payments, 2025/26. Income tax?"} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q: %q", q, figure(&out))
		}
	}
}
