// Package receipt is a cost that was paid or is owed, on its way into the books:
// drafted from a document or by hand, categorised, matched, finalised.
//
// # Vocabulary
//
// A receipt is a draft, which may be changed, until it is finalised, for good, or
// discarded. A match is an entry of the journal or of the commerce ledger that is
// the same cost; a person says which one is, or that none is, and is asked in the
// queue where a likely one was there when the receipt was drafted or changed. Input tax "none" says
// that no tax is reclaimed: the gross is the cost.
//
// # Rules
//
// Finalising names every blocker at once, the receipt's own and those of its
// booking. It creates the proposal of a journal entry, or, where the receipt
// matches one, joins it. Whoever finalised prepared that entry, and somebody else
// approves it. What a receipt says is sealed under the subject of its document, else
// its own.
package receipt

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a receipt is.
var Category = event.Category{Name: "receipt", Types: []event.Type{event.Of[Drafted](), event.Of[Changed](), event.Of[Finalised](),
	event.Of[Discarded](), event.Of[MatchesFound]()}}

// BookJob is the kind of job that proposes the journal entry of a finalised
// receipt, where the call that finalised it did not get that far.
const BookJob job.Kind = "receipts.book"

// Match is what a receipt is the same cost as.
type Match struct {
	Kind string `json:"kind" enum:"journal_entry,ledger_entry,none" doc:"none: no entry is the same."`
	ID   string `json:"id,omitempty" maxLength:"64"`
}

// Contents are what a receipt says.
type Contents struct {
	DocumentID    string        `json:"document_id,omitempty" maxLength:"32" doc:"What is not sent is taken from the document, as far as it is accepted there."`
	Merchant      string        `json:"merchant,omitempty" maxLength:"200"`
	Country       string        `json:"country,omitempty" pattern:"^[A-Z]{2}$" doc:"Where the merchant is established."`
	TaxID         string        `json:"tax_id,omitempty" maxLength:"40" doc:"Of the merchant."`
	Number        string        `json:"number,omitempty" maxLength:"100"`
	Date          civil.Date    `json:"date,omitzero" format:"date"`
	Currency      string        `json:"currency,omitempty" pattern:"^[A-Z]{3}$"`
	Net           money.Dec     `json:"net,omitzero"`
	Taxes         []booking.Tax `json:"taxes,omitempty" maxItems:"20"`
	Gross         money.Dec     `json:"gross,omitzero"`
	Payment       *booking.Paid `json:"payment,omitempty" doc:"Left out: it is owed."`
	CategoryID    string        `json:"category_id,omitempty" maxLength:"60"`
	BusinessShare *money.Dec    `json:"business_share,omitempty" doc:"A fraction; left out: all of it."`
	InputTax      string        `json:"input_tax,omitempty" enum:"as_shown,none" doc:"none: no tax is reclaimed, the gross is the cost. Left out: as_shown."`
	Match         *Match        `json:"match,omitempty"`
	Note          string        `json:"note,omitempty" maxLength:"1000"`
}

// Drafted begins a receipt.
type Drafted struct {
	ReceiptID  string      `json:"receipt_id"`
	DocumentID string      `json:"document_id,omitempty"`
	Content    sealed.Text `json:"content"` // Contents as JSON
}

// Changed says the whole of it anew.
type Changed struct {
	DocumentID string      `json:"document_id,omitempty"`
	Content    sealed.Text `json:"content"`
}

// Finalised ends it in the books.
type Finalised struct {
	JournalEntryID string `json:"journal_entry_id"`
	Joined         bool   `json:"joined,omitempty"` // the entry was there: the receipt matches it
}

// OpensJobs has the entry proposed.
func (f Finalised) OpensJobs() []job.Opening {
	if f.Joined {
		return nil
	}
	return []job.Opening{{Kind: BookJob}}
}

// Discarded ends it outside the books.
type Discarded struct{}

// MatchesFound says which entries a person has to decide about; none = no longer any.
type MatchesFound struct {
	Candidates []Suggestion `json:"candidates"`
	DocumentID string       `json:"document_id,omitempty"`
	Content    sealed.Text  `json:"content"` // that they were compared with
}

// Suggestion is an entry that may be the same cost.
type Suggestion struct {
	Kind    string   `json:"kind"` // journal_entry | ledger_entry
	ID      string   `json:"id"`
	Score   int      `json:"score"` // in thousandths
	Reasons []string `json:"reasons"`
}

func (Drafted) EventType() string      { return "receipt.drafted.v1" }
func (Changed) EventType() string      { return "receipt.changed.v1" }
func (Finalised) EventType() string    { return "receipt.finalised.v1" }
func (Discarded) EventType() string    { return "receipt.discarded.v1" }
func (MatchesFound) EventType() string { return "receipt.matches_found.v1" }

// Status of a receipt.
const (
	Draft   = "draft"
	Final   = "finalised"
	Dropped = "discarded"
)

// State is a receipt as its events leave it.
type State struct {
	Contents
	ID             string
	Site           int64
	Status         string
	Subject        string
	Forgotten      bool
	JournalEntryID string
	Joined         bool
	Preparers      []string
	Suggested      []Suggestion // what a person is asked about, unless they said since
	CreatedAt      time.Time
	CreatedBy      string
	UpdatedAt      time.Time
	Events         int
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case Drafted:
		s.ID, s.Site, s.Status, s.CreatedAt, s.CreatedBy = p.ReceiptID, e.Meta.Site, Draft, e.Meta.Time, e.Meta.Principal
		s = s.said(p.DocumentID, p.Content, e.Meta.Principal)
	case Changed:
		if s = s.said(p.DocumentID, p.Content, e.Meta.Principal); s.Match != nil {
			s.Suggested = nil // they said
		}
	case MatchesFound:
		s.Suggested = p.Candidates
	case Finalised:
		s.Status, s.JournalEntryID, s.Joined = Final, p.JournalEntryID, p.Joined
	case Discarded:
		s.Status = Dropped
	}
	return s
}

func (s State) said(document string, content sealed.Text, by string) State {
	s.Contents, s.Subject, s.Forgotten = Read(content), content.Subject, content.Forgotten
	s.DocumentID = document
	if !slices.Contains(s.Preparers, by) {
		s.Preparers = append(slices.Clone(s.Preparers), by)
	}
	return s
}

// Read is what a content says; nothing where it was forgotten.
func Read(content sealed.Text) Contents {
	var d Contents
	_ = json.Unmarshal([]byte(content.Plain), &d)
	return d
}

// entrySpace is the UUIDv5 namespace of the journal entries of receipts.
var entrySpace = uuid.MustParse("b3f6a0f8-3b0f-5a44-9a57-1f0f4d6f7c21")

// JournalID is the id of the journal entry that a receipt becomes.
func JournalID(receipt string) string {
	return act.Compact(uuid.NewSHA1(entrySpace, []byte(receipt)))
}

// SubjectOf is whose data a receipt is: its document's, else its own.
func SubjectOf(document *docs.State, id string) string {
	if document != nil {
		return document.Subject()
	}
	return docs.SubjectOf("", id)
}
