package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Rows of the 2025 table that a rule engine quotes from the Form M1 instructions
// (80,500 to 80,600 and 900 to 1,000), and the feet of the printed schedules.
func TestMinnesotaTable(t *testing.T) {
	e, p := Of("minnesota"), paramsOf(t, "minnesota", 2025)
	for status, rows := range map[form1040.Status]map[int64]int64{
		form1040.Single:   {19: 0, 20: 3, 999: 51, 80500: 5005, 106990: 6803, 198630: 13997},
		form1040.Joint:    {900: 51, 80599: 4787, 189180: 12174, 330410: 23260},
		form1040.Separate: {80550: 5132, 94590: 6087, 165205: 11630},
		form1040.Head:     {80550: 4896, 161130: 10375, 264050: 18455},
	} {
		for taxable, want := range rows {
			c := filing{in: wagesOf(2025, status, 0, 0, 0), p: p, schedule: p.tariff[status], taxable: dollars(taxable), start: dollars(taxable)}
			if got, _ := e.due(&c); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, tabled %d", status, taxable, got, want)
			}
		}
	}
}

// Form M1 of 2025: Schedules M1M, M1R and M1SA.
func TestMinnesotaHouseholds(t *testing.T) {
	owe(t, "minnesota", map[string]filed{
		// 60000 − 14950 − 2000; row 43000
		"pension": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(60000) }, "2455"},
		// 60000 + 17000 − 17000 of social security − 16950
		"social security": {form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(60000), dollars(20000)
		}, "2455"},
		// 24000 − (9600 − 9500 / 2) − 16950; row 2200
		"the elderly": {form1040.Single, 65, func(in *form1040.Return) { in.Interest = dollars(24000) }, "120"},
		// 18000 is the threshold of two: 40000 − (12000 − 11000) − 33000; row 6000
		"two of 65": {form1040.Joint, 66, func(in *form1040.Return) { in.Interest, in.Spouse.Age = dollars(40000), 70 }, "324"},
		// 100000 − 40000, more than 14950 and half of 9500; by the table
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(100000), dollars(30000), dollars(10000)
		}, "3611"},
		// 60000 − 14950 − half of 1500; row 44300
		"gifts": {form1040.Single, 40, func(in *form1040.Return) { in.You.Wages, in.GiftsCash = dollars(60000), dollars(2000) }, "2544"},
	})
}

// Social security is subtracted whole up to an income and a tenth less for each 4,000
// above it, never less than the alternative.
func TestMinnesotaSocialSecurity(t *testing.T) {
	subtracted := func(pension int64) money.Dec {
		in := plain(form1040.Single, 70)
		in.Pensions, in.SocialSecurity = dollars(pension), dollars(20000) // 17000 is taxable federally
		return stepOf(compute(t, Of("minnesota"), in), "MN/subtraction")
	}
	for pension, want := range map[int64]int64{67490: 17000, 67491: 15300, 71490: 15300, 71491: 13600, 103491: 0} {
		if got := subtracted(pension); !got.Equal(dollars(want)) {
			t.Errorf("a pension of %d: %s is subtracted, want %d", pension, got, want)
		}
	}
}
