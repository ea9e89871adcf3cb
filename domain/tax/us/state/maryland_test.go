package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Form 502 of 2025, Worksheet 13A, and Form 502CR, parts B and M.
func TestMarylandHouseholds(t *testing.T) {
	owe(t, "maryland", map[string]filed{
		// 50000 − (41200 − 24000) − 3350 − 3200 − 1000 = 25250: 1147, less 1000 for seniors
		"a pension beside social security": {form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(50000), dollars(24000)
		}, "147"},
		// 50000 − 3350 − 3200 = 43450
		"a pension before 65": {form1040.Single, 60, func(in *form1040.Return) { in.Pensions = dollars(50000) }, "2011"},
		// 60000 − 3000 − 6700 − 6400 = 43900: 2033, less 600 × 0.32 × 0.85
		"care": {form1040.Head, 40, func(in *form1040.Return) {
			in.You.Wages, in.Children, in.CarePersons, in.CareExpenses = dollars(60000), 1, 1, dollars(3000)
		}, "1870"},
	})
}

// What is excluded of a pension is less by the social security of the same person.
func TestMarylandsExclusionIsEachSpouses(t *testing.T) {
	for name, c := range map[string]struct {
		ofSpouse int64 // of 60000 of social security
		want     int64
	}{"all yours": {0, 41200}, "all the spouse's": {60000, 30000}, "half": {30000, 11200 + 11200}} {
		in := plain(form1040.Joint, 70)
		in.Spouse.Age = 70
		in.SocialSecurity, in.SpouseSocialSecurity = dollars(60000), dollars(c.ofSpouse)
		in.Add(form1040.Pensions, false, dollars(30000))
		in.Add(form1040.Pensions, true, dollars(50000))
		if got := stepOf(compute(t, Of("maryland"), in), "MD/pensions_exempt"); !got.Equal(dollars(c.want)) {
			t.Errorf("%s: %s excluded, want %d", name, got, c.want)
		}
	}
}
