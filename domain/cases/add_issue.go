package cases

import (
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
)

// AddIssue opens an issue, on the case or on one workpaper. Its id is NewID(0)
// of the command.
type AddIssue struct {
	Title       string `json:"title"`
	Detail      string `json:"detail,omitempty"`
	WorkpaperID string `json:"workpaper_id,omitempty" doc:"The workpaper it concerns, if one"`

	StartedBy string `json:"-"` // principal who started the automated step that sends this
}

// Validate reports every malformed field.
func (c AddIssue) Validate() error {
	var ch checks
	ch.text("title", c.Title, lineBytesMax, true)
	ch.text("detail", c.Detail, bodyBytesMax, false)
	if c.WorkpaperID != "" {
		ch.id("workpaper_id", c.WorkpaperID)
	}
	return ch.Err()
}

// Needs is nothing.
func (c AddIssue) Needs(State) []Ref { return nil }

// Decide gives IssueAdded.
func (c AddIssue) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	if _, ok := s.Workpaper(c.WorkpaperID); c.WorkpaperID != "" && !ok {
		d.fields.Add("workpaper_id", "the case has no workpaper %s", c.WorkpaperID)
	}
	d.emit(IssueAdded{a.NewID(0), d.text(c.Title), d.text(c.Detail), c.WorkpaperID, c.StartedBy})
	return d.end(eventsMaxContent)
}
