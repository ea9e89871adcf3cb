package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The Standard Deduction chart of the 2025 Form 40 booklet, p. 9, each row at its first
// and last income: https://www.revenue.alabama.gov/wp-content/uploads/2026/01/25f40bk.pdf.
func TestAlabamaStandardDeductionChart2025(t *testing.T) {
	p := paramsOf(t, "alabama", 2025)
	for status, chart := range map[form1040.Status]struct {
		first, width int64
		rows         []int64
	}{
		form1040.Joint: {26000, 500, []int64{8500, 8325, 8150, 7975, 7800, 7625, 7450, 7275, 7100, 6925, 6750, 6575, 6400, 6225, 6050,
			5875, 5700, 5525, 5350, 5175, 5000}},
		form1040.Separate: {13000, 250, []int64{4250, 4162, 4074, 3986, 3898, 3810, 3722, 3634, 3546, 3458, 3370, 3282, 3194, 3106,
			3018, 2930, 2842, 2754, 2666, 2578, 2500}},
		form1040.Head: {26000, 500, []int64{5200, 5065, 4930, 4795, 4660, 4525, 4390, 4255, 4120, 3985, 3850, 3715, 3580, 3445, 3310,
			3175, 3040, 2905, 2770, 2635, 2500}},
		form1040.Single: {26000, 500, []int64{3000, 2975, 2950, 2925, 2900, 2875, 2850, 2825, 2800, 2775, 2750, 2725, 2700, 2675, 2650,
			2625, 2600, 2575, 2550, 2525, 2500}},
	} {
		for i, want := range chart.rows {
			from, to := chart.first+int64(i-1)*chart.width, chart.first+int64(i)*chart.width-1
			if i == 0 {
				from = 0
			}
			for _, agi := range []int64{from, to} {
				in := wagesOf(2025, status, agi, 0, 0)
				c := filing{in: in, f: sheet(t, in), p: p, agi: dollars(agi), start: dollars(agi)}
				federal := c.f.At(form1040.F22).Sub(c.f.At(form1040.F27)).Sub(c.f.At(form1040.F28)).Positive()
				if got := p.own.deduct(&c).Sub(federal); !got.Equal(dollars(want)) {
					t.Errorf("%s, %d: %s, charted %d", status, agi, got, want)
				}
			}
		}
	}
}

// Rows of the 2025 Form 40 Tax Table by their ends, its example (a joint return with a
// taxable income of 23,360) and its worksheet above 100,000:
// https://www.revenue.alabama.gov/wp-content/uploads/2026/01/25f40taxtable.pdf.
func TestAlabamaTaxTable(t *testing.T) {
	e, p := Of("alabama"), paramsOf(t, "alabama", 2025)
	for taxable, want := range map[int64][2]int64{
		49: {}, 50: {1, 1}, 199: {3, 3}, 550: {12, 11}, 999: {28, 19}, 1050: {32, 22}, 2950: {108, 98}, 3000: {113, 102},
		4099: {163, 142}, 5950: {258, 218}, 6000: {263, 223}, 9950: {458, 418}, 16050: {763, 723}, 23360: {1128, 1088},
		25999: {1258, 1218}, 94150: {4668, 4628}, 99999: {4958, 4918}, 100000: {4958, 4918}, 150000: {7458, 7418},
	} {
		for i, status := range []form1040.Status{form1040.Single, form1040.Joint} {
			c := filing{in: wagesOf(2025, status, 0, 0, 0), p: p, schedule: p.tariff[status], taxable: dollars(taxable), start: dollars(taxable)}
			if got, _ := e.due(&c); !got.Equal(dollars(want[i])) {
				t.Errorf("%s, %d: %s, tabled %d", status, taxable, got, want[i])
			}
		}
	}
}

// Form 40 of 2025 and Schedule RS: of 30000 an account paid 20000.
func TestAlabamasRetired(t *testing.T) {
	pensions := func(defined int64) func(in *form1040.Return) {
		return func(in *form1040.Return) {
			in.Pensions, in.DefinedBenefit, in.KnowsDefinedBenefit = dollars(30000), dollars(defined), true
		}
	}
	owe(t, "alabama", map[string]filed{
		// 30000 − 10000 − 6000 − 3000 − 628 of federal tax − 1500 = 8872
		"65 or older":         {form1040.Single, 70, pensions(10000), "403"},
		"all of one employer": {form1040.Single, 70, pensions(30000), "0"},
		// 20000 − 3000 − 1475 − 1500: nothing is exempt of accounts before 65
		"younger": {form1040.Single, 60, pensions(10000), "663"},
	})
	in := plain(form1040.Single, 70)
	in.Pensions = dollars(30000)
	if Of("alabama").Refuse(in) == "" {
		t.Error("a pension of which the plan is not said is taken")
	}
}
