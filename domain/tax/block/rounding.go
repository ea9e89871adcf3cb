package block

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// Mode says whether roundings take place.
type Mode bool

const (
	Rounded Mode = false // as the law says
	Exact   Mode = true  // every rounding and step left out
)

// Rounding is how the law rounds an amount: to a multiple of Unit. The zero
// Rounding leaves amounts alone; the others are made by Minor, To and
// ParseRounding.
type Rounding struct {
	Unit money.Dec
	How  money.Rounding
	form int // 0 = off, n > 0 = to n-1 decimal places, -1 = to a multiple of Unit
}

// Minor rounds to a number of decimal places: the presentation of an amount
// for which the law has no rule.
func Minor(places int, how money.Rounding) Rounding {
	unit := money.One
	for range places {
		unit = unit.Mul(money.MustParse("0.1"))
	}
	return Rounding{unit, how, places + 1}
}

// To rounds to a multiple of unit, which is positive.
func To(unit money.Dec, how money.Rounding) Rounding {
	tenth := money.One
	for places := range money.DigitsMax {
		if unit.Equal(tenth) {
			return Rounding{unit, how, places + 1}
		}
		tenth = tenth.Mul(money.MustParse("0.1"))
	}
	return Rounding{unit, how, -1}
}

// Apply rounds x.
func (r *Rounding) Apply(x money.Dec) money.Dec {
	switch {
	case r.form == 0:
		return x
	case r.form > 0:
		return x.Round(r.form-1, r.How)
	}
	return x.ToMultiple(r.Unit, r.How)
}

// In rounds x unless m is Exact.
func (r *Rounding) In(m Mode, x money.Dec) money.Dec {
	if m == Exact {
		return x
	}
	return r.Apply(x)
}

var ways = map[string]money.Rounding{
	"half up": money.HalfUp, "half even": money.HalfEven, "half down": money.HalfDown,
	"down": money.Down, "up": money.Up, "floor": money.Floor, "ceiling": money.Ceiling,
}

// ParseRounding reads a rule of law such as "up to whole pound", "half up to
// 10 rupees", "down to 0.05 franc" or "none": a way, "to", "whole" or a
// positive number, and optionally what is counted.
func ParseRounding(text string) (Rounding, error) {
	if text == "none" {
		return Rounding{}, nil
	}
	way, unit, ok := strings.Cut(text, " to ")
	how, known := ways[way]
	if !ok || !known {
		return Rounding{}, fmt.Errorf(`%q is no rounding such as "up to whole pound" or "half up to 0.05 franc"`, text)
	}
	number, _, _ := strings.Cut(unit, " ")
	if number == "whole" {
		number = "1"
	}
	u, err := money.Parse(number)
	if err != nil || u.Sign() <= 0 {
		return Rounding{}, fmt.Errorf("%q does not say to which unit it rounds", text)
	}
	return To(u, how), nil
}

// MustRounding is ParseRounding for rules read from the embedded law, where a
// malformed one is a broken build.
func MustRounding(text string) Rounding {
	r, err := ParseRounding(text)
	if err != nil {
		panic("block: " + err.Error())
	}
	return r
}
