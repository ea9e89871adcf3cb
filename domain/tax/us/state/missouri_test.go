package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The examples and the feet of the 2026 Tax Chart:
// https://dor.mo.gov/forms/MO-1040ES_2026.pdf.
func TestMissouriTaxChart(t *testing.T) {
	p, err := Of("missouri").params(2026)
	if err != nil {
		t.Fatal(err)
	}
	for taxable, want := range map[int64]int64{
		1348: 0, 2696: 27, 4000: 60, 4044: 61, 5392: 101, 6740: 148, 8088: 202, 9436: 263, 12300: 398,
	} {
		got := (&filing{in: wagesOf(2026, form1040.Single, taxable, 0, 0)}).whole(printed(p.tariff[form1040.Single], dollars(taxable)))
		if !got.Equal(dollars(want)) {
			t.Errorf("taxable income %d: %s, printed %d", taxable, got, want)
		}
	}
}

func TestMissouri(t *testing.T) {
	for _, c := range []struct {
		status form1040.Status
		wages  int64
		want   string
	}{
		{form1040.Single, 60000, "1847"}, // 263 + (60000 − 16100 − 15 % of 5020 − 9436) × 4.7 %
		{form1040.Head, 30000, "69"},     // 61 + (30000 − 24150 − 1400 − 25 % of 588 − 4044) × 3 %
	} {
		owes(t, "missouri", wagesOf(2026, c.status, c.wages, 0, 0), c.want)
	}
	in := wagesOf(2026, form1040.Single, 12000, 0, 0)
	in.Interest = dollars(4500)
	if Of("missouri").Refuse(in) == "" {
		t.Error("takes an investment income near the limit of 2026")
	}
	in.Interest = dollars(5000)
	if why := Of("missouri").Refuse(in); why != "" {
		t.Error(why)
	}
}
