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
	StreamExists                  // has events or metadata; a deleted one is an error of its own
	AtRevision                    // last revision is exactly Expected.Revision
)

// Expected is the precondition of a write.
type Expected struct {
	Condition Condition
	Revision  uint64 // with AtRevision
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
// Events that are there already are not written again. For "any" and "exists" that
// is so wherever in the stream their ids stand; for a revision, and for "none", if
// they stand right behind it, hidden or not, or are the stream's last. Part of them
// is *WrongExpectedError. Other errors: *StreamDeletedError, ErrInvalid, ErrFailed,
// ErrFull, ErrClosed.
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
	var described *stream // whose metadata this is
	if original, ok := OriginalStream(op.stream); ok {
		if described, err = tx.stream(original); err != nil {
			return err // before anything is staged
		}
	}
	if st.tombstoned || described != nil && described.tombstoned {
		return &StreamDeletedError{Stream: op.stream}
	}
	done, err := op.decide(tx, st)
	if done || err != nil {
		return err
	}
	if len(op.events) == 0 {
		op.result = Result{Exists: st.exists, Revision: st.last, Position: st.lastAt}
		return nil
	}
	if st.softDeleted() {
		if err := tx.undelete(st); err != nil {
			return err
		}
	}
	for i := range op.events {
		tx.stage(st, &op.events[i])
	}
	op.result = Result{Exists: true, Revision: st.last, Position: st.lastAt}
	if described != nil {
		hidden := described.softDeleted()
		tx.setMetadata(described, op.events[len(op.events)-1].Data)
		if hidden { // what was deleted stays hidden behind other metadata
			return tx.undelete(described)
		}
	}
	return nil
}

// decide compares the stream with what is expected of it; done means that the
// events are there already.
func (op *appendOp) decide(tx *tx, st *stream) (done bool, err error) {
	switch op.expected.Condition {
	case StreamExists:
		if st.softDeleted() {
			return false, &StreamDeletedError{Stream: op.stream}
		}
		if !st.exists && !st.hasMeta {
			return false, op.wrongExpected(st)
		}
		return op.somewhere(tx, st)
	case Any:
		return op.somewhere(tx, st)
	}
	next := uint64(0) // the revision that the first event is to have
	if op.expected.Condition == AtRevision {
		next = op.expected.Revision + 1
	}
	switch {
	case next > st.next():
		return false, op.wrongExpected(st)
	case next == st.next():
		return op.lastAlready(tx, st)
	}
	stand, err := op.stand(tx, st, next)
	switch {
	case err != nil:
		return false, err
	case stand > 0 && stand == len(op.events):
		return true, nil
	case stand == 0 && op.expected.Condition == NoStream && st.softDeleted() && len(op.events) > 0:
		return false, nil
	}
	return false, op.wrongExpected(st)
}

// somewhere looks for events that may stand anywhere in the stream. Only the first
// id is looked up when it is new, which is the common case.
func (op *appendOp) somewhere(tx *tx, st *stream) (bool, error) {
	if len(op.events) == 0 || tx.lacks(st, op.events[0].ID) {
		return false, nil
	}
	var revision uint64
	for i := range op.events {
		found := false
		if !tx.lacks(st, op.events[i].ID) {
			var err error
			if revision, found, err = tx.findID(st, op.events[i].ID); err != nil {
				return false, err
			}
		}
		if !found && i == 0 {
			return false, nil
		}
		if !found {
			return false, op.wrongExpected(st)
		}
	}
	_, at, _, err := tx.eventAt(st, revision)
	op.result = Result{Exists: true, Revision: revision, Position: at}
	return true, err
}

// lastAlready reports whether the events are the last of the stream: then somebody
// repeats them at the revision that they have led to.
func (op *appendOp) lastAlready(tx *tx, st *stream) (bool, error) {
	n := uint64(len(op.events))
	if n == 0 || n > st.next() || tx.lacks(st, op.events[0].ID) {
		return false, nil
	}
	result := op.result
	stand, err := op.stand(tx, st, st.next()-n)
	if err == nil && stand == len(op.events) {
		return true, nil
	}
	op.result = result
	return false, err
}

// stand returns how many of the events stand in the stream from a revision on.
func (op *appendOp) stand(tx *tx, st *stream, from uint64) (n int, err error) {
	for i := range op.events {
		id, at, ok, err := tx.eventAt(st, from+uint64(i))
		if err != nil || !ok || id != op.events[i].ID {
			return i, err
		}
		op.result = Result{Exists: true, Revision: from + uint64(i), Position: at}
	}
	return len(op.events), nil
}

func (op *appendOp) wrongExpected(st *stream) error {
	return &WrongExpectedError{Stream: op.stream, Expected: op.expected, Exists: st.exists, Current: st.last}
}
