package block

import (
	"math/big"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"pgregory.net/rapid"
)

// rat is a decimal as a fraction.
func rat(d money.Dec) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic(d.String())
	}
	return r
}

// TestSliceIsExact compares the tax of a schedule with fractions: no digit is
// lost, up to the largest amounts of a request.
func TestSliceIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := genSchedule(t)
		x := money.FromInt(rapid.Int64Range(0, 999_999_999_999_999).Draw(t,
			"x")).Add(dec("0.01").Mul(money.FromInt(rapid.Int64Range(0, 99).Draw(t, "cents"))))
		want := new(big.Rat)
		for _, b := range s.Bands {
			top := rat(x)
			if !b.Open && top.Cmp(rat(b.To)) > 0 {
				top = rat(b.To)
			}
			if width := new(big.Rat).Sub(top, rat(b.From)); width.Sign() > 0 {
				want.Add(want, width.Mul(width, rat(b.Rate)))
			}
		}
		if got := rat(s.Tax(x)); got.Cmp(want) != 0 {
			t.Fatalf("tax on %s is %s, exactly %s", x, got.FloatString(8), want.FloatString(8))
		}
	})
}

// TestRaiseMovesEdges holds that a raised band taxes what was below it as
// before, and shifts what is above.
func TestRaiseMovesEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, by, x := genSchedule(t), genAmount(t, "by"), genAmount(t, "x")
		i := rapid.IntRange(0, len(s.Bands)-1).Draw(t, "band")
		raised := s.Raise(i, by)
		if below := money.Min(x, s.Bands[i].From); !raised.Tax(below).Equal(s.Tax(below)) {
			t.Fatalf("raising band %d by %s changes the tax on %s", i, by, below)
		}
		if raised.Tax(x).Greater(s.Tax(x)) {
			t.Fatalf("raising band %d by %s raises the tax on %s", i, by, x)
		}
		if s.Bands[i].Open {
			return
		}
		from, to := s.Bands[i].To, s.Bands[i].To.Add(x)
		if !raised.Between(from.Add(by), to.Add(by)).Equal(s.Between(from, to)) {
			t.Fatalf("above the raised edge the tax on %s differs", x)
		}
	})
}

// TestRoundingIsNear holds for every rule: less than its unit away, on a
// multiple of it, never passing another amount, and final.
func TestRoundingIsNear(t *testing.T) {
	rules := []string{"up to whole pound", "down to whole euro", "half up to 10 rupees", "half down to 0.01 pound", "half even to 0.01",
		"down to 0.05 franc", "down to 1000 yen"}
	units := []string{"1", "1", "10", "0.01", "0.01", "0.05", "1000"}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(rules)-1).Draw(t, "rule")
		r, unit := MustRounding(rules[i]), dec(units[i])
		x, y := genAmount(t, "x").Mul(dec("0.1")), genAmount(t, "y").Mul(dec("0.1"))
		if y.Less(x) {
			x, y = y, x
		}
		a, b := r.Apply(x), r.Apply(y)
		if !a.Sub(x).Abs().Less(unit) || !r.Apply(a).Equal(a) || a.Greater(b) {
			t.Fatalf("%s: %s becomes %s, %s becomes %s", rules[i], x, a, y, b)
		}
		if whole := new(big.Rat).Quo(rat(a), rat(unit)); !whole.IsInt() {
			t.Fatalf("%s: %s is no multiple of %s", rules[i], a, unit)
		}
	})
}

// TestReliefsAreContinuous holds for tapers, phases and shade-ins that a small
// step of the measure moves them by no more than their rates say.
func TestReliefsAreContinuous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := func(label string) money.Dec {
			return money.FromInt(rapid.Int64Range(1, 10_000).Draw(t, label)).Mul(dec("0.0001"))
		}
		in, out := rate("in"), rate("out")
		p := Phase{From: genAmount(t, "from"), Rate: in, Max: genAmount(t, "max"), Out: Taper{Above: genAmount(t, "above"), Rate: out}}
		x, step := genAmount(t, "x"), genAmount(t, "step")
		y := x.Add(step)
		most := step.Mul(money.Max(in, out))
		if a, b := p.At(Exact, x, x), p.At(Exact, y, y); a.Sign() < 0 || a.Greater(p.Max) || b.Sub(a).Abs().Greater(most) {
			t.Fatalf("the phase moves from %s to %s between %s and %s", a, b, x, y)
		}
		charge := x.Mul(in)
		a, b := ShadeIn(charge, x, p.From, rate("shade")), ShadeIn(y.Mul(in), y, p.From, rate("shade"))
		if a.Sign() < 0 || a.Greater(charge) || !x.Greater(p.From) && !a.IsZero() || b.Sign() < 0 {
			t.Fatalf("shade-in of %s at %s is %s, then %s", charge, x, a, b)
		}
		same := rate("same")
		if low, high := ShadeIn(x.Mul(in), x, p.From, same),
			ShadeIn(y.Mul(in), y, p.From, same); high.Less(low) || high.Sub(low).Greater(step.Mul(money.Max(in, same))) {
			t.Fatalf("the shade-in moves from %s to %s between %s and %s", low, high, x, y)
		}
	})
}

// TestQuotientNeverFalls holds that splitting keeps the tax rising and never
// makes it more, and that a capped advantage lies between the two.
func TestQuotientNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, x, y := genSchedule(t), genAmount(t, "x"), genAmount(t, "y")
		if y.Less(x) {
			x, y = y, x
		}
		parts := money.FromInt(rapid.SampledFrom([]int64{1, 2, 4, 5, 8}).Draw(t, "parts")) // of which a share is a finite decimal
		round := rapid.SampledFrom([]Rounding{{}, MustRounding("down to whole euro")}).Draw(t, "share")
		low, high := Quotient(Rounded, x, parts, round, s.Tax), Quotient(Rounded, y, parts, round, s.Tax)
		if high.Less(low) || low.Greater(s.Tax(x)) {
			t.Fatalf("in %s parts %s owes %s, %s owes %s, alone %s", parts, x, low, y, high, s.Tax(x))
		}
		most := genAmount(t, "most")
		if capped := CapAdvantage(s.Tax(x), low, most); capped.Less(low) || capped.Greater(s.Tax(x)) || s.Tax(x).Sub(capped).Greater(most) {
			t.Fatalf("the advantage of %s against %s is capped to %s at most %s", low, s.Tax(x), capped, most)
		}
	})
}

// TestProrationAddsUp holds that the days of the parts of a year are those of
// the year, and its shares the whole.
func TestProrationAddsUp(t *testing.T) {
	year := civil.Period{From: civil.MustParse("2027-04-06"), To: civil.MustParse("2028-04-05")}
	rapid.Check(t, func(t *rapid.T) {
		whole := DaysIn(year, year)
		cut := rapid.IntRange(1, whole-1).Draw(t, "cut")
		first := civil.Period{From: year.From, To: year.From.AddDays(cut - 1)}
		second := civil.Period{From: year.From.AddDays(cut), To: year.To}
		a, b := DaysIn(first, year), DaysIn(second, year)
		if a != cut || a+b != whole {
			t.Fatalf("%d and %d days of %d", a, b, whole)
		}
		x := genAmount(t, "x")
		gap := Prorate(x, a, whole).Add(Prorate(x, b, whole)).Sub(x).Abs()
		if gap.Greater(dec("0.000000000000000000001")) {
			t.Fatalf("%s of %s is lost", gap, x)
		}
	})
}
