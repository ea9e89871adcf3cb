//go:build preflight

package invoice_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// preflights are the archives of PDFBox's preflight 2.0.27, as Debian's packages
// libpdfbox2-java, libjakarta-activation-java and libjaxb-api-java have them.
var preflights = []string{"preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "javax.activation", "jaxb-api"}

var finding = regexp.MustCompile(`(?m)^([0-9.]+) : `)

// PDFBox's preflight knows PDF/A-1b. Of a Factur-X document it finds what PDF/A-3 alone
// allows, and nothing else: the part that the metadata name, and the file that is
// attached (twice). A font that is not embedded it does find.
func TestPreflight(t *testing.T) {
	folder := os.Getenv("PREFLIGHT")
	var path []string
	for _, name := range preflights {
		path = append(path, filepath.Join(folder, name+".jar"))
		if _, err := os.Stat(path[len(path)-1]); err != nil {
			t.Fatalf("PREFLIGHT names the folder of PDFBox's archives: %v", err)
		}
	}
	find := func(body []byte) (codes []string) {
		file := filepath.Join(t.TempDir(), "invoice.pdf")
		if err := os.WriteFile(file, body, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("java", "-cp", strings.Join(path, string(os.PathListSeparator)), "org.apache.pdfbox.preflight.Validator_A1b",
			file).CombinedOutput()
		for _, m := range finding.FindAllSubmatch(out, -1) {
			codes = append(codes, string(m[1]))
		}
		if len(codes) == 0 {
			t.Fatalf("%v\n%s", err, out)
		}
		return codes
	}
	allowed := []string{"1.4.7", "1.2.9", "7.11.2"}
	for n := range 8 { // each supply, each language
		d := content(n)
		d.Buyer.Name += []string{"", " شركة", " פלוני", " Łódź"}[n%4]
		body, err := invoice.Render(invoice.FacturX, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
		if err != nil {
			t.Fatal(err)
		}
		if codes := find(body); !slices.Equal(codes, allowed) {
			t.Errorf("%d: %v", n, codes)
		}
		if spoiled := bytes.ReplaceAll(body, []byte("/FontFile2"), []byte("/FontFile9")); n == 0 && len(find(spoiled)) <= len(allowed) {
			t.Error(fmt.Sprint("a font that is not embedded passes: ", find(spoiled)))
		}
	}
}
