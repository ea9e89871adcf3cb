package store

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Options of a store. Dir is required, the rest has defaults.
type Options struct {
	Dir     string
	FS      vfs.FS // default vfs.Default
	Logger  *slog.Logger
	MinFree uint64 // bytes of disk below which writes are refused, default 64 MiB
	// Observe is called after each group commit, on the publisher goroutine.
	Observe func(events, bytes int, took time.Duration)
}

const (
	cacheBytes = 128 << 20
	// A write-ahead log is as long as its memtable is big, and from the third on they
	// overwrite earlier ones, which syncs in two thirds of the time: so memtables are
	// small.
	memTableBytes = 4 << 20
	// Fewer and bigger compactions of flushed tables cost a busy log a tenth less;
	// look-ups pay with a few more Bloom filters. Writes wait only when many are due.
	l0Tables        = 16
	l0TablesMax     = 64
	baseBytesMax    = 512 << 20
	cachedInfos     = 32 << 10
	minFreeDefault  = 64 << 20
	verifiedRecords = 256
	closeTimeout    = 10 * time.Second
)

// Store is an open log. All methods may be called concurrently.
type Store struct {
	db      *pebble.DB
	fs      vfs.FS
	dir     string
	log     *slog.Logger
	minFree uint64
	observe func(events, bytes int, took time.Duration)
	cache   *infoCache

	head     atomic.Uint64 // last durable position; nothing above it is read
	durable  atomic.Uint64 // what head is about to become
	full     atomic.Bool
	watchers *watchers

	// Owned by the writer.
	tail        *tail
	next        uint64
	lastCreated int64
	streams     *streams

	queue     *queue
	unsynced  chan *tx // from the writer to the publisher
	spare     chan *tx // and back
	closing   chan struct{}
	stopped   chan struct{} // writer and publisher have ended
	failed    chan struct{}
	failOnce  sync.Once
	failErr   error // set before failed is closed
	closeOnce sync.Once
	closeErr  error
}

// Open opens or creates a log, drops what a crash left half-written, and checks
// its end. Errors wrap ErrTruncated or ErrCorrupt where they apply.
func Open(o Options) (*Store, error) {
	s := &Store{
		fs: o.FS, dir: o.Dir, log: o.Logger, minFree: o.MinFree, observe: o.Observe,
		cache:    newInfoCache(cachedInfos),
		watchers: newWatchers(),
		streams:  newStreams(),
		queue:    newQueue(),
		unsynced: make(chan *tx, groupsAhead-1), // the publisher holds another
		spare:    make(chan *tx, groupsAhead+1),
		closing:  make(chan struct{}),
		stopped:  make(chan struct{}),
		failed:   make(chan struct{}),
	}
	if s.fs == nil {
		s.fs = vfs.Default
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.minFree == 0 {
		s.minFree = minFreeDefault
	}
	if err := s.openDB(); err != nil {
		return nil, fmt.Errorf("open %s: %w", s.dir, err)
	}
	if err := s.recover(); err != nil {
		_ = s.db.Close()
		return nil, fmt.Errorf("open %s: %w", s.dir, err)
	}
	s.checkDisk()
	go s.write()
	go s.publish()
	go s.watchers.notify(s.stopped)
	return s, nil
}

func (s *Store) openDB() error {
	cache := pebble.NewCache(cacheBytes)
	defer cache.Unref()
	files := &failFS{FS: s.fs, store: s}
	opts := &pebble.Options{
		Cache:                       cache,
		FS:                          files,
		FormatMajorVersion:          pebble.FormatNewest,
		MemTableSize:                memTableBytes,
		MemTableStopWritesThreshold: 4,
		L0CompactionThreshold:       l0Tables,
		L0StopWritesThreshold:       l0TablesMax,
		LBaseMaxBytes:               baseBytesMax,
		Logger:                      failLogger{store: s, log: s.log},
		EventListener:               &pebble.EventListener{BackgroundError: s.backgroundError, DataCorruption: s.corruption},
	}
	opts.Experimental.SpanPolicyFunc = keysOfAKind
	for i := range opts.Levels {
		// Most look-ups ask for streams and event ids that are not there.
		opts.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	db, err := guard(func() (*pebble.DB, error) { return pebble.Open(s.dir, opts) })
	s.db = db
	files.ready.Store(err == nil)
	return err
}

// keysOfAKind has Pebble keep events and other keys in tables of their own. Events
// are written in the order of their keys, so that their tables never overlap, and
// are moved between levels, not rewritten.
func keysOfAKind(first []byte) (policy pebble.SpanPolicy, end []byte, err error) {
	switch kind := first[0]; {
	case kind < prefixEvent:
		return policy, []byte{prefixEvent}, nil
	case kind == prefixEvent:
		return policy, []byte{prefixEvent + 1}, nil
	}
	return policy, nil, nil
}

// guard runs fn on a goroutine of its own: Pebble's fatal errors end the
// goroutine they happen on.
func guard[T any](fn func() (T, error)) (result T, err error) {
	err = errors.New("pebble gave up, see the log")
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, err = fn()
	}()
	<-done
	return result, err
}

// recover finds the head, decides where numbering resumes, and verifies the last
// records.
func (s *Store) recover() error {
	head, created, err := s.verifyEnd()
	if err != nil {
		return err
	}
	if s.tail, err = openTail(s.fs, s.dir); err != nil {
		return err
	}
	if head < s.tail.witnessed {
		_ = s.tail.file.Close()
		return fmt.Errorf("%w: log ends at %d, acknowledged %d", ErrTruncated, head, s.tail.witnessed)
	}
	s.head.Store(head)
	s.durable.Store(head)
	s.next = max(head, s.tail.reserved) + 1
	s.lastCreated = created
	return nil
}

// verifyEnd decodes the last records and checks that indexes lead to them.
func (s *Store) verifyEnd() (head uint64, created int64, err error) {
	it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte{prefixEvent}, UpperBound: []byte{prefixEvent + 1}})
	if err != nil {
		return 0, 0, err
	}
	defer it.Close()
	seen := 0
	for ok := it.Last(); ok && seen < verifiedRecords; ok = it.Prev() {
		value, err := it.ValueAndErr()
		if err != nil {
			return 0, 0, err
		}
		var e Event
		if err := decodeRecord(eventKeyPosition(it.Key()), value, &e); err != nil {
			return 0, 0, err
		}
		if err := s.verifyIndexed(&e); err != nil {
			return 0, 0, err
		}
		if seen == 0 {
			head, created = e.Position, e.Created
		}
		seen++
	}
	return head, created, it.Error()
}

func (s *Store) verifyIndexed(e *Event) error {
	stream := string(e.Stream)
	head, closer, err := s.db.Get(headKey(nil, stream))
	if err != nil {
		return fmt.Errorf("%w: position %d is of %q, which is unknown: %w", ErrCorrupt, e.Position, stream, err)
	}
	number, err := headNumber(head)
	_ = closer.Close()
	if err != nil {
		return fmt.Errorf("%q: %w", stream, err)
	}
	value, closer, err := s.db.Get(indexKey(nil, stream, number, e.Revision))
	if err != nil {
		return fmt.Errorf("%w: position %d is not in the index of %q: %w", ErrCorrupt, e.Position, stream, err)
	}
	defer closer.Close()
	if at := indexPosition(value); at != e.Position {
		return fmt.Errorf("%w: revision %d of %q is at %d, index says %d", ErrCorrupt, e.Revision, stream, e.Position, at)
	}
	return nil
}

// Head is the last durable position, 0 for an empty log.
func (s *Store) Head() uint64 { return s.head.Load() }

// Checkpoint writes a consistent copy of the log to a directory that does not
// exist yet. The copy has no TAIL file: it is a log of its own.
func (s *Store) Checkpoint(dir string) error {
	return s.db.Checkpoint(dir, pebble.WithFlushedWAL())
}

// Close commits what was accepted, stops the writer and closes the files.
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		s.queue.close()
		close(s.closing)
		<-s.stopped
		s.closeErr = s.closeFiles()
	})
	return s.closeErr
}

// errHeld: Pebble did not let go of its files in time.
var errHeld = errors.New("store: files are still held after a failure, end the process")

func (s *Store) closeFiles() error {
	if err := s.Failed(); err == nil {
		// With the memtable flushed, the next Open has nothing to replay.
		return errors.Join(s.db.Flush(), s.tail.close(s.head.Load(), s.next-1), s.db.Close())
	}
	// After a failure parts of Pebble may be stuck. The reservation stays as it
	// is, so that the next Open numbers above everything that was handed out.
	done := make(chan error, 1)
	go func() {
		err := errors.New("pebble gave up, see the log")
		defer func() {
			_ = recover() // Pebble panics on what is left of a failed commit
			done <- err
		}()
		err = errors.Join(s.tail.file.Close(), s.db.Close())
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(closeTimeout):
		return errHeld
	}
}
