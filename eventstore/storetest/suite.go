package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
)

// Run holds a server to what the layers above rely on. Other streams may stand
// in its log: every test writes to streams of its own.
func Run(t *testing.T, server func(t *testing.T) *Server) {
	for name, test := range map[string]func(*testing.T, *Server){
		"Expectations":         expectations,
		"Retry":                retry,
		"RetryWithinAStream":   retryLater,
		"Conflict":             conflict,
		"ConcurrentWriters":    concurrentWriters,
		"Fidelity":             fidelity,
		"ReadStream":           readStream,
		"ReadAll":              readAll,
		"TooLarge":             tooLarge,
		"Cancelled":            cancelled,
		"CloseWhileCalls":      closeWhileCalls,
		"Model":                model,
		"CatchUpThenLive":      catchUpThenLive,
		"FromPosition":         fromPosition,
		"Checkpoints":          checkpoints,
		"SubscriptionEnds":     subscriptionEnds,
		"ManySubscriptions":    manySubscriptions,
		"SubscribeToNoStreams": subscribeEarly,
	} {
		t.Run(name, func(t *testing.T) { test(t, server(t)) })
	}
	if server(t).Stop == nil {
		return
	}
	for name, test := range map[string]func(*testing.T, *Server){
		"ResumesAfterARestart": resumesAfterARestart,
		"DownAndUp":            downAndUp,
	} {
		t.Run(name, func(t *testing.T) { test(t, server(t)) })
	}
}

// streamOf makes a name that no other test has.
func streamOf(category string) string {
	return category + "-" + strings.ReplaceAll(uuid.NewString(), "-", "") + "-1"
}

// events makes n events to append.
func events(n int) []eventstore.Proposed {
	out := make([]eventstore.Proposed, n)
	for i := range out {
		out[i] = eventstore.Proposed{
			ID: uuid.New(), Type: "test.happened.v1", Data: fmt.Appendf(nil, `{"n":%d}`, i), Metadata: []byte(`{"by":"a test"}`),
		}
	}
	return out
}

func mustAppend(t *testing.T, s *eventstore.Store, stream string, expected eventstore.Expected,
	proposed ...eventstore.Proposed) eventstore.Appended {
	t.Helper()
	at, err := s.Append(Context(t), stream, expected, proposed...)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func mustRead(t *testing.T, s *eventstore.Store, stream string) []eventstore.Raw {
	t.Helper()
	page, err := s.ReadStream(Context(t), stream, 0, 4096)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func wantLength(t *testing.T, s *eventstore.Store, stream string, n int) {
	t.Helper()
	if got := len(mustRead(t, s, stream)); got != n {
		t.Errorf("the stream has %d events, want %d", got, n)
	}
}

func expectations(t *testing.T, server *Server) {
	s := server.Store(t)
	for _, c := range []struct {
		name     string
		before   int // events in the stream
		expected eventstore.Expected
		refused  bool
	}{
		{"any, empty", 0, eventstore.Any, false},
		{"any, not empty", 3, eventstore.Any, false},
		{"none, empty", 0, eventstore.NoStream, false},
		{"none, not empty", 1, eventstore.NoStream, true},
		{"exact", 3, eventstore.Exactly(2), false},
		{"exact, behind", 3, eventstore.Exactly(1), true},
		{"exact, ahead", 3, eventstore.Exactly(3), true},
		{"exact, empty", 0, eventstore.Exactly(0), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			stream := streamOf("storetest")
			if c.before > 0 {
				mustAppend(t, s, stream, eventstore.NoStream, events(c.before)...)
			}
			at, err := s.Append(Context(t), stream, c.expected, events(2)...)
			if c.refused {
				if !errors.Is(err, eventstore.ErrWrongRevision) {
					t.Errorf("error %v, want ErrWrongRevision", err)
				}
				wantLength(t, s, stream, c.before)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			page := mustRead(t, s, stream)
			if len(page) != c.before+2 {
				t.Fatalf("%d events, want %d", len(page), c.before+2)
			}
			if last := page[len(page)-1]; at.Revision != last.Revision || at.Position != last.Position {
				t.Errorf("acknowledged at %+v, stands at %d, %v", at, last.Revision, last.Position)
			}
		})
	}
}

// A repeated append answers what the first did, whatever it expects and
// whatever came after.
func retry(t *testing.T, server *Server) {
	s := server.Store(t)
	for name, expected := range map[string]eventstore.Expected{"none": eventstore.NoStream, "any": eventstore.Any} {
		t.Run(name, func(t *testing.T) {
			stream, batch := streamOf("storetest"), events(3)
			first := mustAppend(t, s, stream, expected, batch...)
			if again := mustAppend(t, s, stream, expected, batch...); again != first {
				t.Errorf("the retry answered %+v, the first %+v", again, first)
			}
			wantLength(t, s, stream, 3)
		})
	}
}

func retryLater(t *testing.T, server *Server) {
	s := server.Store(t)
	stream, batch := streamOf("storetest"), events(2)
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...)
	first := mustAppend(t, s, stream, eventstore.Exactly(0), batch...)
	mustAppend(t, s, stream, eventstore.Exactly(2), events(2)...)
	// The expectation no longer holds; the events are there, and that counts.
	if again := mustAppend(t, s, stream, eventstore.Exactly(0), batch...); again != first {
		t.Errorf("the retry answered %+v, the first %+v", again, first)
	}
	wantLength(t, s, stream, 5)
}

func conflict(t *testing.T, server *Server) {
	s := server.Store(t)
	stream := streamOf("storetest")
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...)
	mustAppend(t, s, stream, eventstore.Exactly(0), events(1)...)
	if _, err := s.Append(Context(t), stream, eventstore.Exactly(0), events(1)...); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("error %v, want ErrWrongRevision", err)
	}
	wantLength(t, s, stream, 2)
}

// Of many that expect the same revision, one writes.
func concurrentWriters(t *testing.T, server *Server) {
	s := server.Store(t)
	const writers, rounds = 8, 20
	stream := streamOf("storetest")
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...)
	for round := range rounds {
		var work sync.WaitGroup
		won := make([]error, writers)
		for i := range writers {
			work.Go(func() { _, won[i] = s.Append(Context(t), stream, eventstore.Exactly(uint64(round)), events(1)...) })
		}
		work.Wait()
		winners := 0
		for _, err := range won {
			switch {
			case err == nil:
				winners++
			case !errors.Is(err, eventstore.ErrWrongRevision):
				t.Fatal(err)
			}
		}
		if winners != 1 {
			t.Fatalf("%d writers won round %d", winners, round)
		}
	}
	for i, e := range mustRead(t, s, stream) {
		if e.Revision != uint64(i) {
			t.Errorf("revision %d at place %d", e.Revision, i)
		}
	}
}

func fidelity(t *testing.T, server *Server) {
	s := server.Store(t)
	stream := streamOf("storetest")
	big := bytes.Repeat([]byte("0123456789abcdef"), 32<<10/16)
	proposed := []eventstore.Proposed{
		{ID: uuid.New(), Type: "test.spoken.v1", Data: []byte(`{"text":"Größe ½ 税 \u0000"}`), Metadata: []byte(`{}`)},
		{ID: uuid.New(), Type: "test.big.v1", Data: append(append([]byte(`"`), big...), '"'), Metadata: []byte(`{"a":[1,2.50]}`)},
		{ID: uuid.New(), Type: "test.empty.v1", Data: []byte(`{}`)},
	}
	mustAppend(t, s, stream, eventstore.NoStream, proposed...)
	page := mustRead(t, s, stream)
	if len(page) != len(proposed) {
		t.Fatalf("%d events of %d", len(page), len(proposed))
	}
	for i, p := range proposed {
		got := page[i]
		if got.ID != p.ID || got.Type != p.Type || got.Stream != stream || got.Revision != uint64(i) || got.ContentType != "application/json" {
			t.Errorf("event %d came back as %+v", i, got)
		}
		if !bytes.Equal(got.Data, p.Data) || !bytes.Equal(got.Metadata, p.Metadata) {
			t.Errorf("event %d came back with other bytes", i)
		}
	}
}

func readStream(t *testing.T, server *Server) {
	s := server.Store(t)
	stream := streamOf("storetest")
	if page := mustRead(t, s, stream); len(page) != 0 {
		t.Errorf("a stream that is not there has %d events", len(page))
	}
	if last, err := s.ReadLast(Context(t), stream, 1); err != nil || len(last) != 0 {
		t.Errorf("its last event: %v, %v", last, err)
	}
	mustAppend(t, s, stream, eventstore.NoStream, events(10)...)
	for _, c := range []struct {
		from  uint64
		count int
		want  []uint64
	}{{0, 3, []uint64{0, 1, 2}}, {7, 100, []uint64{7, 8, 9}}, {9, 1, []uint64{9}}, {10, 5, nil}, {1000, 5, nil}} {
		page, err := s.ReadStream(Context(t), stream, c.from, c.count)
		if err != nil {
			t.Fatal(err)
		}
		wantRevisions(t, page, c.want)
	}
	last, err := s.ReadLast(Context(t), stream, 3)
	if err != nil {
		t.Fatal(err)
	}
	wantRevisions(t, last, []uint64{9, 8, 7})
}

func wantRevisions(t *testing.T, page []eventstore.Raw, want []uint64) {
	t.Helper()
	got := []uint64(nil)
	for _, e := range page {
		got = append(got, e.Revision)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("revisions %v, want %v", got, want)
	}
}

func readAll(t *testing.T, server *Server) {
	s := server.Store(t)
	a, b := streamOf("storetest"), streamOf("storetest")
	first := mustAppend(t, s, a, eventstore.NoStream, events(1)...)
	mustAppend(t, s, b, eventstore.NoStream, events(2)...)
	last := mustAppend(t, s, a, eventstore.Exactly(0), events(1)...)
	if !first.Position.Less(last.Position) {
		t.Errorf("positions %v and %v are not in order", first.Position, last.Position)
	}
	head, ok, err := s.Head(Context(t))
	if err != nil || !ok || head.Less(last.Position) {
		t.Errorf("the head is %v, %v, %v after an event at %v", head, ok, err, last.Position)
	}
	page, err := s.ReadAll(Context(t), first.Position, 4096)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for i, e := range page {
		if i > 0 && !page[i-1].Position.Less(e.Position) {
			t.Errorf("%v follows %v", e.Position, page[i-1].Position)
		}
		if e.Stream == a || e.Stream == b {
			order = append(order, fmt.Sprintf("%v@%d", e.Stream == a, e.Revision))
		}
	}
	if got := strings.Join(order, " "); got != "true@0 false@0 false@1 true@1" {
		t.Errorf("order in the log: %s", got)
	}
	if len(page) > 0 && page[0].Position != first.Position {
		t.Errorf("a read from %v begins at %v", first.Position, page[0].Position)
	}
}

// What is too large is refused whole, and the connection lives on.
func tooLarge(t *testing.T, server *Server) {
	s := server.Store(t)
	stream := streamOf("storetest")
	huge := events(2)
	huge[1].Data = fmt.Appendf(nil, `"%s"`, strings.Repeat("x", 2<<20))
	if _, err := s.Append(Context(t), stream, eventstore.NoStream, huge...); !errors.Is(err, eventstore.ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
	wantLength(t, s, stream, 0)
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...)
}

func cancelled(t *testing.T, server *Server) {
	s := server.Store(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Append(ctx, streamOf("storetest"), eventstore.Any, events(1)...); err == nil {
		t.Error("an append under an ended context succeeded")
	}
	if _, err := s.ReadStream(ctx, streamOf("storetest"), 0, 1); err == nil {
		t.Error("a read under an ended context succeeded")
	}
	stream := streamOf("storetest")
	mustAppend(t, s, stream, eventstore.NoStream, events(1)...) // the store is none the worse
}

// Close lets calls end, and every later call says that the store is closed.
func closeWhileCalls(t *testing.T, server *Server) {
	s, err := eventstore.Connect(server.Config)
	if err != nil {
		t.Fatal(err)
	}
	stream := streamOf("storetest")
	var work, begun sync.WaitGroup
	acknowledged := make([]int, 8)
	for i := range acknowledged {
		begun.Add(1)
		work.Go(func() {
			for n := 0; ; n++ {
				if _, err := s.Append(Context(t), stream, eventstore.Any, events(1)...); err != nil {
					if !errors.Is(err, eventstore.ErrUnavailable) {
						t.Errorf("append beside Close: %v", err)
					}
					break
				}
				if acknowledged[i]++; n == 0 {
					begun.Done()
				}
			}
		})
	}
	begun.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	work.Wait()
	if _, err := s.ReadStream(Context(t), stream, 0, 1); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("a read after Close: %v", err)
	}
	total := 0
	for _, n := range acknowledged {
		total += n
	}
	// What was acknowledged is there; what was not may be.
	if got := len(mustReadAllOf(t, server.Store(t), stream)); got < total || got > total+len(acknowledged) {
		t.Errorf("%d events of %d acknowledged", got, total)
	}
}

// mustReadAllOf reads a stream of any length.
func mustReadAllOf(t *testing.T, s *eventstore.Store, stream string) (all []eventstore.Raw) {
	t.Helper()
	for {
		page, err := s.ReadStream(Context(t), stream, uint64(len(all)), 1000)
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, page...); len(page) == 0 {
			return all
		}
	}
}
