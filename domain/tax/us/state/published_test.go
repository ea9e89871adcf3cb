package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Credits of 2025 that others have worked out, who work apart from us: the cases of policyengine-us, of
// which some were set against TaxAct and TAXSIM. All are in
// https://github.com/PolicyEngine/policyengine-us/tree/8914f89da05465871c6bb62855853a85b244cd1e/policyengine_us/tests/policy/baseline/gov/states
// under the address beside each. Amounts are to the dollar.
func TestPublishedCredits(t *testing.T) {
	for name, c := range map[string]struct {
		at     string
		slug   string
		status form1040.Status
		age    int
		fill   func(in *form1040.Return)
		part   string // of Form 1040 line 27
		more   string
	}{
		"one child, no phase-out": {"mn/tax/income/credits/mn_child_and_working_families_credits.yaml", "minnesota", form1040.Joint, 48,
			func(in *form1040.Return) { young(in, 10000, 1, 1) }, "0", "2129.20"},
		"one child, partial phase-out": {"mn/tax/income/credits/mn_child_and_working_families_credits.yaml", "minnesota", form1040.Single, 48,
			func(in *form1040.Return) { young(in, 40000, 1, 1) }, "0", "1163.20"},
		// Of TaxAct and of TAXSIM too (policyengine-taxsim, issue 766); the interest is taxed here.
		"high investment income": {"mn/tax/income/credits/mn_child_and_working_families_credits.yaml", "minnesota", form1040.Joint, 40,
			func(in *form1040.Return) {
				young(in, 10000, 2, 1)
				in.Interest = dollars(13000)
			}, "0", "0"},
		"60,000": {"co/tax/income/integration.yaml", "colorado", form1040.Single, 35, func(in *form1040.Return) { in.You.Wages = dollars(60000) }, "0", "25"},
		"couple of 120,000": {"co/tax/income/integration.yaml", "colorado", form1040.Joint, 40, func(in *form1040.Return) {
			in.You.Wages, in.Spouse.Wages = dollars(80000), dollars(40000)
		}, "0", "58"},
		"senior with a pension": {"co/tax/income/integration.yaml", "colorado", form1040.Single, 68, func(in *form1040.Return) {
			in.Pensions, in.SocialSecurity = dollars(30000), dollars(18000)
		}, "0", "19"},
		"couple of 250,000 with a child": {"co/tax/income/integration.yaml", "colorado", form1040.Joint, 45, func(in *form1040.Return) {
			young(in, 150000, 1, 1)
			in.Spouse.Wages = dollars(100000)
		}, "0", "74"},
		"elderly couple": {"ok/tax/income/integration.yaml", "oklahoma", form1040.Joint, 72, func(in *form1040.Return) {
			in.Spouse.Age, in.SocialSecurity, in.Pensions = 70, dollars(30000), dollars(8000)
		}, "0", "80"},
		"single, 45,000": {"ok/tax/income/integration.yaml", "oklahoma", form1040.Single, 35, func(in *form1040.Return) { in.You.Wages = dollars(45000) }, "0", "0"},
	} {
		in := plain(c.status, c.age)
		c.fill(in)
		got := compute(t, Of(c.slug), in)
		want := sheet(t, in).At(form1040.F27).Mul(money.MustParse(c.part)).Add(money.MustParse(c.more))
		if !got.HasRefunds || got.Refunds.Sub(want).Abs().Greater(money.One) {
			t.Errorf("%s (%s): %s, published %s %s", name, c.at, got.Refunds, want, got.RefundsWant)
		}
	}
}

// The Oklahoma tax before credits of 45,000 of wages, of the same cases, worked out band by band, and the examples
// of the 2025 instructions to Schedule PIT-ADJ, line 25, as
// https://github.com/Invaro/opentax-engine/blob/64cc7be43262a2fb0bd0e2060c669c6d4664c809/packages/corpus-us-federal/src/rules/state-nm.ts
// quotes them: of social security that is taxable federally a single filer of New Mexico is taxed on none at an adjusted gross
// income of 99,500, and on all of it at 150,000.
func TestPublishedTaxes(t *testing.T) {
	in := plain(form1040.Single, 35)
	in.You.Wages = dollars(45000)
	if got := stepOf(compute(t, Of("oklahoma"), in), "OK/tax"); got.Sub(money.MustParse("1599.88")).Abs().Greater(money.FromInt(2)) {
		t.Errorf("Oklahoma: %s, published 1599.88 by the schedule", got)
	}
	for pensions, agi := range map[int64]int64{65500: 99500, 116000: 150000} {
		in := plain(form1040.Single, 70)
		in.Pensions, in.SocialSecurity = dollars(pensions), dollars(40000) // of which 85 percent is taxable federally
		f, want := sheet(t, in), money.Zero
		if !f.At(form1040.F11).Equal(dollars(agi)) {
			t.Fatalf("an adjusted gross income of %s, the example has %d", f.At(form1040.F11), agi)
		}
		if agi == 99500 {
			want = f.At(form1040.F6b)
		}
		if got := stepOf(compute(t, Of("new_mexico"), in), "NM/subtraction"); !got.Equal(want) {
			t.Errorf("New Mexico, an adjusted gross income of %d: %s is exempt, by the example %s", agi, got, want)
		}
	}
}
