package invoicing

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/settings"
)

// tracing is what words beside a document may say, since it does: its amounts in its
// currency, its rates, its days, and what its texts count. Digits of its number, of accounts,
// references and addresses, and quantities, count nothing: they bear out "lamp 2" and no 2 %.
// An amount of zero is not printed, and bears out nothing but for what is due and taxed.
func (d InvoiceContent) tracing() *notice.Tracing {
	t := notice.NewTracing(d.Language)
	t.On(d.IssuedOn, d.SuppliedOn, d.DueOn, d.ExpectedOn)
	t.Money(d.Currency, d.Due, d.Tax)
	printed := func(amounts ...money.Dec) {
		for _, v := range amounts {
			if v.Sign() != 0 {
				t.Money(d.Currency, v)
			}
		}
	}
	printed(d.Net, d.Gross, d.Prepaid)
	for _, x := range d.Taxes {
		t.Rate(x.Rate)
		printed(x.Base, x.Tax)
		t.Name(x.Code, x.Exemption)
	}
	for _, l := range d.Lines {
		printed(l.UnitPrice, l.NetPrice, l.Allowance, l.Charge, l.WholeAllowance, l.WholeCharge, l.Own(), l.Net, l.Tax, l.Gross)
		for _, x := range l.Taxes {
			t.Rate(x.Rate)
			printed(x.Base, x.Tax)
		}
		t.Name(l.Quantity.Trim(0).String()+" "+l.Description, l.SKU)
	}
	for _, x := range d.Deducts {
		t.On(x.IssuedOn)
		printed(x.Net, x.Tax, x.Gross)
		t.Name(x.Number)
	}
	for _, x := range []*InvoiceReference{d.Original, d.Replaces} {
		if x != nil {
			t.On(x.IssuedOn)
			t.Name(x.Number)
		}
	}
	for _, x := range d.Legends {
		t.Name(x.Text, x.Provision)
	}
	standard := d.Letter("") // amounts as the message itself writes them
	t.Name(d.Number, d.OrderReference, d.Reason, d.Note, d.PaymentTerms, standard.Subject, standard.Text)
	d.nameParties(t)
	return t
}

// nameParties adds how the document names its parties.
func (d InvoiceContent) nameParties(t *notice.Tracing) {
	s, b := d.Seller, d.Buyer
	t.Name(s.LegalName, s.TradingName, s.TaxID, s.TaxNumber, s.RegistrationNumber, s.Register, s.LegalNotes, s.Email, s.Phone, s.Contact,
		s.BIC, b.Name, b.VATNumber(), b.TaxID, b.Email, b.Reference)
	iban := strings.ReplaceAll(s.IBAN, " ", "")
	t.Name(s.IBAN, iban)
	for ; len(iban) > 4; iban = iban[4:] { // people write it in fours
		t.Name(iban[:4])
	}
	t.Name(iban)
	for _, a := range []settings.Address{s.Address, b.Address} {
		t.Name(a.Street, a.Extra, a.PostalCode, a.City, a.Region)
	}
}
