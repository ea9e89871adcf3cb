package cases

import (
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// ResolveIssue closes an issue with what became of it.
type ResolveIssue struct {
	IssueID    string `json:"-"` // from the path
	Resolution string `json:"resolution"`
}

// Validate reports every malformed field.
func (c ResolveIssue) Validate() error {
	var ch checks
	ch.text("resolution", c.Resolution, bodyBytesMax, true)
	return ch.Err()
}

// Needs is nothing.
func (c ResolveIssue) Needs(State) []Ref { return nil }

// Decide gives IssueResolved; an issue the case does not have is NotFound.
func (c ResolveIssue) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	i, known := s.Issue(c.IssueID)
	if s.ID != "" && !known {
		return nil, fault.New(fault.NotFound, "the case has no issue %s", c.IssueID)
	}
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	if i.Resolution != nil {
		d.blockers.On("issue/"+i.ID, "issue_not_open", "the issue is resolved already")
	}
	d.emit(IssueResolved{i.ID, d.text(c.Resolution)})
	return d.end(eventsMax)
}
