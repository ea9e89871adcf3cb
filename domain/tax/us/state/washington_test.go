package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Washington taxes long-term capital gains (RCW 82.87), which is not modelled:
// gains are refused rather than answered with nothing.
func TestWashingtonGainsRefused(t *testing.T) {
	for year := 2022; year <= 2026; year++ {
		in := wagesOf(year, form1040.Single, 60000, 0, 0)
		if why := Of("washington").Refuse(in); why != "" {
			t.Errorf("%d, wages: %s", year, why)
		}
		in.LongTermGain = dollars(500000)
		if Of("washington").Refuse(in) == "" {
			t.Errorf("%d: takes a long-term gain", year)
		}
	}
}
