package eventstore

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/domain/event"
)

// contentTypeJSON is how the log names JSON; everything else is binary.
const contentTypeJSON = "application/json"

// AppendCopies appends events that another log holds, at the revisions they have
// there: same ids, types, content types and bytes. The events are of one stream
// and follow each other. Appending them again changes nothing.
//
// Errors: as Append; ErrWrongRevision when the stream holds something else.
func (s *Store) AppendCopies(ctx context.Context, copies []Raw) (Appended, error) {
	data := make([]esdb.EventData, len(copies))
	for i, e := range copies {
		data[i] = esdb.EventData{EventID: e.ID, EventType: e.Type, ContentType: esdb.ContentTypeBinary, Data: e.Data, Metadata: e.Metadata}
		if e.ContentType == contentTypeJSON {
			data[i].ContentType = esdb.ContentTypeJson
		}
	}
	expected := NoStream
	if first := copies[0].Revision; first > 0 {
		expected = Exactly(first - 1)
	}
	opts := esdb.AppendToStreamOptions{ExpectedRevision: expected.revision}
	r, err := guarded(ctx, s, func(ctx context.Context, c *esdb.Client) (*esdb.WriteResult, error) {
		return c.AppendToStream(ctx, copies[0].Stream, opts, data...)
	})
	if err != nil {
		return Appended{}, err
	}
	return Appended{r.NextExpectedVersion, event.Position{Commit: r.CommitPosition, Prepare: r.PreparePosition}}, nil
}
