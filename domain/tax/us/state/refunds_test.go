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
		"Ohio": {"ohio", form1040.Head, 30, func(in *form1040.Return) { young(in, 20000, 1, 0) }, "0", "0"},
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
