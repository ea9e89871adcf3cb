package invoice_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/einvoice"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// What is written is read back the same, in either syntax, by the reader of documents that
// others send: whoever takes our invoices in sees what was issued. Seed 5.
func TestWhatIsWrittenIsRead(t *testing.T) {
	read := 0
	for n := range 80 {
		d := content(n)
		if n%5 == 4 {
			d.Kind, d.Reason, d.Original = invoicing.CreditNote, "returned", &invoicing.InvoiceReference{Number: "INV-1-2026-00001", IssuedOn: day}
		}
		want := map[string]string{reading.Number: d.Number, reading.Date: d.IssuedOn.String(), reading.SupplyDate: d.SuppliedOn.String(),
			reading.Currency: d.Currency, reading.Issuer: d.Seller.LegalName, reading.Buyer: d.Buyer.Name, reading.Net: d.Net.String(),
			reading.Tax: d.Tax.String(), reading.Gross: d.Gross.String()}
		if d.Taxes[0].Category != invoicing.OutsideScope {
			want[reading.IssuerTaxID] = d.Seller.TaxID
		}
		if d.Kind == invoicing.Invoice {
			want[reading.DueDate], want[reading.IBAN] = d.DueOn.String(), d.Seller.IBAN
		}
		for _, f := range []invoice.Format{invoice.UBL, invoice.CII} {
			body, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
			var none *invoice.Unavailable
			if errors.As(err, &none) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			root, err := markup.Parse(body)
			if err != nil {
				t.Fatal(err)
			}
			kind, fields, ok := einvoice.Read(root)
			if !ok || kind != string(d.Kind) {
				t.Errorf("%d as %s: %v %s", n, f, ok, kind)
			}
			got := map[string]string{}
			for _, x := range fields {
				got[x.Name] = x.Value
			}
			for name, value := range want {
				if got[name] != value {
					t.Errorf("%d as %s: %s is %q, not %q", n, f, name, got[name], value)
				}
			}
			read++
		}
	}
	if read < 150 {
		t.Errorf("only %d were read", read)
	}
}
