package state

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// plain is a return of 2025 of a taxpayer of an age without any income.
func plain(status form1040.Status, age int) *form1040.Return {
	in := wagesOf(2025, status, 0, 0, 0)
	in.You.Age = age
	return in
}

// Worked out by hand from the lines of the forms of 2025.
func TestPensionsAndAge(t *testing.T) {
	for name, c := range map[string]struct {
		slug   string
		status form1040.Status
		age    int
		fill   func(in *form1040.Return)
		want   string
	}{
		// 40000 − 17750 − 6000 of Schedule 1-A − 5660, × 4.7 %
		"Montana": {"montana", form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "498"},
		// the retirement deduction and the rest of 15000, the standard deduction with 2000 for age: (16000 − 3560) × 3 %
		"South Carolina": {"south_carolina", form1040.Single, 66,
			func(in *form1040.Return) { in.You.Wages, in.Pensions = dollars(40000), dollars(8000) }, "373"},
		// born in 1950: 1800 − (1065 − 283) − (450 − 375)
		"Utah, retirement credit": {"utah", form1040.Single, 75, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "943"},
		// (50000 − 31110 − 3270) × 4 % − 40
		"Kentucky": {"kentucky", form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(50000) }, "584.80"},
		// 60000 of the pension and 15000 of the interest are excluded: the row of (20000 − 1000) × 1.4 %
		"New Jersey": {"new_jersey", form1040.Single, 64,
			func(in *form1040.Return) { in.Pensions, in.Interest = dollars(60000), dollars(35000) }, "266"},
		// (20000 − 8000 − 2000) × 2.22 %
		"West Virginia": {"west_virginia", form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(20000) }, "222"},
	} {
		in := plain(c.status, c.age)
		c.fill(in)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		got := compute(t, e, in)
		if off := got.Tax.Sub(money.MustParse(c.want)); off.Abs().Greater(money.MustParse("0.50")) {
			t.Errorf("%s: %s, want %s\n%s", name, got.Tax, c.want, lines(got))
		}
	}
}

// The worksheet of line 6 of Delaware's Form PIT-RES: each of two spouses of 66
// has an exclusion of one's own, which is not the other's; gains are the taxpayer's.
func TestDelawaresExclusionIsEachSpouses(t *testing.T) {
	in := plain(form1040.Joint, 66)
	in.Spouse.Age = 66
	in.Pensions, in.LongTermGain = dollars(10000), dollars(3000)
	for _, ofSpouse := range [2]bool{false, true} {
		in.Add(form1040.Interest, ofSpouse, dollars(2500))
		in.Add(form1040.Dividends, ofSpouse, dollars(500))
	}
	// 16000 of the taxpayer, at most 12500, and 3000 of the spouse, of 19000; that is
	// below 20000 with little earned, so that 4000 more may be excluded.
	got := compute(t, Of("delaware"), in)
	if x := stepOf(got, "DE/subtraction"); !x.Equal(dollars(19000)) {
		t.Errorf("%s excluded\n%s", x, lines(got))
	}
	in.LongTermGain, in.Spouse.Wages = dollars(23000), dollars(9000)
	got = compute(t, Of("delaware"), in)
	if x := stepOf(got, "DE/subtraction"); !x.Equal(dollars(15500)) {
		t.Errorf("%s excluded beside wages\n%s", x, lines(got))
	}
}

func stepOf(r Result, code string) money.Dec {
	for _, s := range r.Steps {
		if s.Code == code {
			return s.Amount
		}
	}
	return money.Zero
}

// A child under 6 is worth an exemption more in South Carolina: 70000 − 22500 −
// 3 × 4930 leaves 32710; and a credit of 1000 less a tenth of 6000 in Utah: 2700 −
// (2017 − 306) − 400. Where nobody says how old the children are, both decline.
func TestChildrenUnderSix(t *testing.T) {
	head := wagesOf(2025, form1040.Head, 70000, 2, 0)
	joint := wagesOf(2025, form1040.Joint, 60000, 1, 0)
	for slug, in := range map[string]*form1040.Return{"south_carolina": head, "utah": joint} {
		if why := Of(slug).Refuse(in); !strings.Contains(why, "children_under_6") {
			t.Errorf("%s: %q", slug, why)
		}
		in.UnderSix, in.KnowsUnderSix = 1, true
		want := dollars(589)
		if slug == "south_carolina" {
			want = dollars(1321)
		}
		if got := compute(t, Of(slug), in); Of(slug).Refuse(in) != "" || !got.Tax.Equal(want) {
			t.Errorf("%s: %s, want %s\n%s", slug, got.Tax, want, lines(got))
		}
	}
}

// 2,000 of care bring 140 in South Carolina, as the instructions to line 11 work
// it out; half of the federal credit in Delaware.
func TestCareCreditsOfStates(t *testing.T) {
	in := wagesOf(2025, form1040.Head, 90000, 1, 0)
	in.KnowsUnderSix = true
	for slug, want := range map[string]string{"south_carolina": "140", "delaware": "200", "oklahoma": "0",
		"west_virginia": "200"} {
		e := Of(slug)
		before := compute(t, e, in).Tax
		with := *in
		with.CarePersons, with.CareExpenses = 1, dollars(2000)
		if why := e.Refuse(&with); why != "" {
			t.Errorf("%s: %s", slug, why)
			continue
		}
		if off := before.Sub(compute(t, e, &with).Tax); !off.Equal(money.MustParse(want)) {
			t.Errorf("%s: %s off, want %s", slug, off, want)
		}
	}
}

// A federal return that itemises brings the state's itemised deductions, one with
// the standard deduction the state's; where the larger is taken, less than the
// standard deduction changes nothing.
func TestItemizedDeductions(t *testing.T) {
	for slug, rule := range map[string]string{"virginia": "federal", "oklahoma": "federal", "south_carolina": "federal",
		"maryland": "both", "delaware": "larger", "montana": "base", "utah": "base", "rhode_island": "none",
		"kansas": "larger", "mississippi": "larger", "kentucky": "larger"} {
		e := Of(slug)
		plain := wagesOf(2025, form1040.Single, 90000, 0, 0)
		without := compute(t, e, plain).Tax
		at := func(mortgage int64) money.Dec {
			in := *plain
			in.MortgageInterest, in.PropertyTaxes, in.GiftsCash = dollars(mortgage), dollars(2000), dollars(500)
			if why := e.Refuse(&in); why != "" {
				t.Fatalf("%s: %s", slug, why)
			}
			return compute(t, e, &in).Tax
		}
		little, much := at(9000), at(20000) // 11,500 and 22,500; the federal standard deduction is 15,750
		if changes := !little.Equal(without); changes != (rule == "larger") {
			t.Errorf("%s: the federal standard deduction leaves %s of %s", slug, little, without)
		}
		if changes := much.Less(without); changes != (rule != "none") {
			t.Errorf("%s: itemised deductions leave %s of %s", slug, much, without)
		}
		of := *plain
		of.StateTaxes = dollars(1)
		if e.Refuse(&of) == "" {
			t.Errorf("%s takes a deduction of its own tax", slug)
		}
	}
}

// Alabama itemises social security and Medicare taxes: of wages of 60,000 they are
// 4,590, more than the standard deduction of 2,500.
func TestAlabamaItemizesContributions(t *testing.T) {
	in := wagesOf(2025, form1040.Single, 60000, 0, 0)
	e := Of("alabama")
	got := compute(t, e, in)
	// 60000 − 4590 − the federal tax of 5075 − 1500; row 48800: 110 + (48850 − 3000) × 5 %
	if !got.Tax.Equal(dollars(2403)) {
		t.Errorf("%s\n%s", got.Tax, lines(got))
	}
}

// Student loan interest that reduces federal adjusted gross income reduces the
// state's as wages would; Alabama, which does not deduct it, taxes as without.
func TestStudentLoanInterest(t *testing.T) {
	for _, slug := range []string{"delaware", "virginia", "maryland", "kentucky", "west_virginia", "connecticut", "maine", "kansas",
		"south_carolina"} {
		e := Of(slug)
		in := wagesOf(2025, form1040.Single, 50000, 0, 0)
		in.StudentLoanInterest = dollars(2000)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", slug, why)
			continue
		}
		if got, want := compute(t, e, in).Tax, compute(t, e, wagesOf(2025, form1040.Single, 48000, 0, 0)).Tax; !got.Equal(want) {
			t.Errorf("%s: %s, on wages less the interest %s", slug, got, want)
		}
	}
	in := wagesOf(2025, form1040.Single, 50000, 0, 0)
	in.StudentLoanInterest = dollars(2000)
	if got := compute(t, Of("alabama"), in); !stepOf(got, "AL/student_loan_interest_added").Equal(dollars(2000)) {
		t.Errorf("Alabama\n%s", lines(got))
	}
}

// The property tax on a home is deducted in New Jersey as if it were not earned,
// unless that saves less than the credit in its place.
func TestNewJerseysPropertyTax(t *testing.T) {
	e := Of("new_jersey")
	in := wagesOf(2025, form1040.Single, 60000, 0, 0)
	in.PropertyTaxes = dollars(8000)
	if got, want := compute(t, e, in).Tax, compute(t, e, wagesOf(2025, form1040.Single, 52000, 0, 0)).Tax; !got.Equal(want) {
		t.Errorf("%s, want %s", got, want)
	}
	in.PropertyTaxes = dollars(500) // saves 27
	if got, want := compute(t, e, in).Tax, compute(t, e, wagesOf(2025, form1040.Single, 60000, 0, 0)).Tax; !got.Equal(want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// Montana pays out a tenth of the federal earned income credit.
func TestRefundableCredits(t *testing.T) {
	in := wagesOf(2025, form1040.Head, 20000, 1, 0)
	f := sheet(t, in)
	got, err := Of("montana").Compute(in, f, true)
	if err != nil {
		t.Fatal(err)
	}
	want := f.At(form1040.F27).Mul(money.MustParse("0.1")).Whole(money.HalfUp)
	if want.IsZero() || !got.HasRefunds || !got.Refunds.Equal(want) {
		t.Errorf("%s, want %s", got.Refunds, want)
	}
}

// What beside wages, pensions and age is found in rules of a state's own; worked
// out by hand from the lines of the forms of 2025.
func TestRulesOfStatesOwn(t *testing.T) {
	for name, c := range map[string]struct {
		slug   string
		status form1040.Status
		age    int
		fill   func(in *form1040.Return)
		want   string
	}{
		// 342 + (40000 − 2400 − 26050) × 2.75 %, less 200 for retirement income and 50 for age
		"Ohio, pension": {"ohio", form1040.Single, 70, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "410"},
		// 80000 less half the contributions of 4239, less the profit; the exemption is that of 77,881
		"Ohio, business": {"ohio", form1040.Single, 40,
			func(in *form1040.Return) { in.You.Wages, in.You.SelfEmployment = dollars(50000), dollars(30000) }, "883"},
		// 98,846 and more of 110,000 of a couple of 66 is subtracted, 5800 twice
		"Michigan, born 1959": {"michigan", form1040.Joint, 66,
			func(in *form1040.Return) { in.Pensions, in.You.Wages = dollars(110000), dollars(20000) }, "831"},
		// 20000 less the exemption, of wages, which the pension of 5000 does not reach
		"Michigan, born 1957": {"michigan", form1040.Single, 68,
			func(in *form1040.Return) { in.Pensions, in.You.Wages = dollars(5000), dollars(40000) }, "1063"},
		// all of the pension, and 4688 of the interest; the exemption
		"Michigan, born 1944": {"michigan", form1040.Single, 81,
			func(in *form1040.Return) { in.Pensions, in.Interest = dollars(10000), dollars(30000) }, "829"},
		// (40000 − 12000 − 12500) × 3 %
		"Louisiana, pension": {"louisiana", form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(40000) }, "465"},
		// 50000 − 20000 − 8000: the row of 22,000
		"New York, pension": {"new_york", form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(50000) }, "1047"},
		// 600 + (90000 − 21000 − 13900) × 5.5 %
		"New York, itemised": {"new_york", form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.PropertyTaxes = dollars(90000), dollars(12000), dollars(9000)
		}, "3630.50"},
		// a fortieth of the 21,000 is lost: 4271 + (105000 − 20475 − 80650) × 6 %
		"New York, itemised and reduced": {"new_york", form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.PropertyTaxes = dollars(105000), dollars(12000), dollars(9000)
		}, "4503.50"},
		// 60000 − 28000: 414.49 + 5736 × 4 %, less the exemption credit
		"California, itemised": {"california", form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.MortgageInterest, in.PropertyTaxes, in.GiftsCash = dollars(60000), dollars(12000), dollars(15000), dollars(1000)
		}, "491"},
	} {
		in := plain(c.status, c.age)
		if c.status == form1040.Joint {
			in.Spouse.Age = c.age
		}
		c.fill(in)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		got := compute(t, e, in)
		if off := got.Tax.Sub(money.MustParse(c.want)); off.Abs().Greater(money.MustParse("0.50")) {
			t.Errorf("%s: %s, want %s\n%s", name, got.Tax, c.want, lines(got))
		}
	}
}

// The credit for care is the whole federal one before its limit at low incomes and
// a part of the limited one above in Ohio, and paid out in Louisiana up to 25,000.
func TestCareOfLowIncomes(t *testing.T) {
	for _, c := range []struct {
		slug        string
		wages       int64
		off, refund string
	}{
		{"ohio", 38000, "115", "0"}, // 25 % of 460, 23 % of 2000
		{"ohio", 60000, "0", "0"},
		{"louisiana", 24000, "0", "300"}, // half of 30 % of 2000
		{"louisiana", 34000, "150", "0"}, // 30 % of 500
		{"louisiana", 90000, "25", "0"},
		{"california", 68000, "172", "0"}, // 43 % of 400
		{"california", 90000, "136", "0"}, // 34 %
	} {
		in := wagesOf(2025, form1040.Head, c.wages, 1, 0)
		in.EICChildren = 0
		e := Of(c.slug)
		before := compute(t, e, in)
		in.CarePersons, in.CareExpenses = 1, dollars(2000)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", c.slug, why)
			continue
		}
		after := compute(t, e, in)
		if off := before.Tax.Sub(after.Tax); !off.Equal(money.MustParse(c.off)) {
			t.Errorf("%s, %d: %s off, want %s", c.slug, c.wages, off, c.off)
		}
		if more := after.Refunds.Sub(before.Refunds); !more.Equal(money.MustParse(c.refund)) {
			t.Errorf("%s, %d: %s refunded, want %s", c.slug, c.wages, more, c.refund)
		}
	}
}

// The lines of Form MO-1040 of 2025: the exemption for a pension falls by the income
// above 25,000; a fifth of business income is subtracted; social security and
// Medicare taxes are added to itemised deductions.
func TestMissouriDeductions(t *testing.T) {
	e := Of("missouri")
	old := plain(form1040.Single, 66)
	old.Pensions = dollars(28000)
	federal := sheet(t, old).At(form1040.F22).Mul(money.MustParse("0.25")).Whole(money.HalfUp)
	// the federal standard deduction, and 6000 − 3000
	if got, want := compute(t, e, old), dollars(17750+3000).Add(federal); !stepOf(got, "MO/deductions").Equal(want) {
		t.Errorf("pension: want %s\n%s", want, lines(got))
	}
	business := wagesOf(2025, form1040.Single, 30000, 0, 0)
	business.You.SelfEmployment = dollars(10000)
	if got := compute(t, e, business); !stepOf(got, "MO/subtraction").Equal(dollars(2000)) {
		t.Errorf("business\n%s", lines(got))
	}
	owner := wagesOf(2025, form1040.Single, 90000, 0, 0)
	owner.MortgageInterest, owner.PropertyTaxes = dollars(15000), dollars(5000)
	federal = sheet(t, owner).At(form1040.F22).Mul(money.MustParse("0.15")).Whole(money.HalfUp)
	if got, want := compute(t, e, owner), dollars(20000+6885).Add(federal); !stepOf(got, "MO/deductions").Equal(want) {
		t.Errorf("itemised: want %s\n%s", want, lines(got))
	}
	for _, r := range []*form1040.Return{old, business, owner} {
		if why := e.Refuse(r); why != "" {
			t.Error(why)
		}
	}
}

// Whose the benefits and the pension of a couple are changes the tax in Missouri,
// which taxes each apart, and in Ohio, whose credit for joint returns asks each for
// income other than benefits, and not in Louisiana below the limit of each.
func TestWhoseRetirementIncome(t *testing.T) {
	for slug, changes := range map[string]bool{"missouri": true, "louisiana": false, "ohio": true, "michigan": false} {
		in := wagesOf(2025, form1040.Joint, 30000, 0, 0)
		in.You.Age, in.Spouse.Age = 67, 67
		in.Pensions, in.SocialSecurity = dollars(11000), dollars(30000)
		e := Of(slug)
		one := compute(t, e, in).Tax
		in.SpousePensions, in.SpouseUnearned, in.SpouseSocialSecurity = in.Pensions, in.Pensions, in.SocialSecurity
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", slug, why)
			continue
		}
		if other := compute(t, e, in).Tax; one.Equal(other) == changes {
			t.Errorf("%s: %s the one's, %s the other's", slug, one, other)
		}
	}
}
