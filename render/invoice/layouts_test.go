package invoice_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/render/invoice"
)

var update = flag.Bool("update", false, "write golden files")

// What was rendered is rendered the same for ever: signed links and regenerated bodies
// name hashes of it. A page that is to look otherwise is a new layout. Seed 5.
func TestLayoutsAreFrozen(t *testing.T) {
	for layout := 1; layout <= invoicing.Layout; layout++ {
		frozen(t, layout)
	}
}

func frozen(t *testing.T, layout int) {
	t.Helper()
	if _, err := invoice.Render(invoice.HTML, content(0), invoice.Version{Number: 1, Layout: invoicing.Layout + 1}); err == nil {
		t.Error("a layout that is not there yet is rendered")
	}
	var out strings.Builder
	for n := range 24 {
		d := content(n)
		d.Buyer.Consultation = "" // documents that were frozen here name none
		if layout == 1 {          // no document of then has them
			d.Profile, d.Buyer.ElectronicAddress, d.Seller.ElectronicAddress = "", settings.ElectronicAddress{}, settings.ElectronicAddress{}
		}
		if layout >= 3 && n%2 == 1 { // before then none has parts of the whole
			d = wholed(d)
		}
		for _, f := range invoice.Formats() {
			for _, v := range []invoice.Version{{Number: 1, Layout: layout}, {Number: 2, Language: "fr", On: day, Layout: layout}} {
				body, err := invoice.Render(f, d, v)
				var none *invoice.Unavailable
				if err != nil && !errors.As(err, &none) {
					t.Fatal(err)
				}
				fmt.Fprintf(&out, "%d %s %d %x\n", n, f, v.Number, sha256.Sum256(body))
			}
		}
	}
	unchanged(t, fmt.Sprintf("testdata/layouts%d.txt", layout), out.String())
}

// unchanged holds what was rendered to a golden file.
func unchanged(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("documents are rendered otherwise:\n%s", got)
	}
}

// What is left out of documents now (marks of direction, texts of which nothing shows) stands
// in some that were issued before, and is rendered there as it was.
func TestTextsThatWereIssuedBeforeAreFrozen(t *testing.T) {
	var out strings.Builder
	for n, text := range []string{"\u202eAda\u202c", "\u2068بايرون\u2069 Ltd", "\u200b", "\u202dLamp \u200f5", "  "} {
		for layout := 1; layout <= invoicing.Layout; layout++ {
			d := content(n)
			d.Buyer.Consultation = ""
			d.Buyer.Name, d.Lines[0].Description = text, text
			for _, f := range invoice.Formats() {
				body, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: layout})
				fmt.Fprintf(&out, "%d %d %s %t %x\n", n, layout, f, err == nil, sha256.Sum256(body))
			}
		}
	}
	unchanged(t, "testdata/shown.txt", out.String())
}
