package invoicing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/settings"
)

// said is a text as a document says it: without the blanks around it; "" where nothing of
// it shows. Marks that embed, isolate or override a direction are left out: under them a
// name or an amount is read in another order than it is written in, in a browser but not
// in the PDF. Letters have their direction without them.
func said(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, text))
	if fault.Blank(text) {
		return ""
	}
	return text
}

// trimmed is a document with what its parties and lines say: a text of blanks alone says
// nothing, and EN 16931's profiles take no element that does.
func (d InvoiceContent) trimmed() InvoiceContent {
	trim := func(texts ...*string) {
		for _, t := range texts {
			*t = said(*t)
		}
	}
	address := func(a *settings.Address) { trim(&a.Street, &a.Extra, &a.City, &a.PostalCode, &a.Region) }
	s, b := &d.Seller, &d.Buyer
	trim(&s.LegalName, &s.TradingName, &s.TaxID, &s.TaxNumber, &s.RegistrationNumber, &s.Register, &s.LegalNotes, &s.Phone, &s.Contact)
	trim(&b.Name, &b.TaxID, &b.TaxIDCountry, &b.Reference, &d.OrderReference, &d.Note, &d.PaymentTerms, &d.Reason)
	address(&s.Address)
	address(&b.Address)
	d.Lines = slices.Clone(d.Lines)
	for i := range d.Lines {
		l := &d.Lines[i]
		trim(&l.Description, &l.SKU)
		l.Description = cmp.Or(l.Description, l.ID)
	}
	return d
}
