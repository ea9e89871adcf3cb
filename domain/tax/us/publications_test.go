package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

const publication17 = "https://www.irs.gov/publications/p17"

// spouseEarns adds an income of the spouse.
func spouseEarns(req tax.Request, kind, amount string) tax.Request {
	req.Components = append(req.Components, tax.Component{Kind: tax.Kind(kind), Amount: money.MustParse(amount), Person: spouse})
	return req
}

// Worked examples of Publication 17 (2025), each by the line whose figure it
// prints: chapter 7 "Examples" and "Are Any of Your Benefits Taxable?", chapter
// 10 "Examples" and "Standard Deduction for Dependents".
func TestPublication17Of2025(t *testing.T) {
	const benefits, deduction = "1040/6b", "1040/12e"
	couple := func(facts ...string) tax.Request { return filer("2025", "", "married_joint", facts...) }
	dependent := func(status, age string, facts ...string) tax.Request {
		return filer("2025", "", status, append([]string{"age", age, "claimed_as_dependent", "true"}, facts...)...)
	}
	for name, c := range map[string]struct {
		req        tax.Request
		line, want string
	}{
		"chapter 7, quick check": {earning(filer("2025", "", "single", "age", "66", "social_security_benefits", "1500"), "pension", "17000",
			"interest", "700"), benefits, "0"},
		"chapter 7, example 1": {earning(filer("2025", "", "single", "age", "66", "social_security_benefits", "5980"), "employment", "9400",
			"pension", "18600", "interest", "990"), benefits, "2990"},
		"chapter 7, example 2": {spouseEarns(earning(couple("age", "66", "spouse_age", "60", "social_security_benefits", "5600", "ira_deduction",
			"1000"), "pension", "15500", "interest", "250"),
			"employment", "14000"), benefits, "0"},
		// The excluded savings bond interest of 200 counts as tax-exempt interest does.
		"chapter 7, example 3": {earning(couple("age", "70", "spouse_age", "70", "social_security_benefits", "10000",
			"tax_exempt_interest", "200"), "pension", "38000", "interest", "2300"), benefits, "6275"},
		"chapter 10, example 1": {earning(couple("age", "46", "spouse_age", "33"), "employment", "60000"), deduction, "31500"},
		"chapter 10, example 2": {earning(couple("age", "46", "spouse_age", "33", "spouse_blind", "true"), "employment", "60000"),
			deduction, "33100"},
		"chapter 10, example 3":             {earning(couple("age", "66", "spouse_age", "67"), "pension", "60000"), deduction, "34700"},
		"chapter 10, dependents, example 1": {earning(dependent("single", "16"), "employment", "150", "interest", "780"), deduction, "1350"},
		"chapter 10, dependents, example 2": {earning(dependent("married_separate", "22"), "employment", "3800", "interest", "1500"), deduction,
			"4250"},
		"chapter 10, dependents, example 3": {earning(dependent("single", "18", "blind", "true"), "employment", "2900", "interest", "1300"),
			deduction, "5350"},
		"chapter 10, dependents, example 4": {earning(dependent("single", "18", "business_loss", "3000"), "employment", "7000", "interest",
			"500"), deduction, "4450"},
	} {
		c.req.Explain = true
		got := calculate(t, FederalRegistry(), c.req)
		have := money.Zero
		for i := range got.Steps {
			if got.Steps[i].Code == c.line {
				have = got.Steps[i].Amount
			}
		}
		if !have.Equal(money.MustParse(c.want)) {
			t.Errorf("%s: line %s is %s, %s prints %s", name, c.line, have, publication17, c.want)
		}
	}
}
