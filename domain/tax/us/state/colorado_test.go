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

// The example of the subtraction for gifts that the Department gives: of 900 given, 400
// is subtracted (FYI Income 48); with itemised deductions nothing is, beside what is in
// federal taxable income.
func TestColoradoGifts(t *testing.T) {
	e := Of("colorado")
	in := wagesOf(2025, form1040.Single, 60000, 0, 0)
	before := compute(t, e, in).Taxable
	in.GiftsCash = dollars(900)
	if got := before.Sub(compute(t, e, in).Taxable); !got.Equal(dollars(400)) {
		t.Errorf("%s of 900 is subtracted, want 400", got)
	}
	in.MortgageInterest = dollars(20000)
	if got := compute(t, e, in).Taxable; !got.Equal(dollars(60000 - 20900)) {
		t.Errorf("itemised: %s is taxable, want 39100", got)
	}
}
