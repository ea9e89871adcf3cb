package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Tables A to E of the instructions for Form CT-1040ES (2026) with the examples
// of Table B (Connecticut Department of Revenue Services). The additions are
// those of Tables C and D together.
func TestConnecticutTablesOf2026(t *testing.T) {
	p := paramsOf(t, "connecticut", 2026)
	feet(t, p, form1040.Single, map[int64]string{10000: "200", 50000: "2000", 100000: "4750", 200000: "10750", 250000: "14000",
		500000: "31250",
		13000:  "335", 525000: "32997.50"})
	feet(t, p, form1040.Joint, map[int64]string{20000: "400", 100000: "4000", 200000: "9500", 400000: "21500", 500000: "28000",
		1000000: "62500",
		22500:   "512.50", 1100000: "69490"})
	feet(t, p, form1040.Head, map[int64]string{16000: "320", 80000: "3200", 160000: "7600", 320000: "17200", 400000: "22400", 800000: "50000",
		20000: "500", 825000: "51747.50"})
	for status, table := range map[form1040.Status]struct{ exempt, added, permille map[int64]int64 }{
		form1040.Single: {
			map[int64]int64{30000: 15000, 30001: 14000, 44000: 1000, 44001: 0, 60000: 0},
			map[int64]int64{56500: 0, 56501: 25, 61500: 25, 101501: 250, 105000: 250, 105001: 275, 110000: 275, 150001: 500, 200000: 500,
				205000: 590, 250000: 1400, 345001: 3200, 500000: 3200, 505000: 3250, 540001: 3650},
			map[int64]int64{15000: 750, 18800: 750, 60000: 100, 64501: 0},
		},
		form1040.Joint: {
			map[int64]int64{48000: 24000, 48001: 23000, 71001: 0},
			map[int64]int64{100500: 0, 100501: 50, 145501: 500, 210001: 550, 300001: 1000, 400000: 1000, 410000: 1180, 500000: 2800, 690001: 6400,
				1000000: 6400, 1010000: 6500, 1080001: 7300},
			map[int64]int64{24001: 750, 30000: 750, 52001: 100, 96000: 100, 100501: 0},
		},
		form1040.Separate: {
			map[int64]int64{24000: 12000, 24001: 11000, 35001: 0},
			map[int64]int64{50250: 0, 50251: 25, 72751: 250, 105001: 275, 205000: 590, 540001: 3650},
			map[int64]int64{12001: 750, 15000: 750, 27001: 100, 48000: 100},
		},
		form1040.Head: {
			map[int64]int64{38000: 19000, 38001: 18000, 56001: 0},
			map[int64]int64{78500: 0, 78501: 40, 114501: 400, 168001: 440, 240001: 800, 320000: 800, 328000: 940, 400000: 2200, 552001: 5000,
				800000: 5000, 808000: 5080, 816000: 5160, 864001: 5720},
			map[int64]int64{19001: 750, 24000: 750, 46001: 100, 74000: 100},
		},
	} {
		at := func(agi int64) *filing {
			return &filing{in: wagesOf(2026, status, agi, 0, 0), p: p, agi: dollars(agi), start: dollars(agi), due: dollars(1000)}
		}
		for name, of := range map[string]struct {
			rows map[int64]int64
			rule func(*filing) money.Dec
		}{"exemption": {table.exempt, p.own.deduct}, "additions": {table.added, p.own.more}, "credit on 1000": {table.permille, p.own.credit}} {
			for agi, want := range of.rows {
				if got := of.rule(at(agi)); !got.Equal(dollars(want)) {
					t.Errorf("%s, %s at %d: %s, printed %d", status, name, agi, got, want)
				}
			}
		}
	}
}

// Form CT-1040 of 2025, Schedule 1 with its worksheets for pensions and social security.
func TestConnecticutsRetired(t *testing.T) {
	owe(t, "connecticut", map[string]filed{
		// 78000 − 70 % of 8000 = 72400, at 2, 4.5 and 5.5 %, and 4 × 25 added
		"a pension above the limit": {form1040.Single, 66, func(in *form1040.Return) {
			in.Interest, in.Pensions = dollars(70000), dollars(8000)
		}, "3332"},
		// below 75000 nothing of a pension is taxed: 70000, and 3 × 25
		"a pension below the limit": {form1040.Single, 66, func(in *form1040.Return) {
			in.Interest, in.Pensions = dollars(70000), dollars(4999)
		}, "3175"},
		// 95500 of which 25500 is social security, less that and with a quarter of 30000: 77500, and 5 × 25
		"social security above the limit": {form1040.Single, 70, func(in *form1040.Return) {
			in.Interest, in.SocialSecurity = dollars(70000), dollars(30000)
		}, "3638"},
	})
	for children, want := range map[int]string{0: "0", 1: "250"} {
		in := wagesOf(2025, form1040.Head, 20000, children, 0)
		got, f := compute(t, Of("connecticut"), in), sheet(t, in)
		sum := f.At(form1040.F27).Mul(money.MustParse("0.4")).Whole(money.HalfUp).Add(money.MustParse(want))
		if f.At(form1040.F27).IsZero() {
			sum = money.Zero
		}
		if !got.HasRefunds || !got.Refunds.Equal(sum) {
			t.Errorf("%d children: %s refunded, want %s", children, got.Refunds, sum)
		}
	}
}
