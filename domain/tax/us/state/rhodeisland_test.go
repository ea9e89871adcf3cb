package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The uniform tax rate schedules of 2025 and 2026 as Advisory 2025-22 of the
// Division of Taxation prints them, and the ends of the range over which the
// standard deduction and the exemption fall: to none above 283,250 and 290,800.
func TestRhodeIslandAdvisory(t *testing.T) {
	for year, want := range map[int]struct {
		feet map[int64]string
		end  int64
	}{
		2025: {map[int64]string{79900: "2996.25", 181650: "7829.38"}, 283250},
		2026: {map[int64]string{82050: "3076.88", 186450: "8035.88"}, 290800},
	} {
		p := paramsOf(t, "rhode_island", year)
		feet(t, p, form1040.Single, want.feet)
		feet(t, p, form1040.Joint, want.feet)
		for agi, none := range map[int64]bool{want.end: false, want.end + 1: true} {
			c := filing{in: wagesOf(year, form1040.Single, agi, 0, 0), p: p, agi: dollars(agi), start: dollars(agi)}
			if got := p.deduction(&c); got.IsZero() != none {
				t.Errorf("%d, income of %d: a deduction of %s", year, agi, got)
			}
		}
	}
}

// Schedule M of 2025, lines 1s and 1t, by the limits of ADV 2025-22.
func TestRhodeIslandHouseholds(t *testing.T) {
	owe(t, "rhode_island", map[string]filed{
		// 60000 + 17000 less 50000 and 17000, 10900 and 5100
		"retired": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions, in.SocialSecurity = dollars(60000), dollars(20000) }, "0"},
		// 107000 is not below the limit: 2996.25 + (107000 − 16000 − 79900) × 4.75 %
		"at the limit": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(107000) }, "3524"},
		// (106999 − 50000 − 16000) × 3.75 %
		"below it": {form1040.Single, 67, func(in *form1040.Return) { in.Pensions = dollars(106999) }, "1537"},
		"before":   {form1040.Single, 65, func(in *form1040.Return) { in.Pensions = dollars(46000) }, "1125"}, // 30000 × 3.75 %
		// the taxpayer's pension alone: (80000 − 30000 − 32000) × 3.75 %
		"a younger spouse": {form1040.Joint, 70, func(in *form1040.Return) {
			in.Spouse.Age = 60
			in.Add(form1040.Pensions, false, dollars(30000))
			in.Add(form1040.Pensions, true, dollars(50000))
		}, "675"},
	})
	e := Of("rhode_island")
	without := compute(t, e, wagesOf(2025, form1040.Head, 60000, 1, 0)).Tax
	in := wagesOf(2025, form1040.Head, 60000, 1, 0)
	in.CarePersons, in.CareExpenses = 1, dollars(3000)
	if got := without.Sub(compute(t, e, in).Tax); !got.Equal(dollars(150)) { // a quarter of 20 % of 3000
		t.Errorf("%s is credited for care, want 150", got)
	}
	in = plain(form1040.Single, 66)
	in.Pensions = dollars(20000)
	if e.Refuse(in) == "" {
		t.Error("takes a pension at 66")
	}
}
