package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band of the 2026 rate charts S and J, in whole
// dollars, which start from the whole dollars of the band below and so may lie a
// dollar off, and the tax of Example 3, a joint return with a taxable income of
// 68,000:
// https://www.oregon.gov/dor/forms/FormsPubs/publication-or-estimate_101-026_2026.pdf.
func TestOregonPrintedCharts(t *testing.T) {
	p := paramsOf(t, "oregon", 2026)
	for status, printed := range map[form1040.Status]map[int64]int64{
		form1040.Single:          {4550: 216, 11400: 678, 125000: 10618},
		form1040.Joint:           {9100: 432, 22800: 1357, 250000: 21237, 68000: 5312},
		form1040.SurvivingSpouse: {9100: 432, 22800: 1357, 250000: 21237},
	} {
		for at, want := range printed {
			if got := p.tariff[status].Tax(dollars(at)).Whole(money.HalfUp); got.Sub(dollars(want)).Abs().Greater(money.One) {
				t.Errorf("%s, %d: %s, printed %d", status, at, got, want)
			}
		}
	}
}

// What the Department has not published for 2026 is refused.
func TestOregonUnpublished(t *testing.T) {
	for _, status := range []form1040.Status{form1040.Single, form1040.Joint, form1040.Separate, form1040.Head} {
		refused := status == form1040.Separate || status == form1040.Head
		for year := 2025; year <= 2026; year++ {
			if why := Of("oregon").Refuse(wagesOf(year, status, 60000, 0, 0)); (why != "") != (refused && year == 2026) {
				t.Errorf("%d, %s: %q", year, status, why)
			}
		}
	}
}
