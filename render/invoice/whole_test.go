package invoice_test

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render/invoice"
)

// wholed is a document whose reductions and freight are of the whole rather than of lines.
func wholed(d invoicing.InvoiceContent) invoicing.InvoiceContent {
	lines := make([]invoicing.InvoiceLine, len(d.Lines))
	for i, l := range d.Lines {
		l.WholeAllowance, l.WholeCharge = l.Allowance, l.Charge
		l.Allowance, l.Charge = money.Zero, money.Zero
		lines[i] = l
	}
	d.Lines = lines
	return d
}

// What is taken off and put on the whole stands below the lines, by tax, and everything
// adds up as EN 16931 says (BR-CO-10 to BR-CO-13, BR-S-8 and its kin), in both syntaxes.
func TestAllowancesOfTheWhole(t *testing.T) {
	seen := 0
	for n := range 60 {
		d := wholed(content(n))
		for _, f := range []invoice.Format{invoice.UBL, invoice.CII} {
			body, err := invoice.Render(f, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
			if err != nil {
				continue // outside of the standard
			}
			root, err := markup.Parse(body)
			if err != nil {
				t.Fatal(err)
			}
			g, _, _ := terms.Read(root)
			seen += len(g.All("BG-20")) + len(g.All("BG-21"))
			addsUp(t, n, f, g)
		}
		page, err := invoice.Render(invoice.HTML, d, invoice.Version{Number: 1, Layout: invoicing.Layout})
		if err != nil {
			t.Fatal(err)
		}
		before, err := invoice.Render(invoice.HTML, content(n), invoice.Version{Number: 1, Layout: invoicing.Layout})
		if err != nil {
			t.Fatal(err)
		}
		if same := string(page) == string(before); same == reduced(d) {
			t.Errorf("%d: the page does not show what is of the whole", n)
		}
	}
	if seen < 20 {
		t.Errorf("only %d allowances and charges", seen)
	}
}

func reduced(d invoicing.InvoiceContent) bool {
	for _, l := range d.Lines {
		if l.WholeAllowance.Sign() > 0 || l.WholeCharge.Sign() > 0 {
			return true
		}
	}
	return false
}

func addsUp(t *testing.T, n int, f invoice.Format, g *terms.Group) {
	t.Helper()
	dec := func(g *terms.Group, term string) money.Dec {
		d, err := money.Parse(strings.TrimSpace(g.Get(term)))
		if err != nil {
			return money.Zero
		}
		return d
	}
	sum := func(group, term string) money.Dec {
		total := money.Zero
		for _, x := range g.All(group) {
			total = total.Add(dec(x, term))
		}
		return total
	}
	for what, ok := range map[string]bool{
		"BR-CO-10": sum("BG-25", "BT-131").Equal(dec(g, "BT-106")), "BR-CO-11": sum("BG-20", "BT-92").Equal(dec(g, "BT-107")),
		"BR-CO-12": sum("BG-21", "BT-99").Equal(dec(g, "BT-108")),
		"BR-CO-13": dec(g, "BT-106").Sub(dec(g, "BT-107")).Add(dec(g, "BT-108")).Equal(dec(g, "BT-109")),
	} {
		if !ok {
			t.Errorf("%d %s: %s is broken: %+v", n, f, what, g.Terms)
		}
	}
	for _, tax := range g.All("BG-23") {
		base := money.Zero
		for _, part := range []struct{ group, amount, category, rate string }{{"BG-25", "BT-131", "BT-151", "BT-152"}, {"BG-20", "BT-92", "BT-95", "BT-96"},
			{"BG-21", "BT-99", "BT-102", "BT-103"}} {
			for _, x := range g.All(part.group) {
				if x.Get(part.category) != tax.Get("BT-118") || x.Get(part.rate) != tax.Get("BT-119") {
					continue
				}
				if part.group == "BG-20" {
					base = base.Sub(dec(x, part.amount))
				} else {
					base = base.Add(dec(x, part.amount))
				}
			}
		}
		if !base.Equal(dec(tax, "BT-116")) {
			t.Errorf("%d %s: %s at %s is taxed on %s, and comes to %s", n, f, tax.Get("BT-118"), tax.Get("BT-119"), tax.Get("BT-116"), base)
		}
	}
}
