package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Couples both of whom have wages, worked out by hand from the figures in
// domain/tax/law/us-xx and the provisions that couple.yaml names.
func TestCouplesWithTwoEarners(t *testing.T) {
	for _, c := range []struct {
		slug        string
		year        int
		you, spouse int64
		want        string
	}{
		{"ohio", 2024, 40000, 30000, "1306"},           // 360.69 + (70000 − 4300 − 26050) × 2.75 % = 1451, less a tenth of it
		{"maryland", 2024, 60000, 40000, "4078"},       // 90 + (100000 − 1200 − 5450 − 6400 − 3000) × 4.75 %
		{"wisconsin", 2024, 60000, 10000, "1968"},      // 2268 on 52511.69, less 3 % of 10000
		{"south_carolina", 2025, 60000, 40000, "3278"}, // 428.10 + (70000 − 17830) × 6 % = 3558, less 0.7 % of 40000
		{"virginia", 2025, 60000, 40000, "4122"},       // 4379 on 80640; 1989 on 40000 − 930 and 2133 on 41570 are 257 less
		{"minnesota", 2025, 60000, 50000, "4506"},      // 4760 on the row of 80100; 1911 on 50000 − 14950 and 2591 on 45050 are 254 less
		{"missouri", 2025, 60000, 40000, "2813"},       // 256 + (26935 − 9191) × 4.7 % and 256 + (40403 − 9191) × 4.7 %
		{"kentucky", 2025, 60000, 40000, "3738"},       // (56730 + 36730) × 4 %
		{"delaware", 2025, 60000, 40000, "4196"},       // 1001 + (56750 − 25000) × 5.55 % and 1001 + (36750 − 25000) × 5.55 %, less 220
		{"mississippi", 2024, 60000, 40000, "2980"},    // (100000 − 4600 − 12000 − 20000) × 4.7 %
		{"mississippi", 2024, 95000, 5000, "3215"},     // the lower income uses 5000 of its band
		{"mississippi", 2024, 100000, 0, "3450"},
	} {
		in := wagesOf(c.year, form1040.Joint, c.you, 0, 0)
		in.Spouse.Wages = dollars(c.spouse)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", c.slug, why)
			continue
		}
		got, err := e.Compute(in, sheet(t, in), true)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %d, wages %d and %d: %s, want %s", c.slug, c.year, c.you, c.spouse, got.Tax, c.want)
			for _, s := range got.Steps {
				t.Log(s.Code, s.Amount)
			}
		}
		in.You, in.Spouse = in.Spouse, in.You
		mirror, err := e.Compute(in, sheet(t, in), false)
		if err != nil || !mirror.Tax.Equal(got.Tax) {
			t.Errorf("%s: the couple's mirror owes %s, not %s (%v)", c.slug, mirror.Tax, got.Tax, err)
		}
		in.Spouse.SelfEmployment = dollars(1000)
		if c.spouse > 0 && e.OneEarner && !paramsOf(t, c.slug, c.year).couple.spouseBusiness && e.Refuse(in) == "" {
			t.Errorf("%s takes the self-employment of a couple both of whom earn", c.slug)
		}
	}
}
