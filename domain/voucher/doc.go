// Package voucher is an extracted document on its straight way into the books: what
// it says, and what somebody adds, becomes a transaction, and that a proposal.
//
// # Vocabulary
//
//   - own: the names and tax numbers of the books' owner. Whose of the two parties
//     are ours gives the role: sale or purchase.
//   - said: what the caller adds where the document is silent.
//
// # Rules
//
// A value of the document counts as far as it is accepted there; what the caller
// says stands beside it and never against it. Where neither party is ours, a till
// receipt of somebody else is a purchase; of an invoice or credit note the caller
// says the role, else it is not known. The confidence is that of the least sure
// part. A supplier whom no party is, an account that the party is not known by, a
// likely duplicate and a sum above the site's limit are for a person to look at.
//
// A document becomes one entry, or one receipt: who takes it claims it on its own
// stream. An entry's id derives from the document's, so that two who ask at once ask
// for the same entry.
//
// # Blockers
//
// document_not_valid, document_already_finalised, differs_from_document, role_unclear,
// date_missing, date_in_future, currency_missing, amount_missing,
// input_tax_evidence_missing, and those of package booking.
package voucher

import (
	"strconv"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Said is what the caller adds to a document.
type Said struct {
	Role          string        `json:"role,omitempty" enum:"sale,purchase" doc:"Whose it is, where the document does not tell."`
	Category      string        `json:"category,omitempty" maxLength:"60" doc:"Of a purchase: a category of the site's form (deeuer_office), a role of the chart (office) or the code of an account; left out: as it is classified. Of a sale: left out, or the code of an income account."`
	Country       string        `json:"country,omitempty" pattern:"^[A-Z]{2}$" doc:"Where the other party is established; left out: by its party or tax number, of a cost else as the intake configuration says."`
	Status        string        `json:"status,omitempty" enum:"business,consumer" doc:"Of the other party."`
	PartyID       string        `json:"party_id,omitempty" maxLength:"32" doc:"Left out: the party with the tax number or the name."`
	SupplyKind    string        `json:"supply_kind,omitempty" maxLength:"40" doc:"As of a transaction."`
	ShipTo        string        `json:"ship_to,omitempty" pattern:"^[A-Z]{2}$" doc:"Country where goods arrive."`
	ShipFrom      string        `json:"ship_from,omitempty" pattern:"^[A-Z]{2}$" doc:"Country where goods set out."`
	BusinessShare money.Dec     `json:"business_share,omitzero" doc:"A fraction; left out: all of it."`
	InputTax      string        `json:"input_tax,omitempty" enum:"as_shown,none" doc:"none: no tax is reclaimed, the gross is the cost."`
	Payment       *booking.Paid `json:"payment,omitempty" doc:"Left out: it is owed."`
	Memo          string        `json:"memo,omitempty" maxLength:"4000"`
}

// Own is who the books belong to.
type Own struct {
	Names  []string
	TaxIDs []string
}

// Party is what is known of the other party.
type Party struct {
	ID      string
	Country string
	Status  string
	Account string // that its documents usually go to; "" = none
	TaxID   string
	IBANs   []string
}

// Facts is what a voucher is read with.
type Facts struct {
	Document docs.State
	Today    civil.Date
	Own      Own
	Rates    []money.Dec // of the issuer's place; empty = not held
	Country  string      // where the site's merchants are, where nothing says; "" = not known
	// Classified is the category that the document was given, and how sure that is
	// in thousandths; "" = none.
	Classified string
	Score      int
	Party      *Party // nil = nobody known
	HeldBy     string // the receipt that brings the document into the books; "" = none
	FourEyes   bool   // the sum is above the site's limit
	Registered bool   // for VAT or GST at home, on the day
}

var space = uuid.MustParse("7d1f4c39-52a6-5b0e-9a35-8f1c6e2d4b70")

// EntryID is the id of the nth entry that rests on a document straight, from 0: there
// is another only once the one before was reversed.
func EntryID(document string, n int) string {
	return act.Compact(uuid.NewSHA1(space, []byte(document+"\x00"+strconv.Itoa(n))))
}

// Made is a document as a transaction.
type Made struct {
	Transaction booking.Transaction
	Reasons     []string  // why a person should look
	Sure        money.Dec // of the least sure part
	// Whole reports that day, currency and sum are there, so that a booking can be tried.
	Whole    bool
	Blockers fault.Blockers
}
