package cases

import (
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
)

// EvidenceLink names what a workpaper rests on. Without a hash the record's
// present one is taken; with one it must be the present one. A url is not
// looked up: its hash is that of the copy the sender keeps, if any.
type EvidenceLink struct {
	Kind   string `json:"kind" enum:"answer,calculation,document,case,record,url"`
	Ref    string `json:"ref" doc:"Id of the record, collection/id for kind record, or the address"`
	SHA256 string `json:"sha256,omitempty"`
	Title  string `json:"title,omitempty"`
	Note   string `json:"note,omitempty"`
}

// WriteWorkpaper adds a workpaper, or with its id writes the next revision of
// one, which replaces the whole content and voids the sign-off. A new
// workpaper's id is NewID(0) of the command.
type WriteWorkpaper struct {
	WorkpaperID string         `json:"workpaper_id,omitempty" doc:"The workpaper to revise; none adds one"`
	Title       string         `json:"title"`
	Body        string         `json:"body,omitempty" doc:"The work"`
	Conclusion  string         `json:"conclusion,omitempty" doc:"What it comes to; settles escalated answers among its evidence"`
	Evidence    []EvidenceLink `json:"evidence,omitempty"`

	StartedBy string `json:"-"` // principal who started the automated step that sends this
}

// Validate reports every malformed field.
func (c WriteWorkpaper) Validate() error {
	var ch checks
	if c.WorkpaperID != "" {
		ch.id("workpaper_id", c.WorkpaperID)
	}
	ch.text("title", c.Title, lineBytesMax, true)
	ch.text("body", c.Body, bodyBytesMax, false)
	ch.text("conclusion", c.Conclusion, noteBytesMax, false)
	if len(c.Evidence) > evidenceMax {
		ch.Add("evidence", "at most %d links", evidenceMax)
	}
	total := len(c.Title) + len(c.Body) + len(c.Conclusion)
	for i, l := range c.Evidence {
		ch.evidence(index("evidence", i), l)
		total += len(l.Ref) + len(l.Title) + len(l.Note)
	}
	if total > workpaperBytesMax {
		ch.Add("body", "all texts together exceed %d bytes; upload them as a document and link it", workpaperBytesMax)
	}
	return ch.Err()
}

// Needs lists the records that are linked.
func (c WriteWorkpaper) Needs(State) []Ref {
	var all []Ref
	for _, l := range c.Evidence {
		all = append(all, Ref{l.Kind, l.Ref})
	}
	return distinct(all)
}

// Decide gives WorkpaperAdded or WorkpaperRevised.
func (c WriteWorkpaper) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	content := Content{
		Title: d.text(c.Title), Body: d.text(c.Body), Conclusion: d.text(c.Conclusion),
		Evidence: d.evidence("evidence", c.Evidence), StartedBy: c.StartedBy,
	}
	w, known := s.Workpaper(c.WorkpaperID)
	switch {
	case c.WorkpaperID == "":
		d.emit(WorkpaperAdded{a.NewID(0), content})
	case known:
		d.emit(WorkpaperRevised{w.ID, w.Revision + 1, content})
	default:
		d.fields.Add("workpaper_id", "the case has no workpaper %s", c.WorkpaperID)
	}
	return d.end(eventsMaxContent)
}
