package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from La. R.S. 47:32, 47:294 and 47:295 as they were until
// 2024.
func TestLouisianaUntil2024(t *testing.T) {
	for _, c := range []struct {
		status           form1040.Status
		wages            int64
		children, others int
		want             string
	}{
		{form1040.Single, 60000, 0, 0, "1886"},  // 231.25 + 37500 × 3.5 % + 10000 × 4.25 % − 4500 × 1.85 %
		{form1040.Single, 4500, 0, 0, "0"},      // the exemption
		{form1040.Joint, 80000, 2, 0, "2184"},   // 462.50 + 55000 × 3.5 % − 11000 × 1.85 %
		{form1040.Head, 60000, 3, 1, "1720"},    // 1968.75 − 12500 × 1.85 % − 500 × 3.5 %: 13000 comes off two brackets
		{form1040.Separate, 30000, 0, 0, "761"}, // 231.25 + 17500 × 3.5 % − 4500 × 1.85 %
	} {
		owes(t, "louisiana", wagesOf(2024, c.status, c.wages, c.children, c.others), c.want)
	}
}
