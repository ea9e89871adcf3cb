package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The examples of the Department of Taxation's Spouse Tax Adjustment page:
// http://www.tax.virginia.gov/spouse-tax-adjustment. The spouses' incomes are
// those after their exemptions.
func TestVirginiaSpouseTaxAdjustment(t *testing.T) {
	p := paramsOf(t, "virginia", 2024)
	s := p.tariff[form1040.Joint]
	for _, c := range []struct{ higher, lower, joint, want int64 }{
		{35000, 12000, 2445, 2225},
		{30000, 12000, 2158, 1937},
	} {
		in := wagesOf(2024, form1040.Joint, c.higher+930, 0, 0)
		in.Spouse.Wages = dollars(c.lower + 930)
		sum := dollars(c.higher + c.lower)
		f := filing{in: in, p: p, schedule: s, taxable: sum, start: in.You.Wages.Add(in.Spouse.Wages), due: s.Tax(sum).Whole(money.HalfUp)}
		if !f.due.Equal(dollars(c.joint)) {
			t.Errorf("joint tax on %s: %s, printed %d", sum, f.due, c.joint)
		}
		if got := p.couple.tax(&f); !got.Equal(dollars(c.want)) {
			t.Errorf("%d and %d: %s, printed %d", c.higher, c.lower, got, c.want)
		}
	}
}
