package invoice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// Format is how a document is written.
type Format string

// The formats.
const (
	HTML    Format = "html"
	JSON    Format = "json"
	UBL     Format = "ubl"
	CII     Format = "cii"
	FacturX Format = "facturx" // a PDF that carries the CII
)

// Formats lists them.
func Formats() []Format { return []Format{HTML, JSON, UBL, CII, FacturX} }

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	switch f {
	case HTML:
		return "text/html; charset=utf-8"
	case JSON:
		return "application/json"
	case FacturX:
		return "application/pdf"
	}
	return "application/xml"
}

// Extension is how files of a format end.
func (f Format) Extension() string {
	if f == UBL || f == CII {
		return string(f) + ".xml"
	}
	if f == FacturX {
		return "pdf"
	}
	return string(f)
}

// Version is which rendering of a document is asked for.
type Version struct {
	Number   int
	Language string     // of labels; "" = the document's
	On       civil.Date // when a version after the first was made
	Layout   int        // 0 = 1
}

// Unavailable reports that a document cannot be written in a format.
type Unavailable struct {
	Format Format
	Why    string
}

func (u *Unavailable) Error() string { return fmt.Sprintf("%s: %s", u.Format, u.Why) }

// Render writes a document. Errors: *Unavailable.
func Render(f Format, d invoicing.InvoiceContent, v Version) ([]byte, error) {
	if v.Layout > invoicing.Layout {
		return nil, &Unavailable{f, "it was laid out by a later version of this program"}
	}
	switch f {
	case HTML:
		return page(d, v)
	case JSON:
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(true)
		e.SetIndent("", "  ")
		err := e.Encode(d)
		return b.Bytes(), err
	case UBL, CII, FacturX:
		if why := outside(d); why != "" {
			return nil, &Unavailable{f, why}
		}
		if v.Layout < withProfiles {
			d = unprofiled(d)
		}
		if v.Layout < leveled {
			d = onLines(d)
		}
		switch f {
		case UBL:
			return ubl(d), nil
		case FacturX:
			return facturX(d, v)
		}
		if d.Profile == invoicing.Peppol { // which is UBL alone
			d.Profile = ""
		}
		return cii(d), nil
	}
	return nil, &Unavailable{f, "there is no such format"}
}

// withProfiles is the first layout whose structured forms follow a document's profile.
const withProfiles = 2

// unprofiled is a document as layout 1 wrote it.
func unprofiled(d invoicing.InvoiceContent) invoicing.InvoiceContent {
	d.Profile, d.Seller.ElectronicAddress, d.Buyer.ElectronicAddress = "", settings.ElectronicAddress{}, settings.ElectronicAddress{}
	return d
}

// outside says why EN 16931 cannot hold a document; "" = it can.
func outside(d invoicing.InvoiceContent) string {
	if places, _ := money.MinorUnits(d.Currency); places > 2 {
		return "amounts in " + d.Currency + " have more than two places"
	}
	o := slices.ContainsFunc(d.Taxes, func(t invoicing.InvoiceTaxTotal) bool { return t.Category == invoicing.OutsideScope })
	if o && len(d.Taxes) > 1 {
		return "supplies outside the scope of VAT do not stand beside others"
	}
	for _, l := range d.Lines {
		if len(l.Taxes) != 1 {
			return "a line has one VAT category and rate"
		}
	}
	for _, t := range d.Taxes {
		if t.Code != "VAT" {
			return t.Code + " is no value added tax"
		}
		if t.Category == invoicing.IntraCommunity && d.Buyer.VATNumber() == "" {
			return "an intra-Community supply names the buyer's number"
		}
		if t.Category == invoicing.Exempt && t.Exemption == "" {
			return "an exempt supply names its provision"
		}
		// The standard takes the tax of a rate for base × rate, give or take one.
		if off := t.Base.Mul(t.Rate).Round(2, money.HalfUp).Sub(t.Tax).Abs(); off.Cmp(money.One) >= 0 {
			return "tax that is rounded on each line differs from that of the sum by " + off.String()
		}
	}
	return ""
}

// vatNumber is a seller's number with the prefix that EN 16931 asks for.
func vatNumber(id, country string) string {
	id = strings.ToUpper(strings.ReplaceAll(id, " ", ""))
	if len(id) < 3 {
		return ""
	}
	if letter(id[0]) && letter(id[1]) {
		return id
	}
	if country == "GR" {
		country = "EL"
	}
	return country + id
}

func letter(c byte) bool { return c >= 'A' && c <= 'Z' }

// typeCode is what a document is (UNTDID 1001): an invoice, one for a payment on
// account, a credit note.
func typeCode(d invoicing.InvoiceContent) string {
	switch {
	case d.Kind == invoicing.CreditNote:
		return "381"
	case d.Deposit:
		return "386"
	}
	return "380"
}

// preceding are the invoices that a document goes back to (BG-3): the one that it
// corrects or replaces, and the deposits that it takes off.
func preceding(d invoicing.InvoiceContent) (out []invoicing.InvoiceReference) {
	for _, r := range []*invoicing.InvoiceReference{d.Original, d.Replaces} {
		if r != nil {
			out = append(out, *r)
		}
	}
	for _, x := range d.Deducts {
		out = append(out, x.InvoiceReference)
	}
	return out
}

// titleOf is what a document is called, in a language's labels.
func titleOf(d invoicing.InvoiceContent, t map[string]string) string {
	switch {
	case d.Kind == invoicing.CreditNote:
		return t["CreditNote"]
	case d.Deposit:
		return t["DepositInvoice"]
	}
	return t["Invoice"]
}

// percent is a fraction as EN 16931 writes rates: 0.19 is 19.
func percent(rate money.Dec) string { return rate.Mul(money.FromInt(100)).Trim(0).String() }

// notes are the sentences of a document, in order. Peppol takes one note (R002).
func notes(d invoicing.InvoiceContent) []string {
	out := sentences(d)
	if d.Profile == invoicing.Peppol && len(out) > 1 {
		return []string{strings.Join(out, "\n")}
	}
	return out
}

func sentences(d invoicing.InvoiceContent) (out []string) {
	for _, l := range d.Legends {
		out = append(out, l.Text)
	}
	if d.Reason != "" {
		out = append(out, d.Reason)
	}
	if d.Seller.LegalNotes != "" {
		out = append(out, d.Seller.LegalNotes)
	}
	if d.Note != "" {
		out = append(out, d.Note)
	}
	return out
}

// terms is what a document says of its payment; EN 16931 asks for terms or a day.
func terms(d invoicing.InvoiceContent) string {
	if d.PaymentTerms != "" {
		return d.PaymentTerms
	}
	if d.Kind == invoicing.CreditNote && d.Original != nil {
		return d.Original.Number
	}
	return ""
}
