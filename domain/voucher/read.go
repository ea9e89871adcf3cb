package voucher

import (
	"slices"
	"strings"
	"unicode"

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
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Read turns a document into a transaction, and names all that is in the way of it.
func (said Said) Read(f Facts) (Made, error) {
	r := reader{said: said, f: f, d: f.Document, out: Made{Sure: money.One, Reasons: []string{}}}
	r.document()
	role := r.role()
	if err := r.figures(role); err != nil {
		return Made{}, err
	}
	if role == booking.Sale {
		r.sale()
	} else {
		r.purchase(role != "")
	}
	r.looks(role)
	return r.out, nil
}

// reader is a document in the reading.
type reader struct {
	said Said
	f    Facts
	d    docs.State
	c    receipt.Contents
	out  Made
}

func (r *reader) blocked(field, code, message string) {
	r.out.Blockers = append(r.out.Blockers, fault.Blocker{Code: code, Field: field, Message: message})
}

func (r *reader) reason(code string) {
	if !slices.Contains(r.out.Reasons, code) {
		r.out.Reasons = append(r.out.Reasons, code)
	}
}

// value is an accepted field of the document, which then counts among what the
// booking is as sure as.
func (r *reader) value(name string) string {
	f, ok := r.d.Field(name)
	if !ok || !f.Accepted(r.d.Accept) {
		return ""
	}
	if f.State == docs.StateExtracted {
		r.out.Sure = money.Min(r.out.Sure, thousandths(f.Score))
	}
	return strings.TrimSpace(f.Value.Plain)
}

func thousandths(n int) money.Dec {
	return money.FromInt(int64(n)).QuoRound(money.FromInt(1000), 3, money.Down)
}

// document asks whether it can be booked at all.
func (r *reader) document() {
	at, b := "document/"+r.d.ID, &r.out.Blockers
	switch {
	case r.d.Status != docs.StatusExtracted || r.d.Validation() == docs.Invalid:
		b.On(at, "document_not_valid", "the document is %s, and %s", r.d.Status, r.d.Validation())
	case r.d.Type != "invoice" && r.d.Type != "receipt" && r.d.Type != "credit_note":
		b.On(at, "document_not_valid", "a document of type %s is no invoice, receipt or credit note", r.d.Type)
	case r.d.Duplicate == docs.Same:
		b.On(at, "document_not_valid", "somebody said that it is the same as another document")
	}
	if r.f.HeldBy != "" {
		b.On("receipt/"+r.f.HeldBy, "document_already_finalised", "the document is in the books by this receipt, or is on its way")
	}
}

// role is whose the document is: sale, purchase, or "" where that is not clear.
func (r *reader) role() string {
	issuer, buyer := r.value(reading.Issuer), r.value(reading.Buyer)
	ours := r.f.Own.Is("", r.value(reading.IssuerTaxID)) || r.f.Own.Is(issuer, "")
	theirs := r.f.Own.Is(buyer, "")
	told := ""
	switch {
	case ours && !theirs:
		told = booking.Sale
	case theirs && !ours, r.d.Type == "receipt" && !ours && buyer == "":
		told = booking.Purchase
	}
	switch {
	case told == "" && r.said.Role == "" || ours && theirs:
		r.blocked("details.role", "role_unclear",
			"neither the name nor the tax number of one party alone is the site's own (settings, seller); say the role")
	case told != "" && r.said.Role != "" && told != r.said.Role:
		r.blocked("details.role", "role_unclear", "by its parties the document is a "+told)
	case told == "":
		return r.said.Role
	}
	return told
}

// Is reports whether a name or a tax number is the owner's.
func (o Own) Is(name, id string) bool {
	if key := plain(name); key != "" && slices.ContainsFunc(o.Names, func(x string) bool { return plain(x) == key }) {
		return true
	}
	return slices.ContainsFunc(o.TaxIDs, func(x string) bool { return taxid.Same(x, id) })
}

// plain is a name without case, spaces and signs.
func plain(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}

// figures reads day, currency and sums, as a receipt of the document would.
func (r *reader) figures(role string) error {
	drafted, err := receipt.Create{Contents: receipt.Contents{DocumentID: r.d.ID}}.Decide(receipt.State{}, act.Context{Site: r.d.Site},
		receipt.Source{Document: &r.d, Rates: r.f.Rates})
	if err != nil {
		return err
	}
	s := receipt.State{}.Evolve(event.Recorded{Payload: drafted[0], Meta: event.Metadata{Site: r.d.Site}})
	r.c = s.Contents
	for _, name := range []string{reading.Date, reading.Currency, reading.Gross, reading.Net, reading.Tax} {
		r.value(name)
	}
	r.out.Whole = !r.c.Date.IsZero() && r.c.Currency != "" && r.c.Gross.Sign() > 0
	if r.c.Date.IsZero() {
		r.blocked("date", "date_missing", "the document tells no day that is accepted; correct or confirm its field")
	} else if r.c.Date.After(r.f.Today) {
		r.blocked("date", "date_in_future", "the document bears a day that has not come")
	}
	if r.c.Currency == "" {
		r.blocked("currency", "currency_missing", "the document tells no currency that is accepted")
	}
	if r.c.Gross.Sign() <= 0 {
		r.blocked("gross", "amount_missing", "the document tells no sum that is accepted")
	}
	supplied, err := civil.Parse(r.value(reading.SupplyDate))
	if err != nil {
		supplied = civil.Date{}
	}
	t := booking.Transaction{
		Role: role, Refund: r.d.Type == "credit_note", Date: r.c.Date, SupplyDate: supplied, Currency: r.c.Currency, Net: r.c.Net,
		Taxes: r.c.Taxes,
		Gross: r.c.Gross, SupplyKind: r.said.SupplyKind, ShipTo: r.said.ShipTo, ShipFrom: r.said.ShipFrom, BusinessShare: r.said.BusinessShare,
		Payment: r.said.Payment, Memo: r.said.Memo,
	}
	if t.Net.IsZero() && len(t.Taxes) == 0 {
		t.Net = t.Gross
	}
	if t.Memo == "" {
		t.Memo = strings.Join(slices.DeleteFunc([]string{string(r.d.Type), r.c.Merchant, r.c.Number}, func(x string) bool { return x == "" }),
			", ")
	}
	if p := t.Payment; p != nil && p.PaidOn.After(r.f.Today) {
		r.blocked("details.payment.paid_on", "date_in_future", "it is said to be paid on a day that has not come")
	}
	r.out.Transaction = t
	return nil
}

// party fills in what is known of the other party, its country last of all.
func (r *reader) party(name, id, country string) booking.Counterparty {
	o := booking.Counterparty{Name: name, TaxID: id, Status: r.said.Status, Country: r.said.Country, PartyID: r.said.PartyID}
	if p := r.f.Party; p != nil {
		o.PartyID = p.ID
		for _, x := range []struct {
			into  *string
			known string
		}{{&o.Country, p.Country}, {&o.Status, p.Status}, {&o.TaxID, p.TaxID}} {
			if *x.into == "" {
				*x.into = x.known
			}
		}
	}
	if o.Country == "" && taxid.CountryOf(o.TaxID) == "" {
		o.Country = country
	}
	return o
}

func (r *reader) sale() {
	t := &r.out.Transaction
	t.Counterparty = r.party(r.value(reading.Buyer), "", "")
	t.Category = r.said.Category
	if r.said.Category == "" && r.f.Party != nil {
		t.Category = r.f.Party.Account
	}
}

func (r *reader) purchase(known bool) {
	t := &r.out.Transaction
	id := r.value(reading.IssuerTaxID)
	t.Counterparty = r.party(r.c.Merchant, id, r.f.Country)
	if t.Counterparty.Status == "" {
		t.Counterparty.Status = "business"
	}
	none := money.Zero
	switch c, isCategory := category.Find(r.said.Category); {
	case isCategory:
		r.category(c)
	case r.said.Category != "":
		t.Category = r.said.Category
	case r.f.Party != nil && r.f.Party.Account != "":
		t.Category = r.f.Party.Account
	case r.f.Classified != "":
		c, _ := category.Find(r.f.Classified)
		r.category(c)
		r.out.Sure = money.Min(r.out.Sure, thousandths(r.f.Score))
	}
	if r.said.InputTax == "none" {
		t.InputTaxShare = &none
		return
	}
	if tax := t.Gross.Sub(t.Net); known && r.f.Registered && tax.Sign() > 0 && id == "" {
		r.blocked("details.input_tax", "input_tax_evidence_missing",
			"input tax needs a document that names the supplier's tax number; or say input_tax none")
	}
}

// category books to the account of a category, with its share of the input tax.
func (r *reader) category(c category.Category) {
	t := &r.out.Transaction
	if len(c.Roles) > 0 {
		t.Category = c.Roles[0]
	}
	if c.InputTax != nil {
		share := *c.InputTax
		if !t.BusinessShare.IsZero() {
			share = share.Mul(t.BusinessShare)
		}
		t.InputTaxShare = &share
	}
}

// looks lists why a person should look.
func (r *reader) looks(role string) {
	if role == booking.Purchase && r.f.Party == nil && r.said.PartyID == "" {
		r.reason("new_supplier")
	}
	iban := strings.ReplaceAll(r.value(reading.IBAN), " ", "")
	if p := r.f.Party; p != nil && role == booking.Purchase && iban != "" && !slices.Contains(p.IBANs, iban) {
		r.reason("iban_changed")
	}
	for _, c := range r.d.Checks {
		if !c.OK && (c.Code == docs.IBANChanged || strings.HasPrefix(c.Code, "duplicate_")) {
			r.reason(c.Code)
		}
	}
	if len(r.d.Duplicates) > 0 && r.d.Duplicate != docs.Different {
		r.reason("duplicate_likely")
	}
	if r.f.FourEyes {
		r.reason("four_eyes")
	}
}

// Propose is the proposal of a document. Errors: fault.Blocked with all that is
// in the way, the booking's too; fault.InvalidInput.
func (said Said) Propose(f Facts, b booking.Facts) (journal.Proposal, error) {
	made, err := said.Read(f)
	if err != nil {
		return journal.Proposal{}, err
	}
	var p journal.Proposal
	if made.Whole && (made.Transaction.Role != "") {
		p, err = booking.Propose(made.Transaction, b)
		refused := fault.As(err)
		if err != nil && (refused == nil || refused.Code != fault.Blocked) {
			return p, err
		}
		if refused != nil {
			made.Blockers = append(made.Blockers, refused.Blockers...)
		}
	}
	for i, x := range made.Blockers {
		made.Blockers[i].Field = strings.Replace(x.Field, "transaction.counterparty.", "details.", 1)
		made.Blockers[i].Field = strings.Replace(made.Blockers[i].Field, "transaction.", "details.", 1)
	}
	if err := made.Blockers.Err(); err != nil {
		return journal.Proposal{}, err
	}
	p.Origin = journal.FromDocument
	p.Sources = []journal.Source{{Kind: "document", ID: f.Document.ID, SHA256: f.Document.Blob.SHA256}}
	p.PreparedBy = slices.Clone(f.Document.Editors)
	p.Confidence = money.Min(p.Confidence, made.Sure)
	for _, why := range made.Reasons {
		if !slices.Contains(p.ReviewReasons, why) {
			p.ReviewReasons = append(p.ReviewReasons, why)
		}
	}
	if p.Confidence.Less(booking.ReviewBelow) && !slices.Contains(p.ReviewReasons, "confidence_below_threshold") {
		p.ReviewReasons = append(p.ReviewReasons, "confidence_below_threshold")
	}
	return p, nil
}
