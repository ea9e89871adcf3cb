package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band of Schedules A to C of the 2026 Form 1-ES
// Instructions: https://www.revenue.wi.gov/TaxForms2026/2026-Form1-ES-Inst.pdf.
func TestWisconsinPrintedSchedules(t *testing.T) {
	p := paramsOf(t, "wisconsin", 2026)
	feet(t, p, form1040.Single, map[int64]string{15110: "528.85", 51950: "2149.81", 332720: "17030.62"})
	feet(t, p, form1040.Head, map[int64]string{15110: "528.85", 51950: "2149.81", 332720: "17030.62"})
	feet(t, p, form1040.Joint, map[int64]string{20150: "705.25", 69260: "2866.09", 443630: "22707.70"})
	feet(t, p, form1040.Separate, map[int64]string{10080: "352.80", 34630: "1433", 221820: "11354.07"})
}

// The standard deductions that the same instructions print: the whole amount
// below a wage, none above another, and the head of household's that becomes
// the single one's.
func TestWisconsinPrintedDeductions(t *testing.T) {
	p := paramsOf(t, "wisconsin", 2026)
	deduction := func(status form1040.Status, agi int64) money.Dec {
		return p.own.deduct(&filing{in: wagesOf(2026, status, agi, 0, 0), p: p, agi: dollars(agi), start: dollars(agi)})
	}
	for _, c := range []struct {
		status      form1040.Status
		whole, none int64
		want        int64
	}{
		{form1040.Single, 20119, 136453, 13960},
		{form1040.Joint, 29039, 159690, 25840},
		{form1040.Separate, 13779, 75869, 12280},
		{form1040.Head, 20119, 136453, 18030},
	} {
		if got := deduction(c.status, c.whole); !got.Equal(dollars(c.want)) {
			t.Errorf("%s, %d: %s, printed %d", c.status, c.whole, got, c.want)
		}
		if got := deduction(c.status, c.none+1); !got.IsZero() {
			t.Errorf("%s, %d: %s, printed none", c.status, c.none+1, got)
		}
		if got := deduction(c.status, c.none-20); got.IsZero() {
			t.Errorf("%s, %d: none, printed some", c.status, c.none-20)
		}
	}
	for _, agi := range []int64{58827, 58828, 90000} {
		gap := deduction(form1040.Head, agi).Sub(deduction(form1040.Single, agi))
		if gap.Whole(money.HalfUp).Sign() != 0 {
			t.Errorf("head of household, %d: %s from the single deduction", agi, gap)
		}
	}
}

func paramsOf(t *testing.T, slug string, year int) *params {
	t.Helper()
	p, err := Of(slug).params(year)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// feet checks a schedule against the tax that its authority prints at the foot
// of its bands, to the cent.
func feet(t *testing.T, p *params, status form1040.Status, printed map[int64]string) {
	t.Helper()
	for at, want := range printed {
		if got := p.tariff[status].Tax(dollars(at)).Round(2, money.HalfUp); !got.Equal(money.MustParse(want)) {
			t.Errorf("%s, %d: %s, printed %s", status, at, got, want)
		}
	}
}

// Form 1 of 2025 with Schedules SB, 1, 2 and WI-2441, the standard deduction by
// its formula.
func TestWisconsinHouseholds(t *testing.T) {
	owe(t, "wisconsin", map[string]filed{
		// 16000 of 40000 are left: − 13560 − 950, × 3.5 %
		"67 or older": {form1040.Single, 68, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "52"},
		// the subtraction of 100 would forfeit 300: 513.80 + 4.4 % of 28056 − 14680, − 300
		"a small pension": {form1040.Single, 68, func(in *form1040.Return) {
			in.You.Wages, in.Pensions, in.PropertyTaxes = dollars(40000), dollars(100), dollars(3000)
		}, "802"},
		// 5000 of 14900 at 65: nothing is left after 13560 and 950
		"low income": {form1040.Single, 65, func(in *form1040.Return) { in.Pensions = dollars(14900) }, "0"},
		// 2089 + 5.3 % of 50594 − 50480, − 5 % of 15000 − 8706
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(60000), dollars(12000), dollars(3000)
		}, "1780"},
		// 3194 − 480 − 20 % of 8000, which the federal limit of 3000 does not cut
		"care": {form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages, in.Spouse.Wages, in.Children, in.EICChildren = dollars(60000), dollars(30000), 1, 1
			in.CarePersons, in.CareExpenses = 1, dollars(8000)
		}, "1114"},
		// half of 22000 − 12000 is taxed of the compensation: (19000 − 13560 − 700) × 3.5 %
		"unemployment": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.Unemployment = dollars(14000), dollars(8000)
		}, "166"},
	})
}

// Both spouses' profit counts for the married couple credit; of the retirement
// income of a couple both of whom are 67 it does not matter whose it is, of
// another couple it does.
func TestWisconsinsCouples(t *testing.T) {
	in := wagesOf(2025, form1040.Joint, 60000, 0, 0)
	in.Add(form1040.Profit, true, dollars(10000))
	if got := stepOf(compute(t, Of("wisconsin"), in), "WI/credit"); !got.Equal(dollars(300)) {
		t.Errorf("credit of %s on a profit of 10000", got)
	}
	tax := func(spouseAge int, ofSpouse bool) money.Dec {
		in := plain(form1040.Joint, 68)
		in.Spouse.Age = spouseAge
		in.Add(form1040.Pensions, ofSpouse, dollars(70000))
		return compute(t, Of("wisconsin"), in).Tax
	}
	if a, b := tax(68, false), tax(68, true); !a.Equal(b) {
		t.Errorf("both of 68: %s and %s", a, b)
	}
	if a, b := tax(60, false), tax(60, true); !a.Less(b) {
		t.Errorf("one of 68: %s, and %s if it is the other's", a, b)
	}
}

// The earned income credit that is paid out depends on how many children there are.
func TestWisconsinsEarnedIncomeCredit(t *testing.T) {
	for children, part := range map[int]string{0: "0", 1: "0.04", 2: "0.11", 3: "0.34", 4: "0.34"} {
		in := wagesOf(2025, form1040.Head, 12000, children, 0)
		want := sheet(t, in).At(form1040.F27).Mul(money.MustParse(part)).Whole(money.HalfUp)
		if got := compute(t, Of("wisconsin"), in); !got.HasRefunds || !got.Refunds.Equal(want) {
			t.Errorf("%d children: %s, want %s", children, got.Refunds, want)
		}
	}
}
