package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Washington taxes long-term capital gains above a deduction that is never below
// 250,000 (RCW 82.87.060); how is not modelled: larger gains are refused rather
// than answered with nothing. Short-term gains are not taxed.
func TestWashingtonGains(t *testing.T) {
	for year := 2022; year <= 2026; year++ {
		for _, c := range []struct {
			long, short int64
			taken       bool
		}{{0, 0, true}, {250000, 0, true}, {250001, 0, false}, {500000, 0, false}, {0, 500000, true}} {
			in := wagesOf(year, form1040.Single, 60000, 0, 0)
			in.LongTermGain, in.ShortTermGain = dollars(c.long), dollars(c.short)
			if why := Of("washington").Refuse(in); (why == "") != c.taken {
				t.Errorf("%d, gains of %d and %d: %q", year, c.long, c.short, why)
			}
		}
	}
}

// Pennsylvania has no provision for some federal adjustments, which then change
// nothing; others it knows, and they are refused.
func TestPennsylvaniaAdjustments(t *testing.T) {
	plain := compute(t, Of("pennsylvania"), wagesOf(2025, form1040.Single, 60000, 0, 0))
	for name, c := range map[string]struct {
		change func(*form1040.Return)
		taken  bool
	}{
		"student loans":     {func(r *form1040.Return) { r.StudentLoanInterest = dollars(2000) }, true},
		"retirement":        {func(r *form1040.Return) { r.IRADeduction = dollars(2000) }, true},
		"early withdrawal":  {func(r *form1040.Return) { r.EarlyWithdrawal = dollars(200) }, true},
		"health savings":    {func(r *form1040.Return) { r.HSA = dollars(2000) }, false},
		"educator expenses": {func(r *form1040.Return) { r.You.Educator = dollars(300) }, false},
		"others":            {func(r *form1040.Return) { r.OtherAdjustments = dollars(300) }, false},
	} {
		in := wagesOf(2025, form1040.Single, 60000, 0, 0)
		c.change(in)
		if why := Of("pennsylvania").Refuse(in); (why == "") != c.taken {
			t.Errorf("%s: %q", name, why)
		}
		if got := compute(t, Of("pennsylvania"), in); c.taken && !got.Tax.Equal(plain.Tax) {
			t.Errorf("%s: %s, without %s", name, got.Tax, plain.Tax)
		}
	}
	loans := wagesOf(2024, form1040.Single, 60000, 0, 0)
	loans.StudentLoanInterest = dollars(2000)
	if Of("new_jersey").Refuse(loans) == "" {
		t.Error("New Jersey takes student loan interest without its law on it")
	}
}
