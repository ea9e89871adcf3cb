package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from domain/tax/law/us-xx/aged.yaml: a taxpayer of 70 with
// wages, where it is said blind, with benefits of 20,000 that the state does
// not tax.
func TestAgedAndBlind(t *testing.T) {
	for _, c := range []struct {
		slug  string
		year  int
		wages int64
		blind bool
		want  string
	}{
		{"illinois", 2025, 60000, false, "2779"},   // (60000 − 2850 − 1000) × 4.95 %
		{"illinois", 2025, 60000, true, "2730"},    // 1000 less
		{"indiana", 2025, 31000, false, "870"},     // (31000 − 1000 − 1000) × 3 %: with 10,450 of the benefits the federal income is above 40,000
		{"indiana", 2025, 10000, false, "225"},     // (10000 − 1000 − 1000 − 500) × 3 %
		{"california", 2024, 60000, false, "1550"}, // 1848 − 2 × 149
		{"kansas", 2025, 50000, false, "1943"},     // 1196 + (50000 − 3605 − 850 − 9160 − 23000) × 5.58 %
		{"mississippi", 2025, 50000, true, "1263"}, // (50000 − 2300 − 6000 − 2 × 1500 − 10000) × 4.4 %
		{"hawaii", 2025, 60000, false, "2943"},     // 2539.20 + (60000 − 4400 − 2 × 1144 − 48000) × 7.6 %
		{"kentucky", 2025, 50000, false, "1829"},   // (50000 − 3270) × 4 % − 40
		{"new_york", 2024, 60000, true, "2697"},    // as without
		{"pennsylvania", 2025, 50000, true, "1535"},
		{"north_carolina", 2025, 50000, false, "1583"}, // (50000 − 12750) × 4.25 %
		{"virginia", 2025, 60000, false, "2475"},       // 720 + (60000 − 8750 − 930 − 800 − (12000 − 10000) − 17000) × 5.75 %
		{"virginia", 2025, 60000, true, "2429"},        // 800 less
		{"maryland", 2024, 60000, false, "1470"},       // 90 + (60000 − 2700 − 3200 − 1000 − 3000) × 4.75 % − 1000
		{"ohio", 2024, 60000, false, "1185"},           // 360.69 + (60000 − 2150 − 26050) × 2.75 % − 50
		{"massachusetts", 2024, 60000, false, "2645"},  // (60000 − 2000 − 4400 − 700) × 5 %
		{"massachusetts", 2024, 60000, true, "2535"},   // 2200 less
		{"new_jersey", 2024, 60000, false, "1711"},     // 717.50 + (57975 − 40000) × 5.525 %
		{"wisconsin", 2025, 60000, false, "2083"},      // 250 less than 2095 is taxed, over an edge
		{"arizona", 2024, 60000, false, "1083"},        // (60000 − 14600 − 2100) × 2.5 %
		{"arizona", 2024, 60000, true, "1045"},         // 1500 less
		{"colorado", 2024, 60000, false, "1847"},       // (60000 − 16550) × 4.25 %
		{"oregon", 2024, 60000, false, "3633"},         // 639.63 + (60000 − 8250 − 2745 − 1200 − 10750) × 8.75 % − 249
	} {
		in := wagesOf(c.year, form1040.Single, c.wages, 0, 0)
		in.You.Age, in.You.Blind, in.SocialSecurity = 70, c.blind, dollars(20000)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", c.slug, why)
			continue
		}
		got := compute(t, e, in)
		if !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %d, wages %d: %s, want %s\n%s", c.slug, c.year, c.wages, got.Tax, c.want, lines(got))
		}
	}
}

// The personal credits for age come before the family size credit, which is a
// part of what they leave: (18000 − 3270) × 4 % − 40 = 549.20, of which 40 % is
// left.
func TestKentuckyAgedAndPoor(t *testing.T) {
	in := wagesOf(2025, form1040.Single, 18000, 0, 0)
	in.You.Age = 70
	if got := compute(t, Of("kentucky"), in); !got.Tax.Equal(dollars(220)) {
		t.Errorf("%s\n%s", got.Tax, lines(got))
	}
}

func TestAgedRefused(t *testing.T) {
	for slug, blind := range map[string]bool{"hawaii": true, "west_virginia": true} {
		in := wagesOf(2025, form1040.Single, 50000, 0, 0)
		in.You.Age, in.You.Blind = 70, blind
		if Of(slug).Refuse(in) == "" {
			t.Errorf("%s takes a taxpayer of 70, blind %t", slug, blind)
		}
	}
}
