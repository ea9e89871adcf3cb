package eventstore

import (
	"context"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// AppendCopies appends events that another log holds, at the revisions they have
// there: same ids, types, content types and bytes. The events are of one stream
// and follow each other. Appending them again changes nothing.
//
// Errors: as Append; ErrWrongRevision when the stream holds something else.
func (s *Store) AppendCopies(ctx context.Context, copies []Raw) (Appended, error) {
	proposed := make([]wire.Proposed, len(copies))
	for i, e := range copies {
		proposed[i] = wire.Proposed{ID: e.ID, Type: e.Type, ContentType: e.ContentType, Data: e.Data, Metadata: e.Metadata}
		if e.ContentType != wire.JSON {
			proposed[i].ContentType = wire.Bytes
		}
	}
	expected := NoStream
	if first := copies[0].Revision; first > 0 {
		expected = Exactly(first - 1)
	}
	return s.append(ctx, copies[0].Stream, expected, proposed)
}
