package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Rows of the 2025 Tax Table, which taxes the middle of each row of 50, and its
// example: https://files.hawaii.gov/tax/forms/2025/25table-on.pdf. The columns
// are those of single and separate returns, of joint ones and of heads of
// household. The table starts from feet in whole dollars, which may move a row
// by a dollar.
func TestHawaiiTaxTable(t *testing.T) {
	p := paramsOf(t, "hawaii", 2025)
	for from, row := range map[int64][3]string{
		9600:  {"135", "135", "135"},
		14400: {"289", "202", "203"},
		19200: {"554", "270", "356"},
		21600: {"707", "347", "433"},
		23250: {"813", "399", "524"}, // the example
		86300: {"5452", "4381", "4898"},
		96000: {"6189", "5080", "5635"},
		99950: {"6489", "5380", "5935"},
	} {
		for column, statuses := range [3][]form1040.Status{{form1040.Single, form1040.Separate}, {form1040.Joint, form1040.SurvivingSpouse},
			{form1040.Head}} {
			for _, status := range statuses {
				got, want := p.tariff[status].Tax(dollars(from+25)).Whole(money.HalfUp), money.MustParse(row[column])
				if got.Sub(want).Abs().Greater(money.One) {
					t.Errorf("%s, %d: %s, tabled %s", status, from, got, want)
				}
			}
		}
	}
}

// The tax at the foot of each band of the 2025 Tax Rate Schedules I to III of
// the same document, in whole dollars.
func TestHawaiiPrintedSchedules(t *testing.T) {
	p := paramsOf(t, "hawaii", 2025)
	for status, feet := range map[form1040.Status]map[int64]int64{
		form1040.Single: {9600: 134, 14400: 288, 19200: 552, 24000: 859, 36000: 1675, 48000: 2539, 125000: 8391, 175000: 12341, 225000: 16466,
			275000: 20966, 325000: 25966},
		form1040.Joint: {19200: 269, 28800: 576, 38400: 1104, 48000: 1718, 72000: 3350, 96000: 5078, 250000: 16782, 350000: 24682, 450000: 32932,
			550000: 41932, 650000: 51932},
		form1040.Head: {14400: 202, 21600: 432, 28800: 828, 36000: 1289, 54000: 2513, 72000: 3809, 187500: 12587, 262500: 18512, 337500: 24699,
			412500: 31449, 487500: 38949},
	} {
		for at, want := range feet {
			if got := p.tariff[status].Tax(dollars(at)).Whole(money.HalfUp); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, printed %d", status, at, got, want)
			}
		}
	}
}
