package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from S.C. Code §§ 12-6-510 and 12-6-1140(15) as Act 110 of
// 2026 has them.
func TestSouthCarolina2026(t *testing.T) {
	for _, c := range []struct {
		status form1040.Status
		wages  int64
		want   string
	}{
		{form1040.Single, 40000, "498"},    // (40000 − 15000) × 1.99 %
		{form1040.Single, 50000, "999"},    // 15000 × 10000 / 55000 = 2727: (50000 − 15000 + 2720) × 5.21 % − 966
		{form1040.Single, 95000, "3984"},   // no deduction: 95000 × 5.21 % − 966
		{form1040.Single, 500000, "25084"}, // the same
		{form1040.Head, 82500, "2479"},     // 22500 × 22500 / 82500 = 6136: (82500 − 22500 + 6130) × 5.21 % − 966
		{form1040.Joint, 135000, "5286"},   // 30000 − 15000: (135000 − 15000) × 5.21 % − 966
		{form1040.Separate, 12000, "0"},
	} {
		owes(t, "south_carolina", wagesOf(2026, c.status, c.wages, 0, 0), c.want)
	}
}
