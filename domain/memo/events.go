package memo

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category has one stream a memo.
var Category = event.Category{Name: "memo", Types: []event.Type{
	event.Of[Composed](), event.Of[Edited](), event.Of[Approved](), event.Of[SendStarted](), event.Of[Delivered](),
}}

// Source is a record that a version rests on, pinned by its hash.
type Source struct {
	Kind   string `json:"kind"` // answer | research
	ID     string `json:"id"`
	SHA256 string `json:"sha256"`
}

// Section is a part of a text.
type Section struct {
	Heading sealed.Text `json:"heading"`
	Text    sealed.Text `json:"text"`
}

// Composed begins a memo; its first version follows in the same append.
type Composed struct {
	MemoID     string      `json:"memo_id"`
	Type       string      `json:"type"`
	Language   string      `json:"language"`
	ClientRef  sealed.Text `json:"client_ref,omitzero"`
	CaseID     string      `json:"case_id,omitempty"`
	Supersedes string      `json:"supersedes,omitempty"` // id of a memo that was sent
}

// Edited is one version, whole.
type Edited struct {
	Version  int         `json:"version"` // from 1
	Title    sealed.Text `json:"title"`
	Sections []Section   `json:"sections"`
	Sources  []Source    `json:"sources"`
	Draft    bool        `json:"accepts_draft"`     // figures of draft coverage are accepted
	Untraced sealed.Text `json:"untraced,omitzero"` // figures that no source holds, separated by "; "
}

// Approved is a second person's word on one version.
type Approved struct {
	Version int         `json:"version"`
	Waiver  sealed.Text `json:"waiver,omitzero"` // why nobody else could; of one who is alone
}

// SendStarted says that the approved version was frozen, to be sent to somebody.
type SendStarted struct {
	Version        int      `json:"version"`
	DocumentSHA256 string   `json:"document_sha256"` // of the PDF that goes along
	Recipients     []string `json:"recipient_ids"`   // keyed hashes of their addresses
}

// Delivered is the end of one of its messages.
type Delivered struct {
	NotificationID string `json:"notification_id"`
	Outcome        string `json:"outcome"` // sent | failed | suppressed | cancelled
	Status         Status `json:"status"`  // of the memo, now
}

func (Composed) EventType() string    { return "memo.composed.v1" }
func (Edited) EventType() string      { return "memo.edited.v1" }
func (Approved) EventType() string    { return "memo.approved.v1" }
func (SendStarted) EventType() string { return "memo.send_started.v1" }
func (Delivered) EventType() string   { return "memo.delivered.v1" }
