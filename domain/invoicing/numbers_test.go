package invoicing_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/domain/taxid"
	"github.com/tallystick/tallystick/domain/taxid/taxidtest"
)

// However an order writes its buyer's number, an invoice prints it in the letters and digits
// that the structured forms and their readers know.
func TestABuyersNumberIsPrintedPlain(t *testing.T) {
	const number = "FR40303265045"
	seller := invoicingtest.Seller()
	held := settings.Values{Seller: &seller}
	for how, spelt := range taxidtest.Spellings(number) {
		o := pushed()
		o.Buyer.Status, o.Buyer.Country, o.Buyer.TaxID, o.Buyer.TaxIDCountry = "business", "FR", spelt, "FR"
		d := invoicing.Making{Order: invoicing.FromLedger(recorded(t, o)), Today: day, Held: settings.InForce{Values: held}}.Document()
		got := d.Buyer.TaxID
		if taxid.Plain(got) != number {
			t.Errorf("%s: %q", how, got)
		}
		for _, c := range got {
			if c > '~' {
				t.Errorf("%s: %q is not ASCII", how, got)
			}
		}
	}
}
