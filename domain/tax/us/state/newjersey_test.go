package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Tables A and B of Form NJ-1040-ES (2026): income times a rate less an amount,
// at both ends of the bands (New Jersey Division of Taxation). Between 70,000
// and 80,000 Table B takes off 1,154.50, 50 cents less than the bands give.
func TestNewJerseyRateTablesOf2026(t *testing.T) {
	p := paramsOf(t, "new_jersey", 2026)
	for status, rows := range map[form1040.Status][]struct {
		from, to   int64
		rate, less string
	}{
		form1040.Single: {{20000, 35000, "0.0175", "70"}, {35000, 40000, "0.035", "682.50"}, {40000, 75000, "0.05525", "1492.50"},
			{75000, 500000, "0.0637", "2126.25"}, {500000, 1000000, "0.0897", "15126.25"}, {1000000, 2000000, "0.1075", "32926.25"}},
		form1040.Joint: {{20000, 50000, "0.0175", "70"}, {50000, 70000, "0.0245", "420"},
			{80000, 150000, "0.05525", "2775"}, {150000, 500000, "0.0637", "4042.50"}, {500000, 1000000, "0.0897", "17042.50"},
			{1000000, 2000000, "0.1075", "34842.50"}},
	} {
		for _, r := range rows {
			for _, x := range []int64{r.from, r.to} {
				want := dollars(x).Mul(money.MustParse(r.rate)).Sub(money.MustParse(r.less))
				if got := p.tariff[status].Tax(dollars(x)); !got.Equal(want) {
					t.Errorf("%s, %d: %s, printed %s", status, x, got, want)
				}
			}
		}
	}
}
