package eventstore_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// A stream of any category is loaded whole, however many pages it has: shorter than one,
// exactly one, and several.
func TestStreamsAreLoadedWhole(t *testing.T) {
	const page = 8
	log := &eventstore.Log{Store: storetest.Node(t).Store(t), Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}}}
	log.SetPage(page)
	for _, category := range eventstore.Registry.Categories() {
		typ := ""
		for _, name := range eventstore.Registry.Types(category) {
			if !eventstore.Opens(name) {
				typ = name
			}
		}
		if typ == "" {
			continue // its streams have one event
		}
		for _, n := range []int{1, page - 1, page, page + 1, 2 * page, 5*page + 3} {
			stream := fmt.Sprintf("%s-firm-x%d", category, n)
			proposed := make([]eventstore.Proposed, n)
			for i := range proposed {
				metadata, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: "firm", Schema: 1, Time: time.Unix(int64(i+1), 0).UTC()})
				if err != nil {
					t.Fatal(err)
				}
				proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: typ, Data: []byte("{}"), Metadata: metadata}
			}
			if _, err := log.Append(storetest.Context(t), stream, eventstore.NoStream, proposed...); err != nil {
				t.Fatal(err)
			}
			history, err := log.Load(storetest.Context(t), stream)
			if err != nil || len(history) != n {
				t.Errorf("%s: %d events of %d are loaded (%v)", stream, len(history), n, err)
				continue
			}
			for i, e := range history {
				if e.Revision != uint64(i) || e.ID != proposed[i].ID {
					t.Errorf("%s: event %d is %s at %d", stream, i, e.ID, e.Revision)
				}
			}
		}
	}
}

// More events than the log gives at once, which a day's calls or a book of invoices have.
func TestALongStreamIsLoaded(t *testing.T) {
	log := &eventstore.Log{Store: storetest.Node(t).Store(t), Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}}}
	const all, once = 4096 + 200, 500
	metadata, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: "firm", Schema: 1, Time: time.Unix(1, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	for done := 0; done < all; {
		n := min(once, all-done)
		proposed := make([]eventstore.Proposed, n)
		for i := range proposed {
			proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: "settings.replaced.v1", Data: []byte("{}"), Metadata: metadata}
		}
		if _, err := log.Append(storetest.Context(t), "settings-firm-0", eventstore.Any, proposed...); err != nil {
			t.Fatal(err)
		}
		done += n
	}
	history, err := log.Load(storetest.Context(t), "settings-firm-0")
	if err != nil || len(history) != all {
		t.Errorf("%d events of %d are loaded (%v)", len(history), all, err)
	}
}

// A stream of which anything is hidden is not loaded, whatever hides it, by a process that
// was told of nothing; what another has found is not loaded either.
func TestWhatIsNotWholeIsNotLoaded(t *testing.T) {
	cluster := storetest.NewStrict(t, 1)
	log := &eventstore.Log{Store: (&storetest.Server{Config: cluster.Config()}).Store(t),
		Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}}}
	stranger := storetest.Client(t, cluster.Config().URL)
	ctx := storetest.Context(t)
	metadata := func(set func(m *esdb.StreamMetadata)) func(string) error {
		return func(stream string) error {
			var m esdb.StreamMetadata
			set(&m)
			_, err := stranger.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m)
			return err
		}
	}
	for name, hide := range map[string]func(stream string) error{
		"the first event":  metadata(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(1) }),
		"all but the last": metadata(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(2) }),
		"every event":      metadata(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(3) }),
		"but two":          metadata(func(m *esdb.StreamMetadata) { m.SetMaxCount(2) }),
		"but one":          metadata(func(m *esdb.StreamMetadata) { m.SetMaxCount(1) }),
		"a deleted stream": func(stream string) error {
			_, err := stranger.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"an ended stream": func(stream string) error {
			_, err := stranger.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"what was found elsewhere": func(stream string) error {
			log.SetDamage(map[string]*eventstore.DamagedError{stream: {Stream: stream, What: "cannot be taken"}})
			return nil
		},
	} {
		stream := "settings-firm-" + uuid.NewString()[:8]
		proposed := make([]eventstore.Proposed, 3)
		for i := range proposed {
			proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: "settings.replaced.v1", Data: []byte("{}"), Metadata: plainMetadata(t, "firm")}
		}
		if _, err := log.Append(ctx, stream, eventstore.NoStream, proposed...); err != nil {
			t.Fatal(err)
		}
		if history, err := log.Load(ctx, stream); err != nil || len(history) != 3 {
			t.Fatalf("%d events, %v", len(history), err)
		}
		if err := hide(stream); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		history, err := log.Load(ctx, stream)
		var damaged *eventstore.DamagedError
		if !errors.As(err, &damaged) || damaged.Stream != stream || history != nil {
			t.Errorf("%s: %d events, %v", name, len(history), err)
		}
	}
	log.SetDamage(nil)
	if history, err := log.Load(ctx, "settings-firm-none"); err != nil || history != nil {
		t.Errorf("a stream that never was: %v, %v", history, err)
	}
}

// Each type that begins streams is registered, and damage where it stands later.
func TestOpeningsStandAtTheBeginning(t *testing.T) {
	codec := &eventstore.Codec{Registry: eventstore.Registry, Box: &box{}}
	metadata, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: "firm", Schema: 1, Time: time.Unix(1, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	registered := 0
	for _, category := range eventstore.Registry.Categories() {
		for _, typ := range eventstore.Registry.Types(category) {
			raw := eventstore.Raw{Stream: category + "-firm-1", Type: typ, ContentType: "application/json", Data: []byte("{}"), Metadata: metadata}
			if _, _, err := codec.Decode(t.Context(), raw); err != nil {
				t.Errorf("%s at the beginning: %v", typ, err)
			}
			raw.Revision = 3
			_, _, err := codec.Decode(t.Context(), raw)
			if opens := eventstore.Opens(typ); (err != nil) != opens || (eventstore.NotOurs(raw.Proved()) != "") != opens {
				t.Errorf("%s later: %v", typ, err)
			}
			if eventstore.Opens(typ) {
				registered++
			}
		}
	}
	if registered != eventstore.OpensCount() {
		t.Errorf("%d of %d types that begin streams are registered", registered, eventstore.OpensCount())
	}
}
