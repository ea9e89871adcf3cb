package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
)

// Attach ties an existing record to the case, with the hash it has now. The
// same record again replaces the attachment, under its first id; with nothing
// changed it gives no event. A new attachment's id is NewID(0) of the command.
type Attach struct {
	Kind   string `json:"kind" enum:"answer,calculation,document,case,record"`
	ID     string `json:"id" doc:"Id of the record, or collection/id for kind record"`
	SHA256 string `json:"sha256,omitempty" doc:"If sent, it must be the record's present hash"`
	Note   string `json:"note,omitempty"`

	StartedBy string `json:"-"` // principal who started the automated step that sends this
}

// Validate reports every malformed field.
func (c Attach) Validate() error {
	var ch checks
	ch.oneOf("kind", c.Kind, KindAnswer, KindCalculation, KindDocument, KindCase, KindRecord)
	ch.ref("id", c.Kind, c.ID)
	ch.sha256("sha256", c.SHA256)
	ch.text("note", c.Note, noteBytesMax, false)
	return ch.Err()
}

// Needs lists the record.
func (c Attach) Needs(State) []Ref { return distinct([]Ref{{c.Kind, c.ID}}) }

// Decide gives RecordAttached.
func (c Attach) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	e := RecordAttached{a.NewID(0), c.Kind, c.ID, d.pin("id", c.Kind, c.ID, c.SHA256), d.text(c.Note), c.StartedBy}
	at := slices.IndexFunc(s.Attachments, func(x Attachment) bool { return x.Kind == c.Kind && x.RecordID == c.ID })
	if at >= 0 {
		old := s.Attachments[at]
		e.AttachmentID = old.ID
		if old.SHA256 == e.SHA256 && old.Note.Plain == c.Note {
			return d.end(eventsMaxContent)
		}
	}
	d.emit(e)
	return d.end(eventsMaxContent)
}
