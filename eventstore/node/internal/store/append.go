package store

import (
	"errors"
	"fmt"
)

// ErrInvalid is wrapped by refusals of requests that can never succeed.
var ErrInvalid = errors.New("invalid request")

// Proposed is an event to be appended.
type Proposed struct {
	ID       [16]byte
	Type     string
	JSON     bool
	Metadata []byte
	Data     []byte
}

// Condition is the state a stream must be in for a write to go through.
type Condition uint8

const (
	Any          Condition = iota // no condition
	NoStream                      // never written, or soft-deleted
	StreamExists                  // has events or metadata, and is not deleted
	AtRevision                    // last revision is exactly Expected.Revision
)

// Expected is the precondition of a write.
type Expected struct {
	Condition Condition
	Revision  uint64 // with AtRevision
}

func (e Expected) holds(i *streamInfo) bool {
	switch e.Condition {
	case Any:
		return true
	case NoStream:
		return !i.live()
	case StreamExists:
		return !i.softDeleted() && (i.exists || i.hasMeta)
	default:
		return i.exists && i.last == e.Revision
	}
}

// WrongExpectedError says that a write met a stream in another state than it
// asked for.
type WrongExpectedError struct {
	Stream   string
	Expected Expected
	Exists   bool   // false: the stream has no events
	Current  uint64 // last revision, if Exists
}

func (e *WrongExpectedError) Error() string {
	return fmt.Sprintf("stream %q is not in the expected state", e.Stream)
}

// StreamDeletedError says that a stream was tombstoned.
type StreamDeletedError struct{ Stream string }

func (e *StreamDeletedError) Error() string { return fmt.Sprintf("stream %q is deleted", e.Stream) }

// Result of a write.
type Result struct {
	Exists   bool   // false: nothing was ever written to the stream
	Revision uint64 // last revision written, or the stream's last for an append of no events
	Position uint64 // position of that event, 0 if nothing was written
}

// Append writes events to one stream, whole or not at all, and returns when they
// are durable.
//
// If the first event's id is already in the stream, nothing is written: the
// answer is that of the first time if the following ids match too, else
// *WrongExpectedError. This comes before the check of expected. Other errors:
// *StreamDeletedError, ErrInvalid, ErrFailed, ErrFull, ErrClosed.
func (s *Store) Append(stream string, expected Expected, events []Proposed) (Result, error) {
	return s.StartAppend(stream, expected, events)()
}

// StartAppend queues an append and returns a function that waits for it. Appends
// started one after the other are decided in that order.
func (s *Store) StartAppend(stream string, expected Expected, events []Proposed) (wait func() (Result, error)) {
	op, err := newAppendOp(stream, expected, events)
	if err != nil {
		return func() (Result, error) { return Result{}, err }
	}
	done, err := s.enqueue(op, op.bytes)
	return func() (Result, error) {
		if err == nil {
			err = s.await(done)
		}
		return op.result, err
	}
}

type appendOp struct {
	stream   string
	expected Expected
	events   []Proposed
	records  [][]byte
	bytes    int
	result   Result
}

func newAppendOp(stream string, expected Expected, events []Proposed) (*appendOp, error) {
	if err := checkStreamName(stream); err != nil {
		return nil, err
	}
	op := &appendOp{stream: stream, expected: expected, events: events, records: make([][]byte, len(events))}
	for i := range events {
		// Encoded here, on the caller's goroutine: the writer only stamps.
		op.records[i] = encodeRecord(stream, events[i])
		op.bytes += len(op.records[i])
	}
	return op, nil
}

func checkStreamName(stream string) error {
	switch {
	case stream == "":
		return fmt.Errorf("%w: empty stream name", ErrInvalid)
	case len(stream) > StreamNameMax:
		return fmt.Errorf("%w: stream name of %d bytes, at most %d", ErrInvalid, len(stream), StreamNameMax)
	case stream == "$all" || stream == metastreamPrefix:
		return fmt.Errorf("%w: stream %q cannot be written", ErrInvalid, stream)
	}
	if original, ok := OriginalStream(stream); ok {
		if _, nested := OriginalStream(original); nested {
			return fmt.Errorf("%w: %q is the metadata of a metadata stream", ErrInvalid, stream)
		}
	}
	return nil
}

func (op *appendOp) apply(tx *tx) error {
	info, err := tx.info(op.stream)
	if err != nil {
		return err
	}
	if info.tombstoned {
		return &StreamDeletedError{Stream: op.stream}
	}
	if len(op.events) > 0 {
		done, err := op.repeated(tx, info)
		if done || err != nil {
			return err
		}
	}
	if !op.expected.holds(info) {
		return op.wrongExpected(info)
	}
	if len(op.events) == 0 {
		op.result = Result{Exists: info.exists, Revision: info.last, Position: info.lastAt}
		return nil
	}
	original, isMeta := OriginalStream(op.stream)
	if isMeta {
		if _, err := tx.info(original); err != nil {
			return err // before anything is staged
		}
	}
	if info.softDeleted() {
		if err := tx.undelete(op.stream, info); err != nil {
			return err
		}
	}
	for i, record := range op.records {
		tx.stage(op.stream, info, op.events[i].ID, record)
	}
	if isMeta {
		tx.setMetadata(original, op.events[len(op.events)-1].Data)
	}
	op.result = Result{Exists: true, Revision: info.last, Position: info.lastAt}
	return nil
}

// repeated looks for an earlier append of the same events. Only the first id is
// looked up when it is new, which is the common case.
func (op *appendOp) repeated(tx *tx, info *streamInfo) (bool, error) {
	if info.lacks(op.events[0].ID) {
		return false, nil
	}
	revision, found, err := tx.findID(op.stream, op.events[0].ID)
	if err != nil || !found || revision < info.truncateBefore {
		return false, err
	}
	var at uint64
	for i := range op.events {
		id, position, ok, err := tx.eventAt(op.stream, revision+uint64(i))
		if err != nil {
			return false, err
		}
		if !ok || id != op.events[i].ID {
			return true, op.wrongExpected(info)
		}
		at = position
	}
	op.result = Result{Exists: true, Revision: revision + uint64(len(op.events)) - 1, Position: at}
	return true, nil
}

func (op *appendOp) wrongExpected(info *streamInfo) error {
	return &WrongExpectedError{Stream: op.stream, Expected: op.expected, Exists: info.exists, Current: info.last}
}
