package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Rows of the 2025 Regular Income Tax Table and of the note under it, by the
// first income of the row, and the two examples of the 2025 Indexed Tax
// Brackets:
// https://www.dfa.arkansas.gov/wp-content/uploads/2025_AR1000F_and_AR1000NR_Instructions.pdf, pp. 26-30;
// https://www.dfa.arkansas.gov/wp-content/uploads/2025_TaxBrackets.pdf.
func TestArkansasRegularTable(t *testing.T) {
	l := readArkansasLaw(reader{law.MustOpen("us-ar").On(civil.Of(2025, 12, 31))})
	p, err := Of("arkansas").params(2025)
	if err != nil {
		t.Fatal(err)
	}
	for net, want := range map[int64]int64{
		0: 0, 5000: 0, 5500: 0, 5599: 0, 5600: 1, 5700: 3, 5900: 7, 6000: 9, 8999: 67, 9900: 87, 11000: 109, 11100: 111, 11200: 114, 13900: 195,
		14800: 222, 15900: 255, 16000: 258, 16100: 261, 17900: 322, 20900: 424, 21000: 428, 25900: 594, 26300: 608, 26400: 612, 26900: 631,
		30999: 787, 36400: 1002, 41900: 1216, 49000: 1493, 57900: 1840, 62000: 2000, 65900: 2152, 74900: 2503, 75000: 2503, 75001: 2507,
		75501: 2527, 75901: 2542, 76000: 2542, 78501: 2644, 82000: 2776, 82001: 2780, 86501: 2956, 91000: 3127, 94601: 3271, 94700: 3271,
		94701: 3296, 94801: 3310, 94901: 3324, 95001: 3338, 95901: 3463, 96201: 3504, 97201: 3643, 97701: 3713, 97800: 3713, 97801: 3727,
		97901: 3731, 98201: 3742, 99901: 3809, 100000: 3809, 110000: 4199,
	} {
		c := filing{in: wagesOf(2025, form1040.Single, net, 0, 0), p: p, schedule: p.tariff[form1040.Single]}
		if got := l.table(&c, dollars(net)); !got.Equal(dollars(want)) {
			t.Errorf("net income %d: %s, printed %d", net, got, want)
		}
	}
}

// Rows of the 2025 Low Income Tax Tables, pp. 24-25 of the same booklet, and
// their ends.
func TestArkansasLowIncomeTables(t *testing.T) {
	for _, table := range []struct {
		status     form1040.Status
		dependents int
		rows       map[int64]int64
		end        int64
	}{
		{form1040.Single, 0, map[int64]int64{14643: 0, 14644: 29, 14700: 29, 14701: 33, 14801: 40, 16001: 124, 17401: 222}, 17500},
		{form1040.Head, 1, map[int64]int64{20820: 0, 20821: 67, 20901: 77, 23201: 293, 23300: 293, 25201: 481}, 25300},
		{form1040.SurvivingSpouse, 2, map[int64]int64{24818: 0, 24819: 94, 24901: 107, 26401: 293, 28901: 603}, 29000},
		{form1040.Joint, 1, map[int64]int64{24695: 0, 24696: 77, 24701: 87, 26801: 306, 28901: 524}, 29000},
		{form1040.Joint, 3, map[int64]int64{29722: 0, 29723: 111, 29801: 122, 31401: 289, 33000: 452, 36001: 790}, 36100},
	} {
		p, err := Of("arkansas").params(2025)
		if err != nil {
			t.Fatal(err)
		}
		l := readArkansasLaw(reader{law.MustOpen("us-ar").On(civil.Of(2025, 12, 31))})
		low := func(agi int64) (arkansasWay, bool) {
			in := wagesOf(2025, table.status, agi, 0, table.dependents)
			return l.lowIncome(&filing{in: in, f: sheet(t, in), p: p}, dollars(agi))
		}
		for agi, want := range table.rows {
			if got, open := low(agi); !open || !got.tax.Equal(dollars(want)) {
				t.Errorf("%s, %d dependents, income %d: %s (%t), printed %d", table.status, table.dependents, agi, got.tax, open, want)
			}
		}
		_, last := low(table.end)
		_, beyond := low(table.end + 1)
		if !last || beyond {
			t.Errorf("%s, %d dependents: open at %d is %t, above it %t", table.status, table.dependents, table.end, last, beyond)
		}
	}
}

// Worked out by hand from the booklet's tables, deduction and credits.
func TestArkansas(t *testing.T) {
	for _, c := range []struct {
		status   form1040.Status
		wages    int64
		children int
		others   int
		want     string
	}{
		{form1040.Single, 14000, 0, 0, "0"},     // the low income table
		{form1040.Single, 16050, 0, 0, "35"},    // the low income table 124 − 29 − 60; the regular one has 186 on 13580
		{form1040.Single, 17550, 0, 0, "139"},   // above the low income table: 228 on 15080 − 29 − 60
		{form1040.Single, 60000, 0, 0, "1795"},  // 1824 on 57530 − 29
		{form1040.Separate, 29000, 0, 0, "531"}, // 615 on 26530 − 29 − 55
		{form1040.Joint, 35050, 2, 0, "565"},    // the low income table 681 − 4 × 29; the regular one has 755 on 30110, no additional credit
		{form1040.Head, 120000, 1, 0, "4406"},   // 3809 + 17530 × 3.9 % = 4493 − 3 × 29
	} {
		owes(t, "arkansas", wagesOf(2025, c.status, c.wages, c.children, c.others), c.want)
	}
	couple := wagesOf(2025, form1040.Joint, 60000, 0, 0)
	couple.Spouse.Wages = dollars(30000)
	owes(t, "arkansas", couple, "2415") // 1824 on 57530 and 654 on 27530, less 5 and 2 × 29; 2893 − 58 jointly on 85060
	aged := wagesOf(2025, form1040.Single, 60000, 0, 0)
	aged.You.Age = 65
	owes(t, "arkansas", aged, "1737") // two more credits of 29
}

// Worked out by hand from the booklet's rows, its lines 13 to 18 and 24 to 27,
// and Forms AR3, AR1000D and AR2441 of 2025.
func TestArkansasHouseholds(t *testing.T) {
	for name, c := range map[string]struct {
		status form1040.Status
		age    int
		fill   func(in *form1040.Return)
		want   string
	}{
		// 30000 − 6000 − 2470 = 21530: 21550 × 3.4 % − 287.97 is 445; − 2 × 29 and 60; no credit of those of 65 without the exemption
		"pension": {form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(30000) }, "327"},
		// 500 of exemption save less than the credit in its place: 1200 on 41530 less 3 × 29, against 1181 on 41030 less 2
		"small pension": {form1040.Single, 66, func(in *form1040.Return) { in.You.Wages, in.Pensions = dollars(43500), dollars(500) }, "1113"},
		// half of 10000 is taxed: 62530 has 2019
		"gains": {form1040.Single, 40, func(in *form1040.Return) { in.You.Wages, in.LongTermGain = dollars(60000), dollars(10000) }, "1990"},
		// half the tax on self-employment is not deducted: the row of 57530
		"self-employment": {form1040.Single, 40, func(in *form1040.Return) { in.You.SelfEmployment = dollars(60000) }, "1795"},
		// 60000 − 20000: 40050 × 3.9 % − 419.96 is 1142; − 29
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.PropertyTaxes = dollars(60000), dollars(8000), dollars(12000)
		}, "1113"},
		// 92500 is midway from 85000 to 100000: half of 2000; 3053 on 89030 − 29
		"student loan": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.StudentLoanInterest = dollars(92500), dollars(2000)
		}, "3024"},
		// 20 % of 20 % of 3000
		"care": {form1040.Head, 40, func(in *form1040.Return) {
			in.You.Wages, in.Children, in.CarePersons, in.CareExpenses = dollars(60000), 1, 1, dollars(5000)
		}, "1617"},
	} {
		in := plain(c.status, c.age)
		c.fill(in)
		e := Of("arkansas")
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		if got := compute(t, e, in); !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s: %s, want %s\n%s", name, got.Tax, c.want, lines(got))
		}
	}
}

// Spouses who are taxed apart divide itemised deductions by income, each has the
// profit of their own business, and the exemption of a pension is of one's own.
func TestArkansasSpousesApart(t *testing.T) {
	tax := func(spouses bool) (profit, pension money.Dec) {
		in := wagesOf(2025, form1040.Joint, 60000, 0, 0)
		in.Add(form1040.Profit, spouses, dollars(30000))
		profit = compute(t, Of("arkansas"), in).Tax
		in = wagesOf(2025, form1040.Joint, 60000, 0, 0)
		in.Add(form1040.Pensions, spouses, dollars(30000))
		return profit, compute(t, Of("arkansas"), in).Tax
	}
	profit, pension := tax(false)
	if !profit.Equal(dollars(2839)) || !pension.Equal(dollars(2605)) { // 2897 on 85060, 2663 on 79060, less 58
		t.Errorf("the taxpayer's own: %s and %s", profit, pension)
	}
	profit, pension = tax(true)
	if !profit.Equal(dollars(2415)) || !pension.Equal(dollars(2151)) { // 1824 and 654 less 5, or 445 less 60, less 58 each
		t.Errorf("the spouse's: %s and %s", profit, pension)
	}
	in := wagesOf(2025, form1040.Joint, 60000, 0, 0)
	in.Spouse.Wages, in.MortgageInterest = dollars(30000), dollars(20001)
	// 67 % of 20001 is 13401: 1395 on 46599 and 509 on 23400 less 60 and 58
	if got := compute(t, Of("arkansas"), in); !got.Tax.Equal(dollars(1786)) {
		t.Errorf("itemised: %s\n%s", got.Tax, lines(got))
	}
}
