package money

import "github.com/ericlagergren/decimal"

// Rounding says which of the two neighbours a number becomes. Where a statute
// rounds, the mode is a parameter of law and is cited like a rate.
type Rounding int

const (
	HalfUp   Rounding = iota // to the nearest; a half goes away from zero
	HalfEven                 // to the nearest; a half goes to the even neighbour
	HalfDown                 // to the nearest; a half goes towards zero
	Down                     // towards zero: truncation
	Up                       // away from zero
	Floor                    // towards minus infinity
	Ceiling                  // towards plus infinity
)

// contexts holds 34-digit arithmetic with each rounding mode.
var contexts = [...]decimal.Context{
	HalfUp:   withMode(decimal.ToNearestAway),
	HalfEven: withMode(decimal.ToNearestEven),
	HalfDown: withMode(decimal.ToNearestTowardZero),
	Down:     withMode(decimal.ToZero),
	Up:       withMode(decimal.AwayFromZero),
	Floor:    withMode(decimal.ToNegativeInf),
	Ceiling:  withMode(decimal.ToPositiveInf),
}

func withMode(m decimal.RoundingMode) decimal.Context {
	c := decimal.Context128
	c.RoundingMode = m
	return c
}

// Round returns a with exactly places digits after the point.
func (a Dec) Round(places int, mode Rounding) Dec {
	if a.big == nil {
		if int(a.scale) == places {
			return a
		}
		if d, ok := a.roundSmall(places, mode); ok {
			return d
		}
	}
	var z decimal.Big
	z.Copy(a.wide(&z))
	z.Context = contexts[mode]
	contexts[mode].Quantize(&z, places)
	if !z.IsFinite() {
		panic("money: rounding " + a.String() + " needs more than 34 digits")
	}
	z.Context = decimal.Context128
	return fromBig(&z)
}

// QuoRound returns a / b rounded once to places digits. It panics when b is
// zero.
func (a Dec) QuoRound(b Dec, places int, mode Rounding) Dec {
	if a.big == nil && b.big == nil && b.n != 0 && places >= 0 && places <= int(scaleMax) {
		n, d, ok := a.n, b.n, false
		switch shift := places - int(a.scale) + int(b.scale); {
		case shift >= 0 && shift <= int(scaleMax):
			n, ok = mul64(n, pow10[shift])
		case shift < 0 && -shift <= int(scaleMax):
			d, ok = mul64(d, pow10[-shift])
		}
		if ok {
			return Dec{n: divide(n, d, mode), scale: int8(places)}
		}
	}
	return a.Quo(b).Round(places, mode)
}

// Whole returns a rounded to a whole number.
func (a Dec) Whole(mode Rounding) Dec { return a.Round(0, mode) }

// ToMultiple returns a rounded to a whole multiple of unit (which is
// positive): India rounds tax to the nearest 10 rupees.
func (a Dec) ToMultiple(unit Dec, mode Rounding) Dec {
	return a.QuoRound(unit, 0, mode).Mul(unit)
}
