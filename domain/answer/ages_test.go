package answer_test

import (
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
