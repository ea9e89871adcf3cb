package receipt

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// Facts is what finalising a receipt is told.
type Facts struct {
	Today      civil.Date
	Document   *docs.State // nil = there is none
	Disabled   bool        // the category is
	Registered bool        // for VAT or GST at home, on the day
	Matches    []Candidate // entries that may be the same
	OpenItems  []string    // review items of its document that are open
	Matched    *Matched    // what the match is; nil = it is not there
	HeldBy     string      // another receipt that finalised the document, or began to; "" = none
	HeldEntry  string      // a journal entry that rests on the document without a receipt; "" = none
	Tree       string      // whose categories the site uses; "" = not known
	OwnIDs     []string    // tax numbers of the site's own
	Country    string      // where the merchant is, where the receipt does not say it; "" = not known
	// Book tries the booking of a transaction, and names what is in its way.
	Book func(t booking.Transaction) error
}

// Finalise ends a draft in the books.
type Finalise struct{}

// Validate finds nothing.
func (Finalise) Validate() error { return nil }

// Decide gives Finalised. Errors: fault.Immutable; fault.Blocked with every
// blocker.
func (Finalise) Decide(s State, _ act.Context, f Facts) ([]event.Payload, error) {
	if err := s.draft(); err != nil {
		return nil, err
	}
	var b fault.Blockers
	s.blockersOfContent(&b, f)
	s.blockersOfDocument(&b, f)
	if s.Match == nil {
		for _, m := range f.Matches {
			if m.Score >= likely {
				b.On(m.Kind+"/"+m.ID, "match_undecided", "it may be the same cost: say which entry it is, or none")
			}
		}
	}
	joined := s.Match != nil && s.Match.Kind != "none"
	if joined {
		s.blockersOfMatch(&b, f.Matched)
	}
	if !joined && !s.Date.IsZero() && s.Currency != "" && s.Gross.Sign() > 0 {
		err := f.Book(s.Transaction(f.Country))
		refused := fault.As(err)
		switch {
		case refused == nil && err != nil:
			return nil, err
		case refused != nil && refused.Code == fault.Blocked:
			for _, x := range refused.Blockers {
				if !slices.ContainsFunc(b, func(y fault.Blocker) bool { return y.Code == x.Code }) {
					x.Field = ownField(x.Field)
					b = append(b, x)
				}
			}
		case refused != nil && refused.Code == fault.InvalidInput:
			// What the receipt holds is not what this call sent: it is in the way of the booking.
			for _, x := range refused.Fields {
				b = append(b, fault.Blocker{Code: "content_not_bookable", Field: ownField(x.Field), Message: x.Message})
			}
		case refused != nil:
			return nil, err
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if joined {
		return []event.Payload{Finalised{f.Matched.JournalID, true}}, nil
	}
	return []event.Payload{Finalised{JournalEntryID: JournalID(s.ID)}}, nil
}

// ownField names a field of the receipt by the one of the transaction that it becomes.
func ownField(of string) string {
	of = strings.TrimPrefix(of, "transaction.")
	of = strings.TrimPrefix(of, "counterparty.")
	if of == "name" {
		return "merchant"
	}
	return of
}

func (s State) blockersOfContent(b *fault.Blockers, f Facts) {
	field := func(name, code, message string) {
		*b = append(*b, fault.Blocker{Code: code, Field: name, Message: message})
	}
	switch {
	case s.Date.IsZero():
		field("date", "date_missing", "the day of the receipt is not known")
	case s.Date.After(f.Today):
		field("date", "date_in_future", "the receipt bears a day that has not come")
	}
	if p := s.Payment; p != nil && p.PaidOn.After(f.Today) {
		field("payment.paid_on", "date_in_future", "it is paid on a day that has not come")
	}
	if s.Currency == "" {
		field("currency", "currency_missing", "the currency is not known")
	}
	if s.Gross.Sign() <= 0 {
		field("gross", "amount_missing", "the amount is not known")
	}
	if len(s.Taxes) > 0 && s.Net.IsZero() && s.InputTax != "none" {
		field("net", "amount_missing", "the net amount is not known, and taxes are")
	}
	switch {
	case s.CategoryID == "":
		field("category_id", "category_missing", "what the cost is for is not known")
	case f.Tree != "" && !strings.HasPrefix(s.CategoryID, f.Tree+"_"):
		field("category_id", "category_unknown", "the category is none of "+f.Tree+", by which the site sorts its costs")
	case f.Disabled:
		field("category_id", "category_disabled", "the category is disabled")
	}
	tax := money.Zero
	for _, t := range s.Taxes {
		tax = tax.Add(t.Tax)
	}
	if s.InputTax != "none" && !tax.IsZero() && f.Registered && !s.evidence(f.Document) {
		field("input_tax", "input_tax_evidence_missing", "input tax needs a document that names the merchant's tax number; or say input_tax none")
	}
}

// evidence reports whether a document bears out the tax.
func (s State) evidence(d *docs.State) bool {
	if d == nil {
		return false
	}
	id, ok := d.Field(reading.IssuerTaxID)
	return ok && id.Accepted(d.Accept)
}

func (s State) blockersOfDocument(b *fault.Blockers, f Facts) {
	d := f.Document
	if d == nil {
		if s.DocumentID != "" {
			b.On("document/"+s.DocumentID, "document_not_valid", "the document is gone")
		}
		return
	}
	if d.Type != "receipt" && d.Type != "invoice" && d.Status == docs.StatusExtracted {
		b.On("document/"+d.ID, "document_not_a_cost", "a document of type %s is no receipt and no invoice", d.Type)
	}
	if f.HeldBy != "" {
		b.On("receipt/"+f.HeldBy, "document_already_finalised",
			"the document is in the books by this receipt, or is on its way; a draft is finalised or discarded")
	}
	if f.HeldEntry != "" {
		b.On("entry/"+f.HeldEntry, "document_already_finalised",
			"the document is in the books by this entry, or is on its way; an entry that is not posted is rejected")
	}
	s.blockersOfVoucher(b, d, f.OwnIDs)
	if d.Status != docs.StatusExtracted || d.Validation() == docs.Invalid {
		b.On("document/"+d.ID, "document_not_valid", "the document is %s, and %s", d.Status, d.Validation())
	}
	if len(d.Duplicates) > 0 && d.Duplicate != docs.Different {
		b.On("document/"+d.ID, "duplicate_unresolved", "another document may be the same, and nobody said that it is not")
	}
	open := slices.Clone(f.OpenItems)
	if own := docs.ReviewExtraction + "_" + d.ID; d.ReviewOpen(docs.ReviewExtraction) && !slices.Contains(open, own) {
		open = append(open, own) // the queue may not show it yet
	}
	for _, id := range open {
		b.On("review-item/"+id, "open_review_item", "a person is asked to look first")
	}
}

// Transaction is the receipt as it is booked.
func (s State) Transaction(country string) booking.Transaction {
	if s.Country != "" {
		country = s.Country
	}
	t := booking.Transaction{
		Role: booking.Purchase, Date: s.Date, Currency: s.Currency, Net: s.Net, Taxes: s.Taxes, Gross: s.Gross, Payment: s.Payment,
		Memo:         s.memo(),
		Counterparty: booking.Counterparty{Name: s.Merchant, Country: country, TaxID: s.TaxID, Status: "business"},
	}
	c, _ := category.Find(s.CategoryID)
	if len(c.Roles) > 0 {
		t.Category = c.Roles[0]
	}
	if s.BusinessShare != nil {
		t.BusinessShare = *s.BusinessShare
	}
	if t.Net.IsZero() && len(t.Taxes) == 0 {
		t.Net = t.Gross
	}
	switch {
	case s.InputTax == "none":
		none := money.Zero
		t.InputTaxShare = &none
	case c.InputTax != nil:
		share := *c.InputTax
		if s.BusinessShare != nil {
			share = share.Mul(*s.BusinessShare)
		}
		t.InputTaxShare = &share
	}
	return t
}

func (s State) memo() string {
	parts := []string{"Receipt"}
	for _, p := range []string{s.Merchant, s.Number, s.Note} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// Entry is what the receipt says of the journal entry that it becomes: its origin
// and voucher, and who prepared it.
func (s State) Entry(p journal.Proposal, d *docs.State) journal.Proposal {
	p.StartedBy = s.CreatedBy
	for _, who := range s.Preparers {
		if who != s.CreatedBy {
			p.PreparedBy = append(p.PreparedBy, who)
		}
	}
	if d != nil {
		p.Origin, p.Sources = journal.FromDocument, []journal.Source{{Kind: "document", ID: d.ID, SHA256: d.Blob.SHA256}}
	}
	return p
}
