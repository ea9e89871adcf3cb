package money

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ericlagergren/decimal"
)

// DigitsMax is the most significant digits a Dec can hold.
const DigitsMax = 34

// Dec is an exact decimal number. The zero value is 0.
//
// Numbers whose digits fit 64 bits, with up to 18 places, live in n and scale;
// the others in big, which is shared between copies and never changed once a
// Dec has been returned. Each number has one of the two forms: big is nil
// whenever the first can hold it.
type Dec struct {
	n     int64 // value × 10^scale, when big is nil
	scale int8  // digits after the point, 0 to 18
	big   *decimal.Big
}

// Zero and One are the numbers 0 and 1.
var (
	Zero = Dec{}
	One  = FromInt(1)
)

// ErrSyntax reports a text that is not a plain decimal number.
var ErrSyntax = errors.New("not a plain decimal number, such as 1234.50")

// ErrRange reports a number with more digits than can be held exactly.
var ErrRange = fmt.Errorf("more than %d digits", DigitsMax)

// FromInt returns n as a Dec.
func FromInt(n int64) Dec { return Dec{n: n} }

// Parse reads a plain decimal number: an optional minus sign, digits, and
// optionally a point with digits after it. Exponents, plus signs, spaces,
// separators and any other notation are ErrSyntax; more than 34 digits is
// ErrRange.
func Parse(s string) (Dec, error) {
	if err := scan(s); err != nil {
		return Dec{}, err
	}
	if d, ok := parseSmall(s); ok {
		return d, nil
	}
	v := decimal.WithContext(decimal.Context128)
	if _, ok := v.SetString(s); !ok || !v.IsFinite() {
		return Dec{}, ErrSyntax
	}
	return fromBig(v), nil
}

// MustParse is Parse for constants in code; it panics on a malformed one.
func MustParse(s string) Dec {
	d, err := Parse(s)
	if err != nil {
		panic(fmt.Sprintf("money: %q: %v", s, err))
	}
	return d
}

// scan accepts only what Parse documents; the decimal package would take
// "Infinity", "1e9" and, without an error, garbage.
func scan(s string) error {
	i, digits, point := 0, 0, false
	if i < len(s) && s[i] == '-' {
		i++
	}
	start := i
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' && !point && i > start && i < len(s)-1:
			point = true
		default:
			return ErrSyntax
		}
	}
	if digits == 0 {
		return ErrSyntax
	}
	if digits > DigitsMax {
		return ErrRange
	}
	return nil
}

// Add returns a + b.
func (a Dec) Add(b Dec) Dec {
	if a.big == nil && b.big == nil {
		if x, y, scale, ok := align(a, b); ok {
			if sum := x + y; (sum > x) == (y > 0) {
				return Dec{n: sum, scale: scale}
			}
		}
	}
	var z, x, y decimal.Big
	return fromBig(decimal.Context128.Add(&z, a.wide(&x), b.wide(&y)))
}

// Sub returns a - b.
func (a Dec) Sub(b Dec) Dec {
	if a.big == nil && b.big == nil {
		if x, y, scale, ok := align(a, b); ok {
			if diff := x - y; (diff < x) == (y > 0) {
				return Dec{n: diff, scale: scale}
			}
		}
	}
	var z, x, y decimal.Big
	return fromBig(decimal.Context128.Sub(&z, a.wide(&x), b.wide(&y)))
}

// Mul returns a * b.
func (a Dec) Mul(b Dec) Dec {
	if a.big == nil && b.big == nil && a.scale+b.scale <= scaleMax {
		if p, ok := mul64(a.n, b.n); ok {
			return Dec{n: p, scale: a.scale + b.scale}
		}
	}
	var z, x, y decimal.Big
	return fromBig(decimal.Context128.Mul(&z, a.wide(&x), b.wide(&y)))
}

// Quo returns a / b to 34 significant digits. It panics when b is zero: a
// formula of law that divides states what happens at zero before it divides.
func (a Dec) Quo(b Dec) Dec {
	if b.IsZero() {
		panic("money: division by zero")
	}
	if a.big == nil && b.big == nil && b.scale <= a.scale && a.n%b.n == 0 && b.n != -1 {
		return Dec{n: a.n / b.n, scale: a.scale - b.scale}
	}
	var z, x, y decimal.Big
	return fromBig(decimal.Context128.Quo(&z, a.wide(&x), b.wide(&y)))
}

// Neg returns -a.
func (a Dec) Neg() Dec { return Zero.Sub(a) }

// Abs returns the magnitude of a.
func (a Dec) Abs() Dec {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Cmp returns -1, 0 or +1 as a is less than, equal to or greater than b.
// 1.0 and 1.00 are equal.
func (a Dec) Cmp(b Dec) int {
	if a.big == nil && b.big == nil {
		if x, y, _, ok := align(a, b); ok {
			return cmp.Compare(x, y)
		}
	}
	var x, y decimal.Big
	return a.wide(&x).Cmp(b.wide(&y))
}

// Equal, Less and the others compare by value.
func (a Dec) Equal(b Dec) bool   { return a.Cmp(b) == 0 }
func (a Dec) Less(b Dec) bool    { return a.Cmp(b) < 0 }
func (a Dec) Greater(b Dec) bool { return a.Cmp(b) > 0 }

// Sign returns -1, 0 or +1.
func (a Dec) Sign() int {
	if a.big != nil {
		return a.big.Sign()
	}
	return cmp.Compare(a.n, 0)
}

// IsZero reports whether a is 0, which always has the small form.
func (a Dec) IsZero() bool { return a.n == 0 && a.big == nil }

// Min returns the lesser of a and b.
func Min(a, b Dec) Dec {
	if b.Less(a) {
		return b
	}
	return a
}

// Max returns the greater of a and b.
func Max(a, b Dec) Dec {
	if b.Greater(a) {
		return b
	}
	return a
}

// Positive returns a, or 0 when a is negative: the floor most reliefs have.
func (a Dec) Positive() Dec {
	if a.Sign() < 0 {
		return Zero
	}
	return a
}

// Clamp returns a held between lo and hi.
func (a Dec) Clamp(lo, hi Dec) Dec { return Min(Max(a, lo), hi) }

// Sum adds its operands.
func Sum(ds ...Dec) Dec {
	var z Dec
	for i := range ds {
		z = z.Add(ds[i])
	}
	return z
}

// Places returns how many digits stand after the decimal point of a as it was
// given: 2 for 1.50, 0 for 15.
func (a Dec) Places() int {
	if a.big != nil {
		return max(a.big.Scale(), 0)
	}
	return int(a.scale)
}

// IntegerDigits returns how many digits stand before the decimal point,
// 1 for 0.5.
func (a Dec) IntegerDigits() int {
	var x decimal.Big
	w := a.wide(&x)
	return max(w.Precision()-w.Scale(), 1)
}

// Int64 returns a as an integer, and whether a is one that fits.
func (a Dec) Int64() (int64, bool) {
	var x decimal.Big
	w := a.wide(&x)
	if !w.IsInt() {
		return 0, false
	}
	return w.Int64()
}

// String writes a in plain digits with the places it carries, never with an
// exponent: 1.50 stays "1.50".
func (a Dec) String() string { return string(a.Append(nil)) }

// Append appends String to b.
func (a Dec) Append(b []byte) []byte {
	if a.big == nil {
		return a.appendSmall(b)
	}
	if a.Sign() < 0 {
		b = append(b, '-')
	}
	var buf [48]byte
	digits, scale := a.appendDigits(buf[:0])
	if scale <= 0 {
		b = append(b, digits...)
		if a.Sign() != 0 {
			for ; scale < 0; scale++ {
				b = append(b, '0')
			}
		}
		return b
	}
	whole := len(digits) - scale
	if whole <= 0 {
		b = append(b, '0', '.')
		for ; whole < 0; whole++ {
			b = append(b, '0')
		}
		return append(b, digits...)
	}
	b = append(b, digits[:whole]...)
	b = append(b, '.')
	return append(b, digits[whole:]...)
}

// appendDigits appends the significant digits of a, in the large form, and
// returns how many of them stand after the point.
func (a Dec) appendDigits(b []byte) (digits []byte, scale int) {
	m := decimal.WithContext(decimal.Context128)
	m.CopyAbs(a.big)
	m.SetScale(0)
	return m.Int(nil).Append(b, 10), a.big.Scale()
}

// Fixed writes a rounded half up to places digits after the point and padded
// to them: Fixed(2) of 12.5 is "12.50".
func (a Dec) Fixed(places int) string { return a.Round(places, HalfUp).Pad(places).String() }

// Pad returns a carrying at least places digits after the point.
func (a Dec) Pad(places int) Dec {
	if a.Places() >= places {
		return a
	}
	return a.Round(places, HalfUp)
}

// Trim returns a without trailing zeros after the point, but with at least
// places digits there: Trim(2) of 0.400000 is 0.40.
func (a Dec) Trim(places int) Dec {
	if a.big != nil {
		var z decimal.Big
		z.Copy(a.big)
		z.Context = decimal.Context128
		a = fromBig(z.Reduce())
	}
	for a.big == nil && int(a.scale) > places && a.n%10 == 0 {
		a.n, a.scale = a.n/10, a.scale-1
	}
	return a.Pad(places)
}

// MarshalText writes a as String does; in JSON a Dec is therefore a string.
func (a Dec) MarshalText() ([]byte, error) { return a.Append(nil), nil }

// UnmarshalYAML is UnmarshalText of a scalar, with an error that quotes it.
func (a *Dec) UnmarshalYAML(scalar func(any) error) error {
	var text string
	if err := scalar(&text); err != nil {
		return err
	}
	if err := a.UnmarshalText([]byte(text)); err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	return nil
}

// UnmarshalText reads what Parse accepts.
func (a *Dec) UnmarshalText(b []byte) error {
	d, err := Parse(string(b))
	if err != nil {
		return err
	}
	*a = d
	return nil
}

// UnmarshalJSON reads a JSON string; a JSON number is refused, since a number
// may have passed through binary floating point before it arrived.
func (a *Dec) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return errors.New("amounts are decimal strings, such as \"1234.50\"")
	}
	return a.UnmarshalText(b[1 : len(b)-1])
}
