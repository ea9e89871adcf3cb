package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Update is all that one PATCH may change, as one act: everything or nothing.
// What is not sent stays. Parts take effect in the order of the fields, the
// stage last, so one request may assign a reviewer and move to review.
type Update struct {
	Title        *string       `json:"title,omitempty"`
	Client       *string       `json:"client,omitempty"`
	Period       *civil.Period `json:"period,omitempty"`
	Jurisdiction *string       `json:"jurisdiction,omitempty" example:"GB"`
	Scope        *string       `json:"scope,omitempty"`
	Exclusions   *string       `json:"exclusions,omitempty"`

	Engagement  *EngagementCheck   `json:"engagement_check,omitempty"`
	Waivers     []Waive            `json:"waivers,omitempty" doc:"Owners only"`
	Reviewer    *string            `json:"reviewer,omitempty" doc:"Id of a principal who may review"`
	AcceptDraft *AcceptDraft       `json:"accept_draft_coverage,omitempty"`
	Approval    *ClientApproval    `json:"client_approval,omitempty"`
	SignOffs    []SignOffWorkpaper `json:"sign_offs,omitempty" doc:"By the assigned reviewer"`

	Stage  *Stage `json:"stage,omitempty" enum:"intake,preparation,review,approval" doc:"One forward, or one back with a reason"`
	Reason string `json:"reason,omitempty" doc:"Why the stage moves; required to go back"`
}

// Validate reports every malformed field.
func (c Update) Validate() error {
	var ch checks
	if c.empty() {
		ch.Add("body", "must change something")
	}
	c.validateDetails(&ch)
	if c.Engagement != nil {
		c.Engagement.validate(&ch, "engagement_check")
	}
	if len(c.Waivers) > waiversMax {
		ch.Add("waivers", "at most %d at once", waiversMax)
	}
	for i, w := range c.Waivers {
		w.validate(&ch, index("waivers", i))
	}
	if c.Reviewer != nil {
		ch.id("reviewer", *c.Reviewer)
	}
	if c.AcceptDraft != nil {
		c.AcceptDraft.validate(&ch, "accept_draft_coverage")
	}
	if c.Approval != nil {
		c.Approval.validate(&ch, "client_approval")
	}
	c.validateSignOffs(&ch)
	c.validateStage(&ch)
	return ch.Err()
}

func (c Update) empty() bool { return len(c.Parts()) == 0 }

// writes reports whether c holds more than a review: anything but sign-offs
// and a move of the stage.
func (c Update) writes() bool {
	return slices.ContainsFunc(c.Parts(), func(name string) bool { return name != "sign_offs" && name != "stage" && name != "reason" })
}

// Parts are the names of what c changes, as they are sent.
func (c Update) Parts() (names []string) {
	for _, p := range []struct {
		name string
		sent bool
	}{
		{"title", c.Title != nil}, {"client", c.Client != nil}, {"period", c.Period != nil}, {"jurisdiction", c.Jurisdiction != nil},
		{"scope", c.Scope != nil}, {"exclusions", c.Exclusions != nil}, {"engagement_check", c.Engagement != nil},
		{"waivers", len(c.Waivers) > 0}, {"reviewer", c.Reviewer != nil}, {"accept_draft_coverage", c.AcceptDraft != nil},
		{"client_approval", c.Approval != nil}, {"sign_offs", len(c.SignOffs) > 0}, {"stage", c.Stage != nil}, {"reason", c.Reason != ""},
	} {
		if p.sent {
			names = append(names, p.name)
		}
	}
	return names
}

// Needs lists the reviewer, and what the approval and the acceptance rest on.
func (c Update) Needs(s State) []Ref {
	var all []Ref
	if c.Reviewer != nil {
		all = append(all, Ref{KindPrincipal, *c.Reviewer})
	}
	if len(c.SignOffs) > 0 {
		all = append(all, Ref{KindPrincipal, s.Reviewer})
	}
	if c.Approval != nil && c.Approval.Evidence != nil {
		all = append(all, Ref{c.Approval.Evidence.Kind, c.Approval.Evidence.Ref})
	}
	if c.AcceptDraft != nil {
		all = append(all, s.refs()...)
	}
	return distinct(all)
}

// Decide gives the events of every part, in order.
func (c Update) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if len(c.Waivers) > 0 && a.Role != "owner" {
		return nil, fault.New(fault.RoleForbidden, "only an owner grants waivers")
	}
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	c.changeDetails(d)
	if c.Engagement != nil {
		c.Engagement.decide(d)
	}
	for i, w := range c.Waivers {
		w.decide(d, i)
	}
	if c.Reviewer != nil {
		d.assignReviewer(*c.Reviewer)
	}
	if c.AcceptDraft != nil {
		c.AcceptDraft.decide(d)
	}
	if c.Approval != nil {
		c.Approval.decide(d)
	}
	for i, x := range c.SignOffs {
		x.decide(d, i)
	}
	if c.Stage != nil {
		d.moveStage(*c.Stage, c.Reason)
	}
	if c.writes() {
		return d.end(eventsMaxContent)
	}
	return d.end(eventsMax)
}
