package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The example of the IT 1040 booklet of 2025, a tax of 1497 on 68050, and the
// feet of the Annual Tax Rates, https://tax.ohio.gov/individual/resources/annual-tax-rates;
// of 2026 the schedule of the Final Analysis of H.B. 96, p. 456.
func TestOhioSchedules(t *testing.T) {
	for _, c := range []struct {
		year  int
		wages int64
		want  string
	}{
		{2025, 70200, "1497"},   // 342 + (68050 − 26050) × 2.75 %
		{2025, 101900, "2376"},  // 100000: 342 + 73950 × 2.75 %
		{2025, 101902, "2394"},  // above it 2394.32 + 3.125 %
		{2023, 117202, "2959"},  // above 115300: 2958.58 + 3.75 %
		{2022, 94052, "2401"},   // above 92150: 2400.64 + 3.688 %
		{2026, 70200, "1487"},   // 332 + 42000 × 2.75 %
		{2026, 600000, "16116"}, // no exemption above 500000: 332 + 573950 × 2.75 %
	} {
		owes(t, "ohio", wagesOf(c.year, form1040.Single, c.wages, 0, 0), c.want)
	}
}
