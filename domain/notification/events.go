package notification

import (
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Kind is why a notification is sent: "invoices.resend". Whoever sends declares it.
type Kind string

// SendJob is the work that a queued notification opens.
const SendJob job.Kind = "notifications.send"

// Queued is a message that was rendered and will be sent.
type Queued struct {
	Kind        Kind         `json:"kind"`
	Source      string       `json:"source"` // stream of the record that it is about
	About       string       `json:"about"`  // the privacy subject whose key everything personal here is sealed under
	AddressID   string       `json:"address_id"`
	To          sealed.Text  `json:"to"`   // address
	Name        sealed.Text  `json:"name"` // of the recipient
	Subject     sealed.Text  `json:"subject"`
	MessageID   string       `json:"message_id"` // with its angle brackets
	Message     blob.Ref     `json:"message"`    // the bytes that are sent
	Attachments []Attachment `json:"attachments"`
}

// Attachment is a file of the message.
type Attachment struct {
	Filename sealed.Text `json:"filename"`
	Media    string      `json:"media"`
	SHA256   string      `json:"sha256"`
	Bytes    int64       `json:"bytes"`
}

// Attempted is the beginning of an attempt, before the message is handed over.
type Attempted struct {
	Number   int  `json:"number"`   // from 1
	Repeated bool `json:"repeated"` // the attempt before may have delivered it
}

// Deferred is the end of an attempt that another follows.
type Deferred struct {
	Code  string      `json:"code"`
	Reply sealed.Text `json:"reply"` // what the other side said
	Until time.Time   `json:"until"`
}

// Sent is the end of an attempt that the other side took the message in.
type Sent struct {
	Channel string `json:"channel"` // smtp | spool
	Number  int    `json:"number"`  // of the attempt
}

// Failed is the end of a notification that will not be sent.
type Failed struct {
	Code  string      `json:"code"`
	Reply sealed.Text `json:"reply"`
}

// Suppressed is the end of one whose address takes no mail.
type Suppressed struct {
	SuppressionID string `json:"suppression_id"`
}

// Cancelled is a person's word that it is not wanted.
type Cancelled struct {
	JobID string `json:"job_id"`
}

// AddressSuppressed says that no mail goes to an address until that is lifted.
type AddressSuppressed struct {
	About          string      `json:"about"`
	Address        sealed.Text `json:"address"`
	Code           string      `json:"code"`
	NotificationID string      `json:"notification_id"`
}

// SuppressionLifted lets mail go to the address again.
type SuppressionLifted struct {
	Code string `json:"code"` // of the suppression that ends
}

func (Queued) EventType() string            { return "notification.queued.v1" }
func (Attempted) EventType() string         { return "notification.attempted.v1" }
func (Deferred) EventType() string          { return "notification.deferred.v1" }
func (Sent) EventType() string              { return "notification.sent.v1" }
func (Failed) EventType() string            { return "notification.failed.v1" }
func (Suppressed) EventType() string        { return "notification.suppressed.v1" }
func (Cancelled) EventType() string         { return "notification.cancelled.v1" }
func (AddressSuppressed) EventType() string { return "suppression.placed.v1" }
func (SuppressionLifted) EventType() string { return "suppression.lifted.v1" }

// OpensJobs has a node send it.
func (Queued) OpensJobs() []job.Opening { return []job.Opening{{Kind: SendJob}} }

// Category of the streams notification-<tenant>-<id>.
var Category = event.Category{Name: "notification", Types: []event.Type{
	event.Of[Queued](), event.Of[Attempted](), event.Of[Deferred](), event.Of[Sent](), event.Of[Failed](), event.Of[Suppressed](),
	event.Of[Cancelled](),
}}

// Suppressions are the streams suppression-<tenant>-<address id>.
var Suppressions = event.Category{Name: "suppression", Types: []event.Type{event.Of[AddressSuppressed](), event.Of[SuppressionLifted]()}}
