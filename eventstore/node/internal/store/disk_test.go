package store

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
)

// TestFullDisk lets writes fail from a random moment on, again and again: those of
// the write-ahead log, and those of all other files. Appends fail, reads go on, and
// the log opens again with all that was acknowledged. Seed 5.
//
// The log is not made to fail where one file of it follows another: Pebble ends the
// process there, see the package comment. Its events stay within one file therefore.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		name      string
		dataBytes int
		left      int // writes until they fail
		fails     func(path string) bool
	}{
		{name: "log", dataBytes: 1000, left: 200, fails: func(path string) bool { return strings.HasSuffix(path, ".log") }},
		{name: "tables", dataBytes: 200_000, left: 40, fails: func(path string) bool { return strings.HasSuffix(path, ".sst") }},
	} {
		t.Run(c.name, func(t *testing.T) { testFullDisk(t, c.dataBytes, c.left, c.fails) })
	}
}

func testFullDisk(t *testing.T, dataBytes, leftMax int, fails func(path string) bool) {
	random := rand.New(rand.NewPCG(5, 5))
	h := &history{promised: map[uint64]fact{}}
	dir := t.TempDir()
	id := uint64(0)
	for range rounds(t, 8) {
		var left atomic.Int64
		left.Store(math.MaxInt64)
		full := errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && fails(op.Path) && left.Add(-1) < 0 {
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
			t.Logf("close: %v", err)
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
