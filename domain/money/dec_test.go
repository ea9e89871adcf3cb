package money

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseAcceptsOnlyPlainDecimals(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "007": "7", "1.50": "1.50", "-12.345": "-12.345",
		"0.0001": "0.0001", strings.Repeat("9", 34): strings.Repeat("9", 34),
		"123456789012345678901234567890.1234": "123456789012345678901234567890.1234",
	} {
		d, err := Parse(in)
		if err != nil || d.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", in, d, err, want)
		}
	}
	for _, in := range []string{
		"", "-", ".", "1.", ".5", "+1", "1e3", "1E3", " 1", "1 ", "1,000", "NaN", "Inf", "Infinity",
		"0x10", "1_000", "１２", "--1", "1.2.3", "1-", strings.Repeat("9", 35), "1\x00",
	} {
		if d, err := Parse(in); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", in, d)
		}
	}
}

func TestJSONRefusesNumbers(t *testing.T) {
	var v struct{ A Dec }
	if err := json.Unmarshal([]byte(`{"A":12.5}`), &v); err == nil {
		t.Error("a JSON number was accepted")
	}
	if err := json.Unmarshal([]byte(`{"A":"12.50"}`), &v); err != nil || v.A.String() != "12.50" {
		t.Errorf("got %v, %v", v.A, err)
	}
	b, _ := json.Marshal(v)
	if string(b) != `{"A":"12.50"}` {
		t.Errorf("marshalled %s", b)
	}
}

func TestRoundingModes(t *testing.T) {
	for _, c := range []struct {
		in   string
		mode Rounding
		want string
	}{
		{"2.5", HalfUp, "3"}, {"-2.5", HalfUp, "-3"}, {"2.5", HalfEven, "2"}, {"3.5", HalfEven, "4"},
		{"2.5", HalfDown, "2"}, {"2.51", HalfDown, "3"}, {"2.9", Down, "2"}, {"-2.9", Down, "-2"},
		{"2.1", Up, "3"}, {"-2.1", Up, "-3"}, {"-2.1", Floor, "-3"}, {"-2.9", Ceiling, "-2"}, {"-0.4", HalfUp, "0"},
	} {
		if got := MustParse(c.in).Round(0, c.mode).String(); got != c.want {
			t.Errorf("round %s mode %d = %s, want %s", c.in, c.mode, got, c.want)
		}
	}
	if got := MustParse("1234565").ToMultiple(FromInt(10), HalfUp).String(); got != "1234570" {
		t.Errorf("to multiple of 10: %s", got)
	}
	if got := MustParse("12.5").Fixed(2); got != "12.50" {
		t.Errorf("Fixed: %s", got)
	}
}

// genDec draws numbers of up to 15 integer digits and 6 places, with their
// exact rational value.
func genDec(t *rapid.T, label string) (Dec, *big.Rat) {
	n := rapid.Int64Range(-1e15, 1e15).Draw(t, label)
	scale := rapid.IntRange(0, 6).Draw(t, label+" places")
	r := new(big.Rat).SetFrac(big.NewInt(n), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
	d := FromInt(n)
	for range scale {
		d = d.Mul(MustParse("0.1"))
	}
	return d, r
}

func TestArithmeticIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, ra := genDec(t, "a")
		b, rb := genDec(t, "b")
		for name, pair := range map[string]struct {
			got  Dec
			want *big.Rat
		}{
			"add": {a.Add(b), new(big.Rat).Add(ra, rb)},
			"sub": {a.Sub(b), new(big.Rat).Sub(ra, rb)},
			"mul": {a.Mul(b), new(big.Rat).Mul(ra, rb)},
		} {
			got, ok := new(big.Rat).SetString(pair.got.String())
			if !ok || got.Cmp(pair.want) != 0 {
				t.Fatalf("%s of %v and %v = %v, want %v", name, a, b, pair.got, pair.want)
			}
		}
		back, err := Parse(a.String())
		if err != nil || !back.Equal(a) {
			t.Fatalf("%v does not survive its own text: %v", a, err)
		}
	})
}

func TestOperationsDoNotTouchTheirOperands(t *testing.T) {
	big1 := MustParse("123456789012345678901234567890.12")
	copy1 := big1
	_ = copy1.Add(One)
	_ = copy1.Round(0, Up)
	_ = copy1.Neg()
	_ = copy1.String()
	if big1.String() != "123456789012345678901234567890.12" || copy1.String() != big1.String() {
		t.Errorf("operand changed: %v %v", big1, copy1)
	}
}

func BenchmarkMulAdd(b *testing.B) {
	rate, base := MustParse("0.20"), MustParse("37700")
	b.ReportAllocs()
	for b.Loop() {
		_ = base.Mul(rate).Add(base)
	}
}

// TestSmallAndWideFormsAgree computes with numbers around the edge of 64 bits,
// where one form hands over to the other, against exact rationals.
func TestSmallAndWideFormsAgree(t *testing.T) {
	draw := func(t *rapid.T, label string) (Dec, *big.Rat) {
		digits := rapid.StringMatching(`-?(0|[1-9][0-9]{0,16})(\.[0-9]{1,8})?`).
			Filter(func(s string) bool { return len(s) <= 18 }).Draw(t, label)
		if rapid.Bool().Draw(t, label+" at the edge") {
			digits = []string{"9223372036854775807", "-9223372036854775808", "9223372036854775808", "92233720368547758.07",
				"-9223372036854775807", "0.000000000000001", "999999999999999.99"}[rapid.IntRange(0, 6).Draw(t, label+" edge")]
		}
		r, _ := new(big.Rat).SetString(digits)
		return MustParse(digits), r
	}
	rapid.Check(t, func(t *rapid.T) {
		a, ra := draw(t, "a")
		b, rb := draw(t, "b")
		same := func(name string, got Dec, want *big.Rat) {
			if r, ok := new(big.Rat).SetString(got.String()); !ok || r.Cmp(want) != 0 {
				t.Fatalf("%s of %v and %v = %v, want %v", name, a, b, got, want)
			}
		}
		same("add", a.Add(b), new(big.Rat).Add(ra, rb))
		same("sub", a.Sub(b), new(big.Rat).Sub(ra, rb))
		if a.Cmp(b) != ra.Cmp(rb) {
			t.Fatalf("cmp of %v and %v = %d", a, b, a.Cmp(b))
		}
		if product := new(big.Rat).Mul(ra, rb); len(product.FloatString(0)) < 30 && a.Places()+b.Places() < 5 {
			same("mul", a.Mul(b), product)
		}
		if b.Sign() == 0 || b.Places() > 8 { // a quotient of more than 34 digits panics, as documented
			return
		}
		mode := Rounding(rapid.IntRange(int(HalfUp), int(Ceiling)).Draw(t, "mode"))
		places := rapid.IntRange(0, 6).Draw(t, "places")
		same("quotient rounded", a.QuoRound(b, places, mode), roundRat(new(big.Rat).Quo(ra, rb), places, mode))
		same("round", a.Round(places, mode), roundRat(ra, places, mode))
		same("trim", a.Trim(0), ra)
	})
}

// roundRat rounds by the definition of each mode, on exact integers.
func roundRat(r *big.Rat, places int, mode Rounding) *big.Rat {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	num := new(big.Int).Mul(r.Num(), unit)
	floor, rest := new(big.Int).DivMod(num, r.Denom(), new(big.Int)) // Euclidean: rest ≥ 0
	if rest.Sign() != 0 {
		cmp := new(big.Int).Lsh(rest, 1).Cmp(r.Denom())
		negative := num.Sign() < 0
		up := false
		switch mode {
		case HalfUp:
			up = cmp > 0 || cmp == 0 && !negative
		case HalfDown:
			up = cmp > 0 || cmp == 0 && negative
		case HalfEven:
			up = cmp > 0 || cmp == 0 && floor.Bit(0) == 1
		case Down:
			up = negative
		case Up:
			up = !negative
		case Ceiling:
			up = true
		}
		if up {
			floor.Add(floor, big.NewInt(1))
		}
	}
	return new(big.Rat).SetFrac(floor, unit)
}
