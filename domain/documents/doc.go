// Package documents is what comes in as a file: receipts, invoices, statements,
// forms. It is stored as it came, read by machine, and corrected or confirmed by
// people.
//
// # Vocabulary
//
// A document is Received with its bytes (a blob), which are never changed. Its
// extraction is a job: it ends in Extracted, with fields that each carry value,
// place and how sure it is; or the document is Rejected, because of what it is, or
// Failed, because the work could not be done. A field is extracted, corrected or
// confirmed: the last two are a person's word and survive every later extraction.
// A field is accepted where a person gave their word, or where it is sure enough.
// What a document is, its content tells, unless its sender or a person does (retype.go):
// corrected, it is read again as that.
// The subject of its texts is the client that client_ref names, else the document
// itself.
//
// # Rules
//
// A document's id derives from tenant, site, client and bytes: the same file of the
// same client is the first document, also when both come at once, and never one
// of another site or client. A file of orders (ordersfile.go) has its orders taken into
// the ledger by a job of its own. Checks (check.go) say what is wrong with what was
// read; the validation status follows from them.
package documents

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Type is what a document is.
type Type string

// Types lists what a document can be.
var Types = []Type{"receipt", "invoice", "credit_note", "bank_statement", "payslip", "tax_form", "return", "notice", "orders", "other"}

// Status is how far a document has come.
type Status string

// The statuses.
const (
	StatusReceived   Status = "received"
	StatusExtracted  Status = "extracted"
	StatusRejected   Status = "rejected"
	StatusFailed     Status = "failed"
	StatusExtracting Status = "extracting" // a later extraction was asked for
)

// Validation statuses.
const (
	Pending  = "pending"
	Valid    = "valid"
	Warnings = "warnings"
	Invalid  = "invalid"
)

// AcceptScore is how sure a field must be, in thousandths, to be accepted
// without a person.
const AcceptScore = 900

// Field states.
const (
	StateExtracted = "extracted"
	StateCorrected = "corrected"
	StateConfirmed = "confirmed"
)

// Field is one value that a document holds.
type Field struct {
	Name   string      `json:"name"`
	Value  sealed.Text `json:"value"`
	Raw    sealed.Text `json:"raw,omitzero"` // as it is printed
	Page   int         `json:"page,omitempty"`
	Box    reading.Box `json:"box,omitzero"`
	Method string      `json:"method"` // embedded_xml | statement | text_layer | ocr | text | person
	Score  int         `json:"score"`  // how sure it is, in thousandths
	State  string      `json:"state"`
}

// Accepted reports whether a field may be relied on, where accept is how sure it
// must be, in thousandths; 0 = AcceptScore.
func (f Field) Accepted(accept int) bool {
	if accept == 0 {
		accept = AcceptScore
	}
	return f.State != StateExtracted || f.Score >= accept
}

// ID is that of the document with these bytes of this client and site.
func ID(tenant string, site int64, clientRef, sha256 string) string {
	space := uuid.MustParse("5c4b4a66-95d9-5be7-8d27-8b8f4c1a9a10")
	return act.Compact(uuid.NewSHA1(space, []byte(tenant+"\x00"+itoa(site)+"\x00"+clientRef+"\x00"+sha256)))
}

// SubjectOf is whose data a document is: the client's that client_ref names, else
// the document's own.
func SubjectOf(clientRef, documentID string) string {
	if clientRef == "" {
		return "document-" + documentID
	}
	h := sha256.Sum256([]byte("client_ref\x00" + clientRef))
	return "party-" + hex.EncodeToString(h[:16])
}

func itoa(n int64) string {
	if n == 0 {
		return "0"
	}
	var b [20]byte
	i := len(b)
	for ; n > 0; n /= 10 {
		i--
		b[i] = byte('0' + n%10)
	}
	return string(b[i:])
}
