package invoice_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

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
			first, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
			if err != nil {
				var none *invoice.Unavailable
				if !errors.As(err, &none) {
					t.Fatalf("%d as %s: %v", n, f, err)
				}
				continue
			}
			if again, _ := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout}); !bytes.Equal(first, again) {
				t.Errorf("%d as %s: other bytes", n, f)
			}
			if strings.Contains(string(first), "<script>") || strings.Contains(string(first), "<b>") {
				t.Errorf("%d as %s: a name became markup", n, f)
			}
			if f == invoice.UBL || f == invoice.CII {
				wellFormed(t, first)
			}
		}
		later, err := invoice.Render(invoice.HTML, d, invoice.Version{Number: 2, Language: "fr", On: day, Layout: invoicing.Layout})
		if err != nil || !bytes.Contains(later, []byte("Facture")) || !bytes.Contains(later, []byte("Exemplaire")) {
			t.Errorf("%d: %v", n, err)
		}
	}
}

// A Factur-X document says what PDF/A-3 asks of it, and the same twice: in its metadata
// and its catalog, with a table that finds every object.
func TestFacturX(t *testing.T) {
	body, err := invoice.Render(invoice.FacturX, content(0), invoice.Version{Number: 1, Layout: invoicing.Layout})
	if err != nil {
		t.Fatal(err)
	}
	if err := api.Validate(bytes.NewReader(body), model.NewDefaultConfiguration()); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"/AFRelationship /Alternative", "/AF [", "/GTS_PDFA1", "/Version /1.7", "/ID [<", "<pdfaid:part>3<",
		"<fx:ConformanceLevel>EN 16931<",
		"<rdf:li xml:lang=\"x-default\">Rechnung INV-1-2026-00001<", "/Subtype /text#2Fxml"} {
		if !bytes.Contains(body, []byte(want)) {
			t.Errorf("%s is not in it", want)
		}
	}
	if bytes.Contains(body, []byte("/JavaScript")) || bytes.Contains(body, []byte("/Encrypt")) {
		t.Error("it runs something, or hides it")
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

// Blanks say nothing: no element of a document is empty, whatever its parties left blank.
func TestNoElementIsEmpty(t *testing.T) {
	for n := range 24 {
		m := invoicingtest.Making(rand.New(rand.NewPCG(5, uint64(n))), n, day)
		s, b := m.Held.Seller, &m.Order.Buyer
		for i, text := range []*string{&s.TradingName, &s.LegalNotes, &s.Register, &s.RegistrationNumber, &s.Contact, &s.Phone,
			&s.Address.Extra, &b.Reference, &b.Address.Region, &m.Held.Invoicing.Note, &m.Order.Lines[0].Description, &m.Order.Lines[0].SKU} {
			if (n+i)%3 != 0 {
				*text = " \u00A0"
			}
		}
		d := m.Document()
		d.Number, d.IssuedOn, d.DueOn = "INV-1-2026-00001", day, day
		for _, f := range []invoice.Format{invoice.UBL, invoice.CII} {
			body, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
			var none *invoice.Unavailable
			if err != nil && !errors.As(err, &none) {
				t.Fatal(err)
			}
			if found := nothing.Find(body); found != nil {
				t.Errorf("%d as %s: nothing stands in %s", n, f, found)
			}
		}
	}
}

var nothing = regexp.MustCompile(`<[a-z]+:[A-Za-z]+[^>]*>[\s\x{00A0}]*</`)

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
			_, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
			var none *invoice.Unavailable
			if refused := errors.As(err, &none); refused != (f != invoice.HTML && f != invoice.JSON) {
				t.Errorf("%s as %s: %v", name, f, err)
			}
		}
	}
	if _, err := invoice.Render("pdf", content(0), invoice.Version{}); err == nil {
		t.Error("a format that is not there is written")
	}
}

// A deposit says what it is, and when the supply is to be; the final invoice names it,
// takes it off in lines below zero, and shows the tax that is left. Seed 7.
func TestDepositsInEveryFormat(t *testing.T) {
	written := 0
	for n := range 24 {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		deposit, final, ok := invoicingtest.PaidBefore(invoicingtest.Making(random, n, day), money.MustParse("0.3"))
		if !ok {
			continue
		}
		for _, c := range []struct {
			d    invoicing.InvoiceContent
			want map[invoice.Format][]string
			not  map[invoice.Format][]string
		}{
			{deposit, map[invoice.Format][]string{
				invoice.UBL: {">386<"}, invoice.CII: {">386<"}, invoice.JSON: {`"deposit": true`, `"expected_on"`}, invoice.HTML: {"<dd>2026-11-23<"}},
				map[invoice.Format][]string{invoice.UBL: {"ActualDeliveryDate"}, invoice.CII: {"ActualDelivery"}}},
			{final, map[invoice.Format][]string{
				invoice.UBL:  {">380<", "<cbc:ID>" + deposit.Number + "<", ">-1</cbc:InvoicedQuantity>"},
				invoice.CII:  {">380<", "<ram:IssuerAssignedID>" + deposit.Number + "<", ">-1</ram:BilledQuantity>"},
				invoice.JSON: {`"deducts"`, deposit.ID}, invoice.HTML: {deposit.Number}},
				map[invoice.Format][]string{invoice.UBL: {"PrepaidAmount", `PriceAmount currencyID="EUR">-`}, invoice.CII: {"TotalPrepaid"}}},
		} {
			for _, f := range invoice.Formats() {
				body, err := invoice.Render(f, c.d, invoice.Version{Number: 1, Layout: invoicing.Layout})
				var none *invoice.Unavailable
				if errors.As(err, &none) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				written++
				for _, text := range c.want[f] {
					if !bytes.Contains(body, []byte(text)) {
						t.Errorf("%d as %s: %s is not in %s", n, f, text, body)
					}
				}
				for _, text := range c.not[f] {
					if bytes.Contains(body, []byte(text)) {
						t.Errorf("%d as %s: %s is in %s", n, f, text, body)
					}
				}
			}
		}
	}
	if written < 100 {
		t.Errorf("only %d documents were written", written)
	}
}
