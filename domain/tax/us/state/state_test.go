package state

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

func dollars(x int64) money.Dec { return money.FromInt(x) }

// wagesOf is a return with wages and dependents.
func wagesOf(year int, status form1040.Status, amount int64, children, others int) *form1040.Return {
	in := &form1040.Return{Year: year, Status: status, Children: children, EICChildren: children, OtherDependents: others}
	in.You.Age, in.Spouse.Age = 40, 40
	in.You.Wages = dollars(amount)
	return in
}

func sheet(t *testing.T, in *form1040.Return) *form1040.Sheet {
	t.Helper()
	p, err := form1040.ForYear(in.Year)
	if err != nil {
		t.Fatal(err)
	}
	return form1040.NewSheet(p, in, form1040.Nothing)
}

// Worked out by hand from the figures in domain/tax/law/us-xx, on income y:
// rate × (income − deductions), to the dollar.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		slug     string
		year     int
		status   form1040.Status
		wages    int64
		children int
		others   int
		want     string
	}{
		{"texas", 2025, form1040.Joint, 200000, 2, 0, "0"},
		{"arizona", 2024, form1040.Single, 50000, 0, 0, "885"}, // (50000 − 14600) × 2.5 %
		{"arizona", 2025, form1040.Head, 60000, 0, 0, "909"},   // (60000 − 23625) × 2.5 %
		// 110 + (50000 − 3825 − 1500 − 3875 − 3000) × 5 %; row 37800; the federal tax is 3875, social security and Medicare are itemised
		{"alabama", 2025, form1040.Single, 50000, 0, 0, "2003"},
		{"kentucky", 2026, form1040.Single, 50000, 0, 0, "1632"}, // (50000 − 3360) × 3.5 %
		{"kentucky", 2026, form1040.Single, 17000, 0, 0, "95"},   // (17000 − 3360) × 3.5 % × 20 %: 107 % of 15960
		{"pennsylvania", 2026, form1040.Single, 100000, 0, 0, "3070"},
		{"colorado", 2025, form1040.Single, 299999, 0, 0, "12507"},     // (299999 − 15750) × 4.4 %
		{"colorado", 2025, form1040.Single, 300000, 0, 0, "12672"},     // (300000 − 12000) × 4.4 %
		{"colorado", 2022, form1040.Single, 300000, 0, 0, "12630"},     // (300000 − 12950) × 4.4 %
		{"georgia", 2025, form1040.Joint, 60000, 0, 1, "1661"},         // (60000 − 24000 − 4000) × 5.19 %
		{"georgia", 2025, form1040.Single, 18000, 0, 0, "306"},         // (18000 − 12000) × 5.19 % − 5
		{"illinois", 2025, form1040.Joint, 100000, 1, 0, "4527"},       // (100000 − 3 × 2850) × 4.95 %
		{"illinois", 2025, form1040.Single, 250001, 0, 0, "12375"},     // no exemption: 250001 × 4.95 %
		{"indiana", 2025, form1040.Single, 60000, 1, 0, "1695"},        // (60000 − 1000 − 1000 − 1500) × 3 %
		{"louisiana", 2025, form1040.Joint, 80000, 0, 0, "1650"},       // (80000 − 25000) × 3 %
		{"michigan", 2025, form1040.Joint, 90000, 2, 0, "2839"},        // (90000 − 4 × 5800) × 4.25 %
		{"mississippi", 2025, form1040.Single, 50000, 0, 0, "1395"},    // (50000 − 2300 − 6000 − 10000) × 4.4 %
		{"north_carolina", 2026, form1040.Head, 70000, 0, 0, "2030"},   // (70000 − 19125) × 3.99 %
		{"utah", 2025, form1040.Single, 50000, 0, 0, "1718"},           // 2250 − (945 − (50000 − 18213) × 1.3 %)
		{"utah", 2025, form1040.Single, 15000, 0, 0, "0"},              // 675 < 945
		{"utah", 2025, form1040.Joint, 100000, 0, 1, "3309"},           // 4500 − (2017, 6 % of 31500 + 2111, − 826, 1.3 % of 100000 − 36426)
		{"california", 2024, form1040.Single, 60000, 0, 0, "1699"},     // row 54451 to 54550: 992.26 + (54500 − 40245) × 6 % − 149
		{"california", 2024, form1040.Joint, 150000, 2, 0, "4814"},     // 3859.04 + (138920 − 111732) × 8 % − 2 × 149 − 2 × 461
		{"california", 2024, form1040.Single, 300000, 0, 0, "23916"},   // 3108.72 + (294460 − 70606) × 9.3 % − (149 − 23 × 6)
		{"california", 2024, form1040.Single, 1200000, 0, 0, "130258"}, // 70116.38 + (1194460 − 721314) × 12.3 % + 194460 × 1 %
		{"new_jersey", 2024, form1040.Single, 50000, 0, 0, "1213"},     // row up to 49000: 48975 × 5.525 % − 1492.50
		{"new_jersey", 2024, form1040.Joint, 180000, 1, 0, "7201"},     // 176500 × 6.37 % − 4042.50
		{"new_jersey", 2025, form1040.Single, 10000, 0, 0, "0"},
		{"pennsylvania", 2025, form1040.Single, 7100, 0, 0, "65"},  // 7100 × 3.07 % × 30 %
		{"pennsylvania", 2025, form1040.Joint, 34250, 2, 0, "946"}, // 34250 × 3.07 % × 90 %
		{"pennsylvania", 2025, form1040.Head, 27751, 2, 0, "852"},  // 27751 × 3.07 %
		{"pennsylvania", 2025, form1040.Single, 100000, 0, 0, "3070"},
		{"new_york", 2024, form1040.Single, 60000, 0, 0, "2697"},              // row of 52000: 600 + (52025 − 13900) × 5.5 %
		{"new_york", 2024, form1040.Single, 100000, 0, 0, "4952"},             // 4271 + (92000 − 80650) × 6 %
		{"new_york", 2024, form1040.Single, 150000, 0, 0, "8433"},             // 7952 + (142000 × 6 % − 7952) × 0.847
		{"new_york", 2024, form1040.Joint, 250000, 2, 0, "13917"},             // 8553 + (231950 − 161550) × 6 % + 333 + 807
		{"new_york", 2024, form1040.Joint, 120000, 0, 0, "5467"},              // 5384.75 + (103950 × 5.5 % − 5384.75) × 0.247
		{"new_york", 2024, form1040.Single, 18000, 0, 0, "364"},               // row of 10000: 340 + 1525 × 4.5 % = 409 − 45
		{"new_york", 2024, form1040.Joint, 30000, 0, 1, "489"},                // row of 12950: 519 − (20 + 2 × 5)
		{"new_york", 2024, form1040.Single, 30000000, 0, 0, "3269128"},        // 29992000 × 10.9 %
		{"new_york", 2022, form1040.Single, 300000, 0, 0, "20002"},            // 12926 + (292000 − 215400) × 6.85 % + 536 + 1293
		{"district_of_columbia", 2024, form1040.Single, 100000, 0, 0, "5659"}, // 400 + 1800 + 1300 + (85400 − 60000) × 8.5 %
		{"delaware", 2025, form1040.Single, 70000, 0, 0, "3279"},              // 2943.50 + (70000 − 3250 − 60000) × 6.6 % − 110
		{"delaware", 2024, form1040.Joint, 100000, 1, 1, "4715"},              // 2943.50 + (100000 − 6500 − 60000) × 6.6 % − 4 × 110
		{"south_carolina", 2025, form1040.Single, 60000, 0, 0, "2058"},        // 428.10 + (60000 − 15000 − 17830) × 6 %
		{"south_carolina", 2025, form1040.Head, 50000, 0, 0, "1008"},          // 428.10 + (50000 − 22500 − 17830) × 6 %
		// the example of the 2024 Tax Rate Schedules: 82000 is taxed 2678 + 2050 × 6.6 %
		{"vermont", 2024, form1040.Joint, 107050, 0, 0, "2813"},
		{"vermont", 2024, form1040.Separate, 151000, 1, 0, "7873"},    // 5080 + (151000 − 7400 − 2 × 5100 − 96650) × 7.6 %
		{"vermont", 2024, form1040.Joint, 151000, 8, 0, "4530"},       // 151000 × 3 %, more than the 3021 on 85150
		{"hawaii", 2025, form1040.Single, 60000, 0, 0, "3030"},        // 2539.20 + (60000 − 4400 − 1144 − 48000) × 7.6 %
		{"hawaii", 2024, form1040.Joint, 80000, 1, 0, "4210"},         // 2707.20 + (80000 − 8800 − 3 × 1144 − 48000) × 7.6 %
		{"iowa", 2024, form1040.Head, 60000, 1, 0, "1752"},            // 1470.53 + (38100 − 31050) × 5.7 % − 3 × 40
		{"iowa", 2025, form1040.Joint, 100000, 0, 0, "2523"},          // (100000 − 31500) × 3.8 % − 2 × 40
		{"idaho", 2025, form1040.Single, 60000, 0, 0, "2090"},         // (60000 − 15750 − 4811) × 5.3 %
		{"idaho", 2024, form1040.Joint, 100000, 1, 1, "3295"},         // (100000 − 29200 − 9346) × 5.695 % − 205
		{"kansas", 2025, form1040.Single, 50000, 0, 0, "1990"},        // 1196 + (50000 − 3605 − 9160 − 23000) × 5.58 %
		{"kansas", 2026, form1040.Separate, 50000, 0, 0, "1962"},      // 1196 + (50000 − 4120 − 9160 − 23000) × 5.58 %
		{"kansas", 2024, form1040.Single, 50000, 0, 0, "1990"},        // as in 2025
		{"kansas", 2025, form1040.Joint, 100000, 0, 1, "3794"},        // 2392 + (100000 − 8240 − 18320 − 2320 − 46000) × 5.58 %
		{"kentucky", 2025, form1040.Single, 50000, 0, 0, "1869"},      // (50000 − 3270) × 4 %
		{"kentucky", 2025, form1040.Single, 18000, 0, 0, "236"},       // (18000 − 3270) × 4 % × 40 %: 115 % of 15650
		{"kentucky", 2024, form1040.Head, 22000, 1, 0, "151"},         // (22000 − 3160) × 4 % × 20 %: 108 % of 20440
		{"massachusetts", 2025, form1040.Single, 60000, 0, 0, "2680"}, // (60000 − 2000 − 4400) × 5 %
		{"massachusetts", 2025, form1040.Single, 8000, 0, 0, "0"},
		{"massachusetts", 2025, form1040.Single, 10000, 0, 0, "200"},    // (10000 − 8000) × 10 % < (10000 − 765 − 4400) × 5 %
		{"massachusetts", 2024, form1040.Joint, 1500000, 1, 0, "91788"}, // 1488200 × 5 % + (1488200 − 1053750) × 4 %
		{"montana", 2025, form1040.Head, 80000, 0, 0, "2946"},           // 1489.90 + (80000 − 23625 − 31700) × 5.9 %
		{"montana", 2026, form1040.Joint, 150000, 1, 0, "5753"},         // 4465 + (150000 − 32200 − 95000) × 5.65 %
		{"montana", 2024, form1040.Single, 50000, 0, 0, "1843"},         // 963.50 + (50000 − 14600 − 20500) × 5.9 %
		{"nebraska", 2025, form1040.Joint, 100000, 2, 0, "2666"},        // 3086.10 + (100000 − 17200 − 77730) × 5.2 % − 4 × 171
		{"nebraska", 2022, form1040.Single, 40000, 0, 0, "1145"},        // 686.59 + (40000 − 7350 − 20590) × 5.01 % − 146
		{"north_dakota", 2025, form1040.Single, 100000, 0, 0, "698"},    // (84250 − 48475) × 1.95 %
		{"north_dakota", 2024, form1040.Separate, 200000, 0, 0, "3070"}, // (144975 − 39375) × 1.95 % + (185400 − 144975) × 2.5 %
		{"ohio", 2024, form1040.Single, 60000, 0, 0, "1235"},            // 360.69 + (60000 − 2150 − 26050) × 2.75 %
		{"ohio", 2024, form1040.Single, 28450, 0, 0, "0"},               // 28450 − 2400 = 26050
		{"ohio", 2024, form1040.Single, 29000, 0, 0, "356"},             // 360.69 + (26600 − 26050) × 2.75 % − 20
		// 360.69 + (50000 − 3 × 2150 − 26050) × 2.75 %, less 30 % of a federal credit of 1210
		{"ohio", 2024, form1040.Head, 50000, 2, 0, "479"},
		{"ohio", 2025, form1040.Joint, 200000, 3, 0, "5222"},         // 2394.32 + (200000 − 5 × 1900 − 100000) × 3.125 %
		{"ohio", 2025, form1040.Single, 800000, 0, 0, "24269"},       // no exemption: 2394.32 + 700000 × 3.125 %
		{"rhode_island", 2025, form1040.Single, 60000, 0, 0, "1650"}, // (60000 − 10900 − 5100) × 3.75 %
		// three steps of 7250: 40 % of 16000; 7829.38 + (263600 − 181650) × 5.99 %
		{"rhode_island", 2025, form1040.Single, 270000, 0, 0, "12738"},
		{"rhode_island", 2025, form1040.Single, 300000, 0, 0, "14919"}, // nothing is left: 7829.38 + (300000 − 181650) × 5.99 %
		{"virginia", 2024, form1040.Single, 50000, 0, 0, "2075"},       // 720 + (50000 − 8500 − 930 − 17000) × 5.75 %
		{"virginia", 2024, form1040.Joint, 100000, 2, 0, "4301"},       // 720 + (100000 − 17000 − 4 × 930 − 17000) × 5.75 %
		{"virginia", 2024, form1040.Single, 11949, 0, 0, "0"},          // below 11950
		// 120 + (27000 − 17000 − 1860 − 5000) × 5 %; the guideline of two is 20440
		{"virginia", 2024, form1040.Joint, 27000, 0, 0, "277"},
		{"virginia", 2024, form1040.Single, 17000, 0, 0, "225"}, // 248.50, less 20 % of a federal credit of 120
		// 120 + (31000 − 17000 − 4 × 930 − 5000) × 5 %; the refundable 15 % is worth more than all of it
		{"virginia", 2024, form1040.Joint, 31000, 2, 0, "384"},
		{"virginia", 2024, form1040.Single, 13000, 0, 0, "0"}, // the credit for low income, 300, is more than the tax of 87
		{"new_hampshire", 2025, form1040.Single, 100000, 0, 0, "0"},
	} {
		owes(t, c.slug, wagesOf(c.year, c.status, c.wages, c.children, c.others), c.want)
	}
}

// What a state's entry does not model is refused, never ignored.
func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*form1040.Return){
		"year":         func(r *form1040.Return) { r.Year = 2021 },
		"child":        func(r *form1040.Return) { r.Children = 1 },
		"dependent":    func(r *form1040.Return) { r.OtherDependents = 1 },
		"age":          func(r *form1040.Return) { r.You.Age = 65 },
		"blindness":    func(r *form1040.Return) { r.You.Blind = true },
		"claimable":    func(r *form1040.Return) { r.Claimable = true },
		"itemised":     func(r *form1040.Return) { r.MortgageInterest = dollars(1) },
		"pension":      func(r *form1040.Return) { r.Pensions = dollars(1) },
		"other income": func(r *form1040.Return) { r.OtherIncome = dollars(1) },
		"separate":     func(r *form1040.Return) { r.Status = form1040.Separate },
		"care":         func(r *form1040.Return) { r.CareExpenses = dollars(1) },
		"a child for the earned income credit alone": func(r *form1040.Return) { r.EICChildren = 1 },
		"tips": func(r *form1040.Return) { r.You.Tips = dollars(1) },
	} {
		in := wagesOf(2025, form1040.Single, 50000, 0, 0)
		change(in)
		refused := Of("new_mexico").Refuse(in) != ""
		taken := []string{"separate", "child", "dependent", "a child for the earned income credit alone", "age",
			"blindness", "itemised", "pension", "care"}
		if want := !slices.Contains(taken, name); refused != want {
			t.Errorf("New Mexico, %s: refused is %t", name, refused)
		}
	}
	deduction := wagesOf(2025, form1040.Single, 50000, 0, 0)
	deduction.HSA = dollars(1)
	separate := wagesOf(2025, form1040.Separate, 50000, 0, 0)
	if Of("california").Refuse(deduction) == "" || Of("louisiana").Refuse(deduction) != "" || Of("pennsylvania").Refuse(separate) == "" {
		t.Error("adjustments or a filing status are refused where they are modelled, or taken where they are not")
	}
	two := wagesOf(2025, form1040.Joint, 50000, 0, 0)
	two.Spouse.Wages = dollars(1)
	qualified := wagesOf(2025, form1040.Single, 50000, 0, 0)
	qualified.OrdinaryDividends, qualified.QualifiedDividends = dollars(2), dollars(1)
	for slug, taken := range map[string]bool{"kentucky": true, "north_dakota": true, "ohio": true, "south_carolina": true,
		"district_of_columbia": false} {
		if why := Of(slug).Refuse(two); (why == "") != taken {
			t.Errorf("%s, wages of both spouses: %q", slug, why)
		}
	}
	if Of("nebraska").Refuse(two) != "" || Of("montana").Refuse(qualified) != "" || Of("north_dakota").Refuse(qualified) != "" ||
		Of("idaho").Refuse(qualified) != "" {
		t.Error("two earners or qualified dividends are refused where they are modelled, or taken where they are not")
	}
	if Of("kansas").Refuse(wagesOf(2025, form1040.SurvivingSpouse, 50000, 0, 0)) == "" || Of("iowa").Refuse(separate) == "" {
		t.Error("a filing status that is not modelled is taken")
	}
	gain := wagesOf(2025, form1040.Single, 50000, 0, 0)
	gain.LongTermGain = dollars(300000)
	interest := wagesOf(2025, form1040.Single, 50000, 0, 0)
	interest.Interest = dollars(1)
	before := *interest
	before.Year = 2024
	if Of("new_hampshire").Refuse(&before) == "" {
		t.Error("interest was taxed in New Hampshire until 2024")
	}
	if Of("washington").Refuse(gain) == "" || Of("texas").Refuse(gain) != "" || Of("new_hampshire").Refuse(interest) != "" {
		t.Error("a state without an income tax must refuse what its other taxes reach, and only that")
	}
}

// Every year an entry declares resolves.
func TestEveryYearResolves(t *testing.T) {
	for _, e := range Entries {
		for year := e.Held().From; year <= e.Held().To; year++ {
			if _, err := e.params(year); err != nil {
				t.Error(err)
			}
		}
		if Of(e.Slug) != e || len(e.Held().KindsIn(e.Held().To)) == 0 || e.Held().KindsIn(e.Held().To)[0] != tax.Employment {
			t.Errorf("%s: slug %s, kinds %v", e.Name, e.Slug, e.Held().KindsIn(e.Held().To))
		}
	}
}

// PA Schedule SP Eligibility Income Tables, first and last column:
// https://www.revenue.pa.gov/TaxTypes/PIT/TaxForgiveness/Pages/Eligibility.aspx.
// Up to the first all tax is forgiven, up to the last a tenth.
func TestPennsylvaniaEligibilityIncomeTables(t *testing.T) {
	for _, row := range []struct {
		status   form1040.Status
		children int
		all      int64
		tenth    int64
	}{
		{form1040.Single, 0, 6500, 8750}, {form1040.Single, 1, 16000, 18250}, {form1040.Single, 2, 25500, 27750},
		{form1040.Head, 3, 35000, 37250},
		{form1040.Single, 4, 44500, 46750}, {form1040.Single, 5, 54000, 56250}, {form1040.Single, 6, 63500, 65750},
		{form1040.Single, 7, 73000, 75250},
		{form1040.Single, 8, 82500, 84750}, {form1040.Single, 9, 92000, 94250},
		{form1040.Joint, 0, 13000, 15250}, {form1040.Joint, 1, 22500, 24750}, {form1040.Joint, 2, 32000, 34250},
	} {
		for income, left := range map[int64]string{row.all: "0", row.all + 1: "0.1", row.tenth: "0.9", row.tenth + 1: "1"} {
			in := wagesOf(2025, row.status, income, row.children, 0)
			in.Method = form1040.Schedule
			got, err := Of("pennsylvania").Compute(in, sheet(t, in), false)
			if err != nil {
				t.Fatal(err)
			}
			if want := dollars(income).Mul(money.MustParse("0.0307")).Mul(money.MustParse(left)); !got.Tax.Equal(want) {
				t.Errorf("%s, %d children, income %d: %s, want %s of the tax, %s", row.status, row.children, income, got.Tax, left, want)
			}
		}
	}
}

// The rows of the California Tax Table as its schedule of rows says: 51 to 150
// is taxed as 100. The last row ends at 100,000.
func TestCaliforniaRows(t *testing.T) {
	for x, want := range map[int64]int64{0: 0, 50: 0, 51: 100, 150: 100, 151: 200, 99950: 99900, 99951: 99975, 100000: 99975, 100001: 100001} {
		if got := californiaRow(dollars(x)); !got.Equal(dollars(want)) {
			t.Errorf("%d is taxed as %s, want %d", x, got, want)
		}
	}
	for x, want := range map[int64]int64{0: 0, 1: 25, 50: 25, 51: 75, 99999: 99975, 100000: 100000} {
		if got := newJerseyRow(dollars(x)); !got.Equal(dollars(want)) {
			t.Errorf("New Jersey: %d is taxed as %s, want %d", x, got, want)
		}
	}
}

// The tax at the foot of each band of the schedules of 2022 and 2024 as the
// instructions print it, taken from the second source of the schedules.
func TestNewYorkPrintsWholeDollars(t *testing.T) {
	for year, statuses := range map[int]map[form1040.Status]map[int64]int64{
		2022: {
			form1040.Single: {13900: 600, 80650: 4504, 215400: 12926, 1077550: 71984, 5000000: 450500},
			form1040.Joint:  {27900: 1202, 161550: 9021, 323200: 19124, 2155350: 144626, 5000000: 419135, 25000000: 2479135},
			form1040.Head:   {20900: 901, 107650: 5976, 269300: 16079, 1616450: 108359, 5000000: 434871},
		},
		2024: {
			form1040.Single: {13900: 600, 80650: 4271, 215400: 12356, 1077550: 71413, 5000000: 449929, 25000000: 2509929},
			form1040.Joint:  {23600: 976, 161550: 8553, 323200: 18252, 2155350: 143754, 5000000: 418263},
			form1040.Head:   {17650: 730, 107650: 5672, 269300: 15371, 1616450: 107651, 5000000: 434163, 25000000: 2494163},
		},
	} {
		p, err := Of("new_york").params(year)
		if err != nil {
			t.Fatal(err)
		}
		for status, feet := range statuses {
			for from, want := range feet {
				above := dollars(from + 1)
				s := p.tariff[status]
				got := printed(s, above).Sub(s.Bands[holding(s, above)].Rate)
				if !got.Equal(dollars(want)) {
					t.Errorf("%d %s at %d: %s, printed %d", year, status, from, got, want)
				}
			}
		}
	}
}

// owes computes a return and holds the state's tax on it, and that the result
// cites and explains itself.
func owes(t *testing.T, slug string, in *form1040.Return, want string) {
	t.Helper()
	e := Of(slug)
	if why := e.Refuse(in); why != "" {
		t.Errorf("%s %d: %s", slug, in.Year, why)
		return
	}
	got, err := e.Compute(in, sheet(t, in), true)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Tax.Equal(money.MustParse(want)) {
		t.Errorf("%s %d, status %s, wages %s: %s, want %s", slug, in.Year, in.Status, in.You.Wages, got.Tax, want)
	}
	if len(got.Citations) == 0 || len(got.Steps) == 0 {
		t.Errorf("%s %d: %d citations, %d steps", slug, in.Year, len(got.Citations), len(got.Steps))
	}
}
