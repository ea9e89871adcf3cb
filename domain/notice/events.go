package notice

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a notice is: one stream per notice.
var Category = event.Category{Name: "notice", Types: []event.Type{
	event.Of[Recorded](),
	event.Of[ResponseDrafted](),
	event.Of[ResponseApproved](),
	event.Of[ResponseSent](),
	event.Of[ResponseSending](),
	event.Of[ResponseDelivered](),
}}

// Recorded is a notice as it was received, with its deadline.
type Recorded struct {
	NoticeID     string            `json:"notice_id"`
	Jurisdiction string            `json:"jurisdiction"` // ISO 3166-1
	SubRegion    string            `json:"sub_region,omitempty"`
	Type         string            `json:"type"`
	Reference    sealed.Text       `json:"reference,omitzero"`
	TaxYears     []string          `json:"tax_years"`
	Dated        civil.Date        `json:"notice_date,omitzero"`
	Received     civil.Date        `json:"received_on,omitzero"`
	StatedDue    civil.Date        `json:"stated_due_on,omitzero"`
	Amount       *money.Dec        `json:"amount,omitempty"`
	Currency     string            `json:"currency,omitempty"`
	Abroad       *bool             `json:"addressed_abroad,omitempty"`
	ClientRef    sealed.Text       `json:"client_ref,omitzero"`
	DocumentID   string            `json:"document_id,omitempty"`
	Supersedes   string            `json:"supersedes,omitempty"` // id of an earlier notice
	Summary      sealed.Text       `json:"summary,omitzero"`     // what the letter says, in the recorder's words
	Deadline     deadline.Deadline `json:"deadline"`
}

// Ground is a record that a response rests on, pinned by its hash.
type Ground struct {
	Kind   string `json:"kind"` // answer
	ID     string `json:"id"`
	SHA256 string `json:"sha256"`
}

// Section is a part of a response.
type Section struct {
	Heading sealed.Text `json:"heading"`
	Text    sealed.Text `json:"text"`
}

// ResponseDrafted is one version of the response, whole.
type ResponseDrafted struct {
	Version  int         `json:"version"` // from 1
	Position string      `json:"position"`
	Grounds  []Ground    `json:"grounds"`
	Sections []Section   `json:"sections"`
	Untraced sealed.Text `json:"untraced,omitzero"` // figures without a source, separated by "; "
}

// ResponseApproved is a second person's word on one version.
type ResponseApproved struct {
	Version int         `json:"version"`
	Waiver  sealed.Text `json:"waiver,omitzero"` // why nobody else could approve; of one who is alone
}

// ResponseSent says that the approved version left, and how.
type ResponseSent struct {
	Version    int         `json:"version"`
	Channel    string      `json:"channel"` // recorded: sent outside the service; email
	On         civil.Date  `json:"sent_on"`
	Reference  sealed.Text `json:"reference,omitzero"` // of the dispatch: a tracking number, a receipt
	LateReason sealed.Text `json:"late_reason,omitzero"`
}

// ResponseSending says that the approved version is on its way by mail, as it was
// frozen.
type ResponseSending struct {
	Version        int         `json:"version"`
	DocumentSHA256 string      `json:"document_sha256"`
	Recipients     []string    `json:"recipients"` // keyed hashes of their addresses, sorted
	LateReason     sealed.Text `json:"late_reason,omitzero"`
}

// ResponseDelivered says how one message ended, and where the notice stands then.
type ResponseDelivered struct {
	NotificationID string `json:"notification_id"`
	Outcome        string `json:"outcome"`
	Status         Status `json:"status"`
}

func (ResponseSending) EventType() string   { return "notice.response_sending.v1" }
func (ResponseDelivered) EventType() string { return "notice.response_delivered.v1" }
func (Recorded) EventType() string          { return "notice.recorded.v1" }
func (ResponseDrafted) EventType() string   { return "notice.response_drafted.v1" }
func (ResponseApproved) EventType() string  { return "notice.response_approved.v1" }
func (ResponseSent) EventType() string      { return "notice.response_sent.v1" }
