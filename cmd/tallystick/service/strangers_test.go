package service_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Who may write to the log appends to cases of a running service. Each such case is
// answered 503 stream_damaged, marked in its list, named, and counted; the events, the
// lists and the cases of everybody else go on, and the service stays ready.
func TestWhatStrangersWriteOverHTTP(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	sound := func() []byte {
		text, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: w.tenant, Principal: "eve", Schema: 1, Time: time.Now().UTC()})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	another := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Another", "client": "Ada"}).field(t, "id").(string)
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+another, map[string]any{"title": "Another one"})
	theirs, err := w.Store.ReadStream(t.Context(), "case-"+w.tenant+"-"+another, 1, 1)
	if err != nil || len(theirs) != 1 {
		t.Fatal(err)
	}
	// The last changes as the log holds them: of the case itself, and of another one.
	changed := [2]eventstore.Proposed{1: {Type: theirs[0].Type, Data: theirs[0].Data, Metadata: theirs[0].Metadata}}
	type forgery func(first eventstore.Raw) eventstore.Proposed
	attacks := map[string]forgery{
		"its opening again": func(first eventstore.Raw) eventstore.Proposed {
			return eventstore.Proposed{Type: first.Type, Data: first.Data, Metadata: first.Metadata}
		},
		"a text without a key": func(eventstore.Raw) eventstore.Proposed {
			return eventstore.Proposed{Type: "case.details_changed.v1", Metadata: sound(),
				Data: []byte(`{"title":{"subject":"client-nobody","sealed":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd"}}`)}
		},
		"no JSON": func(eventstore.Raw) eventstore.Proposed {
			return eventstore.Proposed{Type: "case.details_changed.v1", Metadata: sound(), Data: []byte("\x00\xff{")}
		},
		"a change of its own again": func(eventstore.Raw) eventstore.Proposed { return changed[0] },
		"another case's change":     func(eventstore.Raw) eventstore.Proposed { return changed[1] },
		"no mark": func(eventstore.Raw) eventstore.Proposed {
			return eventstore.Proposed{Type: "case.stage_moved.v1", Metadata: sound(), Data: []byte(`{"stage":"review"}`)}
		},
		"no metadata": func(eventstore.Raw) eventstore.Proposed {
			return eventstore.Proposed{Type: "case.details_changed.v1", Data: []byte("{}")}
		},
	}
	harmed := map[string]string{}
	for name, forge := range attacks {
		id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": name, "client": "Ada"}).field(t, "id").(string)
		stream := "case-" + w.tenant + "-" + id
		w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": name + ", changed"})
		page, err := w.Store.ReadStream(t.Context(), stream, 0, 2)
		if err != nil || len(page) != 2 {
			t.Fatal(err)
		}
		changed[0] = eventstore.Proposed{Type: page[1].Type, Data: page[1].Data, Metadata: page[1].Metadata}
		e := forge(page[0])
		e.ID = uuid.New()
		if _, err := w.Store.Append(t.Context(), stream, eventstore.Any, e); err != nil {
			t.Fatal(err)
		}
		harmed[name] = id
	}
	after := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "After", "client": "Ada"})
	listed := w.must(t, 200, "preparer", "GET", "/api/cases/?limit=100", nil, "X-Min-Log-Position", after.header.Get("X-Log-Position"))
	if !strings.Contains(string(listed.body), after.field(t, "id").(string)) {
		t.Errorf("a case that was opened afterwards is not listed: %.300s", listed.body)
	}
	eventually(t, "every harmed case to be marked", func() bool {
		var list struct{ Damaged []string }
		w.must(t, 200, "preparer", "GET", "/api/cases/?limit=100", nil).into(t, &list)
		return len(list.Damaged) == len(harmed)
	})
	damage := string(w.must(t, 200, "auditor", "GET", "/api/log/damage/", nil).body)
	for name, id := range harmed {
		for _, try := range []reply{w.call(t, "preparer", "GET", "/api/cases/"+id, nil),
			w.call(t, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": "Mended"})} {
			if try.status != 503 || !strings.Contains(string(try.body), "stream_damaged") {
				t.Errorf("%s: %d %.200s", name, try.status, try.body)
			}
		}
		if !strings.Contains(damage, id) {
			t.Errorf("%s is not named in %.600s", name, damage)
		}
	}
	w.must(t, 200, "preparer", "GET", "/api/cases/"+after.field(t, "id").(string), nil)
	seen := map[string]bool{}
	for _, l := range wholeStream(t, w.must(t, 200, "owner", "GET", "/api/events/?stream=case", nil).body) { // to its end
		seen[l.Stream] = true
	}
	if !seen["case-"+w.tenant+"-"+after.field(t, "id").(string)] {
		t.Error("the stream of events ends before what came afterwards")
	}
	if said, ok := w.ready(t); !ok || !strings.Contains(said, fmt.Sprintf("%d damaged stream(s)", len(harmed))) {
		t.Error(said)
	}
}
