package invoicing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/settings"
)

// trimmed is a document without the blanks around what its parties and lines say: a text of
// blanks alone says nothing, and EN 16931's profiles take no element that does.
func (d InvoiceContent) trimmed() InvoiceContent {
	trim := func(texts ...*string) {
		for _, t := range texts {
			*t = strings.TrimSpace(*t)
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
