package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// On a combined separate return a spouse's personal credits reach that spouse's
// tax alone. The first two are computations that TAXSIM and Form PIT-RES agree
// on (PolicyEngine's tests of issues 8710 and 839), without refundable credits.
func TestDelawareCreditsByColumn(t *testing.T) {
	for name, c := range map[string]struct {
		yours, spouses int64
		children       int
		age, spouseAge int
		want           string
	}{
		"what one column cannot use is lost":    {yours: 10895, spouses: 10895, children: 1, age: 40, spouseAge: 40, want: "59"},
		"the joint return leaves less":          {yours: 5491, spouses: 20000, children: 2, age: 40, spouseAge: 40, want: "253"},
		"both use their own":                    {yours: 60000, spouses: 40000, age: 40, spouseAge: 40, want: "4196"},
		"a credit for age stays in its column":  {yours: 10000, spouses: 60000, age: 62, spouseAge: 40, want: "2653"},
		"a credit for age where there is a tax": {yours: 10000, spouses: 60000, age: 40, spouseAge: 62, want: "2567"},
	} {
		in := wagesOf(2025, form1040.Joint, c.yours, c.children, 0)
		in.Spouse.Wages = dollars(c.spouses)
		in.You.Age, in.Spouse.Age = c.age, c.spouseAge
		t.Run(name, func(t *testing.T) { owes(t, "delaware", in, c.want) })
		in.You, in.Spouse = in.Spouse, in.You
		t.Run(name+", the other way round", func(t *testing.T) { owes(t, "delaware", in, c.want) })
	}
}
