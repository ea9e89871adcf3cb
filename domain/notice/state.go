package notice

import (
	"maps"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
)

// Status is where a notice stands.
type Status string

// The statuses, in order.
const (
	Open     Status = "open"
	Drafted  Status = "drafted"
	Approved Status = "approved"
	Leaving  Status = "sending" // by mail
	Sent     Status = "sent"
)

// Act is who did something, and when.
type Act struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Version is one version of the response.
type Version struct {
	ResponseDrafted
	Act
}

// State is a notice as its events leave it; the zero State is "no such notice".
type State struct {
	ID       string
	Site     int64
	Status   Status
	Notice   Recorded
	Recorded Act
	Versions []Version
	Approval *Approval // of the last version; nil = none
	Sending  *Sending
	Mail     *Mail // under way, or how it left; nil = none
	Updated  time.Time
}

// Approval is who approved which version.
type Approval struct {
	ResponseApproved
	Act
}

// Mail is the approved version on its way.
type Mail struct {
	ResponseSending
	Delivered map[string]string // how each message ended, by notification
	Act
}

// Sending is how the approved version left.
type Sending struct {
	ResponseSent
	Act
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	by := Act{e.Meta.Principal, e.Meta.Time}
	s.Updated = by.At
	switch p := e.Payload.(type) {
	case Recorded:
		s = State{ID: p.NoticeID, Site: e.Meta.Site, Status: Open, Notice: p, Recorded: by, Updated: by.At}
	case ResponseDrafted:
		s.Versions = append(slices.Clip(s.Versions), Version{p, by})
		s.Status, s.Approval = Drafted, nil
	case ResponseApproved:
		s.Status, s.Approval = Approved, &Approval{p, by}
	case ResponseSending:
		s.Status, s.Mail = Leaving, &Mail{p, map[string]string{}, by}
	case ResponseDelivered:
		if s.Mail != nil {
			m := *s.Mail
			m.Delivered = maps.Clone(m.Delivered)
			m.Delivered[p.NotificationID] = p.Outcome
			s.Mail, s.Status = &m, p.Status
		}
	case ResponseSent:
		s.Status, s.Sending = Sent, &Sending{p, by}
	}
	return s
}

// Last is the last version of the response; ok is false before the first.
func (s State) Last() (v Version, ok bool) {
	if len(s.Versions) == 0 {
		return Version{}, false
	}
	return s.Versions[len(s.Versions)-1], true
}

// Overdue reports whether the due day has passed without a response.
func (s State) Overdue(today civil.Date) bool {
	due := s.Notice.Deadline.DueOn
	return s.Status != Sent && due != nil && today.After(*due)
}

// Subject is whose data the notice is; it can be told after they were forgotten.
func (s State) Subject() string {
	if who := s.Notice.ClientRef.Subject; who != "" {
		return who
	}
	return subject("", s.ID)
}

func subject(clientRef, noticeID string) string {
	if clientRef == "" {
		clientRef = "notice/" + noticeID
	}
	return commerce.CustomerSubject(clientRef)
}
