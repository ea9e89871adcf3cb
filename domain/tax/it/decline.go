package it

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// decline is an amount that shrinks to nothing over a width of income: of it
// is left what the rest of the width is of the width.
type decline struct {
	amount, width money.Dec
	slope         money.Dec // amount ÷ width
}

// Places of a slope as results show it; of a quotient of cents, enough to tell
// it from every other one by a hundred times over and still within 64 bits;
// of that quotient's first part; and of cents.
const (
	slopePlaces    = 8
	quotientPlaces = 14
	headPlaces     = 6
	centPlaces     = 2
)

func newDecline(amount, width money.Dec) decline {
	return decline{amount, width, amount.QuoRound(width, slopePlaces, money.HalfUp)}
}

// part is what is left of a decline: by the law, amount times the ratio of art.
// 13 cut to four decimals; where roundings are left out, amount × rest ÷ width.
func (p *params) part(w *tax.Work, who *employee, d *decline, rest money.Dec) money.Dec {
	switch {
	case w.Mode == block.Rounded:
		return d.amount.Mul(w.Round(rest.QuoRound(d.width, quotientPlaces, money.HalfUp), p.ratio))
	case who.long:
		return d.amount.Mul(rest.Quo(d.width))
	}
	return d.exact(rest)
}

// exact is amount × rest ÷ width, so that its slope is exact in all the places
// that are shown, beside terms whose own slopes have no more: the quotient of
// whole cents is the same on both sides of a step below one, and what lies
// between cents goes by the slope. Dividing in two parts keeps it within 64 bits.
func (d *decline) exact(rest money.Dec) money.Dec {
	cents := rest.Round(centPlaces, money.Ceiling)
	whole := d.amount.Mul(cents)
	head := whole.QuoRound(d.width, headPlaces, money.Down)
	tail := whole.Sub(head.Mul(d.width)).QuoRound(d.width, quotientPlaces, money.HalfUp)
	return head.Add(tail).Sub(cents.Sub(rest).Mul(d.slope))
}
