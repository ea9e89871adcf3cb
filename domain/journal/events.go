package journal

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream that an entry is.
var Category = event.Category{Name: "journal", Types: []event.Type{
	event.Of[EntryProposed](), event.Of[EntryApproved](), event.Of[EntryReturned](), event.Of[EntryRejected](), event.Of[EntryPosted](),
	event.Of[EntryMatched](), event.Of[EntryLineClaimed](),
}}

// EntryProposed says what is to be booked; after a return it says it anew.
type EntryProposed struct {
	EntryID string `json:"entry_id"`
	Proposal
}

// Edits are what an approver or a returner changed; what is absent stays.
type Edits struct {
	Lines []Line       `json:"lines,omitempty"`
	Memo  *sealed.Text `json:"memo,omitempty"`
}

func (e Edits) edits() bool { return e.Lines != nil || e.Memo != nil }

func (e Edits) applied(p Proposal) Proposal {
	if e.Lines != nil {
		p.Lines = e.Lines
	}
	if e.Memo != nil {
		p.Memo = *e.Memo
	}
	return p
}

// EntryApproved lets the entry be posted.
type EntryApproved struct {
	Edits
	Waiver string `json:"waiver,omitempty"`
	Rule   string `json:"rule,omitempty"` // the posting rule that approved it, instead of a person
}

// EntryReturned asks for another proposal.
type EntryReturned struct {
	Reason sealed.Text `json:"reason"`
	Edits
}

// EntryRejected ends an entry that was not posted.
type EntryRejected struct {
	Reason sealed.Text `json:"reason"`
}

// EntryPosted makes the entry part of the books for good.
type EntryPosted struct {
	Payload       Payload `json:"payload"`
	PayloadSHA256 string  `json:"payload_sha256"` // of its RFC 8785 form
	Waiver        string  `json:"waiver,omitempty"`
	Rule          string  `json:"rule,omitempty"`
}

// EntryMatched says which receipt is the same cost; nothing of the entry changes.
type EntryMatched struct {
	ReceiptID string `json:"receipt_id"`
}

// EntryLineClaimed says that a line of a bank statement is about to be said to be the entry,
// from a revision of the line's document. It holds while that is the document's last, and
// once the document says so; nothing of the entry changes.
type EntryLineClaimed struct {
	Line     string `json:"line"` // <document>/<statement>/<line>
	Revision uint64 `json:"revision"`
}

func (EntryProposed) EventType() string { return "journal.proposed.v1" }
func (EntryApproved) EventType() string { return "journal.approved.v1" }
func (EntryReturned) EventType() string { return "journal.returned.v1" }
func (EntryRejected) EventType() string { return "journal.rejected.v1" }
func (EntryPosted) EventType() string   { return "journal.posted.v1" }
func (EntryMatched) EventType() string  { return "journal.matched.v1" }

func (EntryLineClaimed) EventType() string { return "journal.line_claimed.v1" }
