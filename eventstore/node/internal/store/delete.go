package store

import (
	"fmt"

	"github.com/google/uuid"
)

// Delete hides all events of a stream by setting $tb in its metadata; a later
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
	info, err := tx.info(op.stream)
	if err != nil {
		return err
	}
	if info.tombstoned {
		return &StreamDeletedError{Stream: op.stream}
	}
	if !op.expected.holds(info) {
		return &WrongExpectedError{Stream: op.stream, Expected: op.expected, Exists: info.exists, Current: info.last}
	}
	if op.forever {
		op.result = tx.tombstone(op.stream, info)
		return nil
	}
	at, err := tx.writeMetadata(op.stream, deletedBefore)
	op.result = Result{Exists: info.exists, Revision: info.last, Position: at}
	return err
}

// undelete makes a soft-deleted stream visible from its next event on.
func (tx *tx) undelete(stream string, info *streamInfo) error {
	next := uint64(0)
	if info.exists {
		next = info.last + 1
	}
	_, err := tx.writeMetadata(stream, next)
	return err
}

// writeMetadata appends metadata with a new $tb to the metastream and returns
// the position of that event.
func (tx *tx) writeMetadata(stream string, truncateBefore uint64) (uint64, error) {
	old, err := tx.metadata(stream)
	if err != nil {
		return 0, err
	}
	name := Metastream(stream)
	meta, err := tx.info(name)
	if err != nil {
		return 0, err
	}
	event := Proposed{ID: uuid.New(), Type: MetadataType, JSON: true, Data: withTruncateBefore(old, truncateBefore)}
	tx.stage(name, meta, event.ID, encodeRecord(name, event))
	tx.setMetadata(stream, event.Data)
	return meta.lastAt, nil
}

func (tx *tx) tombstone(stream string, info *streamInfo) Result {
	event := Proposed{ID: uuid.New(), Type: TombstoneType}
	tx.stageAt(stream, info, deletedBefore, event.ID, encodeRecord(stream, event))
	info.tombstoned = true
	return Result{Exists: true, Revision: deletedBefore, Position: info.lastAt}
}
