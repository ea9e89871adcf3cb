package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// From a federal adjusted gross income of 300,000 on, what exceeds an amount of
// the federal deduction is added back: 12,000 and 16,000 until 2025 (C.R.S. §
// 39-22-104(3)(p.5)), 1,000 and 2,000 from 2026 (§ 39-22-104(3)(p.7)). The
// standard deductions are 15,750 and 31,500 in 2025, 16,100 and 32,200 in 2026.
func TestColoradoFederalDeductions(t *testing.T) {
	for _, c := range []struct {
		year   int
		status form1040.Status
		wages  int64
		want   string
	}{
		{2025, form1040.Single, 299999, "0"}, {2025, form1040.Single, 300000, "3750"}, {2025, form1040.Joint, 300000, "15500"},
		{2026, form1040.Single, 299999, "0"}, {2026, form1040.Single, 300000, "15100"}, {2026, form1040.Joint, 300000, "30200"},
	} {
		in := wagesOf(c.year, c.status, c.wages, 0, 0)
		if got := paramsOf(t, "colorado", c.year).addBack(in, sheet(t, in)); !got.Equal(money.MustParse(c.want)) {
			t.Errorf("%d, %s, %d: %s is added back, want %s", c.year, c.status, c.wages, got, c.want)
		}
	}
}
