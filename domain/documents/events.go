package documents

import (
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a document is.
var Category = event.Category{Name: "document", Types: []event.Type{
	event.Of[Received](), event.Of[Extracted](), event.Of[Rejected](), event.Of[Failed](), event.Of[ExtractionRequested](),
	event.Of[Validated](), event.Of[FieldsChanged](), event.Of[ReviewDecided](), event.Of[Claimed](), event.Of[LinesMatched](),
	event.Of[OrdersTaken](), event.Of[TypeCorrected](),
}}

// ExtractJob is the kind of job that reads a document.
const ExtractJob job.Kind = "documents.extract"

// Received is a file that was stored.
type Received struct {
	DocumentID string      `json:"document_id"`
	Type       Type        `json:"type,omitempty"` // as the sender says; "" = not said
	ClientRef  sealed.Text `json:"client_ref,omitzero"`
	Filename   sealed.Text `json:"filename,omitzero"` // as the sender calls it; never a path
	Language   string      `json:"language,omitempty"`
	Media      string      `json:"media"` // by its bytes
	Blob       blob.Ref    `json:"blob"`
	Batch      string      `json:"batch,omitempty"`
	Text       bool        `json:"text,omitempty"`   // its bytes are text that was read elsewhere: it is extracted at once
	Source     string      `json:"source,omitempty"` // of orders, where the sender names it
}

// OpensJobs has the document read.
func (r Received) OpensJobs() []job.Opening {
	if r.Text {
		return nil
	}
	return []job.Opening{{Kind: ExtractJob}}
}

// ExtractionRequested has the document read again.
type ExtractionRequested struct {
	Language string `json:"language,omitempty"` // "" = as before
}

// OpensJobs has the document read.
func (ExtractionRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: ExtractJob}} }

// Extracted is what was read.
type Extracted struct {
	Type       Type        `json:"type"`
	Language   string      `json:"language,omitempty"`
	Extraction string      `json:"extraction"` // embedded_xml | statement | text_layer | ocr | text | none
	Pages      int         `json:"pages"`
	Fields     []Field     `json:"fields"`
	Statements []Statement `json:"statements,omitempty"`
	Checks     []Check     `json:"checks"`
	Duplicates []Duplicate `json:"duplicates,omitempty"`
	Accept     int         `json:"accept,omitempty"` // how sure a value had to be, in thousandths; 0 = AcceptScore
	Review     []string    `json:"review,omitempty"` // why a person should look
	Orders     *OrdersFile `json:"orders,omitempty"` // that the file holds; nil = it is none of orders
	Invoice    blob.Ref    `json:"invoice,omitzero"` // an electronic invoice's business terms: JSON of package terms
}

// Statement is a bank statement that a document holds; its lines are a blob, since
// there may be thousands.
type Statement struct {
	Account  sealed.Text `json:"account"`
	Currency string      `json:"currency"`
	From     string      `json:"from,omitempty"`
	To       string      `json:"to,omitempty"`
	Opening  sealed.Text `json:"opening,omitzero"`
	Closing  sealed.Text `json:"closing,omitzero"`
	Count    int         `json:"count"`
	Balances string      `json:"balances"` // yes | no | unknown
	Lines    blob.Ref    `json:"lines"`    // JSON array of package statement's lines
}

// Duplicate is another document that may be the same.
type Duplicate struct {
	DocumentID string `json:"document_id"`
	Why        string `json:"why"` // number | date_and_gross
}

// Rejected is a document that cannot be taken, whatever is tried.
type Rejected struct {
	Code string `json:"code"`
}

// Failed is work that could not be done.
type Failed struct {
	Code string `json:"code"`
}

// Validated is the outcome of the checks, run again.
type Validated struct {
	Checks     []Check     `json:"checks"`
	Duplicates []Duplicate `json:"duplicates,omitempty"`
	Review     []string    `json:"review,omitempty"`
}

// FieldsChanged is a person's word on fields, and what the checks say then.
type FieldsChanged struct {
	Fields []Field  `json:"fields"`
	Checks []Check  `json:"checks"`
	Review []string `json:"review,omitempty"`
}

// ReviewDecided is a person's word on why they were asked to look: at what was read
// (extraction), or at another document that may be the same (duplicate).
type ReviewDecided struct {
	Kind     string      `json:"kind"`     // extraction | duplicate
	Decision string      `json:"decision"` // accept | dismiss
	Reason   sealed.Text `json:"reason,omitzero"`
}

// Claimed says which receipt brings the document into the books, or which journal
// entry does without one.
type Claimed struct {
	ReceiptID string `json:"receipt_id"`
	EntryID   string `json:"entry_id,omitempty"` // then there is no receipt
}

func (Received) EventType() string            { return "document.received.v1" }
func (ExtractionRequested) EventType() string { return "document.extraction_requested.v1" }
func (Extracted) EventType() string           { return "document.extracted.v1" }
func (Rejected) EventType() string            { return "document.rejected.v1" }
func (Failed) EventType() string              { return "document.failed.v1" }
func (Validated) EventType() string           { return "document.validated.v1" }
func (FieldsChanged) EventType() string       { return "document.fields_changed.v1" }
func (ReviewDecided) EventType() string       { return "document.review_decided.v1" }
func (Claimed) EventType() string             { return "document.claimed.v1" }
