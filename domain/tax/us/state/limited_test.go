package state

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// What Maine and Colorado pay out in 2025. The example of the instructions to Schedule
// PTFC/STFC, and the return of https://github.com/PolicyEngine/policyengine-us/pull/8266,
// each fix the sales tax fairness credit.
func TestRefundsOfMaineAndColorado(t *testing.T) {
	earns := func(wages int64) func(in *form1040.Return) {
		return func(in *form1040.Return) { in.You.Wages = dollars(wages) }
	}
	with := func(wages int64, children, underSix int) func(in *form1040.Return) {
		return func(in *form1040.Return) { young(in, wages, children, underSix) }
	}
	for name, c := range map[string]refunded{
		"Maine, instructions: 100 of 59,900 and three": {"maine", form1040.Joint, 35, with(59900, 3, 0), "0.25", "1015"},
		"Maine, pull request: 240 of 52,630 and two":   {"maine", form1040.Joint, 40, with(52630, 2, 0), "0.25", "850"},
		"Maine, child of 4":                            {"maine", form1040.Head, 30, with(20000, 1, 1), "0.25", "825"},
		"Maine, two dependents of a head":              {"maine", form1040.Head, 30, with(20000, 2, 0), "0.25", "860"},
		"Maine, two steps above 25,450":                {"maine", form1040.Single, 30, earns(26000), "0", "135"},
		"Maine, alone":                                 {"maine", form1040.Single, 30, earns(9000), "0.5", "155"},
		// 649 of the federal credit's greatest amount, which those below 25 have not
		"Maine, of 20": {"maine", form1040.Single, 20, earns(9000), "0", "479.5"},
		// 5,200 above 125,000 is 11 steps of 20
		"Maine, child of 4, 130,200": {"maine", form1040.Head, 30, with(130200, 1, 1), "0", "390"},
		"Maine, nothing":             {"maine", form1040.Single, 30, earns(34000), "0", "0"},
		// 25 % of 20 % of 3,000, the rest is not above 500
		"Maine, care": {"maine", form1040.Head, 30, func(in *form1040.Return) {
			young(in, 90000, 1, 1)
			in.CarePersons, in.CareExpenses = 1, dollars(3000)
		}, "0", "760"},
		"Colorado, 60,000":              {"colorado", form1040.Single, 30, earns(60000), "0", "25"},
		"Colorado, 52,000":              {"colorado", form1040.Single, 30, earns(52000), "0", "19"},
		"Colorado, couple of 180,000":   {"colorado", form1040.Joint, 30, earns(180000), "0", "70"},
		"Colorado, child, above 90,000": {"colorado", form1040.Head, 30, with(95000, 1, 1), "0", "25"},
		// half of the federal credit beside it
		"Colorado, 12,000":               {"colorado", form1040.Single, 30, earns(12000), "0.5", "19"},
		"Colorado, child, what is given": {"colorado", form1040.Head, 30, stated(with(40000, 1, 1), 2000), "0", "2019"},
	} {
		c.check(t, name)
	}
}

func stated(fill func(in *form1040.Return), credits int64) func(in *form1040.Return) {
	return func(in *form1040.Return) {
		fill(in)
		in.StateCredits = dollars(credits)
	}
}

// Above the incomes up to which California and Colorado refund what is not modelled the figure
// is given; below them it waits for what their forms give.
func TestRefundsAboveLimits(t *testing.T) {
	for name, c := range map[string]struct {
		slug     string
		status   form1040.Status
		age      int
		wages    int64
		children int
		known    bool
	}{
		"California, at the limit":  {"california", form1040.Single, 30, 32900, 0, false},
		"California, above it":      {"california", form1040.Single, 30, 32901, 0, true},
		"California, child":         {"california", form1040.Head, 30, 40000, 1, true},
		"California, no earnings":   {"california", form1040.Single, 30, 0, 0, true},
		"Colorado, child":           {"colorado", form1040.Head, 30, 90000, 1, false},
		"Colorado, below 25":        {"colorado", form1040.Single, 20, 12000, 0, false},
		"Maine, ages of children":   {"maine", form1040.Head, 30, 40000, 1, false},
		"Maine, credit fallen away": {"maine", form1040.Head, 30, 150000, 1, true},
	} {
		in := wagesOf(2025, c.status, c.wages, c.children, 0)
		in.You.Age = c.age
		got := compute(t, Of(c.slug), in)
		if got.HasRefunds != c.known || c.known == (got.RefundsWant != "") || !got.Refunds.IsZero() && c.slug != "maine" {
			t.Errorf("%s: %v, %s, %q", name, got.HasRefunds, got.Refunds, got.RefundsWant)
		}
		if c.known || c.slug == "maine" {
			continue
		}
		if !strings.HasSuffix(got.RefundsWant, "as state_refundable_credits") {
			t.Errorf("%s: %q does not ask", name, got.RefundsWant)
		}
		in.StateCredits = dollars(300)
		if got = compute(t, Of(c.slug), in); !got.HasRefunds || got.Refunds.Less(dollars(300)) {
			t.Errorf("%s: %s of 300 that are stated", name, got.Refunds)
		}
	}
}
