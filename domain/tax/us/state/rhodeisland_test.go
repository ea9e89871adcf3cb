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
