package documents

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Limits of a batch.
const (
	BatchFilesMax = 50
	BatchBytesMax = 200 << 20
)

// BatchCategory is the kind of stream a batch is: files that came together.
var BatchCategory = event.Category{Name: "documentbatch", Types: []event.Type{event.Of[BatchReceived]()}}

// BatchReceived says what became of each file of a batch.
type BatchReceived struct {
	BatchID string      `json:"batch_id"`
	Files   []BatchFile `json:"files"`
}

// BatchFile is one file of a batch. One that is not taken fails alone.
type BatchFile struct {
	Filename   sealed.Text `json:"filename,omitzero"`
	DocumentID string      `json:"document_id,omitempty"`
	Code       string      `json:"code,omitempty"`   // of the fault, where it was not taken
	Detail     string      `json:"detail,omitempty"` // for a person; names nothing of the file
}

// EventType is the type of the event.
func (BatchReceived) EventType() string { return "document_batch.received.v1" }

// Batch is files that came together.
type Batch struct {
	ID        string
	Site      int64
	Files     []BatchFile
	CreatedAt time.Time
	CreatedBy string
}

// Evolve is the batch after e.
func (b Batch) Evolve(e event.Recorded) Batch {
	if p, ok := e.Payload.(BatchReceived); ok {
		b = Batch{p.BatchID, e.Meta.Site, p.Files, e.Meta.Time, e.Meta.Principal}
	}
	return b
}

// ReceiveBatch records the files of a batch.
type ReceiveBatch struct {
	ClientRef string // whose files they are; "" = each its own
	Files     []BatchFile
}

// Decide gives BatchReceived.
func (c ReceiveBatch) Decide(b Batch, id string) ([]event.Payload, error) {
	if b.ID != "" {
		return nil, fault.New(fault.Immutable, "the batch is there")
	}
	files := make([]BatchFile, len(c.Files))
	for i, f := range c.Files {
		own := f.DocumentID
		if own == "" {
			own = id
		}
		f.Filename = sealedOf(SubjectOf(c.ClientRef, own), Shorten(f.Filename.Plain))
		files[i] = f
	}
	return []event.Payload{BatchReceived{id, files}}, nil
}
