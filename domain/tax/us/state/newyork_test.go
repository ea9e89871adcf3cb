package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band of the 2026 schedules of New York State and
// New York City as page 10 of the instructions for Form IT-2105 (2026) prints
// it, in whole dollars.
func TestNewYorkPrintedSchedulesOf2026(t *testing.T) {
	p := paramsOf(t, "new_york", 2026)
	city, err := Of("new_york").local(NewYorkCity, 2026)
	if err != nil {
		t.Fatal(err)
	}
	for status, feet := range map[form1040.Status][2]map[int64]int64{
		form1040.Joint: {
			{17150: 669, 23600: 953, 27900: 1174, 161550: 8391, 323200: 17928, 2155350: 143430, 5000000: 417939, 25000000: 2477939},
			{21600: 665, 45000: 1545, 90000: 3264},
		},
		form1040.Single: {
			{8500: 332, 11700: 473, 13900: 586, 80650: 4191, 215400: 12141, 1077550: 71198, 5000000: 449714, 25000000: 2509714},
			{12000: 369, 25000: 858, 50000: 1813},
		},
		form1040.Head: {
			{12800: 499, 17650: 712, 20900: 879, 107650: 5564, 269300: 15101, 1616450: 107381, 5000000: 433894, 25000000: 2493894},
			{14400: 443, 30000: 1030, 60000: 2176},
		},
	} {
		for from, want := range feet[0] {
			above, s := dollars(from+1), p.tariff[status]
			if got := stepped(s, above).Sub(s.Bands[holding(s, above)].Rate); !got.Equal(dollars(want)) {
				t.Errorf("%s at %d: %s, printed %d", status, from, got, want)
			}
		}
		for from, want := range feet[1] {
			if got := city.bands[status].Tax(dollars(from)).Whole(money.HalfUp); !got.Equal(dollars(want)) {
				t.Errorf("city, %s at %d: %s, printed %d", status, from, got, want)
			}
		}
	}
}

// The tax computation worksheets on pages 3 to 7 of the same instructions,
// filled in by hand.
func TestNewYorkWorksheetsOf2026(t *testing.T) {
	p := paramsOf(t, "new_york", 2026)
	for _, c := range []struct {
		status       form1040.Status
		agi, taxable int64
		want         string
	}{
		{form1040.Single, 100000, 92000, "4860.65"},      // none: 4191 + 11350 × 5.9 %
		{form1040.Joint, 130000, 113950, "5969.3722"},    // 5820.70 + (113950 × 5.4 % − 5820.70) × 0.4470
		{form1040.Joint, 200000, 183950, "10666.183"},    // 8391 + 22400 × 5.9 % + 333 + 807 × 0.7690
		{form1040.Joint, 400000, 383950, "26300.375"},    // 17928 + 60750 × 6.85 % + 1140 + 3071
		{form1040.Joint, 3000000, 2983950, "287950.9"},   // 143430 + 828600 × 9.65 % + 4211 + 60350
		{form1040.Single, 150000, 142000, "8291.19545"},  // 7810.65 + (142000 × 5.9 % − 7810.65) × 0.8470
		{form1040.Single, 300000, 292000, "20002.1"},     // 12141 + 76600 × 6.85 % + 567 + 2047
		{form1040.Head, 300000, 288800, "18794.976"},     // 15101 + 19500 × 6.85 % + 787 + 2559 × 0.6140
		{form1040.Single, 30000000, 29992000, "3269128"}, // 29992000 × 10.9 %
	} {
		in := &form1040.Return{Year: 2026, Status: c.status, Method: form1040.AsForm}
		if got := newYorkTax(p, in, dollars(c.agi), dollars(c.taxable)); !got.Equal(money.MustParse(c.want)) {
			t.Errorf("%s, %d of %d: %s, want %s", c.status, c.taxable, c.agi, got, c.want)
		}
	}
}

// Rows of the household credit tables of New York State (tables 1 and 2, pages
// 12 and 13) and New York City (tables 4 and 5, page 14) of the instructions
// for Form IT-201 (2025).
func TestNewYorkHouseholdCreditTables(t *testing.T) {
	ny := paramsOf(t, "new_york", 2025).newYork
	city, err := Of("new_york").local(NewYorkCity, 2025)
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]struct {
		s    *block.Schedule
		rows map[int64]int64
	}{
		"state, single": {&ny.householdSingle, map[int64]int64{5000: 75, 5001: 60, 6001: 50, 7001: 45, 20000: 45, 20001: 40, 25001: 20,
			28000: 20, 28001: 0}},
		"state, others": {&ny.household, map[int64]int64{5000: 90, 6000: 75, 7000: 65, 20000: 60, 22000: 60, 25000: 50, 28000: 40, 32000: 20,
			32001: 0}},
		"state, each":        {&ny.one, map[int64]int64{5000: 15, 20000: 15, 20001: 10, 25000: 10, 28000: 5, 32000: 5, 32001: 0}},
		"city, single":       {city.household[0], map[int64]int64{10000: 15, 10001: 10, 12500: 10, 12501: 0}},
		"city, every person": {city.household[1], map[int64]int64{15000: 30, 15001: 25, 17500: 25, 20000: 15, 22500: 10, 22501: 0}},
	} {
		for agi, want := range table.rows {
			if got := amountAt(table.s, dollars(agi)); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, printed %d", name, agi, got, want)
			}
		}
	}
}
