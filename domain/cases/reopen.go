package cases

import (
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Reopen takes a finalised case back to preparation, as its next revision. The
// pack of the earlier one stays. Sign-offs hold as long as their workpapers
// stay as they are; the client's approval is asked anew.
type Reopen struct {
	Reason string `json:"reason"`
}

// Validate reports every malformed field.
func (c Reopen) Validate() error {
	var ch checks
	ch.text("reason", c.Reason, noteBytesMax, true)
	return ch.Err()
}

// Needs is nothing.
func (c Reopen) Needs(State) []Ref { return nil }

// Decide gives Reopened.
func (c Reopen) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if s.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such case")
	}
	d := &decision{s: s, a: a, f: f}
	if s.Stage != Final {
		d.blockers.Add("case_not_finalised", "only a finalised case is reopened; this one is in %s", s.Stage)
	}
	d.emit(Reopened{s.Revision + 1, d.text(c.Reason)})
	return d.end(eventsMax)
}
