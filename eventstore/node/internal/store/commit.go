package store

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

var (
	// ErrFailed is wrapped by writes after a commit or flush has failed. The
	// store must be opened again.
	ErrFailed = errors.New("store: failed, writes are refused until it is reopened")
	// ErrFull is wrapped by writes while the disk has less than Options.MinFree.
	// Nothing was written, and writes go on when there is space.
	ErrFull = errors.New("store: disk full")
	// ErrClosed is returned by writes after Close.
	ErrClosed = errors.New("store: closed")
)

const (
	// A group commit ends at whichever limit it meets first. Bytes stay well
	// under half a memtable, above which Pebble handles a batch differently.
	groupRequestsMax = 1024
	groupBytesMax    = 1 << 20

	// groupsAhead is how many groups may wait for their sync while the writer
	// decides the next one. With more of them groups become smaller, and each has
	// its price.
	groupsAhead = 2

	// idleInterval is how often the writer looks after the witness and the disk.
	idleInterval = time.Second
)

// operation is what the writer runs: it decides, and stages or refuses.
type operation interface {
	apply(tx *tx) error
}

// submit hands an operation to the writer and waits for its commit.
func (s *Store) submit(op operation, bytes int) error {
	woken := make(chan struct{}, 1)
	w := &write{op: op, bytes: bytes, wake: woken}
	if err := s.enqueue(w); err != nil {
		return err
	}
	select {
	case <-woken:
	case <-s.failed:
	}
	err, _ := s.outcome(w)
	return err
}

func (s *Store) enqueue(w *write) error {
	if s.queue.add(w) {
		return nil
	}
	if err := s.Failed(); err != nil {
		return err
	}
	return ErrClosed
}

// outcome is the writer's answer, if there is one. If the store has failed before
// that, the fate of the write is unknown, which is what the error says.
func (s *Store) outcome(w *write) (err error, done bool) {
	failed := s.Failed()
	if w.done.Load() {
		return w.err, true
	}
	return failed, failed != nil
}

func (w *write) answer(err error) {
	w.err = err
	w.done.Store(true)
	wake(w.wake)
}

// write is the writer goroutine. It ends when the store is closed or has failed;
// a fatal error inside Pebble ends it through runtime.Goexit (see failLogger).
func (s *Store) write() {
	defer close(s.unsynced)
	defer s.recovered("writer")
	tick := time.NewTicker(idleInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.queue.news:
			runtime.Gosched()
			if !s.commitGroup() {
				return
			}
		case <-tick.C:
			s.checkDisk()
			s.tail.witness(s.head.Load())
		case <-s.failed:
			return
		case <-s.closing:
			s.commitGroup()
			return
		}
	}
}

// recovered keeps a bug in the writer or the publisher from ending the process:
// reads must go on all the same.
func (s *Store) recovered(who string) {
	if p := recover(); p != nil {
		s.fail(fmt.Errorf("%s: %v\n%s", who, p, debug.Stack()))
	}
}

// commitGroup decides all that waits and hands it to the publisher. It returns
// false if the store has failed.
func (s *Store) commitGroup() bool {
	tx := s.begin()
	if s.full.Load() {
		for _, w := range tx.group {
			w.err = ErrFull
		}
	} else {
		for _, w := range tx.group {
			w.err = w.op.apply(tx)
		}
	}
	tx.finish()
	if tx.bytes > 0 {
		if err := s.apply(tx); err != nil {
			s.fail(err)
			return false
		}
		s.next, s.lastCreated = tx.next, tx.now
	}
	select {
	case s.unsynced <- tx:
		return true
	case <-s.failed:
		return false
	}
}

// apply writes the batch to Pebble, where the writer sees it from then on, and has
// it synced. Pebble reports some failures by panicking.
func (s *Store) apply(tx *tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("commit: %v", p)
		}
	}()
	if err := s.tail.reserve(tx.next - 1); err != nil {
		return err
	}
	return s.db.ApplyNoSyncWait(tx.batch, pebble.Sync)
}

// publish is the publisher goroutine, which answers groups as they become durable.
// Groups without a write wait for those before them too: what they were decided
// on must not be taken back by a crash.
func (s *Store) publish() {
	defer close(s.stopped)
	defer s.recovered("publisher")
	for tx := range s.unsynced {
		if s.Failed() != nil {
			continue // until the writer has noticed
		}
		if tx.bytes > 0 {
			if err := tx.batch.SyncWait(); err != nil {
				s.fail(fmt.Errorf("commit: %w", err))
				continue
			}
			if s.Failed() != nil { // by its own sync perhaps, which tells Pebble of no error (failFS)
				continue
			}
			s.show(tx)
		}
		s.answer(tx)
		s.release(tx)
	}
}

// show makes a durable batch visible: first the state of its streams, then the
// head, then the wake-up of those who wait for it. Who loads a stream meanwhile
// must not put an older state into the cache, hence durable.
func (s *Store) show(tx *tx) {
	s.durable.Store(tx.next - 1)
	for i := range tx.changes {
		s.cache.update(tx.changes[i].stream, tx.changes[i].info)
	}
	if len(tx.staged) > 0 {
		s.head.Store(tx.next - 1)
		s.watchers.committed(tx)
	}
}

// answer has all of a group done before it wakes the first, so that who waits for
// many is woken once.
func (s *Store) answer(tx *tx) {
	for _, w := range tx.group {
		w.done.Store(true)
	}
	for _, w := range tx.group {
		wake(w.wake)
	}
	if s.observe != nil && len(tx.staged) > 0 {
		s.observe(len(tx.staged), tx.bytes, time.Since(tx.began))
	}
}
