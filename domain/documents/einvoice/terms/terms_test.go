package terms_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/markup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// examples are files of invoices: those beside the test, and of the folder EN16931_EXAMPLES
// all that CEN's committee publishes (github.com/ConnectingEurope/eInvoicing-EN16931,
// ubl/examples and cii/examples).
func examples(t *testing.T) (paths []string) {
	t.Helper()
	for _, pattern := range []string{"testdata/*.xml", os.Getenv("EN16931_EXAMPLES") + "/*/examples/*.[xX][mM][lL]"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(pattern, "/*") {
			paths = append(paths, found...)
		}
	}
	return paths
}

// leaves are the texts of a document with their paths, and how often each stands there.
func leaves(n *markup.Node, path string, into map[string]int) {
	if len(n.Children) == 0 && n.Text != "" {
		into[path+"/"+n.Name+" "+n.Text]++
	}
	for _, c := range n.Children {
		leaves(c, path+"/"+n.Name, into)
	}
}

func parse(t *testing.T, text []byte) *markup.Node {
	t.Helper()
	root, err := markup.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	return root
}

// Every example is read, written in its own syntax and read again to the same terms, and
// by way of the other syntax too; and no text of it is lost on the way that the standard
// has a term for.
func TestExamplesKeepTheirMeaning(t *testing.T) {
	read := 0
	for _, path := range examples(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, text)
		said, syntax, ok := terms.Read(root)
		if !ok {
			continue // of another standard
		}
		read++
		name := filepath.Base(path)
		if said.Get("BT-1") == "" || said.Get("BT-5") == "" || len(said.All("BG-25")) == 0 {
			t.Errorf("%s: %+v", name, said.Terms)
		}
		own := parse(t, terms.Write(said, syntax))
		again, _, _ := terms.Read(own)
		if !said.Equal(again) {
			t.Errorf("%s is not what was written:\n%s", name, diff(said, again))
		}
		other, _, _ := terms.Read(parse(t, terms.Write(said, 1-syntax)))
		if !said.Equal(other) {
			t.Errorf("%s is not what the other syntax says:\n%s", name, diff(said, other))
		}
		before, after := map[string]int{}, map[string]int{}
		leaves(root, "", before)
		leaves(own, "", after)
		for leaf, n := range before {
			if after[leaf] < n && !elsewhere(leaf, after) {
				t.Errorf("%s: %d of %d are lost of %.300s", name, n-after[leaf], n, leaf)
			}
		}
	}
	if read < 2 {
		t.Errorf("%d examples", read)
	}
	t.Logf("%d examples", read)
}

// elsewhere reports whether a text that is not written where it stood says nothing that is
// not said: a term that stands once and was repeated, an account that is no IBAN, which has a
// place of its own, an indicator in figures; and what there is no term for: the name of a tax
// that is not VAT, and a quantity of the gross price beside the one of both prices (BT-149).
func elsewhere(leaf string, after map[string]int) bool {
	for from, to := range map[string]string{"/Invoice/PaymentMeans/PaymentID": "/Invoice/PaymentMeans/PaymentID", "/IBANID": "/ProprietaryID",
		"/ChargeIndicator 0": "/ChargeIndicator false", "/ChargeIndicator 1": "/ChargeIndicator true"} {
		if strings.Contains(leaf, from) {
			return after[strings.Replace(leaf, from, to, 1)] > 0
		}
	}
	return strings.Contains(leaf, "/PartyTaxScheme/TaxScheme/ID ") || strings.Contains(leaf, "/GrossPriceProductTradePrice/BasisQuantity ")
}

// everything is an invoice with every term of the table, as often as it may stand.
func everything(credit bool) *terms.Group {
	g := terms.Sample()
	for i, t := range g.Terms {
		if t.Name == "BT-3" && credit {
			g.Terms[i].Value = "381"
		}
	}
	return g
}

// An invoice that says everything reads alike from both syntaxes, as an invoice and as a
// credit note; what is written is what stands in testdata, which a person has looked at.
func TestEveryTermKeepsItsPlace(t *testing.T) {
	for _, credit := range []bool{false, true} {
		said := everything(credit)
		for s, name := range map[terms.Syntax]string{terms.UBL: "ubl", terms.CII: "cii"} {
			text := terms.Write(said, s)
			again, syntax, ok := terms.Read(parse(t, text))
			if !ok || syntax != s || !said.Equal(again) {
				t.Errorf("%s:\n%s", name, diff(said, again))
			}
			if credit {
				name += "-credit"
			}
			golden := "testdata/everything-" + name + ".xml"
			if *update {
				if err := os.WriteFile(golden, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(golden); err != nil || string(want) != string(text) {
				t.Errorf("%s is written otherwise, or not there: %v", golden, err)
			}
		}
	}
}

// What differs is told apart.
func TestEqual(t *testing.T) {
	a, b := everything(false), everything(false)
	if !a.Equal(b) {
		t.Fatal("the same is not equal")
	}
	b.Groups[0].Terms[0].Value += "x"
	if a.Equal(b) {
		t.Error("another value is equal")
	}
	b = everything(false)
	b.Groups = b.Groups[1:]
	if a.Equal(b) {
		t.Error("fewer groups are equal")
	}
}

func diff(a, b *terms.Group) string {
	var out strings.Builder
	lines := func(g *terms.Group) map[string]int {
		all := map[string]int{}
		var walk func(g *terms.Group, at string)
		walk = func(g *terms.Group, at string) {
			for _, t := range g.Terms {
				all[fmt.Sprintf("%s %s %.200s %v", at, t.Name, t.Value, t.Attributes)]++
			}
			for _, x := range g.Groups {
				walk(x, at+"/"+x.Name)
			}
		}
		walk(g, "")
		return all
	}
	x, y := lines(a), lines(b)
	for k, n := range x {
		if y[k] < n {
			fmt.Fprintf(&out, "  - %s\n", k)
		}
	}
	for k, n := range y {
		if x[k] < n {
			fmt.Fprintf(&out, "  + %s\n", k)
		}
	}
	return out.String()
}

// The total of the tax stands once where it is accounted for in the currency of the invoice.
func TestOneTotalInOneCurrency(t *testing.T) {
	for _, name := range []string{"testdata/everything-ubl.xml", "testdata/everything-cii.xml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		said, _, ok := terms.Read(parse(t, []byte(strings.ReplaceAll(string(text), "SEK", "EUR"))))
		if !ok || said.Get("BT-5") != "EUR" || said.Get("BT-6") != "EUR" {
			t.Fatalf("%s: %s, %s", name, said.Get("BT-5"), said.Get("BT-6"))
		}
		for syntax, total := range map[terms.Syntax]string{terms.UBL: "<cac:TaxTotal>", terms.CII: "<ram:TaxTotalAmount"} {
			if n := strings.Count(string(terms.Write(said, syntax)), total); n != 1 {
				t.Errorf("%s: %s stands %d times", name, total, n)
			}
		}
	}
}
