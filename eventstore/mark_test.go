package eventstore_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

var markKey = []byte("the key of the marks of this test")

func marking() *eventstore.Codec {
	return &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}, Key: markKey}
}

func plainMetadata(t testing.TB, tenant string) []byte {
	t.Helper()
	text, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: tenant, Operation: "cases.open", Schema: 1,
		Time: time.Unix(1, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// settled is a settings event as it stands once it was appended.
func settled(t testing.TB, c *eventstore.Codec, stream string, revision uint64, exact bool) *proof.Event {
	t.Helper()
	expected := eventstore.Any
	if exact {
		if expected = eventstore.NoStream; revision > 0 {
			expected = eventstore.Exactly(revision - 1)
		}
	}
	s, _ := event.ParseStream(stream)
	marked, err := c.Mark(stream, expected, []eventstore.Proposed{{ID: uuid.New(), Type: "settings.replaced.v1", Data: []byte(`{"a":1}`),
		Metadata: plainMetadata(t, s.Tenant)}})
	if err != nil {
		t.Fatal(err)
	}
	e := marked[0]
	return &proof.Event{Stream: stream, Revision: revision, ID: e.ID, Type: e.Type, ContentType: "application/json", Data: e.Data,
		Metadata: e.Metadata}
}

// judged is a judge whose log's marks have begun.
func judged(t *testing.T, key []byte) *eventstore.Judge {
	t.Helper()
	j := &eventstore.Judge{Codec: &eventstore.Codec{Registry: eventstore.Registry, Key: key}}
	begin, err := marking().Mark(checkpoint.MarkStream, eventstore.NoStream, []eventstore.Proposed{{ID: uuid.New(),
		Type: "checkpoint.marks_begun.v1", Data: []byte("{}"), Metadata: plainMetadata(t, "0")}})
	if err != nil {
		t.Fatal(err)
	}
	if what := j.NotOurs(&proof.Event{Stream: checkpoint.MarkStream, ID: begin[0].ID, Type: begin[0].Type, ContentType: "application/json",
		Data: begin[0].Data, Metadata: begin[0].Metadata}); what != "" {
		t.Fatal(what)
	}
	return j
}

// Whatever of an event is changed, wherever it is copied to: whoever has the key tells.
// Copies as they stand are told without it.
func TestNothingButTheEventWhereItStandsIsOurs(t *testing.T) {
	const seed = 21
	random := rand.New(rand.NewPCG(seed, 4))
	changes := map[string]func(e *proof.Event){
		"another stream":       func(e *proof.Event) { e.Stream = "settings-firm-other" },
		"another tenant":       func(e *proof.Event) { e.Stream = "settings-firma-0" },
		"another revision":     func(e *proof.Event) { e.Revision++ },
		"an earlier one":       func(e *proof.Event) { e.Revision-- },
		"another id":           func(e *proof.Event) { e.ID = uuid.New() },
		"another type":         func(e *proof.Event) { e.Type = "settings.replaced.v2" },
		"another content type": func(e *proof.Event) { e.ContentType = "application/octet-stream" },
		"other data":           func(e *proof.Event) { e.Data = []byte(`{"a":2}`) },
		"a changed byte": func(e *proof.Event) {
			e.Metadata = bytes.Clone(e.Metadata)
			e.Metadata[random.IntN(len(e.Metadata))] ^= byte(1 + random.IntN(255))
		},
		"another place said": func(e *proof.Event) {
			e.Metadata = bytes.Replace(e.Metadata, []byte(`"stands":"settings-firm-0@3"`), []byte(`"stands":"settings-firm-0@4"`), 1)
			e.Revision = 4
		},
		"no revision said": func(e *proof.Event) {
			e.Metadata = bytes.Replace(e.Metadata, []byte(`settings-firm-0@3`), []byte(`settings-firm-0`), 1)
		},
		"more after the mark": func(e *proof.Event) { e.Metadata = append(bytes.TrimSuffix(e.Metadata, []byte("}")), `,"site":2}`...) },
		"no mark": func(e *proof.Event) {
			e.Metadata = append(e.Metadata[:bytes.Index(e.Metadata, []byte(`,"mark"`))], '}')
		},
		"no place and no mark": func(e *proof.Event) {
			e.Metadata = append(e.Metadata[:bytes.Index(e.Metadata, []byte(`,"stands"`))], '}')
		},
	}
	toldWithoutKey := map[string]bool{"another stream": true, "another tenant": true, "another revision": true, "an earlier one": true,
		"no place and no mark": true}
	for name, change := range changes {
		for range 40 {
			e := settled(t, marking(), "settings-firm-0", 3, true)
			for _, key := range [][]byte{markKey, nil} {
				if what := judged(t, key).NotOurs(e); what != "" {
					t.Fatalf("as it was written, it %s", what)
				}
			}
			change(e)
			if judged(t, markKey).NotOurs(e) == "" {
				t.Errorf("seed %d: %s is taken for the service's: %s", seed, name, e.Metadata)
			}
			if toldWithoutKey[name] && judged(t, nil).NotOurs(e) == "" {
				t.Errorf("%s is not told without the key", name)
			}
		}
	}
	other := settled(t, &eventstore.Codec{Registry: eventstore.Registry, Key: []byte("another key")}, "settings-firm-0", 3, true)
	if judged(t, markKey).NotOurs(other) == "" {
		t.Error("another key's mark is taken for the service's")
	}
}

// What many write to one stream at once is bound to the stream; a second time it is told.
func TestWhatIsBoundToItsStreamAlone(t *testing.T) {
	first := settled(t, marking(), "audit-firm-20261120", 7, false)
	for _, key := range [][]byte{markKey, nil} {
		j := judged(t, key)
		moved := *first
		moved.Revision = 9
		elsewhere := *first
		elsewhere.Stream = "audit-firm-20261121"
		for i, x := range []struct {
			e    *proof.Event
			ours bool
		}{{first, true}, {&moved, false}, {&elsewhere, false}, {settled(t, marking(), "audit-firm-20261120", 10, false), true}} {
			if what := j.NotOurs(x.e); (what == "") != x.ours {
				t.Errorf("event %d, key %q: %q", i, key, what)
			}
		}
		if j.Marked != 4 && j.Marked != 3 {
			t.Errorf("%d events were judged", j.Marked)
		}
	}
}

// A log from before marks stays what it was, until they are begun; from there on what
// lacks the mark is damage. Nobody else begins them.
func TestWhereMarksBegin(t *testing.T) {
	ctx := storetest.Context(t)
	store := storetest.Node(t).Store(t)
	raw := func(stream string, expected eventstore.Expected) {
		t.Helper()
		s, _ := event.ParseStream(stream)
		if _, err := store.Append(ctx, stream, expected, eventstore.Proposed{ID: uuid.New(), Type: "settings.replaced.v1", Data: []byte("{}"),
			Metadata: plainMetadata(t, s.Tenant)}); err != nil {
			t.Fatal(err)
		}
	}
	open := func(key []byte) *eventstore.Log {
		return &eventstore.Log{Store: store, Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}, Key: key}}
	}
	log := open(markKey)
	damagedAt := func(log *eventstore.Log, stream string) bool {
		t.Helper()
		_, err := log.Load(ctx, stream)
		var damaged *eventstore.DamagedError
		if err != nil && !errors.As(err, &damaged) {
			t.Fatal(err)
		}
		return err != nil
	}
	begin := func(log *eventstore.Log, force bool) bool {
		t.Helper()
		begun, err := log.BeginMarks(ctx, time.Unix(2, 0), force)
		if err != nil {
			t.Fatal(err)
		}
		return begun
	}
	raw("settings-firm-0", eventstore.NoStream)
	if begin(log, false) || damagedAt(log, "settings-firm-0") {
		t.Error("an older log is held to marks that it does not have")
	}
	if _, err := log.Append(ctx, "settings-firm-0", eventstore.Exactly(0), eventstore.Proposed{ID: uuid.New(), Type: "settings.replaced.v1",
		Data: []byte("{}"), Metadata: plainMetadata(t, "firm")}); err != nil {
		t.Fatal(err)
	}
	raw("settings-firm-0", eventstore.Exactly(1)) // an older release, beside
	if begin(open(nil), false) || damagedAt(log, "settings-firm-0") {
		t.Error("releases that mark and that do not cannot write beside each other")
	}
	if !begin(log, true) || damagedAt(log, "settings-firm-0") || damagedAt(open(markKey), "settings-firm-0") {
		t.Error("what stood before the marks is held to them")
	}
	raw("settings-firm-1", eventstore.NoStream)
	raw("settings-firm-0", eventstore.Exactly(2))
	for _, stream := range []string{"settings-firm-0", "settings-firm-1"} {
		if !damagedAt(log, stream) || !damagedAt(open(markKey), stream) || !damagedAt(open(nil), stream) {
			t.Errorf("%s: an event without a mark is taken for the service's", stream)
		}
	}
	stranger := open([]byte("another key"))
	if begin(stranger, true) || !stranger.OtherMarks() || damagedAt(stranger, "settings-firm-1") {
		t.Error("another key's process judges by marks that it cannot read")
	}
	if !begin(log, true) {
		t.Error("marks that have begun are not begun again")
	}
}

// A new log is marked from its first event; a stranger who begins marks there before has
// begun none.
func TestANewLogIsMarked(t *testing.T) {
	ctx := storetest.Context(t)
	for name, forged := range map[string]bool{"new": false, "forged": true} {
		store := storetest.Node(t).Store(t)
		if forged {
			other := &eventstore.Log{Store: store, Codec: &eventstore.Codec{Registry: eventstore.Registry, Key: []byte("another")}}
			if begun, err := other.BeginMarks(ctx, time.Unix(1, 0), false); err != nil || !begun {
				t.Fatal(begun, err)
			}
		}
		log := &eventstore.Log{Store: store, Codec: marking()}
		begun, err := log.BeginMarks(ctx, time.Unix(2, 0), false)
		if err != nil || begun == forged || log.OtherMarks() != forged {
			t.Errorf("%s: %v, %v, %v", name, begun, log.OtherMarks(), err)
		}
	}
}

// Metadata that is no object cannot be marked, and is refused.
func TestMarksNeedMetadata(t *testing.T) {
	for _, m := range []string{"", "null", "[]", "{}", "}"} {
		if _, err := marking().Mark("settings-firm-0", eventstore.NoStream, []eventstore.Proposed{{Metadata: []byte(m)}}); err == nil {
			t.Errorf("%q was marked", m)
		}
	}
}

func BenchmarkMark(b *testing.B) {
	c := marking()
	proposed := []eventstore.Proposed{{ID: uuid.New(), Type: "journal.entry_posted.v1",
		Data: []byte(`{"filler":"` + strings.Repeat("x", 900) + `"}`), Metadata: plainMetadata(b, "firm")}}
	b.ReportAllocs()
	for i := range b.N {
		if _, err := c.Mark(fmt.Sprintf("journal-firm-%d", i%64), eventstore.Exactly(3), proposed); err != nil {
			b.Fatal(err)
		}
	}
}
