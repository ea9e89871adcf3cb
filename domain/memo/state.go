package memo

import (
	"maps"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
)

// Status is where a memo stands.
type Status string

// The statuses.
const (
	StatusDraft    Status = "draft"
	StatusApproved Status = "approved"
	StatusSending  Status = "sending"
	StatusSent     Status = "sent"   // somebody has it
	StatusFailed   Status = "failed" // nobody has
)

// Version is one version of the text.
type Version struct {
	Edited
	By string
	At time.Time
}

// State is a memo as its events leave it; the zero State is "no such memo".
type State struct {
	ID         string
	Site       int64
	Status     Status
	Head       Composed
	By         string
	At         time.Time
	Updated    time.Time
	Versions   []Version
	Approval   *Approved // of the last version; nil = none
	Approver   string
	ApprovedAt time.Time
	Sending    *SendStarted
	Delivered  map[string]string // by notification, how it ended
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Updated = e.Meta.Time
	switch p := e.Payload.(type) {
	case Composed:
		s = State{ID: p.MemoID, Site: e.Meta.Site, Status: StatusDraft, Head: p, By: e.Meta.Principal, At: e.Meta.Time, Updated: e.Meta.Time}
	case Edited:
		s.Versions = append(slices.Clip(s.Versions), Version{p, e.Meta.Principal, e.Meta.Time})
		s.Status, s.Approval, s.Approver = StatusDraft, nil, ""
	case Approved:
		s.Status, s.Approval, s.Approver, s.ApprovedAt = StatusApproved, &p, e.Meta.Principal, e.Meta.Time
	case SendStarted:
		s.Status, s.Sending, s.Delivered = StatusSending, &p, nil
	case Delivered:
		s.Delivered = maps.Clone(s.Delivered)
		if s.Delivered == nil {
			s.Delivered = map[string]string{}
		}
		s.Delivered[p.NotificationID] = p.Outcome
		s.Status = s.ended()
	}
	return s
}

// ended is the status after the messages that have ended.
func (s State) ended() Status {
	if s.Sending == nil || len(s.Delivered) < len(s.Sending.Recipients) {
		return StatusSending
	}
	for _, outcome := range s.Delivered {
		if outcome == "sent" {
			return StatusSent
		}
	}
	return StatusFailed
}

// Last is the last version; a memo has at least one.
func (s State) Last() Version { return s.Versions[len(s.Versions)-1] }

// Subject is whose data the memo is.
func (s State) Subject() string {
	if who := s.Head.ClientRef.Subject; who != "" {
		return who
	}
	return subject("", s.ID)
}

func subject(clientRef, id string) string {
	if clientRef == "" {
		clientRef = "memo/" + id
	}
	return commerce.CustomerSubject(clientRef)
}
