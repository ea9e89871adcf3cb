package eventstore_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

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
