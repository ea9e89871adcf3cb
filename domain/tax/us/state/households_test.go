package state

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// filed is a return of a household of 2025 with the tax that the lines of a state's form come to.
type filed struct {
	status form1040.Status
	age    int
	fill   func(in *form1040.Return)
	want   string
}

// owe holds the taxes of a state's households, worked out by hand.
func owe(t *testing.T, slug string, all map[string]filed) {
	t.Helper()
	e := Of(slug)
	for name, c := range all {
		in := plain(c.status, c.age)
		c.fill(in)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s, %s: %s", slug, name, why)
			continue
		}
		if got := compute(t, e, in); !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s, %s: %s, want %s\n%s", slug, name, got.Tax, c.want, lines(got))
		}
	}
}

// Form 500 of 2025 and its Schedule 1, page 2.
func TestGeorgiaHouseholds(t *testing.T) {
	owe(t, "georgia", map[string]filed{
		// 52000 − (30000 + 2000 + 5000 of the wages) − 12000, × 5.19 %
		"65 or older": {form1040.Single, 66, func(in *form1040.Return) {
			in.You.Wages, in.Pensions, in.Interest = dollars(20000), dollars(30000), dollars(2000)
		}, "156"},
		"62 to 64": {form1040.Single, 63, func(in *form1040.Return) { in.Pensions = dollars(50000) }, "156"}, // 50000 − 35000 − 12000
		// (120000 − 40000) × 5.19 % − 2 × 300
		"itemised": {form1040.Joint, 45, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.PropertyTaxes, in.GiftsCash = dollars(120000), dollars(30000), dollars(8000), dollars(2000)
		}, "3552"},
		// (40000 − 12000 − 4000) × 5.19 % − half of 22 % of 3000
		"care": {form1040.Head, 40, func(in *form1040.Return) {
			in.You.Wages, in.Children, in.CarePersons, in.CareExpenses = dollars(40000), 1, 1, dollars(3000)
		}, "916"},
		// (19999 − 5000 − 12000) × 5.19 % − 2 × 5
		"low income": {form1040.Single, 70, func(in *form1040.Return) { in.You.Wages = dollars(19999) }, "146"},
	})
}

// The exclusion is of each spouse's own income, each from the own age on.
func TestGeorgiasExclusionIsEachSpouses(t *testing.T) {
	excluded := func(spouseAge int, ofSpouse bool) money.Dec {
		in := plain(form1040.Joint, 66)
		in.Spouse.Age = spouseAge
		in.Add(form1040.Pensions, ofSpouse, dollars(80000))
		return stepOf(compute(t, Of("georgia"), in), "GA/subtraction")
	}
	for _, c := range []struct {
		age    int
		spouse bool
		want   int64
	}{{50, false, 65000}, {50, true, 0}, {62, true, 35000}, {65, true, 65000}} {
		if got := excluded(c.age, c.spouse); !got.Equal(dollars(c.want)) {
			t.Errorf("spouse of %d, the spouse's: %t: %s excluded, want %d", c.age, c.spouse, got, c.want)
		}
	}
}

// Form 1 of 2025: lines 4, 6 and 11, Schedule Y, at 5 percent.
func TestMassachusettsHouseholds(t *testing.T) {
	owe(t, "massachusetts", map[string]filed{
		"pension": {form1040.Single, 40, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "1780"}, // less 4400
		// less 2000 and 4400; the tax on self-employment is 8477.73
		"self-employment": {form1040.Single, 40, func(in *form1040.Return) { in.You.SelfEmployment = dollars(60000) }, "2680"},
		// the contributions of both kinds together are at most 2000
		"wages and self-employment": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.You.SelfEmployment = dollars(20000), dollars(10000)
		}, "1180"},
		// less 2000 of interest, 2000 and 4400
		"student loan": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.StudentLoanInterest = dollars(50000), dollars(2000)
		}, "2080"},
		// less 3000 of gifts, but no interest, 2000 and 4400
		"gifts": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.GiftsCash, in.MortgageInterest = dollars(50000), dollars(3000), dollars(10000)
		}, "2030"},
		// gifts are taken off the pension of 2000 alone
		"gifts and interest": {form1040.Single, 66, func(in *form1040.Return) {
			in.Pensions, in.Interest, in.GiftsCash = dollars(2000), dollars(30000), dollars(3000)
		}, "1245"},
	})
}

// Massachusetts pays out 40 percent of the federal earned income credit, and 440 for each
// child under 13.
func TestMassachusettsEarnedIncomeCredit(t *testing.T) {
	in := wagesOf(2025, form1040.Head, 20000, 2, 0)
	if got := compute(t, Of("massachusetts"), in); got.HasRefunds || !strings.Contains(got.RefundsWant, "children_under_13") {
		t.Errorf("the ages of the children are not asked for: %q", got.RefundsWant)
	}
	in.UnderThirteen = form1040.Few{N: 1, Known: true}
	got, f := compute(t, Of("massachusetts"), in), sheet(t, in)
	want := f.At(form1040.F27).Mul(money.MustParse("0.4")).Whole(money.HalfUp).Add(dollars(440))
	if !got.HasRefunds || !got.Refunds.Equal(want) {
		t.Errorf("%s, want %s", got.Refunds, want)
	}
}

// Form 140 of 2025, at 2.5 percent.
func TestArizonaHouseholds(t *testing.T) {
	owe(t, "arizona", map[string]filed{
		// less 6000 for seniors, 2100 and 15750
		"65 or older": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "404"},
		// a quarter of 10000 − 4000, and 15750
		"gains": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.LongTermGain, in.OldGain = dollars(50000), dollars(10000), dollars(4000)
		}, "1069"},
		"gifts": {form1040.Single, 40, func(in *form1040.Return) { // 34 % of 2000 beside the standard deduction
			in.You.Wages, in.GiftsCash = dollars(60000), dollars(2000)
		}, "1089"},
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(60000), dollars(20000), dollars(5000)
		}, "875"},
	})
	for wages, want := range map[int64]int64{12500: 25, 12501: 0} {
		if got := compute(t, Of("arizona"), wagesOf(2025, form1040.Single, wages, 0, 0)); !got.Refunds.Equal(dollars(want)) {
			t.Errorf("wages of %d: %s refunded, want %d", wages, got.Refunds, want)
		}
	}
}

// Form ND-1 of 2025, by the schedule.
func TestNorthDakotaHouseholds(t *testing.T) {
	owe(t, "north_dakota", map[string]filed{
		// (150000 − 25000 − 48475) × 1.95 %
		"itemised": {form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.GiftsCash = dollars(150000), dollars(20000), dollars(5000)
		}, "1492"},
		// 1317 on 148500 jointly; 308 on 80000 − 15750 and 698 on the rest apart
		"two earners": {form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages, in.Spouse.Wages = dollars(100000), dollars(80000)
		}, "1006"},
		"a spouse's pension": {form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages = dollars(100000)
			in.Add(form1040.Pensions, true, dollars(80000))
		}, "1006"},
		"one spouse's wages and pension": {form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages = dollars(100000)
			in.Add(form1040.Pensions, false, dollars(80000))
		}, "1317"},
		// 47550 and 103950: the lower income is not above the amount
		"a lower income": {form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages, in.Spouse.Wages = dollars(103950), dollars(47550)
		}, "761"},
	})
}

// Form N-11 of 2025, Forms N-311 and N-356 and Schedule X.
func TestHawaiiHouseholds(t *testing.T) {
	e := Of("hawaii")
	in := plain(form1040.Single, 70)
	in.You.Wages, in.Pensions = dollars(30000), dollars(20000)
	if e.Refuse(in) == "" {
		t.Error("pensions are taken of which it is not said who paid for them")
	}
	in.KnowsContributory, in.ContributoryPensions = true, dollars(5000)
	if got := stepOf(compute(t, e, in), "HI/subtraction"); !got.Equal(dollars(15000)) {
		t.Errorf("%s of the pensions is not taxed, want 15000", got)
	}
	// 22 % of 8000 and 110 for each of two, beside two fifths of the federal credit
	in = wagesOf(2025, form1040.Head, 38000, 1, 0)
	in.CarePersons, in.CareExpenses = 1, dollars(8000)
	want := dollars(1760 + 220).Add(sheet(t, in).At(form1040.F27).Mul(money.MustParse("0.4")).Whole(money.HalfUp))
	if got := compute(t, e, in); !got.Refunds.Equal(want) {
		t.Errorf("%s is paid out, want %s\n%s", got.Refunds, want, lines(got))
	}
	// 12000 of property taxes, 10000 of interest and 2000 of gifts in place of 4400
	in = wagesOf(2025, form1040.Single, 90000, 0, 0)
	in.PropertyTaxes, in.MortgageInterest, in.GiftsCash = dollars(12000), dollars(10000), dollars(2000)
	if got, same := compute(t, e, in).Tax, compute(t, e, wagesOf(2025, form1040.Single, 90000-24000+4400, 0, 0)).Tax; !got.Equal(same) {
		t.Errorf("itemised: %s, as on 70400 %s", got, same)
	}
}

// IA 1040 of 2025: lines 2 to 8, 24 and 25, the Alternate Tax Worksheet and the
// low-income exemption.
func TestIowaHouseholds(t *testing.T) {
	owe(t, "iowa", map[string]filed{
		// (40000 − 17750 − 6000 − 10000 of the pension) × 3.8 % − 40 − 20
		"retired": {form1040.Single, 70, func(in *form1040.Return) { in.Pensions, in.Interest = dollars(10000), dollars(30000) }, "178"},
		// 12500 is taxed whole: (60000 − 15750) × 3.8 % − 40
		"before 55": {form1040.Single, 54, func(in *form1040.Return) { in.You.Wages, in.Pensions = dollars(47500), dollars(12500) }, "1642"},
		"at 55":     {form1040.Single, 55, func(in *form1040.Return) { in.You.Wages, in.Pensions = dollars(47500), dollars(12500) }, "1167"},
		// 3000 × 3.8 % is more than (3000 + 31625 − 32000) × 4.3 %; less 80 and 20
		"alternate":  {form1040.Head, 66, func(in *form1040.Return) { in.You.Wages = dollars(34625) }, "13"},
		"low income": {form1040.Joint, 66, func(in *form1040.Return) { in.You.Wages, in.Spouse.Age = dollars(32000), 40 }, "0"},
	})
	in := wagesOf(2025, form1040.Head, 52000, 1, 0)
	in.CarePersons, in.CareExpenses = 1, dollars(3000)
	// half of 20 % of 3000 from a taxable income of 25000 to 34999; it is 28375
	if got := compute(t, Of("iowa"), in); !got.Refunds.Equal(dollars(300)) {
		t.Errorf("%s is paid out for care, want 300\n%s", got.Refunds, lines(got))
	}
}

// Form 40 of 2025: lines 20 and 43, and the deduction for care.
func TestIdahoHouseholds(t *testing.T) {
	e := Of("idaho")
	in := wagesOf(2025, form1040.Joint, 90000, 2, 0)
	plainly := compute(t, e, in)
	if !plainly.Refunds.Equal(dollars(4 * 155)) {
		t.Errorf("%s is paid out for food, want 620", plainly.Refunds)
	}
	in.Spouse.Wages, in.CarePersons, in.CareExpenses = dollars(4000), 1, dollars(5000)
	in.You.Wages = dollars(86000)
	// no more is deducted than the spouse earns
	if got, want := compute(t, e, in).Taxable, plainly.Taxable.Sub(dollars(4000)); !got.Equal(want) {
		t.Errorf("taxable with care %s, want %s", got, want)
	}
}

// Form 1040N of 2025, lines 7 to 10, 23 and 42, and Form 2441N.
func TestNebraskaHouseholds(t *testing.T) {
	e := Of("nebraska")
	care := func(wages int64) Result {
		in := wagesOf(2025, form1040.Head, wages, 1, 0)
		in.CarePersons, in.CareExpenses = 1, dollars(3000)
		return compute(t, e, in)
	}
	// 30 % of 3000 at 23500, of which 80 % is paid out beside a tenth of the earned income credit
	earned := sheet(t, wagesOf(2025, form1040.Head, 23500, 1, 0)).At(form1040.F27).Mul(money.MustParse("0.1")).Whole(money.HalfUp)
	if got := care(23500).Refunds.Sub(earned); !got.Equal(dollars(720)) {
		t.Errorf("%s is paid out for care, want 720", got)
	}
	// a quarter of 20 % of 3000
	without := compute(t, e, wagesOf(2025, form1040.Head, 90000, 1, 0)).Tax
	if got := without.Sub(care(90000).Tax); !got.Equal(dollars(150)) {
		t.Errorf("%s is credited for care, want 150", got)
	}
}

// Form IN-111 of 2025, line 13, and the exemption of social security.
func TestVermontHouseholds(t *testing.T) {
	e := Of("vermont")
	exempt := func(wages int64) money.Dec {
		in := plain(form1040.Single, 70)
		in.You.Wages, in.SocialSecurity = dollars(wages), dollars(20000)
		return stepOf(compute(t, e, in), "VT/subtraction")
	}
	for wages, want := range map[int64]int64{38000: 16400, 43000: 8500, 48000: 0} { // of 16400 or 17000 that is taxable federally
		if got := exempt(wages); !got.Equal(dollars(want)) {
			t.Errorf("wages of %d: %s of social security is exempt, want %d", wages, got, want)
		}
	}
	in := wagesOf(2025, form1040.Single, 80000, 0, 0)
	before := compute(t, e, in).Tax
	for gifts, credit := range map[int64]int64{2000: 100, 50000: 1000} {
		in.GiftsCash = dollars(gifts)
		if got := before.Sub(compute(t, e, in).Tax); !got.Equal(dollars(credit)) {
			t.Errorf("gifts of %d: a credit of %s, want %d", gifts, got, credit)
		}
	}
}
