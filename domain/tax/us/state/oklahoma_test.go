package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Rows of the 2025 Oklahoma Income Tax Table, by their first income, and its
// example: Packet 511 of the Oklahoma Tax Commission, pp. 27-29,
// https://oklahoma.gov/content/dam/ok/en/tax/documents/forms/individuals/current/511-Pkt.pdf.
func TestOklahomaTable(t *testing.T) {
	e := Of("oklahoma")
	p, err := e.params(2025)
	if err != nil {
		t.Fatal(err)
	}
	for status, rows := range map[form1040.Status]map[int64]int64{
		form1040.Single: {0: 0, 199: 0, 200: 1, 600: 2, 1150: 4, 1999: 10, 2450: 14, 2600: 16, 3750: 36, 3850: 39, 4950: 70, 5150: 78, 5900: 106,
			6000: 109, 7150: 153, 7250: 157, 8000: 193, 9000: 240, 10000: 288, 12950: 428, 14793: 513, 15000: 525, 18850: 708, 21000: 810,
			23950: 950},
		form1040.Joint: {0: 0, 200: 1, 1150: 3, 2000: 5, 2600: 10, 3850: 19, 5000: 28, 5950: 45, 6000: 45, 7450: 71, 7600: 75, 8000: 86,
			9000: 113,
			9800: 135, 10950: 179, 12950: 254, 14350: 306, 14400: 308, 14450: 311, 14793: 325, 15000: 337, 18850: 520, 21000: 622, 23950: 762},
	} {
		for taxable, want := range rows {
			in := wagesOf(2025, status, 0, 0, 0)
			c := filing{in: in, p: p, schedule: p.tariff[status], start: dollars(taxable), agi: dollars(taxable), taxable: dollars(taxable)}
			if got, _ := e.due(&c); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, printed %d", status, taxable, got, want)
			}
		}
	}
}

// Form 511 of 2025: lines 10 to 15 and Schedule 511-F.
func TestOklahomaHouseholds(t *testing.T) {
	owe(t, "oklahoma", map[string]filed{
		// 40000 − 10000 − 6350 − 1000; row 22650
		"pension": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "889"},
		// 15000 − 6350 − 2 × 1000; row 6650
		"65, low income": {form1040.Single, 65, func(in *form1040.Return) { in.Interest = dollars(15000) }, "134"},
		"65, above":      {form1040.Single, 65, func(in *form1040.Return) { in.Interest = dollars(15001) }, "176"}, // row 7650
		// 20000 − 6350 − 2 × 1000; row 11650
		"blind": {form1040.Single, 40, func(in *form1040.Return) { in.You.Wages, in.You.Blind = dollars(20000), true }, "366"},
		// 80000 − 12700 − 4000; row 63300, less 5 % of 4400
		"children": {form1040.Joint, 45, func(in *form1040.Return) { in.You.Wages, in.Children = dollars(80000), 2 }, "2411"},
		// 10000 less; row 53300, less seven eighths of 220
		"children and a pension": {form1040.Joint, 45, func(in *form1040.Return) {
			in.You.Wages, in.Pensions, in.Children = dollars(60000), dollars(20000), 2
		}, "1963"},
	})
}
