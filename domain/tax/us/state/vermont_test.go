package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The base tax of each band of the 2025 Vermont Tax Rate Schedules, their
// example, and rows of the 2025 Tax Table by their middle (Vermont Department
// of Taxes).
func TestVermontSchedulesAndTableOf2025(t *testing.T) {
	p := paramsOf(t, "vermont", 2025)
	for status, want := range map[form1040.Status]struct{ base, rows map[int64]int64 }{
		form1040.Single: {map[int64]int64{49400: 1655, 119700: 6295, 249700: 16175},
			map[int64]int64{25950: 869, 29850: 1000, 41350: 1385, 49450: 1658, 50050: 1698, 55050: 2028, 59950: 2351, 64450: 2648}},
		form1040.Joint: {map[int64]int64{82500: 2764, 199450: 10482, 304000: 18428},
			map[int64]int64{49450: 1657, 50050: 1677, 55050: 1844, 59950: 2008, 64450: 2159, 85000: 2929}},
		form1040.Separate: {map[int64]int64{41250: 1382, 99725: 5241, 152000: 9214},
			map[int64]int64{41350: 1389, 45050: 1633, 50050: 1963, 55050: 2293, 59950: 2616, 64450: 2913}},
		form1040.Head: {map[int64]int64{66200: 2218, 171000: 9135, 276850: 17179}, map[int64]int64{64450: 2159}},
	} {
		s := p.tariff[status]
		for from, tax := range want.base {
			above := dollars(from + 1)
			if got := printed(s, above).Sub(s.Entered(above).Rate); !got.Equal(dollars(tax)) {
				t.Errorf("%s at %d: %s, printed %d", status, from, got, tax)
			}
		}
		for at, tax := range want.rows {
			if got := printed(s, dollars(at)).Whole(money.HalfUp); !got.Equal(dollars(tax)) {
				t.Errorf("%s, %d: %s, printed %d", status, at, got, tax)
			}
		}
	}
}

// A return takes the row that its taxable income is in: 62,950 − 7,650 − 5,300 is
// 50,000, in the row from 50,000 to 50,100.
func TestVermontTableOnTheForm(t *testing.T) {
	for wages, want := range map[int64]int64{62950: 1698, 63049: 1698, 63050: 1705, 62949: 1691, 87949: 3341} {
		if got := compute(t, Of("vermont"), wagesOf(2025, form1040.Single, wages, 0, 0)).Tax; !got.Equal(dollars(want)) {
			t.Errorf("wages of %d: %s, tabled %d", wages, got, want)
		}
	}
}
