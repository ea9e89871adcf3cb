package store

import (
	"fmt"
	"slices"
)

// Import writes events as they were recorded elsewhere: with their positions,
// revisions and times. Positions must grow and lie above the head; revisions must
// grow within each stream. Events of one call are written together.
func (s *Store) Import(events []Event) error {
	bytes := 0
	for i := range events {
		bytes += len(events[i].Metadata) + len(events[i].Data)
	}
	return s.submit(&importOp{events: events}, bytes)
}

type importOp struct{ events []Event }

func (op *importOp) apply(tx *tx) error {
	next := tx.next
	for i := range op.events {
		e := &op.events[i]
		if e.Position < next {
			return fmt.Errorf("%w: position %d is in use", ErrInvalid, e.Position)
		}
		next = e.Position + 1
		for _, name := range relatedStreams(string(e.Stream)) {
			if _, err := tx.stream(name); err != nil {
				return err // before anything is staged
			}
		}
	}
	for i := range op.events {
		op.stage(tx, &op.events[i])
	}
	return nil
}

// stage repeats what the event did where it was first recorded.
func (op *importOp) stage(tx *tx, e *Event) {
	st, _ := tx.stream(string(e.Stream)) // loaded by apply
	tx.next, tx.now = e.Position, e.Created
	tx.stageAt(st, e.Revision, &Proposed{ID: e.ID, Type: string(e.Type), JSON: e.JSON, Metadata: e.Metadata, Data: e.Data})
	if original, ok := OriginalStream(st.name); ok {
		described, _ := tx.stream(original)
		tx.setMetadata(described, slices.Clone(e.Data))
	}
	if string(e.Type) == TombstoneType && e.Revision == deletedBefore {
		st.tombstoned = true
	}
}

func relatedStreams(stream string) []string {
	if original, ok := OriginalStream(stream); ok {
		return []string{stream, original}
	}
	return []string{stream}
}
