package indirect

import (
	"errors"
	"strings"

	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// placesMost is as many digits after the point as any currency has.
const placesMost = 4

// Faults names everything that is malformed in a request whatever the law says,
// where Calculate stops at the first kind of fault that it meets. It is nil or
// a *tax.InputError. A request is not whole when some of it could not be read
// and is zero; amounts are then not held against each other.
func Faults(q Request, whole bool) error {
	places, err := check(q)
	in, found := &tax.InputError{}, (*tax.InputError)(nil)
	if errors.As(err, &found) {
		in.Fields = append(in.Fields, found.Fields...)
	}
	if _, known := money.MinorUnitsIn(q.Currency, q.Date.Year(), q.Date.Month()); !known {
		places = placesMost
	}
	doc := calc.Document{PricesGross: q.PricesIncludeTax, Discount: q.Discount, Shipping: q.Shipping, MinorUnits: places,
		Policy: calc.Policy{Level: calc.PerDocument, Mode: money.HalfUp}, LineRounding: money.HalfUp}
	if q.Rounding != nil && q.Rounding.Level == string(calc.PerUnit) {
		doc.Policy.Level = calc.PerUnit
	}
	for _, l := range q.Lines {
		line := calc.Line{ID: l.ID, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount}
		if !whole {
			line.Discount = money.Zero
		}
		doc.Lines = append(doc.Lines, line)
	}
	if !whole { // a line beside them that carries every discount and charge
		doc.Lines = append(doc.Lines, calc.Line{ID: "\x00", Quantity: money.One, UnitPrice: money.MustParse("1" + strings.Repeat("0", 20))})
	}
	if _, err := calc.Compute(doc); errors.As(err, &found) {
		named := make(map[tax.FieldError]bool, len(in.Fields))
		for _, f := range in.Fields {
			named[f] = true
		}
		for _, f := range found.Fields {
			if !named[f] {
				named[f] = true
				in.Fields = append(in.Fields, f)
			}
		}
	}
	return in.Err()
}
