package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The Standard Deduction Chart of the Form 40 Booklet of 2025, p. 9:
// https://www.revenue.alabama.gov/wp-content/uploads/2026/01/25f40bk.pdf. Its
// first and last incomes and some between.
func TestAlabamaStandardDeductionChart2025(t *testing.T) {
	p, err := Of("alabama").params(2025)
	if err != nil {
		t.Fatal(err)
	}
	for status, rows := range map[form1040.Status]map[int64]int64{
		form1040.Joint:    {0: 8500, 25999: 8500, 26000: 8325, 27999: 7800, 30000: 6925, 32500: 6050, 35499: 5175, 35500: 5000},
		form1040.Separate: {0: 4250, 12999: 4250, 13000: 4162, 14999: 3546, 15000: 3458, 17749: 2578, 17750: 2500},
		form1040.Head:     {0: 5200, 25999: 5200, 26000: 5065, 27999: 4660, 30000: 3985, 32500: 3310, 35499: 2635, 35500: 2500, 90000: 2500},
		form1040.Single:   {0: 3000, 25999: 3000, 26000: 2975, 27999: 2900, 30000: 2775, 32500: 2650, 35499: 2525, 35500: 2500, 90000: 2500},
	} {
		for agi, want := range rows {
			in := wagesOf(2025, status, agi, 0, 0)
			c := filing{in: in, f: sheet(t, in), p: p, agi: dollars(agi), start: dollars(agi)}
			federal := c.f.At(form1040.F22).Sub(c.f.At(form1040.F27)).Positive()
			if got := p.own.deduct(&c).Sub(federal); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, charted %d", status, agi, got, want)
			}
		}
	}
}
