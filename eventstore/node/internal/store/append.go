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
	done := make(chan struct{}, 1)
	var a Appending
	a.Start(s, stream, expected, events, done)
	return a.Wait(done)
}

// Appending is an append under way.
type Appending struct {
	write
	op    appendOp
	store *Store
}

// Start queues the append. Appends started one after the other are decided in that
// order, and become done in it. Wake, which holds one wake-up, receives when the
// append is done; appends that are done together may share one.
//
// The events, and what they refer to, must not change until then.
func (a *Appending) Start(s *Store, stream string, expected Expected, events []Proposed, wake chan<- struct{}) {
	a.store, a.wake = s, wake
	a.op = appendOp{stream: stream, expected: expected, events: events}
	a.write.op = &a.op
	for i := range events {
		a.bytes += recordSize(stream, &events[i])
	}
	err := checkStreamName(stream)
	if err == nil {
		err = s.enqueue(&a.write)
	}
	if err != nil {
		a.answer(err)
	}
}

// Result is the outcome of an append that is done. One that the store cannot
// answer any more, since it has failed, is done too.
func (a *Appending) Result() (r Result, err error, done bool) {
	err, done = a.store.outcome(&a.write)
	if err != nil || !done {
		return Result{}, err, done
	}
	return a.op.result, nil, true
}

// Wait waits for the result; woken is the other end of Start's wake.
func (a *Appending) Wait(woken <-chan struct{}) (Result, error) {
	for {
		if r, err, done := a.Result(); done {
			return r, err
		}
		select {
		case <-woken:
		case <-a.store.failed:
		}
	}
}

type appendOp struct {
	stream   string
	expected Expected
	events   []Proposed
	result   Result
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
	st, err := tx.stream(op.stream)
	if err != nil {
		return err
	}
	if st.tombstoned {
		return &StreamDeletedError{Stream: op.stream}
	}
	if len(op.events) > 0 {
		done, err := op.repeated(tx, st)
		if done || err != nil {
			return err
		}
	}
	if !op.expected.holds(&st.streamInfo) {
		return op.wrongExpected(st)
	}
	if len(op.events) == 0 {
		op.result = Result{Exists: st.exists, Revision: st.last, Position: st.lastAt}
		return nil
	}
	var described *stream // whose metadata this is
	if original, ok := OriginalStream(op.stream); ok {
		if described, err = tx.stream(original); err != nil {
			return err // before anything is staged
		}
	}
	if st.softDeleted() {
		if err := tx.undelete(st); err != nil {
			return err
		}
	}
	for i := range op.events {
		tx.stage(st, &op.events[i])
	}
	if described != nil {
		tx.setMetadata(described, op.events[len(op.events)-1].Data)
	}
	op.result = Result{Exists: true, Revision: st.last, Position: st.lastAt}
	return nil
}

// repeated looks for an earlier append of the same events. Only the first id is
// looked up when it is new, which is the common case.
func (op *appendOp) repeated(tx *tx, st *stream) (bool, error) {
	if tx.lacks(st, op.events[0].ID) {
		return false, nil
	}
	revision, found, err := tx.findID(st, op.events[0].ID)
	if err != nil || !found || revision < st.truncateBefore {
		return false, err
	}
	var at uint64
	for i := range op.events {
		id, position, ok, err := tx.eventAt(st, revision+uint64(i))
		if err != nil {
			return false, err
		}
		if !ok || id != op.events[i].ID {
			return true, op.wrongExpected(st)
		}
		at = position
	}
	op.result = Result{Exists: true, Revision: revision + uint64(len(op.events)) - 1, Position: at}
	return true, nil
}

func (op *appendOp) wrongExpected(st *stream) error {
	return &WrongExpectedError{Stream: op.stream, Expected: op.expected, Exists: st.exists, Current: st.last}
}
