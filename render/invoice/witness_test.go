//go:build witness

package invoice_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// Names and goods in Arabic, Persian and Hebrew come out of a document as they went in,
// between words and figures of another direction: poppler puts what it sees into the order
// of reading, and joined letters into plain ones.
func TestWitnessRightToLeft(t *testing.T) {
	d := content(0)
	d.Buyer.Name, d.Buyer.Address.Street, d.Buyer.Address.City = "شركة الأمثلة المحدودة", "شارع الملك فهد", "الرياض"
	d.Lines[0].Description, d.Seller.LegalName = "مصباح مكتبي", "מנורות בע"
	d.Legends, d.Note = nil, "پارسی و چای"
	body, err := invoice.Render(invoice.FacturX, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "invoice.pdf")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("pdftotext", "-layout", path, "-").Output()
	seen := strings.Map(func(r rune) rune { // the marks of direction that poppler adds
		if r >= 0x202A && r <= 0x202E || r == 0x200E || r == 0x200F {
			return -1
		}
		return r
	}, norm.NFKC.String(string(text)))
	for _, want := range []string{d.Buyer.Name, d.Buyer.Address.Street, d.Lines[0].Description, d.Seller.LegalName, d.Note, d.Number} {
		if err != nil || !strings.Contains(seen, want) {
			t.Errorf("%s is not in it: %v\n%s", want, err, seen)
		}
	}
}

// figures leaves out the one sign that parts the digits of a number, in any language.
func figures(text string) string { return parted.ReplaceAllString(text, "$1$2") }

var parted = regexp.MustCompile(`([0-9])[ \x{00A0}.,]([0-9])`)

// qpdf finds nothing wrong with any document, takes the attached CII out byte for
// byte, and poppler reads the number and the total.
func TestWitnessFacturX(t *testing.T) {
	read := 0
	for n := range 24 {
		d := content(n)
		body, err := invoice.Render(invoice.FacturX, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
		var none *invoice.Unavailable
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "invoice.pdf")
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("qpdf", "--check", path).CombinedOutput(); err != nil || bytes.Contains(out, []byte("WARNING")) {
			t.Fatalf("%d: %v\n%s", n, err, out)
		}
		attached, err := exec.Command("qpdf", "--show-attachment=factur-x.xml", path).Output()
		standard := d
		standard.Profile = "" // which the metadata name
		want, _ := invoice.Render(invoice.CII, standard, invoice.Version{Number: 1, Layout: invoicing.Layout})
		if err != nil || !bytes.Equal(attached, want) {
			t.Errorf("%d: the attachment is not the CII: %v", n, err)
		}
		text, err := exec.Command("pdftotext", "-layout", path, "-").Output()
		if err != nil || !bytes.Contains(text, []byte(d.Number)) || !strings.Contains(figures(string(text)), " "+figures(d.Gross.String())) {
			t.Errorf("%d: %v\n%s", n, err, text)
		}
		read++
	}
	if read < 20 {
		t.Errorf("only %d documents were written", read)
	}
}
