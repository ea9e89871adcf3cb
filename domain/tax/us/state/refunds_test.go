package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// refunded is what a return of 2025 is paid out, beside a part of the federal earned income
// credit that the form's own line holds.
type refunded struct {
	slug   string
	status form1040.Status
	age    int
	fill   func(in *form1040.Return)
	part   string // of Form 1040 line 27
	more   string // worked out by hand from the lines of the state's form
}

func young(in *form1040.Return, wages int64, children, underSix int) {
	in.You.Wages, in.Children, in.EICChildren = dollars(wages), children, children
	in.UnderSix, in.KnowsUnderSix = underSix, true
}

// What states pay out by rules of their own, by the lines of the forms of 2025.
func TestRefundsOfStates(t *testing.T) {
	for name, c := range map[string]refunded{
		"Illinois, child of 8": {"illinois", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 20000, 1, 0)
			in.UnderTwelve = form1040.Few{N: 1, Known: true}
		}, "0.28", "0"}, // 20 %, and 40 % of it
		"Illinois, child of 14": {"illinois", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 20000, 1, 0)
			in.UnderTwelve.Known = true
		}, "0.2", "0"},
		// taxable 20000 − 2500: 1000 for a child under 6
		"New Jersey, child of 4": {"new_jersey", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 1) }, "0.4", "1000"},
		// half of the federal credit of 28 % of 1000, which the federal tax does not limit
		"New Jersey, care": {"new_jersey", form1040.Single, 30, func(in *form1040.Return) {
			in.You.Wages, in.CarePersons, in.CareExpenses = dollars(28000), 1, dollars(1000)
		}, "0.4", "140"},
		"New Jersey, 22 years": {"new_jersey", form1040.Single, 22, func(in *form1040.Return) { in.You.Wages = dollars(10000) }, "0", "260"},
		"New Jersey, property tax": {"new_jersey", form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.PropertyTaxes = dollars(60000), dollars(500)
		}, "0", "50"},
		"New Jersey, property tax deducted": {"new_jersey", form1040.Single, 40, func(in *form1040.Return) {
			in.You.Wages, in.PropertyTaxes = dollars(60000), dollars(8000)
		}, "0", "0"},
		"Oregon, child of 2": {"oregon", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 20000, 1, 1)
			in.UnderThree = form1040.Few{N: 1, Known: true}
		}, "0.12", "1050"},
		// 30,000 is 3450 above 26,550: 69 % of two credits is lost
		"Oregon, two of 5": {"oregon", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 30000, 2, 2)
			in.UnderThree.Known = true
		}, "0.09", "651"},
		// 17,000 is 2 steps above 15,000
		"Maryland, child of 3": {"maryland", form1040.Head, 30, func(in *form1040.Return) { young(in, 17000, 1, 1) }, "0.45", "400"},
		"Massachusetts, two under 13": {"massachusetts", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 20000, 2, 0)
			in.UnderThirteen = form1040.Few{N: 2, Known: true}
		}, "0.4", "880"},
		"Indiana": {"indiana", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 0) }, "0.1", "0"},
		// 27 % of 3000 before the federal tax limits it
		"Pennsylvania, care": {"pennsylvania", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 30000, 1, 0)
			in.CarePersons, in.CareExpenses = 1, dollars(3000)
		}, "0.1", "810"},
		// 1330, less 16.50 for each of 2 whole thousands above 75,000
		"New York, of 3 and of 9": {"new_york", form1040.Head, 35, func(in *form1040.Return) {
			young(in, 77900, 2, 1)
			in.UnderFour = form1040.Few{N: 1, Known: true}
		}, "0", "1297"},
		// Form SC-40's amounts: 40 of one who is 65 with 5000, 80 of two
		"Indiana, of 70": {"indiana", form1040.Single, 70, func(in *form1040.Return) { in.Interest = dollars(5000) }, "0", "40"},
		"Indiana, both of 70": {"indiana", form1040.Joint, 70, func(in *form1040.Return) {
			in.Interest, in.Spouse.Age = dollars(2999), 70
		}, "0", "90"},
		"Indiana, of 70, 10000": {"indiana", form1040.Single, 70, func(in *form1040.Return) { in.Interest = dollars(10000) }, "0", "0"},
		// 4 % of 9480, and 1750
		"Minnesota, child": {"minnesota", form1040.Head, 30, func(in *form1040.Return) { young(in, 15000, 1, 0) }, "0", "2129"},
		// 379 + 3500 − 12 % of 2090
		"Minnesota, couple of two": {"minnesota", form1040.Joint, 30, func(in *form1040.Return) { young(in, 40000, 2, 0) }, "0", "3628"},
		"Minnesota, of 18":         {"minnesota", form1040.Single, 18, func(in *form1040.Return) { in.You.Wages = dollars(15000) }, "0", "0"},
		"Minnesota, of 19":         {"minnesota", form1040.Single, 19, func(in *form1040.Return) { in.You.Wages = dollars(15000) }, "0", "379"},
		"Minnesota, of 66":         {"minnesota", form1040.Single, 66, func(in *form1040.Return) { in.You.Wages = dollars(15000) }, "0", "0"},
		"Minnesota, invested": {"minnesota", form1040.Single, 30, func(in *form1040.Return) {
			in.You.Wages, in.Interest = dollars(10000), dollars(12000)
		}, "0", "0"},
		// 5 % of the 397 that the row from 10,600 prints, and 40
		"Oklahoma, alone": {"oklahoma", form1040.Single, 30, func(in *form1040.Return) { in.You.Wages = dollars(10600) }, "0", "60"},
		// 5 % of 3584 − 15.98 % of 20,025 − 19,330, and 2 × 40
		"Oklahoma, child":         {"oklahoma", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 0) }, "0", "254"},
		"Oklahoma, of 66, 50000":  {"oklahoma", form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(50000) }, "0", "40"},
		"Oklahoma, of 66, 50001":  {"oklahoma", form1040.Single, 66, func(in *form1040.Return) { in.Pensions = dollars(50001) }, "0", "0"},
		"Oklahoma, couple, 21709": {"oklahoma", form1040.Joint, 30, func(in *form1040.Return) { in.You.Wages = dollars(21709) }, "0", "0"},
		// two exemptions at 20000, and 637 for a child
		"New Mexico, child": {"new_mexico", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 0) }, "0.25", "757"},
		// one and two for age, of 16500 with what is not taxed of the benefits
		"New Mexico, of 70": {"new_mexico", form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(6500), dollars(10000)
		}, "0", "212"},
		"New Mexico, of 70, 16501": {"new_mexico", form1040.Single, 70, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(6501), dollars(10000)
		}, "0", "189"},
		"New Mexico, couple of two, 100000": {"new_mexico", form1040.Joint, 40, func(in *form1040.Return) { young(in, 100000, 2, 0) }, "0", "212"},
		// a quarter of the credit of 25 and older, and one exemption
		"New Mexico, of 20": {"new_mexico", form1040.Single, 20, func(in *form1040.Return) { in.You.Wages = dollars(9000) }, "0", "374"},
		"Ohio":              {"ohio", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 0) }, "0", "0"},
		"Missouri, what is stated": {"missouri", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 20000, 1, 0)
			in.StateCredits = dollars(750)
		}, "0", "750"},
	} {
		c.check(t, name)
	}
}

// check compares what is paid out with the part of Form 1040 line 27 and what is more.
func (c *refunded) check(t *testing.T, name string) {
	t.Helper()
	in := plain(c.status, c.age)
	c.fill(in)
	e := Of(c.slug)
	if why := e.Refuse(in); why != "" {
		t.Errorf("%s: %s", name, why)
		return
	}
	got := compute(t, e, in)
	want := sheet(t, in).At(form1040.F27).Mul(money.MustParse(c.part)).Add(money.MustParse(c.more))
	if c.slug == "maryland" { // the earned income credit is what is more than the tax before credits
		want = want.Sub(stepOf(got, "MD/tax"))
	}
	if off := got.Refunds.Sub(want).Abs(); !got.HasRefunds || off.Greater(money.One) {
		t.Errorf("%s: %s is paid out, want %s (%s)\n%s", name, got.Refunds, want, got.RefundsWant, lines(got))
	}
}

// The refundable earned income credit of Virginia and Delaware excludes the nonrefundable
// one: never are both given, and never the one that leaves more to pay.
func TestChosenRefunds(t *testing.T) {
	for slug, parts := range map[string][2]string{"virginia": {"0.2", "0.2"}, "delaware": {"0.2", "0.045"}} {
		chosen := 0
		for wages := int64(4000); wages <= 48000; wages += 2000 {
			in := wagesOf(2025, form1040.Head, wages, 1, 0)
			got := compute(t, Of(slug), in)
			federal := sheet(t, in).At(form1040.F27)
			refundable := federal.Mul(money.MustParse(parts[1])).Whole(money.HalfUp)
			if !got.HasRefunds || !got.Refunds.IsZero() && !got.Refunds.Equal(refundable) {
				t.Errorf("%s, %d: %s is paid out, want none or %s", slug, wages, got.Refunds, refundable)
			}
			if got.Refunds.Sign() > 0 {
				chosen++
			}
		}
		if chosen == 0 {
			t.Errorf("%s: no refundable credit is chosen", slug)
		}
	}
}

// A figure is withheld where the return does not say what the credits turn on.
func TestRefundsThatAreAskedFor(t *testing.T) {
	for _, slug := range []string{"illinois", "new_jersey", "new_york", "oregon", "maryland"} {
		got := compute(t, Of(slug), wagesOf(2025, form1040.Head, 18000, 1, 0))
		if got.HasRefunds || got.RefundsWant == "" {
			t.Errorf("%s: %s without the ages of the children", slug, got.Refunds)
		}
		if without := compute(t, Of(slug), wagesOf(2025, form1040.Single, 18000, 0, 0)); !without.HasRefunds {
			t.Errorf("%s: no figure without children: %s", slug, without.RefundsWant)
		}
	}
}
