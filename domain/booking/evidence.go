package booking

import (
	"strings"

	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/taxid"
)

// EvidenceReported is the reason to look at a sale that bears no tax for what its customer
// is, where that rests on somebody's word: no register's answer about the number is stored here.
const EvidenceReported = "buyer_evidence_reported"

// shown is how far the customer's number is shown by what is kept here; ok is false where
// that stands in the way of the sale. What another system decided stands as it says,
// so that nothing does.
func (d *draft) shown(country, status string) (how supply.Evidence, ok bool) {
	o := d.t.Counterparty
	how, _, blocked := indirect.Evidenced(indirect.Buyer{Address: indirect.Address{Country: country}, Status: status, TaxID: o.TaxID,
		TaxIDCountry: taxid.CountryOf(o.TaxID), Evidence: o.Evidence, Consultation: o.Consultation}, d.f.Consulted, d.taxDate)
	if blocked == nil || d.t.Reported {
		return how, true
	}
	d.refused(blocked)
	return how, false
}

// field is a field of the buyer as the caller writes it: orders have a buyer, transactions a
// counterparty.
func (d *draft) field(name string) string {
	if of, ok := strings.CutPrefix(name, "buyer."); ok && !d.t.Reported {
		return "transaction.counterparty." + of
	}
	return name
}

// rests reports whether a sale bears no tax here for what the customer is: a business
// that accounts for it.
func rests(x supply.Decision) bool {
	switch x.Treatment {
	case supply.ReverseCharge, supply.IntraCommunity, supply.OutsideScope:
		return true
	}
	return false
}
