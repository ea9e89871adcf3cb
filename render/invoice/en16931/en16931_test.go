//go:build en16931

package en16931

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/packaging/npmtest"
	"github.com/tallystick/tallystick/render/invoice"
)

const documents = 200

var day = civil.MustParse("2026-11-22")

// Invoices of every supply kind, discount, currency and way of pricing, and the credit
// notes of a fifth of them, deposits and the final invoices that take them off, break no
// rule in either syntax, nor of the profile that they name; a total that does not add up
// does, and so does a profile that lacks an address. Seed 5.
func TestWitnessEN16931(t *testing.T) {
	rules, err := filepath.Abs(os.Getenv("EN16931"))
	if err != nil || os.Getenv("EN16931") == "" {
		t.Fatal("EN16931 names the folder of the rules")
	}
	validate := npmtest.Install(t, "validate.mjs")
	logRules(t, rules)
	good, bad := t.TempDir(), t.TempDir()
	written := 0
	for n := range documents {
		written += write(t, good, n)
	}
	t.Logf("%d documents", written)
	if written < 2*documents*9/10 {
		t.Errorf("only %d documents could be written", written)
	}
	if out, err := validate(rules, good).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	for _, kind := range []string{"ubl", "cii"} {
		text, err := os.ReadFile(filepath.Join(good, "000."+kind+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		spoiled := endpoint.ReplaceAllString(strings.NewReplacer("</cbc:TaxInclusiveAmount>", "9</cbc:TaxInclusiveAmount>", "</ram:GrandTotalAmount>",
			"9</ram:GrandTotalAmount>").Replace(string(text)), "")
		if err := os.WriteFile(filepath.Join(bad, "000."+kind+".xml"), []byte(spoiled), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	peppol := invoicingtest.Making(rand.New(rand.NewPCG(5, 4)), 4, day).Document() // for a buyer in France
	peppol.Number, peppol.IssuedOn, peppol.DueOn = "INV-1-2026-00001", day, day
	writeBoth(t, bad, "peppol", peppol)
	at := filepath.Join(bad, "peppol.ubl.xml")
	text, err := os.ReadFile(at)
	if err == nil {
		err = os.WriteFile(at, endpoint.ReplaceAll(text, nil), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := validate(rules, bad).CombinedOutput()
	for rule, times := range map[string]int{"[BR-CO-15]": 2, "Buyer electronic address MUST be provided": 3,
		"Seller electronic address MUST be provided": 3} {
		if err != nil || strings.Count(string(out), rule) != times {
			t.Errorf("%s is not broken %d times: %v\n%s", rule, times, err, out)
		}
	}
}

// logRules says which files of rules the documents are held against: not each says its release.
func logRules(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.xslt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no rules: %v", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %x", filepath.Base(file), sha256.Sum256(text))
	}
}

// endpoint is where a party takes documents, in either syntax.
var endpoint = regexp.MustCompile(`\s*<cbc:EndpointID.*</cbc:EndpointID>|\s*<ram:URIUniversalCommunication>\s*.*\s*</ram:URIUniversalCommunication>`)

// elsewhere moves the sellers of some documents to countries of which Peppol has rules.
func elsewhere(s *settings.Seller, n int) {
	for i, x := range []settings.Seller{
		{TaxID: "NO991825827MVA", Address: settings.Address{Country: "NO"}},
		{TaxID: "SE556721204701", TaxNumber: "Godkänd för F-skatt", RegistrationNumber: "5567212047", Address: settings.Address{Country: "SE"}},
		{TaxID: "NL123456789B01", RegistrationNumber: "12345678", Address: settings.Address{Country: "NL"}},
		{TaxID: "IT01234567890", TaxNumber: "01234567890", Address: settings.Address{Country: "IT"}},
	} {
		if n%40 == 4+8*i {
			s.TaxID, s.TaxNumber, s.RegistrationNumber, s.Address.Country = x.TaxID, x.TaxNumber, x.RegistrationNumber, x.Address.Country
		}
	}
}

// write writes the n-th document in both syntaxes, and of a fifth of the orders what is
// invoiced when part was paid before, and returns how many could be.
func write(t *testing.T, folder string, n int) (written int) {
	t.Helper()
	m := invoicingtest.Making(rand.New(rand.NewPCG(5, uint64(n))), n, day)
	elsewhere(m.Held.Seller, n)
	d := m.Document()
	if n%3 == 1 {
		ofWhole(d.Lines)
	}
	d.Number, d.IssuedOn, d.DueOn = fmt.Sprintf("INV-1-2026-%05d", n+1), day, day.AddDays(14)
	switch n % 5 {
	case 3:
		share := []string{"0.1", "0.5", "1"}[n/5%3]
		if deposit, final, ok := invoicingtest.PaidBefore(m, money.MustParse(share)); ok {
			written += writeBoth(t, folder, fmt.Sprintf("%03d-deposit", n), deposit)
			d = final
		}
	case 4:
		d.Kind, d.Reason, d.Original = invoicing.CreditNote, "returned", &invoicing.InvoiceReference{Number: "INV-1-2026-00001", IssuedOn: day}
	}
	return written + writeBoth(t, folder, fmt.Sprintf("%03d", n), d)
}

// ofWhole makes what is taken off and put on lines parts of what is of the whole.
func ofWhole(lines []invoicing.InvoiceLine) {
	for i, l := range lines {
		lines[i].WholeAllowance, lines[i].WholeCharge, lines[i].Allowance, lines[i].Charge = l.Allowance, l.Charge, money.Zero, money.Zero
	}
}

// The examples of EN 16931, read and written again, break no rule that they did not break
// themselves.
func TestWitnessExamples(t *testing.T) {
	rules, err := filepath.Abs(os.Getenv("EN16931"))
	if err != nil || os.Getenv("EN16931_EXAMPLES") == "" {
		t.Fatal("EN16931_EXAMPLES names the folder of the examples")
	}
	validate := npmtest.Install(t, "validate.mjs")
	before, after := t.TempDir(), t.TempDir()
	for kind, syntax := range map[string]terms.Syntax{"ubl": terms.UBL, "cii": terms.CII} {
		paths, err := filepath.Glob(filepath.Join(os.Getenv("EN16931_EXAMPLES"), kind, "examples", "*.[xX][mM][lL]"))
		if err != nil || len(paths) < 10 {
			t.Fatalf("%d examples of %s, %v", len(paths), kind, err)
		}
		for n, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			root, err := markup.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			said, is, ok := terms.Read(root)
			if !ok || is != syntax {
				continue
			}
			name := fmt.Sprintf("%02d-%s.%s.xml", n, regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(filepath.Base(path), "-"), kind)
			for folder, content := range map[string][]byte{before: text, after: terms.Write(said, syntax)} {
				if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	broken := func(folder string) map[string]bool {
		out, _ := validate(rules, folder).CombinedOutput()
		all := map[string]bool{}
		for line := range strings.Lines(string(out)) {
			all[strings.TrimSpace(line)] = true
		}
		return all
	}
	was := broken(before)
	for line := range broken(after) {
		if !was[line] {
			t.Errorf("new: %s", line)
		}
	}
	t.Logf("the examples themselves break %d rules", len(was))
}

func writeBoth(t *testing.T, folder, name string, d invoicing.InvoiceContent) (written int) {
	t.Helper()
	for _, f := range []invoice.Format{invoice.UBL, invoice.CII} {
		body, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
		var none *invoice.Unavailable
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s.%s.xml", name, f)), body, 0o600); err != nil {
			t.Fatal(err)
		}
		written++
	}
	return written
}
