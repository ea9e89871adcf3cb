package payroll

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

// The constants that Table 8.1 of the formulas prints for each edition (and
// those of TP-1015.F-V of 2026) are reached from the bands.
func TestPublishedConstants(t *testing.T) {
	for _, e := range []struct {
		from     civil.Date
		federal  []int64
		province map[string][]int64
	}{
		{civil.Of(2025, 1, 1), []int64{3156, 9467, 14803, 24940}, map[string][]int64{
			"alberta": {3025, 4839, 7259, 10889}, "british_columbia": {1301, 4061, 6086, 9398, 13310, 22924}, "manitoba": {927, 5633},
			"new_brunswick": {2360, 4412, 11064}, "newfoundland_and_labrador": {2563, 3712, 6868, 11286, 14108, 16930, 22575},
			"nova_scotia": {1879, 2929, 3725, 9137}, "northwest_territories": {1403, 5145, 8270}, "nunavut": {1641, 3829, 8276},
			"ontario": {2168, 4294, 5794, 7994}, "prince_edward_island": {1323, 3347, 4418, 6350}, "saskatchewan": {1069, 4124},
			"yukon": {1492, 3672, 7052, 18052}}},
		{civil.Of(2025, 7, 1), []int64{3729, 10041, 15377, 25514}, map[string][]int64{
			"alberta": {2400, 5425, 7239, 9659, 13289}, "manitoba": {907, 5501}, "saskatchewan": {1069, 4124},
			"prince_edward_island": {1323, 3347, 4418, 6350}}},
		{civil.Of(2026, 1, 1), []int64{3804, 10241, 15685, 26024}, map[string][]int64{
			"alberta": {1224, 4309, 6160, 8628, 12331}, "british_columbia": {1330, 4150, 6220, 9604, 13603, 23428}, "manitoba": {917, 5567},
			"new_brunswick": {2407, 4501, 11286}, "newfoundland_and_labrador": {2591, 3753, 6943, 11410, 14263, 17117, 22823},
			"nova_scotia": {1909, 2976, 3784, 9283}, "northwest_territories": {1431, 5247, 8436}, "nunavut": {1674, 3906, 8442},
			"ontario": {2210, 4376, 5876, 8076}, "prince_edward_island": {1347, 3407, 4497, 6460}, "saskatchewan": {1091, 4207},
			"yukon": {1522, 3745, 7193, 18193}, "quebec": {2717, 8151, 10465}}},
		{civil.Of(2026, 7, 1), []int64{3804, 10241, 15685, 26024}, map[string][]int64{
			"british_columbia": {786, 3606, 5676, 9061, 13059, 22884}}},
	} {
		for region, want := range e.province {
			p := resolved.On(nil, e.from)[region]
			same(t, region, e.from, p.bands, want)
			same(t, "federal", e.from, p.federalBands, e.federal)
		}
	}
}

func same(t *testing.T, of string, from civil.Date, got tariff, want []int64) {
	t.Helper()
	if len(got.constants) != len(want)+1 {
		t.Fatalf("%s %s: %d bands, want %d", from, of, len(got.constants), len(want)+1)
	}
	for i, w := range want {
		if n, ok := got.constants[i+1].Int64(); !ok || n != w {
			t.Errorf("%s %s: constant %d is %s, want %d", from, of, i+2, got.constants[i+1], w)
		}
	}
}
