package notice

import (
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Outside is the channel of a response that was sent outside the service.
const Outside = "recorded"

// SendResponse records that the approved response has left.
type SendResponse struct {
	Version    int        `json:"version" minimum:"1" doc:"The approved version."`
	Channel    string     `json:"channel" enum:"recorded" doc:"recorded: it was sent outside the service, by post or the authority's portal."`
	On         civil.Date `json:"sent_on" format:"date" doc:"The day it was sent."`
	Reference  string     `json:"reference,omitempty" maxLength:"200" doc:"Of the dispatch: a tracking number, the portal's receipt."`
	LateReason string     `json:"late_reason,omitempty" maxLength:"2000" doc:"Needed where it was sent after the due day."`
}

// Validate reports every malformed field.
func (c SendResponse) Validate() error {
	var f fault.Fields
	if c.Channel != Outside {
		f.Add("channel", "must be recorded")
	}
	if c.On.IsZero() {
		f.Add("sent_on", "must be a date such as 2026-04-06")
	}
	f.Day("sent_on", c.On)
	f.Text("reference", c.Reference)
	f.Text("late_reason", c.LateReason)
	return f.Err()
}

// Needs lists the grounds of the version.
func (c SendResponse) Needs(s State) []Ref {
	var all []Ref
	if last, ok := s.Last(); ok {
		for _, g := range last.Grounds {
			all = append(all, Ref{g.Kind, g.ID})
		}
	}
	return all
}

// Decide gives ResponseSent.
func (c SendResponse) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if s.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such notice")
	}
	if s.Status == Sent {
		return nil, fault.New(fault.Immutable, "the response was sent on %s", s.Sending.On)
	}
	if s.Status == Leaving {
		return nil, fault.New(fault.Immutable, "version %d is on its way by mail", s.Mail.Version)
	}
	last, ok := s.Last()
	if !ok || last.Version != c.Version {
		return nil, fault.Invalid("version", "the last version is %d", len(s.Versions))
	}
	if c.On.After(civil.FromTime(a.Now.UTC()).AddDays(1)) {
		return nil, fault.Invalid("sent_on", "%s is in the future", c.On)
	}
	if dated := s.Notice.Dated; !dated.IsZero() && c.On.Before(dated) {
		return nil, fault.Invalid("sent_on", "must not be before the date of the notice, %s", dated)
	}
	b := standing(last, f)
	if s.Approval == nil {
		b.Add("draft_not_approved", "version %d is not approved", c.Version)
	}
	if due := s.Notice.Deadline.DueOn; due != nil && c.On.After(*due) && strings.TrimSpace(c.LateReason) == "" {
		b = append(b, fault.Blocker{Code: "late_reason_missing", Field: "late_reason", Message: "it was due on " + due.String()})
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	who := s.Subject()
	return []event.Payload{ResponseSent{c.Version, c.Channel, c.On, seal(who, c.Reference), seal(who, c.LateReason)}}, nil
}
