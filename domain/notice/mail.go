package notice

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// ByMail is the channel of a response that the service sends.
const ByMail = "email"

// MailResponse has the approved version sent by mail, as it was frozen.
type MailResponse struct {
	Version        int
	DocumentSHA256 string
	Recipients     []string // keyed hashes of their addresses, sorted, each once
	LateReason     string
	Message        string // the sender's words above the document
}

// Validate reports every malformed field.
func (c MailResponse) Validate() error {
	var f fault.Fields
	f.Text("late_reason", c.LateReason)
	return f.Err()
}

// Needs lists the grounds of the version.
func (c MailResponse) Needs(s State) []Ref { return SendResponse{}.Needs(s) }

// Decide gives ResponseSending; nothing where this very sending was begun, so that
// what a crash left is completed.
func (c MailResponse) Decide(s State, _ act.Context, f Facts) ([]event.Payload, error) {
	switch {
	case s.ID == "":
		return nil, fault.New(fault.NotFound, "there is no such notice")
	case s.Mail != nil && s.Status != Approved && s.Mail.Version == c.Version && slices.Equal(s.Mail.Recipients, c.Recipients):
		return nil, nil
	case s.Status == Leaving:
		return nil, fault.New(fault.Immutable, "version %d is on its way by mail, to others", s.Mail.Version)
	case s.Status == Sent:
		return nil, fault.New(fault.Immutable, "the response was sent on %s", s.Sending.On)
	}
	last, ok := s.Last()
	if !ok || last.Version != c.Version {
		return nil, fault.Invalid("version", "the last version is %d", len(s.Versions))
	}
	b := standing(last, f)
	if s.Approval == nil {
		b.Add("draft_not_approved", "version %d is not approved", c.Version)
	}
	b = append(b, s.tracing(f).Beside("message", c.Message, "neither the response nor what it rests on")...)
	if due := s.Notice.Deadline.DueOn; due != nil && f.Today.After(*due) && strings.TrimSpace(c.LateReason) == "" {
		b = append(b, fault.Blocker{Code: "late_reason_missing", Field: "late_reason", Message: "it was due on " + due.String()})
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{ResponseSending{c.Version, c.DocumentSHA256, c.Recipients, seal(s.Subject(), c.LateReason)}}, nil
}

// tracing is what words beside the response may rest on: its last version, which was
// approved, and what that rests on.
func (s State) tracing(f Facts) *Tracing {
	last, _ := s.Last()
	var found []Found
	for _, g := range last.Grounds {
		found = append(found, f.Grounds[Ref{g.Kind, g.ID}])
	}
	language := DraftResponse{}.language(s.Notice)
	t := tracing(language, s.Notice, compose(s.Notice, last.Position, language, found), found)
	for _, x := range last.Sections {
		t.Say(x.Heading.String(), x.Text.String())
	}
	return t
}

// End takes down how a message ended. When the last one has, the response was sent if
// one of them was, on the day that it is where the notice is dealt with; else the version
// stands as it was approved, to be sent again.
func End(s State, today civil.Date, notificationID, outcome string) []event.Payload {
	if s.Mail == nil || s.Status != Leaving || s.Mail.Delivered[notificationID] != "" {
		return nil
	}
	ended, sent := len(s.Mail.Delivered)+1 >= len(s.Mail.Recipients), outcome == "sent"
	for _, o := range s.Mail.Delivered {
		sent = sent || o == "sent"
	}
	switch {
	case !ended:
		return []event.Payload{ResponseDelivered{notificationID, outcome, Leaving}}
	case !sent:
		return []event.Payload{ResponseDelivered{notificationID, outcome, Approved}}
	}
	return []event.Payload{ResponseDelivered{notificationID, outcome, Leaving},
		ResponseSent{Version: s.Mail.Version, Channel: ByMail, On: today, LateReason: s.Mail.LateReason}}
}
