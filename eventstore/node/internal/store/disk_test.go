package store

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/tallystick/tallystick/packaging/soak"
)

// TestFullDisk lets what changes files fail from a random moment on, again and again:
// those of the write-ahead log, also where one follows another, where only beginning
// and syncing them fails, tables, manifests, and everything. Appends fail, reads go on,
// the files are let go of, and the log opens again with all that was acknowledged.
// Seed 5.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		name      string
		dataBytes int
		left      int // operations until they fail
		fails     func(op errorfs.Op) bool
	}{
		{"log", 1000, 200, func(op errorfs.Op) bool { return strings.HasSuffix(op.Path, ".log") }},
		{"turn of the log", 200_000, 12, func(op errorfs.Op) bool {
			switch op.Kind {
			case errorfs.OpFileWrite, errorfs.OpFileSyncData, errorfs.OpFilePreallocate, errorfs.OpFileSyncTo, errorfs.OpFileFlush:
				return false
			case errorfs.OpFileSync:
				return !strings.Contains(filepath.Base(op.Path), ".") // the folder
			}
			return strings.HasSuffix(op.Path, ".log")
		}},
		{"long log", 200_000, 80, func(op errorfs.Op) bool { return strings.HasSuffix(op.Path, ".log") }},
		{"tables", 200_000, 40, func(op errorfs.Op) bool { return strings.HasSuffix(op.Path, ".sst") }},
		{"manifest", 200_000, 12, func(op errorfs.Op) bool {
			base := filepath.Base(op.Path)
			return strings.HasPrefix(base, "MANIFEST-") || strings.HasPrefix(base, "marker.")
		}},
		{"all", 200_000, 900, func(op errorfs.Op) bool { return true }},
	} {
		t.Run(c.name, func(t *testing.T) { testFullDisk(t, c.dataBytes, c.left, c.fails) })
	}
}

func testFullDisk(t *testing.T, dataBytes, leftMax int, fails func(op errorfs.Op) bool) {
	random := rand.New(rand.NewPCG(5, 5))
	h := &history{promised: map[uint64]fact{}}
	dir := t.TempDir()
	id := uint64(0)
	for range soak.Of(4, 24) {
		var left atomic.Int64
		left.Store(math.MaxInt64)
		full := errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && op.Kind != errorfs.OpFileClose && fails(op) && left.Add(-1) < 0 {
				return &os.PathError{Op: "write", Path: op.Path, Err: syscall.ENOSPC}
			}
			return nil
		})
		s, err := Open(Options{Dir: dir, FS: errorfs.Wrap(vfs.Default, full)})
		if err != nil {
			t.Fatal(err)
		}
		h.check(t, s)
		left.Store(int64(random.IntN(leftMax)))
		for err == nil {
			id++
			event := Proposed{Type: "t", Data: make([]byte, random.IntN(dataBytes))}
			binary.BigEndian.PutUint64(event.ID[:], id)
			var r Result
			r, err = s.Append("s", Expected{}, []Proposed{event})
			if err == nil {
				h.promise(t, r.Position, fact{"s", r.Revision, event.ID})
			}
		}
		if !errors.Is(err, ErrFailed) || s.Failed() == nil {
			t.Fatalf("append on a full disk: %v", err)
		}
		if _, err := s.Append("s", Expected{}, []Proposed{{Type: "t"}}); !errors.Is(err, ErrFailed) {
			t.Errorf("append after a failure: %v", err)
		}
		h.check(t, s) // reads work, and see nothing that was not acknowledged
		if err := s.Close(); err != nil {
			if errors.Is(err, errHeld) {
				t.Errorf("close: %v", err)
			}
			// The process ends then; the next one finds the files, and not the locks.
			next := t.TempDir()
			if err := os.CopyFS(next, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			dir = next
		}
	}
	t.Logf("%d acknowledged", len(h.promised))
}

// diskFS tells how much space there is.
type diskFS struct {
	vfs.FS
	available atomic.Uint64
}

func (fs *diskFS) GetDiskUsage(string) (vfs.DiskUsage, error) {
	return vfs.DiskUsage{AvailBytes: fs.available.Load()}, nil
}

// Too little space is noticed before Pebble fails, and writes go on by themselves
// when there is space again.
func TestLowDisk(t *testing.T) {
	fs := &diskFS{FS: vfs.NewMem()}
	s, err := Open(Options{Dir: "log", FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	write := func() error {
		_, err := s.Append("s", Expected{}, []Proposed{{ID: [16]byte{1}, Type: "t"}})
		return err
	}
	if err := write(); !errors.Is(err, ErrFull) {
		t.Fatalf("append without space: %v", err)
	}
	fs.available.Store(1 << 40)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		err := write()
		if err == nil {
			break
		}
		if !errors.Is(err, ErrFull) || time.Now().After(deadline) {
			t.Fatalf("append with space: %v", err)
		}
	}
}
