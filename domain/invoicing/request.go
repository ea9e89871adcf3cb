package invoicing

import (
	"cmp"
	"fmt"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/settings"
)

// IssueInvoice asks for an invoice for an order.
type IssueInvoice struct {
	OrderID     string        `json:"order_id" minLength:"1" maxLength:"64" doc:"A committed checkout or a recorded order."`
	Lines       []ChosenLine  `json:"lines,omitempty" maxItems:"1000" doc:"Lines of the order; left out: all that stand on no invoice yet. Each line is invoiced once."`
	Buyer       *InvoiceBuyer `json:"buyer,omitempty" doc:"Who the invoice is made out to, where the order does not say it. It stands in the place of the order's; what the tax was computed with stays."`
	Deposit     *DepositAsked `json:"deposit,omitempty" doc:"Invoice a payment on account, before the order is supplied, in the place of its lines. The invoice that ends the order takes every deposit off."`
	Profile     Profile       `json:"profile,omitempty" enum:"peppol,xrechnung" doc:"Issue only what follows this profile of EN 16931. Left out: whichever it has everything for."`
	AcceptDraft bool          `json:"accept_draft,omitempty" doc:"Accept that the order's tax rests on draft coverage; the invoice keeps it."`
}

// Validate reports every malformed field.
func (c IssueInvoice) Validate() error {
	var f fault.Fields
	seen := map[string]bool{}
	for i, l := range c.Lines {
		if seen[l.ID] {
			f.Add(fmt.Sprintf("lines[%d].id", i), "stands twice")
		}
		seen[l.ID] = true
		settings.CheckText(&f, fmt.Sprintf("lines[%d].description", i), l.Description, 0, 300)
	}
	c.Deposit.validate(&f, c.Lines)
	if b := c.Buyer; b != nil {
		for _, x := range []struct {
			name, value string
			most        int
		}{
			{"name", b.Name, 200}, {"tax_id", b.TaxID, 40}, {"reference", b.Reference, 60}, {"address.street", b.Address.Street, 200},
			{"address.extra", b.Address.Extra, 200}, {"address.city", b.Address.City, 100}, {"address.postal_code", b.Address.PostalCode, 20},
			{"address.region", b.Address.Region, 100},
		} {
			settings.CheckText(&f, "buyer."+x.name, x.value, 0, x.most)
		}
		if b.Email != "" && !settings.IsEmail(b.Email) {
			f.Add("buyer.email", "an address such as ada@example.com")
		}
		if b.Address.Country != "" && !settings.IsCountry(b.Address.Country) {
			f.Add("buyer.address.country", "a country of ISO 3166-1, such as DE")
		}
		settings.CheckElectronic(&f, "buyer.electronic_address", b.ElectronicAddress)
	}
	if c.Profile != "" && c.Profile != Peppol && c.Profile != XRechnung {
		f.Add("profile", "peppol or xrechnung")
	}
	return f.Err()
}

// Facts are what a request rests on beside the command.
type Facts struct {
	Making           // of an invoice
	Crediting        // of a credit note
	Part        Part // of the book, as far as it is
	Book        Book
	Held        settings.InForce
	PaymentDays int
}

// Decide requests the invoice, or refuses with everything that is unmet. A
// request that stands is left as it is.
func (c IssueInvoice) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if s.Exists {
		return nil, nil
	}
	if err := f.Making.Blockers(f.Part.IssuedOn).Err(); err != nil {
		return nil, err
	}
	r := Requested{Kind: Invoice, OrderID: c.OrderID, AcceptedDraft: c.AcceptDraft, PaymentDays: f.PaymentDays,
		OrderSHA256: f.Making.Order.SHA256}
	if r.Seen, r.Deposit = f.Making.Claims.Events, f.Making.Asked != nil; f.Making.Ends() {
		r.Deposits = f.Making.Claims.Open()
	}
	return request(r, f.Making.Document(), a, f, f.Making.Order.Subject)
}

// CreditRequest asks for a credit note.
type CreditRequest struct {
	InvoiceID string         `json:"invoice_id" minLength:"1" maxLength:"64"`
	RefundID  string         `json:"refund_id,omitempty" maxLength:"64" doc:"A recorded refund, or the reversal of a committed checkout: its lines are taken back, once."`
	Lines     []CreditedLine `json:"lines,omitempty" maxItems:"1000" doc:"What is taken back; left out: all that is left of the invoice."`
	Reason    string         `json:"reason" minLength:"1" maxLength:"400" doc:"Stands on the credit note."`
}

// Validate reports every malformed field.
func (c CreditRequest) Validate() error {
	var f fault.Fields
	settings.CheckText(&f, "reason", c.Reason, 1, 400)
	Crediting{Lines: c.Lines}.validate(&f)
	if c.RefundID != "" && len(c.Lines) > 0 {
		f.Add("lines", "a refund has lines of its own")
	}
	return f.Err()
}

// Decide requests the credit note, or refuses with everything that is unmet.
func (c CreditRequest) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if s.Exists {
		return nil, nil
	}
	if f.Invoice.Kind != Invoice || f.Invoice.Issued == nil {
		return nil, fault.New(fault.NotFound, "there is no such invoice")
	}
	if err := f.Crediting.minor(); err != nil {
		return nil, err
	}
	credits, b := f.Crediting.credits()
	if by := f.Claims.Deposits[f.Invoice.DocumentID].By; f.Invoice.Deposit && by != "" {
		b.On("invoice/"+by, "deposit_deducted", "an invoice takes the deposit off; credit that first")
	}
	if by := f.Invoice.Refunds[c.RefundID]; by != "" {
		b.On("credit_note/"+by, RefundAlreadyCredited, "the refund %s stands on a credit note already", c.RefundID)
	}
	if f.Making.Today.Before(f.Part.IssuedOn) {
		b.Add("date_before_last_issued", "the last document of the series is of %s, after today, %s", f.Part.IssuedOn, f.Making.Today)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	r := Requested{Kind: CreditNote, OrderID: f.Invoice.OrderID, OriginalID: c.InvoiceID, RefundID: c.RefundID, Credit: credits}
	return request(r, f.Crediting.document(credits, f.Held), a, f, f.Invoice.Subject)
}

func request(r Requested, d InvoiceContent, a act.Context, f Facts, subject string) ([]event.Payload, error) {
	d.ID = a.NewID(0)
	pieces, sum, err := parts(d, subject)
	if err != nil {
		return nil, fault.Wrap(err, fault.BodyTooLarge, "the document is too long")
	}
	r.DocumentID, r.Book, r.DraftedOn = d.ID, f.Book, f.Making.Today
	r.Currency, r.Net, r.Tax, r.Gross, r.BuyerCountry = d.Currency, d.Net, d.Tax, d.Gross, d.Buyer.Address.Country
	r.BuyerName = sealed.Of(subject, d.Buyer.Name)
	r.Subject, r.ContentSHA256, r.Parts = subject, sum, len(pieces)
	r.Lines = []string{}
	for _, l := range d.Lines {
		if !r.Deposit && l.Deducts == "" {
			r.Lines = append(r.Lines, l.ID)
		}
	}
	return append([]event.Payload{r}, pieces...), nil
}

// Conclude makes a requested document final with its number.
func Conclude(s State, n Numbered) []event.Payload {
	if !s.Exists || s.Issued != nil || s.Abandoned != nil {
		return nil
	}
	issued := Issued{Number: n.Number, Sequence: n.Sequence, IssuedOn: n.IssuedOn, BookLink: n.SHA256, Layout: Layout}
	if s.Kind == Invoice {
		issued.DueOn = n.IssuedOn.AddDays(s.PaymentDays)
	}
	return []event.Payload{issued}
}

// Abandon ends a requested document that was not numbered.
func Abandon(s State, code, by string) []event.Payload {
	if !s.Exists || s.Issued != nil || s.Abandoned != nil {
		return nil
	}
	return []event.Payload{Abandoned{code, by}}
}

// RefundAlreadyCredited is the code of a credit note for a refund that another is for.
const RefundAlreadyCredited = "refund_already_credited"

// ClaimCredit takes a credit note's amounts of the invoice's remainder; code says why not,
// where another was faster.
func ClaimCredit(invoice State, d InvoiceContent, note State) (events []event.Payload, code string) {
	const exceeds = "credit_exceeds_invoice"
	if _, claimed := invoice.Claims[note.DocumentID]; claimed {
		return nil, ""
	}
	if note.RefundID != "" && invoice.Refunds[note.RefundID] != "" {
		return nil, RefundAlreadyCredited
	}
	total := money.Zero
	for _, c := range note.Credit {
		total = total.Add(c.Gross)
		for _, l := range d.Lines {
			if l.ID == c.LineID && c.exceeds(invoice.Remainder(l)) {
				return nil, exceeds
			}
		}
	}
	if total.Greater(invoice.Uncredited()) {
		return nil, exceeds // of one that takes deposits off, lines come to more than is asked for
	}
	return []event.Payload{CreditClaimed{note.DocumentID, note.Credit, note.RefundID}}, ""
}

// NoteCredit says on the invoice that the credit note was issued.
func NoteCredit(invoice, note State) []event.Payload {
	for _, c := range invoice.Credits {
		if c.CreditNoteID == note.DocumentID {
			return nil
		}
	}
	fully := invoice.Uncredited().IsZero() && invoice.deductionsCredited()
	for id := range invoice.Claims { // others that are claimed and not issued yet
		issued := id == note.DocumentID
		for _, c := range invoice.Credits {
			issued = issued || c.CreditNoteID == id
		}
		fully = fully && issued
	}
	return []event.Payload{Credited{note.DocumentID, note.Issued.Number, note.Issued.IssuedOn, note.Gross, fully}}
}

// RegenerateBody asks for the body anew.
type RegenerateBody struct {
	Language string `json:"language,omitempty" maxLength:"10" enum:"de,en,es,fr,it,nl,pl,pt" doc:"Of labels; left out: the document's own. Legends stay as they were issued."`
}

// versionsMax keeps a document's stream short enough to load whole.
const versionsMax = 400

// Decide keeps a new version of the body. current is what the document's content
// would be today; where a legal field of it differs, a credit note is due.
// Errors: fault.CreditNoteRequired.
func (c RegenerateBody) Decide(s State, frozen InvoiceContent, current *InvoiceContent, sha func(version int, language string) string,
	today civil.Date) ([]event.Payload, error) {
	if s.Issued == nil {
		return nil, fault.New(fault.NotFound, "there is no such document")
	}
	if current != nil {
		if field := frozen.Differs(*current); field != "" {
			return nil, fault.New(fault.CreditNoteRequired, "%s would differ from what was issued; a credit note and a new invoice correct it",
				field)
		}
	}
	if len(s.Bodies) >= versionsMax {
		var b fault.Blockers
		b.Add("too_many_versions", "a document's body has at most %d versions", versionsMax)
		return nil, b.Err()
	}
	version, language := len(s.Bodies)+1, cmp.Or(c.Language, frozen.Language)
	return []event.Payload{BodyRegenerated{version, today, language, sha(version, language), Layout}}, nil
}

// Differs names a field that the law has an invoice state and that is not the
// same; "" = all are.
func (d InvoiceContent) Differs(o InvoiceContent) string {
	d, o = d.trimmed(), o.trimmed()
	switch {
	case d.Seller.LegalName != o.Seller.LegalName, d.Seller.Address != o.Seller.Address:
		return "seller"
	case d.Seller.TaxID != o.Seller.TaxID, d.Seller.TaxNumber != o.Seller.TaxNumber:
		return "seller.tax_id"
	case d.SuppliedOn != o.SuppliedOn:
		return "supplied_on"
	case d.Currency != o.Currency, !d.Net.Equal(o.Net), !d.Tax.Equal(o.Tax), !d.Gross.Equal(o.Gross):
		return "amounts"
	case len(d.Lines) != len(o.Lines):
		return "lines"
	}
	for i, l := range d.Lines {
		x := o.Lines[i]
		if l.ID != x.ID || !l.Quantity.Equal(x.Quantity) || !l.Net.Equal(x.Net) || !l.Tax.Equal(x.Tax) {
			return "lines"
		}
	}
	return ""
}
