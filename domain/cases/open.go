package cases

import (
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Open starts a case. Client, period and place may follow later; without them
// it cannot be finalised. The case's id is NewID(0) of the command.
type Open struct {
	Title        string        `json:"title" doc:"What the case is about"`
	Client       string        `json:"client,omitempty" doc:"The client's name"`
	Period       *civil.Period `json:"period,omitempty" doc:"The period it covers, both days included"`
	Jurisdiction string        `json:"jurisdiction,omitempty" doc:"ISO 3166 code of the place" example:"GB"`
	Scope        string        `json:"scope,omitempty" doc:"What is examined"`
	Exclusions   string        `json:"exclusions,omitempty" doc:"What is not"`
}

// Validate reports every malformed field.
func (c Open) Validate() error {
	var ch checks
	ch.text("title", c.Title, lineBytesMax, true)
	ch.text("client", c.Client, lineBytesMax, false)
	if c.Period != nil {
		ch.period("period", *c.Period)
	}
	if c.Jurisdiction != "" {
		ch.jurisdiction("jurisdiction", c.Jurisdiction)
	}
	ch.text("scope", c.Scope, noteBytesMax, false)
	ch.text("exclusions", c.Exclusions, noteBytesMax, false)
	return ch.Err()
}

// Needs is nothing.
func (c Open) Needs(State) []Ref { return nil }

// Decide gives Opened; s is the zero State.
func (c Open) Decide(s State, a act.Context, _ Facts) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "the case exists already")
	}
	id := a.NewID(0)
	e := Opened{
		CaseID: id, Title: seal(id, c.Title), Client: seal(id, c.Client), Jurisdiction: c.Jurisdiction,
		Scope: seal(id, c.Scope), Exclusions: seal(id, c.Exclusions),
	}
	if c.Period != nil {
		e.Period = *c.Period
	}
	return []event.Payload{e}, nil
}
