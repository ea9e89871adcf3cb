package store

import (
	"fmt"

	"github.com/google/uuid"
)

// Delete hides all events of a stream by making $tb all of its metadata; a later
// append continues its numbering. The result's position is that of the metadata
// event. Errors: *WrongExpectedError, *StreamDeletedError, ErrInvalid, ErrFailed,
// ErrFull, ErrClosed.
func (s *Store) Delete(stream string, expected Expected) (Result, error) {
	op := &deleteOp{stream: stream, expected: expected}
	return s.remove(op)
}

// Tombstone ends a stream for good: it can be neither read nor written again.
// Errors as for Delete.
func (s *Store) Tombstone(stream string, expected Expected) (Result, error) {
	op := &deleteOp{stream: stream, expected: expected, forever: true}
	return s.remove(op)
}

func (s *Store) remove(op *deleteOp) (Result, error) {
	if err := checkStreamName(op.stream); err != nil {
		return Result{}, err
	}
	if _, ok := OriginalStream(op.stream); ok {
		return Result{}, fmt.Errorf("%w: metadata stream %q cannot be deleted", ErrInvalid, op.stream)
	}
	err := s.submit(op, 0)
	return op.result, err
}

type deleteOp struct {
	stream   string
	expected Expected
	forever  bool
	result   Result
}

func (op *deleteOp) apply(tx *tx) error {
	st, err := tx.stream(op.stream)
	if err != nil {
		return err
	}
	if st.tombstoned {
		return &StreamDeletedError{Stream: op.stream}
	}
	// A deletion is decided as an append of an event that is new.
	check := appendOp{stream: op.stream, expected: op.expected, events: []Proposed{{ID: uuid.New()}}}
	if _, err := check.decide(tx, st); err != nil {
		return err
	}
	if op.forever {
		op.result = tx.tombstone(st)
		return nil
	}
	if !st.exists && !st.hasMeta {
		return check.wrongExpected(st)
	}
	at, err := tx.writeMetadata(st, nil, deletedBefore)
	op.result = Result{Exists: st.exists, Revision: st.last, Position: at}
	return err
}

// undelete makes a soft-deleted stream visible from its next event on.
func (tx *tx) undelete(st *stream) error {
	old, err := tx.metadata(st)
	if err == nil {
		_, err = tx.writeMetadata(st, old, st.next())
	}
	return err
}

// writeMetadata appends metadata with a new $tb to the metastream and returns
// the position of that event.
func (tx *tx) writeMetadata(st *stream, old []byte, truncateBefore uint64) (uint64, error) {
	meta, err := tx.stream(Metastream(st.name))
	if err != nil {
		return 0, err
	}
	event := Proposed{ID: uuid.New(), Type: MetadataType, JSON: true, Data: withTruncateBefore(old, truncateBefore)}
	tx.stage(meta, &event)
	tx.setMetadata(st, event.Data)
	return meta.lastAt, nil
}

func (tx *tx) tombstone(st *stream) Result {
	tx.stageAt(st, deletedBefore, &Proposed{ID: uuid.New(), Type: TombstoneType})
	st.tombstoned = true
	return Result{Exists: true, Revision: deletedBefore, Position: st.lastAt}
}
