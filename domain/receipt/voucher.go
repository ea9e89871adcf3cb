package receipt

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/taxid"
)

// blockersOfVoucher hold the receipt to what its document says, as far as that is
// accepted: other figures are corrected on the document, where the change is seen.
func (s State) blockersOfVoucher(b *fault.Blockers, d *docs.State, own []string) {
	tax := money.Zero
	for _, t := range s.Taxes {
		tax = tax.Add(t.Tax)
	}
	amount := func(v money.Dec) func(string) bool {
		return func(plain string) bool {
			said, err := money.Parse(plain)
			return err == nil && said.Equal(v)
		}
	}
	whole := s.InputTax == "none" && len(s.Taxes) == 0 // the gross is the cost, however it is made up
	for _, x := range []struct {
		field, name string
		free        bool
		agrees      func(plain string) bool
	}{
		{"net", reading.Net, whole, amount(s.Net)},
		{"taxes", reading.Tax, whole, amount(tax)},
		{"gross", reading.Gross, s.Gross.IsZero(), amount(s.Gross)},
		{"currency", reading.Currency, s.Currency == "", func(plain string) bool { return plain == s.Currency }},
		{"date", reading.Date, s.Date.IsZero(), func(plain string) bool {
			day, err := civil.Parse(plain)
			return err == nil && day == s.Date
		}},
		{"tax_id", reading.IssuerTaxID, s.TaxID == "", func(plain string) bool { return taxid.Same(plain, s.TaxID) }},
	} {
		if f, has := d.Field(x.name); has && !x.free && f.Accepted(d.Accept) && !x.agrees(f.Value.Plain) {
			*b = append(*b, fault.Blocker{Code: "differs_from_document", Resource: "document/" + d.ID, Field: x.field,
				Message: "the document says otherwise: correct what is wrong of the two"})
		}
	}
	issuer, _ := d.Field(reading.IssuerTaxID)
	if slices.ContainsFunc(own, func(id string) bool { return taxid.Same(id, issuer.Value.Plain) || taxid.Same(id, s.TaxID) }) {
		b.On("document/"+d.ID, "own_invoice", "the tax number of who issued it is the site's own: a sale is no cost")
	}
}

// Matched is the entry that a receipt is said to be.
type Matched struct {
	Entry
	JournalID string // of its journal entry; "" = it has none yet
	Site      int64
	Sale      bool   // of the commerce ledger: what was sold is no cost
	Ended     string // rejected, returned, voided or reversed; "" = it stands
	HeldBy    string // another receipt that is this entry already; "" = none
}

// blockersOfMatch say why a receipt cannot be the entry that it is said to be.
func (s State) blockersOfMatch(b *fault.Blockers, m *Matched) {
	at := s.Match.Kind + "/" + s.Match.ID
	if m == nil || m.JournalID == "" {
		b.On(at, "match_not_booked", "the entry that it is said to be is not there, or has no journal entry yet")
		return
	}
	no := func(why string, a ...any) { b.On(at, "match_not_possible", why, a...) }
	if m.Site != s.Site {
		no("the entry is of another site")
	}
	if m.Sale {
		no("the entry is a sale, and no cost")
	}
	if m.Ended != "" {
		no("the entry was %s", m.Ended)
	}
	if s.Gross.Sign() > 0 && s.Currency != "" && len(s.Candidates([]Entry{m.Entry})) == 0 {
		no("the entry is of %s %s, the receipt of %s %s", m.Currency, m.Amount, s.Currency, s.Gross)
	}
	if m.HeldBy != "" {
		b.On("receipt/"+m.HeldBy, "match_not_possible", "the entry is the cost of this receipt already")
	}
}
