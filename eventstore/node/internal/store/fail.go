package store

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"

	"github.com/cockroachdb/pebble/v2"
)

// fail stops all further writes. The first error is kept.
func (s *Store) fail(err error) {
	s.failOnce.Do(func() {
		s.failErr = err
		s.log.Error("event log failed, writes are refused until it is reopened", "error", err)
		close(s.failed)
		s.queue.close()
	})
}

func (s *Store) failure() error { return fmt.Errorf("%w: %w", ErrFailed, s.failErr) }

// Failed returns the error that stopped writes, or nil.
func (s *Store) Failed() error {
	select {
	case <-s.failed:
		return s.failure()
	default:
		return nil
	}
}

// failLogger receives Pebble's messages. Pebble calls Fatalf where it cannot go
// on and relies on it not returning. Ending the process would take reads down
// with it, so the goroutine ends instead: its deferred calls release what it
// holds, and the store refuses writes from then on.
type failLogger struct {
	store *Store
	log   *slog.Logger
}

func (l failLogger) Infof(format string, args ...any) {
	l.log.Debug("pebble", "message", fmt.Sprintf(format, args...))
}

func (l failLogger) Errorf(format string, args ...any) {
	l.log.Warn("pebble", "message", fmt.Sprintf(format, args...))
}

func (l failLogger) Fatalf(format string, args ...any) {
	l.store.fail(fmt.Errorf(format, args...))
	runtime.Goexit()
}

// backgroundError is called when a flush or compaction fails. Writes would go on
// until the memtables are full and then block for ever inside Pebble, so they
// are refused at once.
func (s *Store) backgroundError(err error) {
	if !errors.Is(err, pebble.ErrCancelledCompaction) {
		s.fail(fmt.Errorf("background: %w", err))
	}
}

// corruption is called when stored bytes are not what was written. Whoever reads them
// gets the error. Pebble's own way would end the goroutine of that reader, whose
// caller would then wait for ever.
func (s *Store) corruption(info pebble.DataCorruptionInfo) {
	s.log.Error("stored bytes are damaged", "file", info.Path, "details", fmt.Sprint(info.Details))
}

// checkDisk refuses writes before the disk is so full that Pebble fails.
func (s *Store) checkDisk() {
	usage, err := s.fs.GetDiskUsage(s.dir)
	if err != nil {
		return // not every file system can tell
	}
	full := usage.AvailBytes < s.minFree
	if s.full.Swap(full) != full {
		s.log.Warn("disk space", "available_bytes", usage.AvailBytes, "required_bytes", s.minFree, "writes_refused", full)
	}
}
