package invoicing

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Categories of this package: documents, what of an order is invoiced, and the
// books of numbers.
var (
	Documents = event.Category{Name: "invoice", Types: []event.Type{
		event.Of[Requested](), event.Of[ContentPart](), event.Of[Issued](), event.Of[Abandoned](), event.Of[CreditClaimed](),
		event.Of[CreditReleased](), event.Of[Credited](), event.Of[BodyRegenerated](), event.Of[Sent](), event.Of[DeliveryFailed](),
	}}
	Orders = event.Category{Name: "invoicedorder", Types: []event.Type{event.Of[LinesClaimed](), event.Of[LinesReleased](),
		event.Of[DepositClaimed](), event.Of[DepositReduced]()}}
	Books = event.Category{Name: "invoicebook", Types: []event.Type{event.Of[BookContinued](), event.Of[Numbered]()}}
)

// Requested begins a document: its content, frozen, in the parts that follow in
// the same append. Figures say nothing of whose they are.
type Requested struct {
	DocumentID    string      `json:"document_id"`
	Kind          Kind        `json:"kind"`
	OrderID       string      `json:"order_id"`
	OriginalID    string      `json:"original_id,omitempty"` // of a credit note
	RefundID      string      `json:"refund_id,omitempty"`
	Lines         []string    `json:"lines"`
	Credit        []Credit    `json:"credit,omitempty"` // of a credit note: what it takes of each line
	Book          Book        `json:"book"`
	DraftedOn     civil.Date  `json:"drafted_on"`
	PaymentDays   int         `json:"payment_days"`
	Currency      string      `json:"currency"`
	Net           money.Dec   `json:"net"`
	Tax           money.Dec   `json:"tax"`
	Gross         money.Dec   `json:"gross"`
	BuyerName     sealed.Text `json:"buyer_name"`
	BuyerCountry  string      `json:"buyer_country"`
	AcceptedDraft bool        `json:"accepted_draft"`
	Subject       string      `json:"data_subject"` // whose data the content is
	ContentSHA256 string      `json:"content_sha256"`
	Parts         int         `json:"parts"`

	Deposit  bool     `json:"deposit,omitempty"`  // it is for a payment on account
	Deposits []string `json:"deposits,omitempty"` // invoices of deposits that it takes off
	Seen     int      `json:"seen,omitempty"`     // events of the order's stream that it was decided on

	OrderSHA256 string `json:"order_sha256,omitempty"` // of the order's version that it was made from; "" = that never changes
}

// ContentPart is a piece of the content, in order.
type ContentPart struct {
	Part     int         `json:"part"`               // from 1
	Encoding string      `json:"encoding,omitempty"` // "" = JSON; gzip+base64 of it, where it is long
	Content  sealed.Text `json:"content"`
}

// Issued makes a document final.
type Issued struct {
	Number   string     `json:"number"`
	Sequence int64      `json:"sequence"`
	IssuedOn civil.Date `json:"issued_on"`
	DueOn    civil.Date `json:"due_on,omitzero"`
	BookLink string     `json:"book_sha256"`      // of the number's place in the chain of its book
	Layout   int        `json:"layout,omitempty"` // of the first body
}

// Abandoned ends a document that another was faster than; it took no number.
type Abandoned struct {
	Code string `json:"code"` // of the blocker
	By   string `json:"by_document_id"`
}

// CreditClaimed takes amounts of an invoice's remainder for a credit note.
type CreditClaimed struct {
	CreditNoteID string   `json:"credit_note_id"`
	Lines        []Credit `json:"lines"`
	RefundID     string   `json:"refund_id,omitempty"` // that it is for; "" = a correction
}

// Credit is what a credit note takes of a line.
type Credit struct {
	LineID   string       `json:"line_id"`
	Quantity money.Dec    `json:"quantity"`
	Net      money.Dec    `json:"net"`
	Tax      money.Dec    `json:"tax"`
	Gross    money.Dec    `json:"gross"`
	Taxes    []InvoiceTax `json:"taxes"`
}

// CreditReleased gives back what a credit note that was abandoned had claimed.
type CreditReleased struct {
	CreditNoteID string `json:"credit_note_id"`
}

// Credited says that a credit note was issued for the invoice.
type Credited struct {
	CreditNoteID string     `json:"credit_note_id"`
	Number       string     `json:"number"`
	IssuedOn     civil.Date `json:"issued_on"`
	Gross        money.Dec  `json:"gross"`
	Fully        bool       `json:"fully"`
}

// BodyRegenerated is one more version of the body, of the same content.
type BodyRegenerated struct {
	Version  int        `json:"version"` // from 2; version 1 came with Issued
	On       civil.Date `json:"on"`
	Language string     `json:"language"`
	SHA256   string     `json:"sha256"`
	Layout   int        `json:"layout,omitempty"`
}

// Sent and DeliveryFailed are what became of a document that was mailed.
type (
	Sent struct {
		NotificationID string `json:"notification_id"`
		Status         Status `json:"status"` // of the document, then
	}
	DeliveryFailed struct {
		NotificationID string `json:"notification_id"`
		Code           string `json:"code"`
		Status         Status `json:"status"`
	}
)

// LinesClaimed says that lines of an order stand on an invoice.
type LinesClaimed struct {
	InvoiceID string   `json:"invoice_id"`
	Lines     []string `json:"lines"`
	Deposits  []string `json:"deposits,omitempty"` // invoices of deposits that it takes off
}

// DepositClaimed says that a deposit for an order stands on an invoice.
type DepositClaimed struct {
	InvoiceID string    `json:"invoice_id"`
	Gross     money.Dec `json:"gross"`
}

// DepositReduced takes what a credit note credits of a deposit off it.
type DepositReduced struct {
	InvoiceID    string    `json:"invoice_id"`
	CreditNoteID string    `json:"credit_note_id"`
	Gross        money.Dec `json:"gross"`
}

// LinesReleased gives them back, a deposit and those that it took off too: the invoice was fully credited, or abandoned.
type LinesReleased struct {
	InvoiceID    string `json:"invoice_id"`
	CreditNoteID string `json:"credit_note_id,omitempty"`
}

// BookContinued begins a part of a book with where the one before ended.
type BookContinued struct {
	Book Book `json:"book"`
	Tail Tail `json:"tail"`
}

// Numbered gives a document its number.
type Numbered struct {
	DocumentID    string     `json:"document_id"`
	Kind          Kind       `json:"kind"`
	Number        string     `json:"number"`
	Sequence      int64      `json:"sequence"`
	IssuedOn      civil.Date `json:"issued_on"`
	ContentSHA256 string     `json:"content_sha256"`
	SHA256        string     `json:"sha256"` // over the one before and this
}

func (Requested) EventType() string       { return "invoice.requested.v1" }
func (ContentPart) EventType() string     { return "invoice.content_part.v1" }
func (Issued) EventType() string          { return "invoice.issued.v1" }
func (Abandoned) EventType() string       { return "invoice.abandoned.v1" }
func (CreditClaimed) EventType() string   { return "invoice.credit_claimed.v1" }
func (CreditReleased) EventType() string  { return "invoice.credit_released.v1" }
func (Credited) EventType() string        { return "invoice.credited.v1" }
func (BodyRegenerated) EventType() string { return "invoice.body_regenerated.v1" }
func (Sent) EventType() string            { return "invoice.sent.v1" }
func (DeliveryFailed) EventType() string  { return "invoice.delivery_failed.v1" }
func (LinesClaimed) EventType() string    { return "invoicedorder.lines_claimed.v1" }
func (LinesReleased) EventType() string   { return "invoicedorder.lines_released.v1" }
func (DepositClaimed) EventType() string  { return "invoicedorder.deposit_claimed.v1" }
func (DepositReduced) EventType() string  { return "invoicedorder.deposit_reduced.v1" }
func (BookContinued) EventType() string   { return "invoicebook.continued.v1" }
func (Numbered) EventType() string        { return "invoicebook.numbered.v1" }
