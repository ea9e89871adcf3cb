package invoice

import (
	"slices"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
)

// leveled is the first layout that shows what is taken off or put on the whole below the
// lines; those before show each line's share of it on the line.
const leveled = 3

// onLines is a document as earlier layouts wrote it.
func onLines(d invoicing.InvoiceContent) invoicing.InvoiceContent {
	lines := make([]invoicing.InvoiceLine, len(d.Lines))
	for i, l := range d.Lines {
		l.Allowance, l.Charge = l.Allowance.Add(l.WholeAllowance), l.Charge.Add(l.WholeCharge)
		l.WholeAllowance, l.WholeCharge = money.Zero, money.Zero
		lines[i] = l
	}
	d.Lines = lines
	return d
}

// ofWhole is what is taken off or put on the whole (BG-20, BG-21), of one tax; of all
// where lines bear several, and then Tax names none.
type ofWhole struct {
	Charge bool // put on; else taken off
	Amount money.Dec
	Tax    invoicing.InvoiceTax
}

// reason says in the words of structured forms what it is.
func (x ofWhole) reason() string {
	if x.Charge {
		return "Freight"
	}
	return "Discount"
}

// wholes are those of a document, by tax, in the order of its taxes: allowances first.
func wholes(d invoicing.InvoiceContent) (out []ofWhole) {
	if slices.ContainsFunc(d.Lines, func(l invoicing.InvoiceLine) bool { return len(l.Taxes) != 1 }) {
		_, off, on := sums(d)
		for _, x := range []ofWhole{{Amount: off}, {Charge: true, Amount: on}} {
			if x.Amount.Sign() > 0 {
				out = append(out, x)
			}
		}
		return out
	}
	for _, charge := range []bool{false, true} {
		for _, t := range d.Taxes {
			amount := money.Zero
			for _, l := range d.Lines {
				x := l.Taxes[0]
				if x.Code != t.Code || x.Category != t.Category || !x.Rate.Equal(t.Rate) || x.Country != t.Country {
					continue
				}
				part := l.WholeAllowance
				if charge {
					part = l.WholeCharge
				}
				amount = amount.Add(part)
			}
			if amount.Sign() > 0 {
				out = append(out, ofWhole{charge, amount, t.InvoiceTax})
			}
		}
	}
	return out
}

// sums are the totals above the tax: of the lines as they stand, of what is taken off and
// of what is put on.
func sums(d invoicing.InvoiceContent) (lines, off, on money.Dec) {
	for _, l := range d.Lines {
		off, on = off.Add(l.WholeAllowance), on.Add(l.WholeCharge)
	}
	return d.Net.Add(off).Sub(on), off, on
}
