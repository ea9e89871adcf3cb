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
	groupBytesMax    = 4 << 20

	// idleInterval is how often the writer looks after the witness and the disk.
	idleInterval = time.Second
)

// operation is what the writer runs: it decides, and stages or refuses.
type operation interface {
	apply(tx *tx) error
}

type request struct {
	op    operation
	bytes int
	done  chan error
}

// submit hands an operation to the writer and waits for its commit.
func (s *Store) submit(op operation, bytes int) error {
	done, err := s.enqueue(op, bytes)
	if err != nil {
		return err
	}
	return s.await(done)
}

func (s *Store) enqueue(op operation, bytes int) (done <-chan error, err error) {
	r := request{op: op, bytes: bytes, done: make(chan error, 1)}
	select {
	case s.queue <- r:
		return r.done, nil
	case <-s.failed:
		return nil, s.failure()
	case <-s.closing:
		return nil, ErrClosed
	}
}

// await returns the writer's answer. If the writer ended without one, the fate of
// the write is unknown, which is what the error says.
func (s *Store) await(done <-chan error) error {
	var ended error
	select {
	case err := <-done:
		return err
	case <-s.failed:
		ended = s.failure()
	case <-s.stopped:
		if ended = s.Failed(); ended == nil {
			ended = ErrClosed
		}
	}
	select {
	case err := <-done: // it came at the same moment
		return err
	default:
		return ended
	}
}

// write is the writer goroutine. It ends when the store is closed or has failed;
// a fatal error inside Pebble ends it through runtime.Goexit (see failLogger).
func (s *Store) write() {
	defer close(s.stopped)
	defer func() {
		if p := recover(); p != nil { // a bug; reads must go on all the same
			s.fail(fmt.Errorf("writer: %v\n%s", p, debug.Stack()))
		}
	}()
	tick := time.NewTicker(idleInterval)
	defer tick.Stop()
	group := make([]request, 0, groupRequestsMax)
	for {
		select {
		case r := <-s.queue:
			group = s.gather(append(group[:0], r))
			if !s.commitGroup(group) {
				return
			}
			clear(group)
		case <-tick.C:
			s.checkDisk()
			s.tail.witness(s.head.Load())
		case <-s.failed:
			return
		case <-s.closing:
			s.drain(group[:0])
			return
		}
	}
}

// gather adds every request that already waits. Callers that were just answered
// are about to send their next one; yielding to them once makes one group of
// what would else be a group of one and a group of the rest.
func (s *Store) gather(group []request) []request {
	bytes := group[0].bytes
	for yielded := false; len(group) < groupRequestsMax && bytes < groupBytesMax; {
		select {
		case r := <-s.queue:
			bytes += r.bytes
			group = append(group, r)
		default:
			if yielded {
				return group
			}
			yielded = true
			runtime.Gosched()
		}
	}
	return group
}

// drain commits what was accepted before Close.
func (s *Store) drain(group []request) {
	for {
		select {
		case r := <-s.queue:
			if !s.commitGroup(s.gather(append(group[:0], r))) {
				return
			}
		default:
			return
		}
	}
}

// commitGroup decides, commits and answers a group. It returns false if the
// store has failed.
func (s *Store) commitGroup(group []request) bool {
	start := time.Now()
	if s.full.Load() {
		answer(group, ErrFull)
		return true
	}
	tx := s.begin()
	defer tx.batch.Close()
	errs := s.errs[:0]
	for _, r := range group {
		errs = append(errs, r.op.apply(tx))
	}
	s.errs = errs
	if tx.batch.Empty() {
		answerEach(group, errs)
		return true
	}
	tx.finish()
	bytes := tx.batch.Len()
	if err := s.commit(tx); err != nil {
		s.fail(err)
		answer(group, s.failure())
		return false
	}
	s.publish(tx)
	answerEach(group, errs)
	if s.observe != nil {
		s.observe(tx.events, bytes, time.Since(start))
	}
	return true
}

// commit makes the batch durable. Pebble reports some failures by panicking.
func (s *Store) commit(tx *tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("commit: %v", p)
		}
	}()
	if err := s.tail.reserve(tx.next - 1); err != nil {
		return err
	}
	return tx.batch.Commit(pebble.Sync)
}

// publish makes a durable batch visible: first the state of its streams, then
// the head, then the wake-up of those who wait for it.
func (s *Store) publish(tx *tx) {
	for name, staged := range tx.streams {
		if staged.changed() {
			s.cache.put(name, staged.info)
		}
	}
	s.lastCreated = tx.now
	s.next = tx.next
	if tx.events > 0 {
		s.head.Store(tx.next - 1)
		s.watchers.committed(tx.streams)
	}
}

func answer(group []request, err error) {
	for _, r := range group {
		r.done <- err
	}
}

func answerEach(group []request, errs []error) {
	for i, r := range group {
		r.done <- errs[i]
	}
}
