package answer_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// TestContributionsByAge holds that no contribution is computed for somebody of
// an age at which the place may ask for less or none, unless it takes the age.
func TestContributionsByAge(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]contract.Status{
		"National Insurance on £60,000 salary, I am 70, UK 2025-26":                                 contract.StatusUnsupported,
		"I earn £50,000 in England, my age is 70. National Insurance 2025-26":                       contract.StatusUnsupported,
		"Income tax and National Insurance on £60,000 salary in England 2025-26, I am 70":           contract.StatusUnsupported,
		"PRSI on €60,000 salary in Ireland 2025, I am 70":                                           contract.StatusUnsupported,
		"CPP on $60,000 salary in Ontario 2025, I'm 72":                                             contract.StatusUnsupported,
		"National Insurance on £60,000 salary, I am 15, UK 2025-26":                                 contract.StatusUnsupported,
		"National Insurance on £60,000 salary, I am 40, UK 2025-26":                                 contract.StatusVerified,
		"Income tax without National Insurance on £60,000 salary in England 2025-26, I am 70":       contract.StatusVerified,
		"National Insurance on £60,000 salary in 2025-26; my mother is 70 years old and lives here": contract.StatusVerified,
	} {
		if out := put(t, p, question, e); out.Contract.VerificationStatus != want {
			t.Errorf("%q is %s, want %s", question, out.Contract.VerificationStatus, want)
		}
	}
}

// A bare number among what is said of who works is that person's age, never an amount beside
// the one that is named: the figure is that of the same question with the age told outright.
func TestAnAgeAmongWhatAPersonIsAddsNothing(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ before, after string }{
		{"Self-employed in Leeds", "profit £48,000, 2025-26. Income tax and class 4 NI?"},
		{"I am freelance", "profit £31,250, Swansea 2025-26. Income tax?"},
		{"Self-employed in Galway", "profit €48,000, single, 2025. Income tax, USC and PRSI?"},
		{"Sole trader in Auckland", "profit $48,000, 2025-26. Income tax?"},
		{"Self-employed in Durban", "profit R480,000, 2026 year of assessment. Income tax?"},
	} {
		for _, age := range []int{24, 45, 59, 67, 78} {
			told := put(t, p, fmt.Sprintf("%s, I am %d, %s", c.before, age, c.after), e)
			for _, form := range []string{"%s, %d, %s", "%s and %d, %s"} {
				q := fmt.Sprintf(form, c.before, age, c.after)
				if out := put(t, p, q, e); figure(&out) != figure(&told) {
					t.Errorf("%q: %q, and said outright %q", q, figure(&out), figure(&told))
				}
			}
		}
	}
	for _, q := range []string{"Salary £50,000, interest 120, Leeds 2025-26. Income tax?", "I earn £50,000 and dividends of 100, Leeds 2025-26. Income tax?"} {
		if out := put(t, p, q, e); figure(&out) == "" || len(out.Contract.FactsUsed) < 3 {
			t.Errorf("%q: %q of %v", q, figure(&out), out.Contract.FactsUsed)
		}
	}
}
