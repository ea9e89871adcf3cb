package follow

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/packaging/soak"
)

// memory is a log of which a subscription says where it began.
type memory struct {
	events []eventstore.Raw
	began  event.Position
	end    context.CancelFunc
}

func (m *memory) Decode(context.Context, eventstore.Raw) (event.Recorded, bool, error) {
	return event.Recorded{}, false, nil
}

func (m *memory) ReadAll(_ context.Context, from event.Position, count int) (out []eventstore.Raw, _ error) {
	for _, e := range m.events {
		if !e.Position.Less(from) && len(out) < count {
			out = append(out, e)
		}
	}
	if len(out) > 0 && from != (event.Position{}) && out[0].Position != from { // within an event, where a real server fails
		return nil, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, eventstore.ErrNoPosition)
	}
	return out, nil
}

func (m *memory) NoneBetween(_ context.Context, after, until event.Position, prefixes []string) (bool, error) {
	for _, e := range m.events {
		if after.Less(e.Position) && !until.Less(e.Position) &&
			slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Stream, p) }) {
			return false, nil
		}
	}
	return len(m.events) > 0 && !m.events[len(m.events)-1].Position.Less(until), nil
}

func (m *memory) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error {
	m.began = from
	for i := range m.events {
		e := m.events[i]
		if !from.Less(e.Position) || !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Stream, p) }) {
			continue
		}
		if err := deliver(eventstore.Delivery{Event: &e, Position: e.Position}); err != nil {
			return err
		}
	}
	if n := len(m.events); n > 0 {
		if err := deliver(eventstore.Delivery{Position: m.events[n-1].Position, CaughtUp: true}); err != nil {
			return err
		}
	}
	m.end()
	return ctx.Err()
}

func (m *memory) append(random *rand.Rand, n int) {
	for range n {
		at := uint64(10 + random.IntN(3))
		if n := len(m.events); n > 0 {
			at += m.events[n-1].Position.Commit
		}
		m.events = append(m.events, eventstore.Raw{
			Stream: []string{"key-a-", "key-b-", "case-a-", "tenant-a-"}[random.IntN(4)] + fmt.Sprint(at), Revision: random.Uint64(),
			Position: event.Position{Commit: at, Prepare: at}, ID: uuid.UUID{byte(random.Uint32()), byte(random.Uint32()), byte(random.Uint32()),
				byte(at)},
			Type: "t", ContentType: "application/json", Data: []byte(fmt.Sprint(random.Uint64())), Metadata: []byte(`{}`),
		})
	}
}

// Whatever becomes of the file, a projection is given what the log alone would give
// it, once and in order; and while the file is whole, only what is new is read.
func TestSnapshotsAreTheLog(t *testing.T) {
	for seed := range uint64(soak.Of(100, 3000)) {
		random := rand.New(rand.NewPCG(seed, 1))
		path := filepath.Join(t.TempDir(), "snapshots", "directory")
		log := &memory{}
		log.append(random, random.IntN(40))
		prefixes := []string{"key-", "tenant-"}
		whole := false // the file holds all that the log did
		for round := range 6 {
			ctx, cancel := context.WithCancel(context.Background())
			log.end = cancel
			var got []eventstore.Raw
			s := NewSnapshot(log, path, []byte("key"), slog.New(slog.DiscardHandler))
			s.Subscribe(ctx, event.Position{}, prefixes, func(d eventstore.Delivery) error {
				if d.Event != nil {
					got = append(got, *d.Event)
				}
				return nil
			})
			var want []eventstore.Raw
			for _, e := range log.events {
				if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Stream, p) }) {
					want = append(want, e)
				}
			}
			if !slices.EqualFunc(got, want, func(a, b eventstore.Raw) bool {
				return a.ID == b.ID && a.Position == b.Position && a.Stream == b.Stream && a.Revision == b.Revision && string(a.Data) == string(b.Data)
			}) {
				t.Fatalf("seed %d, round %d: %d events, want %d", seed, round, len(got), len(want))
			}
			if whole && log.began == (event.Position{}) {
				t.Fatalf("seed %d, round %d: the log was read from its start", seed, round)
			}
			whole = len(log.events) > 0
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			switch random.IntN(6) {
			case 0: // torn
				os.Truncate(path, int64(random.IntN(len(content)+1)))
				whole = false
			case 1: // changed
				if len(content) > 0 {
					content[random.IntN(len(content))] ^= 1 << random.IntN(8)
					os.WriteFile(path, content, 0o600)
					whole = false
				}
			case 2: // an older copy of the log, which went on otherwise
				log.events = log.events[:random.IntN(len(log.events)+1)]
				whole = false
			case 3: // of another key
				s.key = []byte("other")
				os.WriteFile(path, append(s.head(), 0, 0, 0, 200, 'e'), 0o600)
				whole = false
			case 4: // another release
				prefixes = [][]string{{"key-"}, {"key-", "case-"}, {"key-", "tenant-"}}[random.IntN(3)]
				whole = false
			}
			log.append(random, random.IntN(20))
		}
	}
}

// Two processes on one file: one writes, both read the same.
func TestSnapshotsHaveOneWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	path := filepath.Join(t.TempDir(), "directory")
	log := &memory{}
	log.append(random, 50)
	count := func() (n int) {
		ctx, cancel := context.WithCancel(context.Background())
		log.end = cancel
		NewSnapshot(log, path, []byte("key"), slog.New(slog.DiscardHandler)).Subscribe(ctx, event.Position{}, []string{"key-"},
			func(d eventstore.Delivery) error {
				if d.Event != nil {
					n++
				}
				return nil
			})
		return n
	}
	first := count()
	f, ours, err := NewSnapshot(log, path, nil, nil).openFile()
	if err != nil || !ours {
		t.Fatal(ours, err)
	}
	defer f.Close()
	before, _ := os.ReadFile(path)
	log.append(random, 50)
	if second := count(); second <= first {
		t.Errorf("%d events after %d", second, first)
	}
	if after, _ := os.ReadFile(path); string(before) != string(after) {
		t.Error("a file was written whose lock another has")
	}
}
