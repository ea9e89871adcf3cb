package render

import (
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Cell is one value of a table.
type Cell struct {
	kind kind
	text string // as it is written: a plain text, a decimal number, a date
}

type kind byte

const (
	kindText kind = iota
	kindNumber
	kindDate
)

// Text is what somebody wrote, or any other text.
func Text(s string) Cell { return Cell{kindText, s} }

// Number is an amount, a rate or a quantity.
func Number(d money.Dec) Cell { return Cell{kindNumber, d.String()} }

// Decimal is an amount that is written in decimal digits already.
func Decimal(s string) Cell { return Cell{kindNumber, s} }

// Int is a whole number.
func Int(n int64) Cell { return Cell{kindNumber, strconv.FormatInt(n, 10)} }

// Date is a day; no date is an empty cell.
func Date(d civil.Date) Cell { return Cell{kindDate, d.String()} }

// Plain is the value as a text that no spreadsheet takes for a formula.
func (c Cell) Plain() string {
	if c.kind != kindText {
		return c.text
	}
	return Defused(c.text)
}

// Defused is a text with an apostrophe before it where a spreadsheet would take
// it for a formula: = + - @, a tab, a carriage return or NUL at its beginning, and
// the full-width forms of those signs, which some take alike.
func Defused(s string) string {
	for _, lead := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "\x00", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(s, lead) {
			return "'" + s
		}
	}
	return s
}
