package block

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
	"pgregory.net/rapid"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// genAmount draws amounts of up to nine digits and two places.
func genAmount(t *rapid.T, label string) money.Dec {
	return money.FromInt(rapid.Int64Range(0, 99_999_999_999).Draw(t, label)).Mul(dec("0.01"))
}

// genSchedule draws one to six bands with rates that rise.
func genSchedule(t *rapid.T) Schedule {
	n := rapid.IntRange(1, 6).Draw(t, "bands")
	edge, rate := money.Zero, money.Zero
	bands := make([]law.Band, n)
	for i := range bands {
		rate = rate.Add(money.FromInt(rapid.Int64Range(0, 1500).Draw(t, "rate")).Mul(dec("0.0001")))
		bands[i] = law.Band{Label: string(rune('a' + i)), Rate: rate}
		if i < n-1 {
			edge = edge.Add(money.FromInt(rapid.Int64Range(1, 100_000).Draw(t, "width")))
			to := edge
			bands[i].To = &to
		}
	}
	return NewSchedule(law.Schedule{Bands: bands})
}

// byUnits is the slice tax by its definition: band after band.
func byUnits(s *Schedule, x money.Dec) money.Dec {
	sum := money.Zero
	for _, b := range s.Bands {
		top := x
		if !b.Open {
			top = money.Min(x, b.To)
		}
		sum = sum.Add(top.Sub(b.From).Positive().Mul(b.Rate))
	}
	return sum
}

func TestSliceIsTheSumOfItsBands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, x, y := genSchedule(t), genAmount(t, "x"), genAmount(t, "y")
		if y.Less(x) {
			x, y = y, x
		}
		if got, want := s.Tax(x), byUnits(&s, x); !got.Equal(want) {
			t.Fatalf("tax on %s is %s, band by band %s", x, got, want)
		}
		if s.Tax(y).Less(s.Tax(x)) {
			t.Fatalf("tax falls between %s and %s", x, y)
		}
		// Continuous: no jump exceeds the highest rate times the distance.
		top := s.Bands[len(s.Bands)-1].Rate
		if s.Tax(y).Sub(s.Tax(x)).Greater(y.Sub(x).Mul(top)) {
			t.Fatalf("tax jumps between %s and %s", x, y)
		}
		if !s.Tax(x).Add(s.Between(x, y)).Equal(s.Tax(y)) {
			t.Fatalf("tax up to %s and from there to %s is not tax up to %s", x, y, y)
		}
	})
}

func TestSplitAddsUpAndKeepsTheAmount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, lo, hi := genSchedule(t), genAmount(t, "lo"), genAmount(t, "hi")
		if hi.Less(lo) {
			lo, hi = hi, lo
		}
		r := Minor(2, money.HalfUp)
		tax, amount := money.Zero, money.Zero
		for _, p := range s.Split(nil, lo, hi, r) {
			tax, amount = tax.Add(p.Tax), amount.Add(p.Amount)
		}
		if !tax.Equal(r.Apply(s.Between(lo, hi))) || !amount.Equal(hi.Sub(lo)) {
			t.Fatalf("parts of %s to %s: tax %s of %s, amount %s", lo, hi, tax, s.Between(lo, hi), amount)
		}
	})
}

func TestEdgesBelongToTheBandBelow(t *testing.T) {
	to := dec("100")
	s := NewSchedule(law.Schedule{Bands: []law.Band{{Label: "a", To: &to, Rate: dec("0.1")}, {Label: "b", Rate: dec("0.2")}}})
	for _, c := range []struct{ x, slice, slab, entered string }{
		{"0", "0", "0", "a"}, {"99.99", "9.999", "9.999", "a"}, {"100", "10", "10", "b"}, {"100.01", "10.002", "20.002", "b"},
		{"-5", "0", "0", "a"},
	} {
		x := dec(c.x)
		if !s.Tax(x).Equal(dec(c.slice)) || !s.Slab(x).Equal(dec(c.slab)) || s.Entered(x).Label != c.entered {
			t.Errorf("%s: slice %s, slab %s, entered %s", c.x, s.Tax(x), s.Slab(x), s.Entered(x).Label)
		}
	}
	raised := s.Raise(0, dec("50"))
	if !raised.Tax(dec("200")).Equal(dec("25")) || !s.Tax(dec("200")).Equal(dec("30")) {
		t.Errorf("raised: %s, original %s", raised.Tax(dec("200")), s.Tax(dec("200")))
	}
}

func TestScalingIsTheQuotient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, x := genSchedule(t), genAmount(t, "x")
		parts := money.FromInt(rapid.Int64Range(1, 8).Draw(t, "parts"))
		wide := s.Scale(parts)
		got := Quotient(Exact, x, parts, Rounding{}, s.Tax)
		if diff := got.Sub(wide.Tax(x)).Abs(); diff.Greater(dec("0.00000000000001")) {
			t.Fatalf("%s in %s parts: %s, with widened bands %s", x, parts, got, wide.Tax(x))
		}
	})
}

func TestTaper(t *testing.T) {
	allowance := Taper{Above: dec("100000"), Rate: dec("0.5"), Round: MustRounding("up to whole pound")}
	for income, want := range map[string]string{"100000": "12570", "100000.01": "12570", "100001": "12570", "100001.99": "12570",
		"100002": "12569", "125139": "1", "125140": "0", "999999": "0"} {
		if got := allowance.Reduce(Rounded, dec("12570"), dec(income)); !got.Equal(dec(want)) {
			t.Errorf("allowance at %s = %s, want %s", income, got, want)
		}
	}
	steps := Taper{Above: dec("60000"), Rate: dec("0.005"), Step: dec("200"), StepHow: money.Down}
	begun := Taper{Above: dec("60000"), Rate: dec("0.05"), Step: dec("1000"), StepHow: money.Up}
	for measure, want := range map[string][2]string{"60000": {"0", "0"}, "60199.99": {"0", "50"}, "60200": {"1", "50"}, "61000": {"5", "50"},
		"61000.01": {"5", "100"}} {
		if a, b := steps.Lost(Rounded, dec(measure)), begun.Lost(Rounded, dec(measure)); !a.Equal(dec(want[0])) || !b.Equal(dec(want[1])) {
			t.Errorf("lost at %s: %s and %s, want %v", measure, a, b, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := genAmount(t, "x"), genAmount(t, "y")
		if y.Less(x) {
			x, y = y, x
		}
		for _, m := range []Mode{Rounded, Exact} {
			a, b := allowance.Reduce(m, dec("12570"), x), allowance.Reduce(m, dec("12570"), y)
			if a.Less(b) || b.Sign() < 0 || a.Greater(dec("12570")) {
				t.Fatalf("allowance %s at %s, %s at %s", a, x, b, y)
			}
		}
		// Rounding moves the allowance by less than its unit, never down.
		gap := allowance.Reduce(Rounded, dec("12570"), x).Sub(allowance.Reduce(Exact, dec("12570"), x))
		if gap.Sign() < 0 || !gap.Less(money.One) {
			t.Fatalf("rounding at %s moves the allowance by %s", x, gap)
		}
	})
}

func TestPhaseAndShadeIn(t *testing.T) {
	p := Phase{From: dec("1000"), Rate: dec("0.1"), Max: dec("500"), Out: Taper{Above: dec("20000"), Rate: dec("0.05")}}
	for x, want := range map[string]string{"0": "0", "1000": "0", "2000": "100", "6000": "500", "20000": "500", "25000": "250", "30000": "0",
		"90000": "0"} {
		if got := p.At(Rounded, dec(x), dec(x)); !got.Equal(dec(want)) {
			t.Errorf("at %s: %s, want %s", x, got, want)
		}
	}
	for x, want := range map[string]string{"100": "0", "110": "1", "200": "10", "5000": "50"} {
		if got := ShadeIn(dec("50"), dec(x), dec("100"), dec("0.1")); !got.Equal(dec(want)) {
			t.Errorf("shade-in at %s: %s, want %s", x, got, want)
		}
	}
}

func TestCredits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tax, a, b := genAmount(t, "tax"), genAmount(t, "a"), genAmount(t, "b")
		left, used := NonRefundable(tax, a)
		if left.Sign() < 0 || !left.Add(used).Equal(tax) || used.Greater(a) {
			t.Fatalf("%s of %s used against %s, %s left", used, a, tax, left)
		}
		room := make([]money.Dec, 2)
		if got := InOrder(tax, []money.Dec{a, b}, room); !got.Add(room[0]).Add(room[1]).Equal(tax) || !got.Equal(tax.Sub(a).Sub(b).Positive()) {
			t.Fatalf("in order: %s left of %s, used %v", got, tax, room)
		}
		if got := Refundable(tax, a); !got.Add(a).Equal(tax) {
			t.Fatalf("refundable: %s", got)
		}
		income, relief := Take(tax, a)
		if income.Sign() < 0 || relief.Sign() < 0 || !tax.Sub(income).Equal(a.Sub(relief)) || income.Sign() > 0 && relief.Sign() > 0 {
			t.Fatalf("%s of income and %s of relief left of %s and %s", income, relief, tax, a)
		}
	})
}

func TestLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, lo := genAmount(t, "x"), genAmount(t, "floor")
		hi := lo.Add(genAmount(t, "width"))
		below, within, above := money.Min(x, lo), Within(x, lo, hi), Above(x, hi)
		if !below.Add(within).Add(above).Equal(x) {
			t.Fatalf("%s splits into %s, %s, %s at %s and %s", x, below, within, above, lo, hi)
		}
	})
	if !Cliff(dec("100"), dec("100"), dec("5")).IsZero() || !Cliff(dec("100.01"), dec("100"), dec("5")).Equal(dec("5")) {
		t.Error("the cliff is not above its edge")
	}
	if !CapAdvantage(dec("100"), dec("20"), dec("30")).Equal(dec("70")) || !CapAdvantage(dec("100"), dec("90"), dec("30")).Equal(dec("90")) {
		t.Error("the advantage is not capped")
	}
}

func TestRoundingRules(t *testing.T) {
	for _, c := range []struct{ rule, in, want string }{
		{"up to whole pound", "1.01", "2"}, {"down to whole euro", "1.99", "1"}, {"half up to 10 rupees", "15", "20"},
		{"half up to 10 rupees", "14.99", "10"}, {"half up to 0.05 franc", "1.025", "1.05"}, {"down to 0.05", "1.09", "1.05"},
		{"half even to 0.01", "2.345", "2.34"}, {"down to 1000 yen", "1999999", "1999000"}, {"none", "1.2345", "1.2345"},
		{"half down to 0.01 pound", "0.125", "0.12"}, {"half down to 0.01 pound", "0.1251", "0.13"},
	} {
		r, err := ParseRounding(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Apply(dec(c.in)); !got.Equal(dec(c.want)) {
			t.Errorf("%s %s = %s, want %s", c.in, c.rule, got, c.want)
		}
		if got := r.In(Exact, dec(c.in)); got.String() != c.in {
			t.Errorf("exact %s became %s", c.in, got)
		}
	}
	for _, bad := range []string{"", "up", "to 1", "sideways to 1", "up to zero", "up to 0", "up to -1"} {
		if _, err := ParseRounding(bad); err == nil {
			t.Errorf("%q passed for a rounding", bad)
		}
	}
}

func TestProration(t *testing.T) {
	year := civil.Period{From: civil.MustParse("2025-04-06"), To: civil.MustParse("2026-04-05")}
	for _, c := range []struct {
		from, to     string
		days, months int
	}{
		{"2025-04-06", "2026-04-05", 365, 13}, {"2025-01-01", "2027-01-01", 365, 13}, {"2025-06-01", "2025-06-30", 30, 1},
		{"2026-04-05", "2026-05-01", 1, 1}, {"2024-01-01", "2025-04-05", 0, 0}, {"2025-12-31", "2026-01-01", 2, 2},
	} {
		p := civil.Period{From: civil.MustParse(c.from), To: civil.MustParse(c.to)}
		if d, m := DaysIn(p, year), MonthsIn(p, year); d != c.days || m != c.months {
			t.Errorf("%s to %s: %d days, %d months; want %d, %d", c.from, c.to, d, m, c.days, c.months)
		}
	}
	if !Prorate(dec("1200"), 73, 365).Equal(dec("240")) {
		t.Error(Prorate(dec("1200"), 73, 365))
	}
}
