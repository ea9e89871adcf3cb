package notification

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
)

// Status of a notification.
type Status string

// The states.
const (
	StatusQueued     Status = "queued"
	StatusSending    Status = "sending"
	StatusSent       Status = "sent"
	StatusFailed     Status = "failed"
	StatusSuppressed Status = "suppressed"
	StatusCancelled  Status = "cancelled"
)

// Ended reports whether nothing follows.
func (s Status) Ended() bool {
	return s == StatusSent || s == StatusFailed || s == StatusSuppressed || s == StatusCancelled
}

// State is one notification.
type State struct {
	Exists    bool
	ID        string
	Site      int64
	By        string
	At        time.Time
	JobID     string
	Status    Status
	Queued    Queued
	Attempts  int
	Repeated  bool // some attempt may have delivered it twice
	Deferrals int
	Until     time.Time // not before, of a deferred one
	Channel   string
	Code      string // why it was deferred last, or ended
	Reply     string
	EndedAt   time.Time
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	switch p := e.Payload.(type) {
	case Queued:
		name, _ := event.ParseStream(e.Stream)
		s = State{Exists: true, ID: name.ID, Site: e.Meta.Site, By: e.Meta.Principal, At: e.Meta.Time,
			JobID: job.ID(e.Meta.CommandID, 0), Status: StatusQueued, Queued: p}
	case Attempted:
		s.Status, s.Attempts, s.Repeated = StatusSending, p.Number, s.Repeated || p.Repeated
	case Deferred:
		s.Status, s.Deferrals, s.Until, s.Code, s.Reply = StatusQueued, s.Deferrals+1, p.Until, p.Code, p.Reply.String()
	case Sent:
		s.Status, s.Channel, s.Code, s.Reply = StatusSent, p.Channel, "", ""
	case Failed:
		s.Status, s.Code, s.Reply = StatusFailed, p.Code, p.Reply.String()
	case Suppressed:
		s.Status, s.Code = StatusSuppressed, "recipient_suppressed"
	case Cancelled:
		s.Status, s.Code = StatusCancelled, "cancelled"
	}
	if s.Status.Ended() {
		s.EndedAt = e.Meta.Time
	}
	return s
}

// Suppression is what was said of an address.
type Suppression struct {
	Exists  bool // it takes no mail now
	ID      string
	Placed  AddressSuppressed
	Since   time.Time
	Changes int
}

// Evolve applies one event.
func (s Suppression) Evolve(e event.Recorded) Suppression {
	s.Changes++
	switch p := e.Payload.(type) {
	case AddressSuppressed:
		name, _ := event.ParseStream(e.Stream)
		s.Exists, s.ID, s.Placed, s.Since = true, name.ID, p, e.Meta.Time
	case SuppressionLifted:
		s.Exists = false
	}
	return s
}
