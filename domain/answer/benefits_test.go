package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
)

// The name of a benefit that is also a charge's is income behind an amount or a word of
// receiving, and the charge elsewhere; the claim names what was received.
func TestSocialSecurityIsReceivedOrCharged(t *testing.T) {
	p, e := everywhere()
	const who = "US, single, 67 years old, Florida, 2025. "
	want := put(t, p, who+"$40,000 pension, $20,000 social security benefits. Federal income tax?", e)
	if figure(&want) == "" {
		t.Fatal(want.Code, want.Plan.MissingFacts)
	}
	for _, received := range []string{"$20,000 social security", "$20,000 of social security", "$20,000 in social security", "$20,000 a year from social security",
		"20,000 dollars of social security", "social security of $20,000"} {
		for _, frame := range []string{"%s%s and a $40,000 pension. Federal income tax?", "%s$40,000 pension, %s. Federal income tax?"} {
			q := fmt.Sprintf(frame, who, received)
			out := put(t, p, q, e)
			if figure(&out) != figure(&want) || out.Requests[0].Facts["social_security_benefits"] != "20000" {
				t.Errorf("%q is %q (%s), not %q", q, figure(&out), out.Code, figure(&want))
			}
		}
	}
	for _, q := range []string{"How much social security tax on $50,000 of US wages in 2025, single?", "US 2025, single, wages of $50,000: social security tax?"} {
		out := put(t, p, q, e)
		if len(out.Plan.TaxTypes) != 1 || out.Plan.TaxTypes[0] != "social_contributions" || figure(&out) != "3100.00" {
			t.Errorf("%q is %v, %q (%s)", q, out.Plan.TaxTypes, figure(&out), out.Code)
		}
	}
	for _, q := range []string{who + "I earn $60,000 and collect social security. Federal income tax?", who + "I earn $60,000. I receive social security. Federal income tax?"} {
		if out := put(t, p, q, e); figure(&out) != "" || len(out.Plan.MissingFacts) == 0 {
			t.Errorf("%q is %q (%s)", q, figure(&out), out.Code)
		}
	}
	if said := want.Contract.Claims[0].Text; want.Requests[0].Components[0].Kind != tax.Pension || !strings.Contains(said, "social security benefits 20000") {
		t.Error(want.Requests[0].Components, said)
	}
}
