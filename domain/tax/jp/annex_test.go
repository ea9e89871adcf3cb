package jp

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// The rows of annex 5 of the Income Tax Act: a salary from, below, and the
// employment income. Text of e-Gov as in force on 1 April 2024 and 1 April 2026
// (income_act_24 and income_act of the law file).
func TestAnnexFive(t *testing.T) {
	for year, rows := range map[string][][3]int64{
		"2024": {
			{1_619_000, 1_620_000, 1_069_000}, {1_620_000, 1_622_000, 1_070_000}, {1_622_000, 1_624_000, 1_072_000},
			{1_624_000, 1_628_000, 1_074_000},
			{1_628_000, 1_632_000, 1_076_800}, {1_652_000, 1_656_000, 1_091_200}, {1_688_000, 1_692_000, 1_112_800},
			{1_772_000, 1_776_000, 1_163_200},
			{1_776_000, 1_780_000, 1_165_600}, {1_796_000, 1_800_000, 1_177_600}, {1_800_000, 1_804_000, 1_180_000},
			{1_808_000, 1_812_000, 1_185_600},
			{6_596_000, 6_600_000, 4_836_800},
		},
		"2025": {
			{1_900_000, 1_904_000, 1_250_000}, {1_904_000, 1_908_000, 1_252_800}, {1_956_000, 1_960_000, 1_289_200},
			{2_060_000, 2_064_000, 1_362_000},
			{2_136_000, 2_140_000, 1_415_200}, {2_264_000, 2_268_000, 1_504_800}, {5_580_000, 5_584_000, 4_024_000},
			{5_656_000, 5_660_000, 4_084_800},
			{6_060_000, 6_064_000, 4_408_000}, {6_156_000, 6_160_000, 4_484_800}, {6_596_000, 6_600_000, 4_836_800},
		},
	} {
		row := tax.CoverageRow{TaxYear: year}
		e := &paramsOf(&row).employment
		var w tax.Work
		for _, r := range rows {
			for _, salary := range []int64{r[0], (r[0] + r[1]) / 2, r[1] - 1} {
				if got := e.income(&w, money.FromInt(salary)); !got.Equal(money.FromInt(r[2])) {
					t.Errorf("%s: %d leaves %s, want %d", year, salary, got, r[2])
				}
			}
		}
		least := e.least.Dec
		for _, c := range []struct{ salary, want money.Dec }{
			{least.Add(money.FromInt(999)), money.Zero}, {least.Add(money.FromInt(1000)), money.FromInt(1000)},
			{money.FromInt(1_600_000), money.FromInt(1_600_000).Sub(least)},
		} {
			if got := e.income(&w, c.salary); !got.Equal(c.want) {
				t.Errorf("%s: %s leaves %s, want %s", year, c.salary, got, c.want)
			}
		}
	}
}
