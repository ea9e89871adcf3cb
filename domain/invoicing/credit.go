package invoicing

import (
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// CreditedLine is how much of an invoice's line a credit note takes back: a
// quantity, or an amount with or without tax; none of them = what remains.
type CreditedLine struct {
	ID       string     `json:"id" minLength:"1" maxLength:"100" doc:"Of the invoice's line."`
	Quantity *money.Dec `json:"quantity,omitempty" pattern:"^[0-9]{1,12}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 2"`
	Net      *money.Dec `json:"net,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 10.00"`
	Gross    *money.Dec `json:"gross,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 11.90"`

	exact *Credit // of the reversal of a checkout: its own figures
}

// Refunded are the lines that a refund takes back of an invoice: by their amounts with tax, or
// of the reversal of a checkout by its own figures, so that both come to the same.
func Refunded(refund Order) (out []CreditedLine) {
	for _, l := range refund.Lines {
		c := CreditedLine{ID: l.ID, Gross: &l.Gross}
		if refund.Reverses != "" {
			c.exact = &Credit{LineID: l.ID, Quantity: l.Returned, Net: l.Net, Tax: l.Tax, Gross: l.Gross, Taxes: l.Taxes}
		}
		out = append(out, c)
	}
	return out
}

// Crediting is what a credit note is made from.
type Crediting struct {
	Invoice  State
	Document InvoiceContent // of the invoice
	Lines    []CreditedLine
	Reason   string
}

// Validate reports every malformed field.
func (x Crediting) validate(f *fault.Fields) {
	seen := map[string]bool{}
	for i, l := range x.Lines {
		field := fmt.Sprintf("lines[%d]", i)
		n := 0
		for _, v := range []*money.Dec{l.Quantity, l.Net, l.Gross} {
			if v != nil {
				n++
				if v.Sign() <= 0 {
					f.Add(field, "an amount above zero")
				}
			}
		}
		if n > 1 {
			f.Add(field, "one of quantity, net and gross")
		}
		if seen[l.ID] {
			f.Add(field+".id", "stands twice")
		}
		seen[l.ID] = true
	}
}

// minor reports amounts that the currency has no coins for.
func (x Crediting) minor() error {
	var f fault.Fields
	places, _ := money.MinorUnits(x.Document.Currency)
	for i, l := range x.Lines {
		for name, v := range map[string]*money.Dec{"net": l.Net, "gross": l.Gross} {
			if v != nil && !v.Equal(v.Round(places, money.Down)) {
				f.Add(fmt.Sprintf("lines[%d].%s", i, name), "at most %d places in %s", places, x.Document.Currency)
			}
		}
	}
	return f.Err()
}

// credits are the amounts that the credit note takes, with what blocks it.
func (x Crediting) credits() (out []Credit, b fault.Blockers) {
	asked := x.Lines
	if len(asked) == 0 {
		for _, l := range x.Document.Lines {
			asked = append(asked, CreditedLine{ID: l.ID})
		}
	}
	places, _ := money.MinorUnits(x.Document.Currency)
	total := money.Zero
	for _, a := range asked {
		at := slices.IndexFunc(x.Document.Lines, func(l InvoiceLine) bool { return l.ID == a.ID })
		if at < 0 {
			b.On("invoice/"+x.Invoice.DocumentID, "credit_exceeds_invoice", "the invoice has no line %q", a.ID)
			continue
		}
		line := x.Document.Lines[at]
		left := x.Invoice.Remainder(line)
		if line.Deducts != "" && len(x.Lines) > 0 {
			b.On("invoice/"+x.Invoice.DocumentID, "credit_exceeds_invoice",
				"line %q takes a deposit off; that is taken back with all that is left of the invoice, so name no lines", a.ID)
			continue
		}
		c, ok := share(line, left, a, places)
		switch {
		case !ok:
			b.On("invoice/"+x.Invoice.DocumentID, "credit_exceeds_invoice", "of line %q no more than %s is left (quantity %s, net %s)",
				a.ID, left.Gross, left.Quantity, left.Net)
		case !c.Gross.IsZero() || c.Quantity.Sign() > 0:
			total = total.Add(c.Gross)
			out = append(out, c)
		}
	}
	if left := x.Invoice.Uncredited(); total.Greater(left) {
		b.On("invoice/"+x.Invoice.DocumentID, "credit_exceeds_invoice",
			"%s is more than the %s that is left, since the invoice takes deposits off: credit all of it, or a deposit", total, left)
	}
	if len(b) == 0 && len(out) == 0 {
		b.On("invoice/"+x.Invoice.DocumentID, "credit_exceeds_invoice", "nothing is left to credit")
	}
	return out, b
}

// share is a part of a line, at the line's own rates. What is all that is left is
// the remainder itself, so that nothing stays behind.
func share(line InvoiceLine, left Credit, a CreditedLine, places int) (Credit, bool) {
	var part, whole, rest money.Dec
	switch {
	case a.exact != nil:
		return a.exact.of(line, left)
	case a.Quantity != nil:
		part, whole, rest = *a.Quantity, line.Quantity, left.Quantity
	case a.Net != nil:
		part, whole, rest = *a.Net, line.Net, left.Net
	case a.Gross != nil:
		part, whole, rest = *a.Gross, line.Gross, left.Gross
	default:
		return left, left.Gross.Sign() >= 0 || line.Deducts != ""
	}
	if part.Greater(rest) || whole.IsZero() {
		return Credit{}, false
	}
	if part.Equal(rest) {
		return left, true
	}
	of := func(amount money.Dec) money.Dec {
		return amount.Mul(part).QuoRound(whole, places, money.HalfUp).Pad(places)
	}
	c := Credit{LineID: line.ID, Tax: money.Zero.Pad(places)}
	for _, t := range line.Taxes {
		t.Base, t.Tax = of(t.Base), of(t.Tax)
		c.Taxes, c.Tax = append(c.Taxes, t), c.Tax.Add(t.Tax)
	}
	switch {
	case a.Net != nil:
		c.Net = part.Pad(places)
		c.Gross = c.Net.Add(c.Tax)
	case a.Gross != nil:
		c.Gross = part.Pad(places)
		c.Net = c.Gross.Sub(c.Tax)
	default:
		c.Net = of(line.Net)
		c.Gross = c.Net.Add(c.Tax)
	}
	for i := range c.Taxes {
		if len(c.Taxes) == 1 {
			c.Taxes[i].Base = c.Net
		}
	}
	if a.Quantity != nil {
		c.Quantity = part
	}
	if c.Net.Greater(left.Net) || c.Tax.Greater(left.Tax) || c.Gross.Greater(left.Gross) {
		// Rounding of many parts: the last of them are cut to what is left.
		c.Net, c.Tax = money.Min(c.Net, left.Net), money.Min(c.Tax, left.Tax)
		c.Gross = c.Net.Add(c.Tax)
		for i := range c.Taxes {
			c.Taxes[i].Base, c.Taxes[i].Tax = money.Min(c.Taxes[i].Base, left.Taxes[i].Base), money.Min(c.Taxes[i].Tax, left.Taxes[i].Tax)
		}
	}
	return c, true
}

// of is the credit with the taxes as the invoice's line names them; ok is false where more
// than is left would be taken.
func (c Credit) of(line InvoiceLine, left Credit) (_ Credit, ok bool) {
	if len(c.Taxes) != len(line.Taxes) || c.exceeds(left) {
		return Credit{}, false
	}
	taxes := slices.Clone(line.Taxes)
	for i, t := range c.Taxes {
		taxes[i].Base, taxes[i].Tax = t.Base, t.Tax
	}
	c.Taxes = taxes
	return c, true
}

// exceeds reports whether a credit is more than what is left of its line; a line that
// takes a deposit off goes whole.
func (c Credit) exceeds(left Credit) bool {
	if c.Gross.Sign() < 0 {
		return !c.Gross.Equal(left.Gross)
	}
	return c.Gross.Greater(left.Gross) || c.Net.Greater(left.Net) || c.Tax.Greater(left.Tax) || c.Quantity.Greater(left.Quantity)
}

// deductionsCredited reports whether a credit note took back the deposits that the
// invoice takes off, if it does: only one for all that is left does.
func (s State) deductionsCredited() bool {
	if len(s.Deposits) == 0 {
		return true
	}
	for _, claim := range s.Claims {
		if slices.ContainsFunc(claim, func(c Credit) bool { return c.Gross.Sign() < 0 }) {
			return true
		}
	}
	return false
}

// document is the content of the credit note, without number and day.
func (x Crediting) document(credits []Credit, held settings.InForce) InvoiceContent {
	original := x.Invoice.Reference()
	d := x.Document
	places, _ := money.MinorUnits(d.Currency)
	d.Kind, d.ID, d.Number, d.Original, d.Replaces, d.Reason = CreditNote, "", "", &original, nil, x.Reason
	d.Prepaid, d.PaymentTerms, d.Note, d.Deposit, d.Deducts = money.Zero, "", "", false, nil
	d.Lines = []InvoiceLine{}
	for _, c := range credits {
		at := slices.IndexFunc(x.Document.Lines, func(l InvoiceLine) bool { return l.ID == c.LineID })
		l := x.Document.Lines[at]
		quantity := c.Quantity
		if quantity.Sign() <= 0 && l.Deducts == "" {
			quantity = money.One // an amount is taken off, no piece comes back
		}
		l.Quantity, l.Net, l.Tax, l.Gross, l.Taxes = quantity, c.Net, c.Tax, c.Gross, c.Taxes
		l.Allowance, l.Charge = money.Zero.Pad(places), money.Zero.Pad(places)
		l.WholeAllowance, l.WholeCharge = money.Zero, money.Zero // what comes back is what was paid
		const priceplaces = 6
		l.NetPrice = c.Net.QuoRound(quantity, priceplaces, money.HalfUp).Trim(places)
		l.UnitPrice = l.NetPrice
		if d.PricesIncludeTax {
			l.UnitPrice = c.Gross.QuoRound(quantity, priceplaces, money.HalfUp).Trim(places)
		}
		d.Lines = append(d.Lines, l)
	}
	legends := d.Legends
	values := held.Values
	d = d.summed(values)
	for i := range d.Taxes { // in the words of the invoice
		for _, t := range x.Document.Taxes {
			if t.Category == d.Taxes[i].Category {
				d.Taxes[i].Exemption, d.Taxes[i].VATEX = t.Exemption, t.VATEX
			}
		}
	}
	d.Legends = legends
	return d.trimmed()
}

// Unclaim gives back what a credit note claims, which cannot be issued.
func Unclaim(invoice, note State) []event.Payload {
	if _, claimed := invoice.Claims[note.DocumentID]; !claimed {
		return nil
	}
	return []event.Payload{CreditReleased{note.DocumentID}}
}
