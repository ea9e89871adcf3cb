package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/tallystick/tallystick/packaging/soak"
)

// history is what has been promised: events that were acknowledged, or seen by a
// reader. It must hold after every crash.
type history struct {
	mu       sync.Mutex
	promised map[uint64]fact // by position
}

type fact struct {
	stream   string
	revision uint64
	id       [16]byte
}

func (h *history) promise(t testing.TB, position uint64, f fact) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.note(t, position, f)
}

func (h *history) note(t testing.TB, position uint64, f fact) {
	if old, ok := h.promised[position]; ok && old != f {
		t.Errorf("position %d was %v and is now %v", position, old, f)
	}
	h.promised[position] = f
}

// check reads the whole log and compares.
func (h *history) check(t testing.TB, s *Store) {
	t.Helper()
	found := map[uint64]fact{}
	ids := map[[16]byte]uint64{}
	next := map[string]uint64{}
	var p Page
	for q := (AllQuery{Limit: math.MaxUint64}); ; q.From = p.Next {
		if err := s.ReadAll(&p, q); err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Events {
			f := fact{string(e.Stream), e.Revision, e.ID}
			if at, twice := ids[f.id]; twice {
				t.Errorf("event %x is at %d and at %d", f.id, at, e.Position)
			}
			if f.revision != next[f.stream] {
				t.Errorf("%s: revision %d at %d, want %d", f.stream, f.revision, e.Position, next[f.stream])
			}
			next[f.stream]++
			ids[f.id], found[e.Position] = e.Position, f
		}
		if !p.More {
			break
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for position, want := range h.promised {
		if got, ok := found[position]; !ok || got != want {
			t.Errorf("position %d: promised %v, found %v", position, want, got)
		}
	}
}

// TestPowerLoss runs writers and a reader on a file system that forgets what was
// not synced, and takes its state at a random moment as what a machine would
// find after losing power. Seed 3; the schedule adds its own randomness.
func TestPowerLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	h := &history{promised: map[uint64]fact{}}
	fs := vfs.NewCrashableMem()
	var number atomic.Uint64
	total := 0
	for range soak.Rounds(12) {
		s, err := Open(Options{Dir: "log", FS: fs})
		if err != nil {
			t.Fatal(err)
		}
		h.check(t, s)
		crashed := make(chan struct{})
		var wg sync.WaitGroup
		for w := range 16 {
			wg.Go(func() { writeUntil(t, s, h, w, &number, crashed) })
		}
		wg.Go(func() { readUntil(t, s, h, crashed) })
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		// A promise that is made while the copy is taken may or may not be in
		// it, so promises stop first.
		h.mu.Lock()
		fs = fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: random.IntN(101), RNG: random})
		close(crashed)
		total = len(h.promised)
		h.mu.Unlock()
		wg.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(Options{Dir: "log", FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h.check(t, s)
	t.Logf("%d promises held", total)
}

func writeUntil(t testing.TB, s *Store, h *history, writer int, number *atomic.Uint64, crashed <-chan struct{}) {
	for {
		stream := fmt.Sprintf("w-%d-%d", writer, number.Load()%3)
		list := make([]Proposed, 1+number.Load()%3)
		for i := range list {
			list[i] = Proposed{Type: "t", Data: make([]byte, 200)}
			binary.BigEndian.PutUint64(list[i].ID[8:], number.Add(1))
		}
		r, err := s.Append(stream, Expected{}, list)
		if err != nil {
			t.Error(err)
			return
		}
		select {
		case <-crashed:
			return
		default:
		}
		for i := range list {
			back := uint64(len(list) - 1 - i)
			if !h.promiseUnless(t, crashed, r.Position-back, fact{stream, r.Revision - back, list[i].ID}) {
				return
			}
		}
	}
}

// promiseUnless is promise, decided under the lock that the crash takes.
func (h *history) promiseUnless(t testing.TB, crashed <-chan struct{}, position uint64, f fact) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-crashed:
		return false
	default:
	}
	h.note(t, position, f)
	return true
}

func readUntil(t testing.TB, s *Store, h *history, crashed <-chan struct{}) {
	w := s.WatchAll(nil, 0)
	defer w.Close()
	var p Page
	q := AllQuery{From: s.Head() + 1, Limit: math.MaxUint64}
	for {
		if err := s.ReadAll(&p, q); err != nil {
			t.Error(err)
			return
		}
		q.From = p.Next
		for _, e := range p.Events {
			if !h.promiseUnless(t, crashed, e.Position, fact{string(e.Stream), e.Revision, e.ID}) {
				return
			}
		}
		select {
		case <-w.C:
		case <-crashed:
			return
		}
	}
}

// TestCutLog cuts and tears the end of a write-ahead log in every way a file
// system may leave it. What comes back is a prefix or an error, never a gap, and
// new events never get positions that were used. Seed 4.
func TestCutLog(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	original := vfs.NewCrashableMem()
	s, err := Open(Options{Dir: "log", FS: original})
	if err != nil {
		t.Fatal(err)
	}
	const total = 1500
	facts := map[uint64]fact{}
	for i := range total {
		id := [16]byte{1: byte(i >> 8), 2: byte(i)}
		r, err := s.Append(fmt.Sprint("s-", i%7), Expected{}, []Proposed{{ID: id, Type: "t", Data: make([]byte, random.IntN(1500))}})
		if err != nil {
			t.Fatal(err)
		}
		facts[r.Position] = fact{fmt.Sprint("s-", i%7), r.Revision, id}
	}
	head := s.Head()
	// As a killed process leaves it, with no witness of the end.
	image := original.CrashClone(vfs.CrashCloneCfg{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	prefixes, refused := 0, 0
	for range soak.Of(60, 400) {
		fs := image.CrashClone(vfs.CrashCloneCfg{})
		kept := damageTail(t, fs, random)
		s, err := Open(Options{Dir: "log", FS: fs})
		if err != nil {
			refused++
			continue
		}
		prefixes++
		got := s.Head()
		if kept && got != head {
			t.Errorf("nothing acknowledged was damaged, but the head is %d, not %d", got, head)
		}
		(&history{promised: upTo(facts, got)}).check(t, s)
		if err := s.Close(); err != nil { // a clean stop must not forget what was reserved
			t.Fatal(err)
		}
		if s, err = Open(Options{Dir: "log", FS: fs}); err != nil {
			t.Fatal(err)
		}
		r, err := s.Append("new", Expected{}, []Proposed{{ID: [16]byte{9}, Type: "t"}})
		if err != nil || r.Position <= head {
			t.Errorf("position %d after %d was used, %v", r.Position, head, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d opened as a prefix, %d were refused", prefixes, refused)
	if prefixes == 0 || refused == 0 {
		t.Error("the damage was of one kind only")
	}
}

func upTo(facts map[uint64]fact, head uint64) map[uint64]fact {
	kept := map[uint64]fact{}
	for position, f := range facts {
		if position <= head {
			kept[position] = f
		}
	}
	return kept
}

// damageTail cuts the newest log file, changes it, or adds noise behind its end.
// It reports whether all that was there is still there.
func damageTail(t *testing.T, fs vfs.FS, random *rand.Rand) (kept bool) {
	t.Helper()
	path := newestLog(t, fs)
	b := readFile(t, fs, path)
	switch random.IntN(4) {
	case 0: // the next record was being written
		noise := make([]byte, 1+random.IntN(3000))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		b, kept = append(b, noise...), true
	case 1: // preallocated but never written
		b, kept = append(b, make([]byte, random.IntN(5000))...), true
	case 2: // a bit has flipped on the disk
		b[random.IntN(len(b))] ^= 1 << random.IntN(8)
	default:
		b = b[:random.IntN(len(b))]
	}
	f, err := fs.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return kept
}

func newestLog(t *testing.T, fs vfs.FS) string {
	t.Helper()
	names, err := fs.List("log")
	if err != nil {
		t.Fatal(err)
	}
	newest := ""
	for _, name := range names {
		if strings.HasSuffix(name, ".log") && name > newest {
			newest = name
		}
	}
	return fs.PathJoin("log", newest)
}

func readFile(t *testing.T, fs vfs.FS, path string) []byte {
	t.Helper()
	f, err := fs.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A log that lost what the witness saw does not open.
func TestTruncatedLogIsRefused(t *testing.T) {
	fs := vfs.NewCrashableMem()
	s, err := Open(Options{Dir: "log", FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		if _, err := s.Append("s", Expected{}, []Proposed{{ID: [16]byte{byte(i)}, Type: "t", Data: make([]byte, 300)}}); err != nil {
			t.Fatal(err)
		}
	}
	var crashed *vfs.MemFS
	for witnessed := uint64(0); witnessed != s.Head(); { // the writer notes it within a second
		time.Sleep(10 * time.Millisecond)
		crashed = fs.CrashClone(vfs.CrashCloneCfg{})
		note, err := openTail(crashed, "log")
		if err != nil {
			t.Fatal(err)
		}
		witnessed = note.witnessed
		_ = note.file.Close()
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := newestLog(t, crashed)
	b := readFile(t, crashed, path)
	f, err := crashed.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(b[:len(b)/2]); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if _, err := Open(Options{Dir: "log", FS: crashed}); !errors.Is(err, ErrTruncated) {
		t.Errorf("open: %v", err)
	}
}
