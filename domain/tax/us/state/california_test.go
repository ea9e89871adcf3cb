package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The foot of each band of Schedules X, Y and Z of the 2025 California Tax Rate
// Schedules and their example, and rows of the 2025 California Tax Table by
// their last income (Franchise Tax Board).
func TestCaliforniaSchedulesAndTableOf2025(t *testing.T) {
	e, p := Of("california"), paramsOf(t, "california", 2025)
	for status, printed := range map[form1040.Status]map[int64]string{
		form1040.Single: {11079: "110.79", 26264: "414.49", 41452: "1022.01", 57542: "1987.41", 72724: "3201.97",
			371479: "30986.19", 445771: "38638.27", 742953: "72219.84"},
		form1040.Joint: {22158: "221.58", 52528: "828.98", 82904: "2044.02", 115084: "3974.82", 145448: "6403.94",
			742958: "61972.37", 891542: "77276.52", 1485906: "144439.65", 125000: "4768.10"},
		form1040.Head: {22173: "221.73", 52530: "828.87", 67716: "1436.31", 83805: "2401.65", 98990: "3616.45",
			505208: "41394.72", 606251: "51802.15", 1010417: "97472.91"},
	} {
		for at, want := range printed { // which rounds to the cent at every foot
			gap := p.tariff[status].Tax(dollars(at)).Sub(money.MustParse(want))
			if most := money.MustParse("0.02"); gap.Greater(most) || gap.Less(most.Neg()) {
				t.Errorf("%s, %d: %s from the printed %s", status, at, gap, want)
			}
		}
	}
	for taxable, row := range map[int64][3]int64{
		11250: {113, 112, 112}, 15150: {191, 151, 151}, 22250: {333, 222, 222}, 22350: {335, 224, 224}, 26350: {416, 304, 304},
		30150: {568, 380, 380},
		40550: {984, 588, 588}, 41450: {1020, 606, 606}, 41550: {1025, 608, 608}, 42150: {1061, 620, 620}, 47550: {1385, 728, 728},
		54550: {1805, 908, 908}, 56550: {1925, 988, 988},
	} {
		for i, status := range []form1040.Status{form1040.Single, form1040.Joint, form1040.Head} {
			in := wagesOf(2025, status, 0, 0, 0)
			c := filing{in: in, p: p, schedule: p.tariff[status], start: dollars(taxable), agi: dollars(taxable), taxable: dollars(taxable)}
			if got, _ := e.due(&c); !got.Equal(dollars(row[i])) {
				t.Errorf("%s, %d: %s, printed %d", status, taxable, got, row[i])
			}
		}
	}
}
