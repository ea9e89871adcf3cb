package money

import (
	"math"
	"math/bits"

	"github.com/ericlagergren/decimal"
)

// scaleMax is the most places of the small form; ten to that power fits 64 bits.
const scaleMax int8 = 18

var pow10 = func() (p [scaleMax + 1]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// wide returns a as a decimal.Big, using room for a small one. The result is
// read, never changed.
func (a Dec) wide(room *decimal.Big) *decimal.Big {
	if a.big != nil {
		return a.big
	}
	room.Context = decimal.Context128
	return room.SetMantScale(a.n, int(a.scale))
}

// fromBig takes v over: the small form where it fits, and never -0.
func fromBig(v *decimal.Big) Dec {
	scale := v.Scale()
	if v.Sign() == 0 {
		return Dec{scale: int8(min(max(scale, 0), int(scaleMax)))}
	}
	if m, ok := v.Mantissa(); ok && m <= math.MaxInt64 && scale <= int(scaleMax) {
		n := int64(m)
		if v.Signbit() {
			n = -n
		}
		if scale >= 0 {
			return Dec{n: n, scale: int8(scale)}
		}
		if -scale <= int(scaleMax) {
			if n, ok := mul64(n, pow10[-scale]); ok {
				return Dec{n: n}
			}
		}
	}
	z := new(decimal.Big)
	z.Copy(v)
	z.Context = decimal.Context128
	return Dec{big: z}
}

// parseSmall reads a text that scan accepted, if the small form holds it.
func parseSmall(s string) (d Dec, ok bool) {
	negative, point := false, false
	for i := range len(s) {
		switch c := s[i]; c {
		case '-':
			negative = true
		case '.':
			point = true
		default:
			digit := int64(c - '0')
			if d.n > (math.MaxInt64-digit)/10 {
				return Dec{}, false
			}
			d.n = d.n*10 + digit
			if point {
				d.scale++
			}
		}
	}
	if negative {
		d.n = -d.n
	}
	return d, d.scale <= scaleMax
}

// align returns the coefficients of a and b at their larger scale.
func align(a, b Dec) (x, y int64, scale int8, ok bool) {
	if a.scale == b.scale {
		return a.n, b.n, a.scale, true
	}
	if a.scale < b.scale {
		x, ok = mul64(a.n, pow10[b.scale-a.scale])
		return x, b.n, b.scale, ok
	}
	y, ok = mul64(b.n, pow10[a.scale-b.scale])
	return a.n, y, a.scale, ok
}

// mul64 multiplies, unless the product leaves 64 bits (or is the one number
// that has no positive counterpart).
func mul64(a, b int64) (int64, bool) {
	const half = 1 << 31
	if -half < a && a < half && -half < b && b < half {
		return a * b, true
	}
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// appendSmall writes a, in the small form, from its last digit on.
func (a Dec) appendSmall(b []byte) []byte {
	const most = 1 + 19 + 1 + 18 // sign, digits, point, and zeros before the digits
	var text [most]byte
	at, left := most, magnitude(a.n)
	for places := a.scale; places > 0; places-- {
		at--
		text[at], left = byte('0'+left%10), left/10
	}
	if a.scale > 0 {
		at--
		text[at] = '.'
	}
	for first := true; first || left > 0; first = false {
		at--
		text[at], left = byte('0'+left%10), left/10
	}
	if a.n < 0 {
		at--
		text[at] = '-'
	}
	return append(b, text[at:]...)
}

func (a Dec) roundSmall(places int, mode Rounding) (Dec, bool) {
	shift := places - int(a.scale)
	switch {
	case places < 0 || places > int(scaleMax):
		return Dec{}, false
	case shift >= 0:
		n, ok := mul64(a.n, pow10[shift])
		return Dec{n: n, scale: int8(places)}, ok
	}
	return Dec{n: divide(a.n, pow10[-shift], mode), scale: int8(places)}, true
}

// divide returns n / d as a whole number, rounded by mode. Neither is the
// least int64.
func divide(n, d int64, mode Rounding) int64 {
	q, r := n/d, n%d
	if r == 0 {
		return q
	}
	away := int64(1) // one step away from zero
	if (n < 0) != (d < 0) {
		away = -1
	}
	// Twice the remainder against the divisor; both below 2^63, so no overflow.
	twice, half := 2*magnitude(r), magnitude(d)
	up := false
	switch mode {
	case HalfUp:
		up = twice >= half
	case HalfDown:
		up = twice > half
	case HalfEven:
		up = twice > half || twice == half && q%2 != 0
	case Up:
		up = true
	case Floor:
		up = away < 0
	case Ceiling:
		up = away > 0
	}
	if up {
		q += away
	}
	return q
}
