package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The feet of the 2026 rate schedules of Maine Revenue Services, which prints
// them in whole dollars, and the surcharge of 2 percent.
func TestMaineSchedulesOf2026(t *testing.T) {
	p := paramsOf(t, "maine", 2026)
	for status, feet := range map[form1040.Status]map[int64]int64{
		form1040.Single:   {27400: 1589, 64850: 4117},
		form1040.Separate: {27400: 1589, 64850: 4117},
		form1040.Head:     {41100: 2384, 97300: 6178},
		form1040.Joint:    {54850: 3181, 129750: 8237},
	} {
		s := p.tariff[status]
		for at, want := range feet {
			above := dollars(at + 100)
			c := filing{in: wagesOf(2026, status, 0, 0, 0), p: p, schedule: s, taxable: above}
			if got, want := p.own.tax(&c), dollars(want).Add(s.Entered(above).Rate.Mul(hundred)).Whole(money.HalfUp); !got.Equal(want) {
				t.Errorf("%s, %d: %s, from the printed foot %s", status, at, got, want)
			}
		}
	}
	for status, from := range map[form1040.Status]int64{form1040.Single: 1000000, form1040.Separate: 750000, form1040.Head: 1500000,
		form1040.Joint: 1500000} {
		s := p.tariff[status]
		if got := s.Tax(dollars(from + 1000)).Sub(s.Tax(dollars(from))); !got.Equal(money.MustParse("91.5")) {
			t.Errorf("%s: %s on a thousand above %d", status, got, from)
		}
	}
}

// Rows of the 2025 Maine Income Tax Table by their ends, and the feet of the 2025
// schedules, which are used from 52,000 on (Form 1040ME booklet, pp. 10 to 13):
// https://www.maine.gov/revenue/sites/maine.gov.revenue/files/inline-files/25_1040me_gen_instr_w_cover_pg.pdf.
func TestMaineTaxTable(t *testing.T) {
	p := paramsOf(t, "maine", 2025)
	statuses := [3]form1040.Status{form1040.Single, form1040.Joint, form1040.Head}
	for taxable, want := range map[int64][3]int64{
		49: {}, 50: {3, 3, 3}, 150: {9, 9, 9}, 999: {55, 55, 55}, 4400: {258, 258, 258}, 10950: {635, 635, 635},
		18999: {1099, 1099, 1099}, 22050: {1279, 1279, 1279}, 26899: {1557, 1557, 1557}, 26900: {1564, 1563, 1563},
		27999: {1632, 1621, 1621}, 33333: {1996, 1934, 1934}, 39950: {2442, 2317, 2317}, 40250: {2462, 2335, 2335},
		40350: {2469, 2340, 2342}, 44444: {2745, 2578, 2619}, 49050: {3056, 2845, 2929}, 51999: {3252, 3013, 3125},
		52000: {3255, 3016, 3129}, 63450: {4028, 3774, 3901}, 95150: {6295, 5914, 6041}, 126900: {8565, 8057, 8311},
	} {
		for i, status := range statuses {
			c := filing{in: wagesOf(2025, status, 0, 0, 0), p: p, schedule: p.tariff[status], taxable: dollars(taxable)}
			if got := maineTax(&c); !got.Equal(dollars(want[i])) {
				t.Errorf("%s, %d: %s, tabled %d", status, taxable, got, want[i])
			}
		}
	}
}

// Form 1040ME of 2025, lines 14 to 20, Schedules 1S and 2.
func TestMaineHouseholds(t *testing.T) {
	owe(t, "maine", map[string]filed{
		// 60000 + 17000 − 17000 − (48216 − 20000) − 17000 − 5150; row 9600
		"pension and social security": {form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(60000), dollars(20000)
		}, "560"},
		// a quarter of 48216 is lost: 4028 + (150000 − 36162 − 17000 × (1 − 13838 / 75000) − 5150 − 63450) × 7.15 %
		"high income": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(150000) }, "6271"},
		// 100000 − 36300 − 5150; 4028 less 4900 × 6.75 %, by the schedule
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(100000), dollars(30000), dollars(10000)
		}, "3697"},
	})
	in := plain(form1040.Single, 54)
	in.Pensions = dollars(20000)
	if Of("maine").Refuse(in) == "" {
		t.Error("takes retirement income before 55")
	}
}
