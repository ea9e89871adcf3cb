package invoice_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render/invoice"
)

var day = civil.MustParse("2026-11-22")

func content(n int) invoicing.InvoiceContent {
	d := invoicingtest.Making(rand.New(rand.NewPCG(5, uint64(n))), n, day).Document()
	d.Number, d.IssuedOn, d.DueOn = "INV-1-2026-00001", day, day.AddDays(14)
	return d
}

// The same document gives the same bytes, in every format; a later version of the
// body other ones. XML is well formed, and nothing that a buyer or seller wrote
// becomes markup. Seed 5.
func TestEveryFormatRepeatsAndIsWellFormed(t *testing.T) {
	for n := range 24 {
		d := content(n)
		for _, f := range invoice.Formats() {
			first, err := invoice.Render(f, d, invoice.Version{Number: 1})
			if err != nil {
				var none *invoice.Unavailable
				if !errors.As(err, &none) {
					t.Fatalf("%d as %s: %v", n, f, err)
				}
				continue
			}
			if again, _ := invoice.Render(f, d, invoice.Version{Number: 1}); !bytes.Equal(first, again) {
				t.Errorf("%d as %s: other bytes", n, f)
			}
			if strings.Contains(string(first), "<script>") || strings.Contains(string(first), "<b>") {
				t.Errorf("%d as %s: a name became markup", n, f)
			}
			if f == invoice.UBL || f == invoice.CII {
				wellFormed(t, first)
			}
		}
		later, err := invoice.Render(invoice.HTML, d, invoice.Version{Number: 2, Language: "fr", On: day})
		if err != nil || !bytes.Contains(later, []byte("Facture")) || !bytes.Contains(later, []byte("Exemplaire")) {
			t.Errorf("%d: %v", n, err)
		}
	}
}

func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	r := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := r.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
}

// What EN 16931 cannot say is refused, and still stands in HTML and JSON.
func TestWhatTheStandardCannotSay(t *testing.T) {
	for name, change := range map[string]func(*invoicing.InvoiceContent){
		"two taxes on a line": func(d *invoicing.InvoiceContent) { d.Lines[0].Taxes = append(d.Lines[0].Taxes, d.Lines[0].Taxes[0]) },
		"three places":        func(d *invoicing.InvoiceContent) { d.Currency = "KWD" },
		"a sales tax":         func(d *invoicing.InvoiceContent) { d.Taxes[0].Code = "US-MN-state" },
		"outside the scope beside others": func(d *invoicing.InvoiceContent) {
			d.Taxes = append(d.Taxes, invoicing.InvoiceTaxTotal{InvoiceTax: invoicing.InvoiceTax{Code: "VAT", Category: invoicing.OutsideScope}})
		},
		"tax that is not base times rate": func(d *invoicing.InvoiceContent) { d.Taxes[0].Tax = d.Taxes[0].Tax.Add(money.FromInt(2)) },
	} {
		d := content(0)
		change(&d)
		for _, f := range invoice.Formats() {
			_, err := invoice.Render(f, d, invoice.Version{Number: 1})
			var none *invoice.Unavailable
			if refused := errors.As(err, &none); refused != (f == invoice.UBL || f == invoice.CII) {
				t.Errorf("%s as %s: %v", name, f, err)
			}
		}
	}
	if _, err := invoice.Render("pdf", content(0), invoice.Version{}); err == nil {
		t.Error("a format that is not there is written")
	}
}
