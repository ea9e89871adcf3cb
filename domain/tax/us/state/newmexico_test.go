package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band that NMSA 1978, § 7-2-7 prints, of the
// schedules for 2021 and later and of those for 2025 and later:
// https://lawserver.com/law/state/new-mexico/nm-statutes/new_mexico_statutes_7-2-7 and
// https://casetext.com/statute/new-mexico-statutes-1978/chapter-7-taxation/article-2-income-tax-general-provisions/section-7-2-7-effective-112025-individual-income-tax-rates.
func TestNewMexicoPrintedSchedules(t *testing.T) {
	for _, year := range []int{2022, 2023, 2024} {
		p := paramsOf(t, "new_mexico", year)
		for _, status := range []form1040.Status{form1040.Joint, form1040.Head, form1040.SurvivingSpouse} {
			feet(t, p, status, map[int64]string{8000: "136", 16000: "392", 24000: "768", 315000: "15027"})
		}
		feet(t, p, form1040.Single, map[int64]string{5500: "93.50", 11000: "269.50", 16000: "504.50", 210000: "10010.50"})
		feet(t, p, form1040.Separate, map[int64]string{4000: "68", 8000: "196", 12000: "384", 157500: "7513.50"})
	}
	for _, year := range []int{2025, 2026} {
		p := paramsOf(t, "new_mexico", year)
		for _, status := range []form1040.Status{form1040.Joint, form1040.Head, form1040.SurvivingSpouse} {
			feet(t, p, status, map[int64]string{8000: "120", 25000: "664", 50000: "1739", 100000: "4089", 315000: "14624"})
		}
		feet(t, p, form1040.Single, map[int64]string{5500: "82.50", 16500: "434.50", 33500: "1165.50", 66500: "2716.50", 210000: "9748"})
		feet(t, p, form1040.Separate, map[int64]string{4000: "60", 12500: "332", 25000: "869.50", 50000: "2044.50", 157500: "7312"})
	}
}

// Rows of the 2025 Tax Rate Table by their ends, its example (a joint return with a
// taxable income of 25,325) and what it says above 100,000: Form PIT-1, pp. T-1 to
// T-7, https://www.tax.newmexico.gov/individuals/online-services-overview/personal-income-tax-forms/.
func TestNewMexicoTaxRateTable(t *testing.T) {
	p := paramsOf(t, "new_mexico", 2025)
	statuses := [4]form1040.Status{form1040.Single, form1040.Joint, form1040.Separate, form1040.Head}
	for taxable, want := range map[int64][4]int64{
		0: {}, 60: {}, 61: {1, 1, 1, 1}, 100: {1, 1, 1, 1}, 101: {2, 2, 2, 2}, 600: {8, 8, 8, 8}, 2000: {29, 29, 29, 29},
		4100: {61, 61, 62, 61}, 5550: {84, 83, 110, 83}, 7700: {151, 115, 177, 115}, 8100: {164, 122, 190, 122},
		9950: {225, 182, 250, 182}, 12001: {292, 250, 318, 250}, 12600: {308, 266, 334, 266}, 15050: {388, 346, 442, 346},
		16700: {441, 397, 510, 397}, 23950: {755, 630, 824, 630}, 25325: {815, 679, 886, 679}, 29999: {1013, 877, 1102, 877},
		33450: {1163, 1027, 1267, 1027}, 33600: {1168, 1032, 1271, 1032}, 41950: {1563, 1393, 1666, 1393},
		47950: {1845, 1651, 1948, 1651}, 54000 + 50: {2131, 1929, 2243, 1929}, 68250: {2802, 2597, 2939, 2597},
		75050: {3135, 2916, 3272, 2916}, 82950: {3523, 3288, 3659, 3288}, 90050: {3870, 3621, 4007, 3621},
		99950: {4356, 4087, 4492, 4087}, 100000: {4356, 4087, 4492, 4087}, 157500: {7174, 6905, 7310, 6905},
		210000: {9746, 9477, 10408, 9477}, 315000: {15941, 14622, 16603, 14622},
	} {
		for i, status := range statuses {
			if got := newMexicoTable(p.tariff[status], dollars(taxable)); !got.Equal(dollars(want[i])) {
				t.Errorf("%s, %d: %s, tabled %d", status, taxable, got, want[i])
			}
		}
	}
}

// Form PIT-1 of 2025, lines 9 to 18, and Schedule PIT-ADJ.
func TestNewMexicoHouseholds(t *testing.T) {
	owe(t, "new_mexico", map[string]filed{
		// 45000 − 17750, without the federal deduction for seniors; row 27200
		"pension": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(45000) }, "897"},
		// 24000 − 17750 − 4000 for age − (2500 − 4000 × 15 %); row 300
		"65, low income": {form1040.Single, 65, func(in *form1040.Return) { in.Pensions = dollars(24000) }, "5"},
		// 83000 − 17000 of social security − 17750 − 0: row 48200
		"social security": {form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(66000), dollars(20000)
		}, "1859"},
		// 102000: above the limit it is taxed; row 84200
		"social security, high income": {form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(85000), dollars(20000)
		}, "3586"},
		"itemised": {form1040.Single, 40, func(in *form1040.Return) { // 60000 − 25000; row 34900
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(60000), dollars(20000), dollars(5000)
		}, "1234"},
	})
}
