package store

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/packaging/soak"
)

// model is the semantics of the protocol, written as plainly as possible.
type model struct {
	streams map[string]*modelStream
	ids     map[string]map[byte]int // stream → event id → revision
}

type modelStream struct {
	events     []byte // ids
	first      int    // $tb
	deleted    bool
	tombstoned bool
	hasMeta    bool
}

func (m *model) stream(name string) *modelStream {
	if m.streams[name] == nil {
		m.streams[name] = &modelStream{}
		m.ids[name] = map[byte]int{}
	}
	return m.streams[name]
}

// decide is how the real server decides (its IndexWriter.CheckCommit), but that the
// last events, repeated at the revision that they led to, are a repetition. at is
// where they stand, -1: they are new.
func (m *model) decide(name string, e Expected, ids []byte) (at int, refused string) {
	s := m.stream(name)
	last := len(s.events) - 1
	switch e.Condition {
	case StreamExists:
		if s.deleted {
			return 0, "deleted"
		}
		if last < 0 && !s.hasMeta {
			return 0, "wrong"
		}
		fallthrough
	case Any:
		for i, id := range ids {
			revision, ok := m.ids[name][id]
			if !ok && i == 0 {
				return -1, ""
			}
			if !ok {
				return 0, "wrong"
			}
			at = revision
		}
		return at, ""
	}
	expected := -1
	if e.Condition == AtRevision {
		expected = int(e.Revision)
	}
	if expected > last {
		return 0, "wrong"
	}
	if expected == last {
		if strings.HasSuffix(string(s.events), string(ids)) {
			return last, ""
		}
		return -1, ""
	}
	for i, id := range ids {
		if at = expected + 1 + i; at > last || s.events[at] != id {
			if i == 0 && expected == -1 && s.deleted {
				return -1, ""
			}
			return 0, "wrong"
		}
	}
	return at, ""
}

// append returns the outcome in words.
func (m *model) append(name string, e Expected, ids []byte) string {
	s := m.stream(name)
	if s.tombstoned {
		return "deleted"
	}
	at, refused := m.decide(name, e, ids)
	if refused != "" {
		return refused
	}
	if at >= 0 {
		return fmt.Sprint("ok ", at)
	}
	if s.deleted {
		s.deleted, s.first, s.hasMeta = false, len(s.events), true
	}
	for _, id := range ids {
		m.ids[name][id] = len(s.events)
		s.events = append(s.events, id)
	}
	return fmt.Sprint("ok ", len(s.events)-1)
}

func (m *model) remove(name string, e Expected, forever bool) string {
	s := m.stream(name)
	if s.tombstoned {
		return "deleted"
	}
	if _, refused := m.decide(name, e, []byte{0}); refused != "" {
		return refused
	}
	switch {
	case forever:
		s.tombstoned = true
	case len(s.events) == 0 && !s.hasMeta:
		return "wrong"
	default:
		s.deleted, s.hasMeta = true, true
	}
	return "ok"
}

// describe sets a stream's metadata to one that says nothing.
func (m *model) describe(name string) string {
	s := m.stream(name)
	if s.tombstoned {
		return "deleted"
	}
	if s.first = 0; s.deleted {
		s.first = len(s.events)
	}
	s.deleted, s.hasMeta = false, true
	return "ok"
}

func (m *model) read(name string) string {
	s := m.stream(name)
	switch {
	case s.tombstoned:
		return "deleted"
	case len(s.events) == 0 || s.deleted:
		return "missing"
	}
	return fmt.Sprint(s.events[min(s.first, len(s.events)):])
}

func outcome(r Result, err error, withRevision bool) string {
	var wrong *WrongExpectedError
	var deleted *StreamDeletedError
	switch {
	case errors.As(err, &wrong):
		return "wrong"
	case errors.As(err, &deleted):
		return "deleted"
	case errors.Is(err, ErrStreamNotFound):
		return "missing"
	case err != nil:
		return err.Error()
	case withRevision:
		return fmt.Sprint("ok ", r.Revision)
	}
	return "ok"
}

func readIDs(s *Store, stream string) string {
	var p Page
	ids := []byte{}
	for q := (StreamQuery{Stream: stream, Limit: math.MaxUint64}); ; q.From = p.Next {
		if err := s.ReadStream(&p, q); err != nil {
			return outcome(Result{}, err, false)
		}
		for _, e := range p.Events {
			ids = append(ids, e.ID[0])
		}
		if !p.More {
			return fmt.Sprint(ids)
		}
	}
}

var modelStreams = []string{"a", "ab", "b"}

func drawExpected(t *rapid.T) Expected {
	e := Expected{Condition: Condition(rapid.IntRange(int(Any), int(AtRevision)).Draw(t, "condition"))}
	if e.Condition == AtRevision {
		e.Revision = uint64(rapid.IntRange(0, 8).Draw(t, "revision"))
	}
	return e
}

// TestModel runs random requests, with reopening between them, against the store
// and the model. Rapid prints the seed of a failure.
func TestModel(t *testing.T) {
	soak.Cases(t, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		options := Options{Dir: "log", FS: vfs.NewMem()}
		s, err := Open(options)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		m := &model{streams: map[string]*modelStream{}, ids: map[string]map[byte]int{}}
		check := func(what, got, want string) {
			if got != want {
				t.Fatalf("%s: got %q, want %q", what, got, want)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				stream := rapid.SampledFrom(modelStreams).Draw(t, "stream")
				ids := rapid.SliceOfNDistinct(rapid.ByteRange(1, 12), 1, 3, rapid.ID[byte]).Draw(t, "ids")
				e := drawExpected(t)
				list := make([]Proposed, len(ids))
				for i, id := range ids {
					list[i] = Proposed{ID: [16]byte{id}, Type: "t"}
				}
				r, err := s.Append(stream, e, list)
				check("append", outcome(r, err, true), m.append(stream, e, ids))
			},
			"delete": func(t *rapid.T) {
				stream, e := rapid.SampledFrom(modelStreams).Draw(t, "stream"), drawExpected(t)
				r, err := s.Delete(stream, e)
				check("delete", outcome(r, err, false), m.remove(stream, e, false))
			},
			"describe": func(t *rapid.T) {
				stream := rapid.SampledFrom(modelStreams).Draw(t, "stream")
				r, err := s.Append(Metastream(stream), Expected{}, []Proposed{{ID: uuid.New(), Type: MetadataType, JSON: true, Data: []byte(`{"a":1}`)}})
				check("describe", outcome(r, err, false), m.describe(stream))
			},
			"tombstone": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
					t.Skip()
				}
				stream, e := rapid.SampledFrom(modelStreams).Draw(t, "stream"), drawExpected(t)
				r, err := s.Tombstone(stream, e)
				check("tombstone", outcome(r, err, false), m.remove(stream, e, true))
			},
			"reopen": func(t *rapid.T) {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if s, err = Open(options); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) {
				for _, stream := range modelStreams {
					check("read "+stream, readIDs(s, stream), m.read(stream))
				}
			},
		})
	})
}

// Requests that meet in one group see what those before them in the group left.
func TestGroupDecidesInOrder(t *testing.T) {
	groups, requests := 0, 0
	s, err := Open(Options{Dir: t.TempDir(), Observe: func(int, int, time.Duration) { groups++ }})
	if err != nil {
		t.Fatal(err)
	}
	const callers = 64
	var mu sync.Mutex
	winners := map[uint64]int{}
	for round := range 50 {
		var wg sync.WaitGroup
		for caller := range callers {
			wg.Go(func() {
				// All ask for the same revision: one gets it.
				e := Expected{Condition: AtRevision, Revision: uint64(round - 1)}
				if round == 0 {
					e = Expected{Condition: NoStream}
				}
				r, err := s.Append("contended", e, []Proposed{{ID: [16]byte{byte(round), byte(caller)}, Type: "t"}})
				// All repeat the same event: all get the same answer.
				same, sameErr := s.Append("repeated", Expected{}, []Proposed{{ID: [16]byte{byte(round)}, Type: "t"}})
				mu.Lock()
				defer mu.Unlock()
				requests += 2
				if err == nil {
					winners[r.Revision]++
				} else if outcome(r, err, false) != "wrong" {
					t.Error(err)
				}
				if sameErr != nil || same.Revision != uint64(round) {
					t.Errorf("round %d: revision %d, %v", round, same.Revision, sameErr)
				}
			})
		}
		wg.Wait()
	}
	for revision := range uint64(50) {
		if winners[revision] != 1 {
			t.Errorf("revision %d was won %d times", revision, winners[revision])
		}
	}
	if err := s.Close(); err != nil { // the writer is done with groups
		t.Fatal(err)
	}
	t.Logf("%d requests in %d groups", requests, groups)
}

// An append that is bigger than a memtable goes another way through Pebble; it is
// durable and visible as any other.
func TestHugeAppend(t *testing.T) {
	fs := vfs.NewCrashableMem()
	s, err := Open(Options{Dir: "log", FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	for i, size := range []int{10, memTableBytes / 2, 2 * memTableBytes, 10} {
		r, err := s.Append("s", Expected{}, []Proposed{{ID: [16]byte{byte(i + 1)}, Type: "t", Data: make([]byte, size)}})
		if err != nil || r.Revision != uint64(i) || s.Head() != r.Position {
			t.Errorf("%d bytes: %+v, %v, head %d", size, r, err, s.Head())
		}
	}
	crashed := fs.CrashClone(vfs.CrashCloneCfg{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(Options{Dir: "log", FS: crashed}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := readIDs(s, "s"); got != "[1 2 3 4]" {
		t.Errorf("after a crash: %s", got)
	}
}
