package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// BatchKind is files that came together.
var BatchKind = Kind[docs.Batch]{
	Aggregate: Aggregate[docs.Batch]{Category: docs.BatchCategory.Name, Evolve: docs.Batch.Evolve,
		SiteOf: func(b docs.Batch) int64 { return b.Site }},
	Noun: "batch", Exists: func(b docs.Batch) bool { return b.ID != "" },
}

// BatchFile is one file of a batch, with what is wrong with it already.
type BatchFile struct {
	Upload
	Fault *fault.Error // nil = nothing
}

// ReceiveBatch keeps the files that can be taken, each as a document of its own,
// and then says what became of each. Cut off in between, the files are documents,
// and the batch that is sent again finds them.
func (x *Documents) ReceiveBatch(ctx context.Context, c Caller, clientRef string, files []BatchFile) (Done[docs.Batch], error) {
	const operation = "documents.batch"
	if c.Command == uuid.Nil {
		c.Command = CommandID(c, operation)
	}
	id := act.Context{CommandID: c.Command}.NewID(0)
	one := c
	one.IdempotencyKey, one.IfMatch, one.Command = "", nil, uuid.Nil // a document names itself
	cmd := docs.ReceiveBatch{ClientRef: clientRef}
	var said []map[string]string
	for _, f := range files {
		entry := docs.BatchFile{Filename: sealed.Text{Plain: f.Filename}}
		if f.Staged != nil {
			said = append(said, map[string]string{"sha256": f.SHA256, "type": string(f.Type), "language": f.Language})
		}
		if f.Fault == nil {
			f.Batch = id
			done, err := x.Receive(ctx, one, f.Upload)
			if f.Fault = fault.As(err); err != nil && (f.Fault == nil || f.Fault.Retry > 0) {
				return Done[docs.Batch]{}, err
			}
			entry.DocumentID = done.ID
		}
		if f.Fault != nil {
			entry.DocumentID, entry.Code, entry.Detail = "", f.Fault.Code.Name(), f.Fault.Detail
			if len(f.Fault.Blockers) > 0 {
				entry.Code, entry.Detail = f.Fault.Blockers[0].Code, f.Fault.Blockers[0].Message
			}
		}
		cmd.Files = append(cmd.Files, entry)
	}
	return Execute(ctx, x.Executor, c, BatchKind.Aggregate, Order[docs.Batch]{
		Operation: operation, Permission: "accounting:write", ID: id, Request: map[string]any{"client_ref": clientRef, "files": said},
		Decide: func(b docs.Batch, _ act.Context) ([]event.Payload, error) { return cmd.Decide(b, id) },
	})
}

// BatchDocuments are the documents of a batch as they stand, in the order of its
// files; nil where a file is none.
func (x *Documents) BatchDocuments(ctx context.Context, c Caller, b docs.Batch) ([]*docs.State, error) {
	out := make([]*docs.State, len(b.Files))
	for i, f := range b.Files {
		if f.DocumentID == "" {
			continue
		}
		s, _, err := x.Read(ctx, c, f.DocumentID)
		if fault.As(err) != nil && fault.As(err).Code == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[i] = &s
	}
	return out, nil
}
