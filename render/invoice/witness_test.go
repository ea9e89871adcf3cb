//go:build witness

package invoice_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tallystick/tallystick/render/invoice"
)

// qpdf finds nothing wrong with any document, takes the attached CII out byte for
// byte, and poppler reads the number and the total.
func TestWitnessFacturX(t *testing.T) {
	read := 0
	for n := range 24 {
		d := content(n)
		body, err := invoice.Render(invoice.FacturX, d, invoice.Version{Number: 1})
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
		want, _ := invoice.Render(invoice.CII, d, invoice.Version{Number: 1})
		if err != nil || !bytes.Equal(attached, want) {
			t.Errorf("%d: the attachment is not the CII: %v", n, err)
		}
		text, err := exec.Command("pdftotext", "-layout", path, "-").Output()
		if err != nil || !bytes.Contains(text, []byte(d.Number)) || !bytes.Contains(text, []byte(d.Gross.String())) {
			t.Errorf("%d: %v\n%s", n, err, text)
		}
		read++
	}
	if read < 20 {
		t.Errorf("only %d documents were written", read)
	}
}
