package projections_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/projections/directory"
	"github.com/tallystick/tallystick/projections/follow"
	"github.com/tallystick/tallystick/projections/lawbook"
	"github.com/tallystick/tallystick/projections/ledgerbook"
	"github.com/tallystick/tallystick/projections/taxbook"
	"github.com/tallystick/tallystick/projections/watchbook"
)

// keyless opens what it sealed, and has no key for anything else.
type keyless struct{ glass }

var keylessMark = []byte("keyed:")

func (keyless) Seal(_ context.Context, _, _, plain string) ([]byte, error) {
	return append(bytes.Clone(keylessMark), plain...), nil
}

func (keyless) Open(_ context.Context, _, _ string, cipher []byte) (string, bool, error) {
	text, ok := bytes.CutPrefix(cipher, keylessMark)
	if !ok {
		return "", false, eventstore.ErrUnopenable
	}
	return string(text), false, nil
}

// frozen are the files of frozen events, by type.
var frozen struct {
	once  sync.Once
	files map[string][]string
}

// golden returns the frozen data of an event type.
func golden(t *testing.T, typ string) []byte {
	t.Helper()
	frozen.once.Do(func() { frozen.files = eventtest.Files(t, "../domain") })
	if len(frozen.files[typ]) == 0 {
		t.Fatalf("%s has no frozen event", typ)
	}
	data, err := os.ReadFile(frozen.files[typ][0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// keyed has every sealed text of an event opened by keyless.
func keyed(t *testing.T, data []byte) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case []any:
			for i := range x {
				walk(x[i])
			}
		case map[string]any:
			if _, is := x["sealed"].(string); is && x["subject"] != nil {
				x["sealed"] = append(bytes.Clone(keylessMark), "{}"...)
			}
			for k := range x {
				walk(x[k])
			}
		}
	}
	walk(v)
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// absurd has every text of an event replaced by the zero character and every number by
// one that few columns hold.
func absurd(t *testing.T, data []byte) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch x := v.(type) {
		case string:
			return "\x00"
		case float64:
			return float64(1 << 50)
		case []any:
			for i := range x {
				x[i] = walk(x[i])
			}
		case map[string]any:
			for k := range x {
				if k != "sealed" {
					x[k] = walk(x[k])
				}
			}
		}
		return v
	}
	out, err := json.Marshal(walk(v))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// forger appends to the log what only who has its password can.
type forger struct {
	w *world
	n int
}

func (f *forger) metadata(t *testing.T) []byte {
	t.Helper()
	f.n++
	text, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Tenant: tenant, Principal: "eve", Schema: 1,
		Time: time.Date(2026, 11, 21, 12, 0, 0, f.n, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (f *forger) append(t *testing.T, stream, typ string, data, metadata []byte) event.Position {
	t.Helper()
	at, err := f.w.log.Store.Append(storetest.Context(t), stream, eventstore.Any, eventstore.Proposed{ID: uuid.New(), Type: typ, Data: data,
		Metadata: metadata})
	if err != nil {
		t.Fatalf("%s in %s: %v", typ, stream, err)
	}
	return at.Position
}

// Whatever a stranger writes into streams of any registered category, with metadata that
// is sound and of a tenant, harms those streams alone: no projection stops or stays put
// alone, no memory of a node ends, and a case that is opened afterwards is listed. What
// opens a stream a second time, has no key, or is not JSON, is named.
func TestForgeriesOfEveryKindHarmTheirStreamAlone(t *testing.T) {
	w := newWorld(t)
	w.log.Codec = &eventstore.Codec{Registry: eventstore.Registry, Box: keyless{}}
	f := &forger{w: w}
	named := map[string]string{} // streams that must be damaged, with what was done
	n := 0
	for _, category := range eventstore.Registry.Categories() {
		for _, typ := range eventstore.Registry.Types(category) {
			whole := keyed(t, golden(t, typ))
			fresh := func() string { n++; return fmt.Sprintf("%s-%s-x%d", category, tenant, n) }
			first := fresh()
			f.append(t, first, typ, whole, f.metadata(t))
			f.append(t, first, typ, whole, f.metadata(t))
			if eventstore.Opens(typ) {
				named[first] = typ + " twice"
			}
			f.append(t, fresh(), typ, whole, f.metadata(t)) // the same record in another stream
			f.append(t, fresh(), typ, []byte("{}"), f.metadata(t))
			f.append(t, fresh(), typ, absurd(t, whole), f.metadata(t))
			text := fresh()
			f.append(t, text, typ, []byte("not JSON"), f.metadata(t))
			named[text] = typ + " that is not JSON"
			if bytes.Contains(whole, []byte(`"sealed":"`)) {
				closed := fresh()
				f.append(t, closed, typ, golden(t, typ), f.metadata(t))
				named[closed] = typ + " without a key"
			}
			bare := fresh()
			f.append(t, bare, typ, whole, []byte("{}"))
			named[bare] = typ + " without metadata"
		}
	}
	w.projectPast(t)
	found, err := w.db.AllDamage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, d := range found {
		known[d.Stream] = d.What
		if d.ReadModel != "" {
			t.Logf("%s (%s): %s", d.Stream, d.Type, d.What)
		}
	}
	for stream, what := range named {
		var damaged *eventstore.DamagedError
		if _, err := w.log.Load(t.Context(), stream); !errors.As(err, &damaged) || known[stream] == "" {
			t.Errorf("%s: %s answers %v and is listed as %q", what, stream, err, known[stream])
		}
	}
	w.memoriesCatchUp(t)
}

// Whoever copies an event of any type, as it stands, to the end of its own stream or to
// another one, or writes one with what it copied of ours, harms that stream alone: it is
// named, its record is answered by nothing, and everything else goes on.
func TestCopiesOfEveryTypeHarmTheirStreamAlone(t *testing.T) {
	w := newWorld(t)
	w.log.Codec = &eventstore.Codec{Registry: eventstore.Registry, Box: keyless{}, Key: []byte("the key of the marks of this test")}
	if begun, err := w.log.BeginMarks(t.Context(), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), false); err != nil || !begun {
		t.Fatal(begun, err)
	}
	f := &forger{w: w}
	ours := map[string]string{}  // streams that are the service's, with their type
	named := map[string]string{} // streams that must be damaged, with what was done
	n := 0
	for _, category := range eventstore.Registry.Categories() {
		for _, typ := range eventstore.Registry.Types(category) {
			own := func() (stream string, metadata, data []byte) {
				n++
				stream, data = fmt.Sprintf("%s-%s-x%d", category, tenant, n), keyed(t, golden(t, typ))
				if _, err := w.log.Append(t.Context(), stream, eventstore.NoStream, eventstore.Proposed{ID: uuid.New(), Type: typ, Data: data,
					Metadata: f.metadata(t)}); err != nil {
					t.Fatal(err)
				}
				page, err := w.log.ReadStream(t.Context(), stream, 0, 1)
				if err != nil || len(page) != 1 {
					t.Fatal(err)
				}
				return stream, page[0].Metadata, data
			}
			untouched, metadata, data := own()
			ours[untouched] = typ
			fresh := func(what string) string {
				n++
				stream := fmt.Sprintf("%s-%s-x%d", category, tenant, n)
				named[stream] = typ + " " + what
				return stream
			}
			again, itsMetadata, _ := own()
			f.append(t, again, typ, data, itsMetadata)
			named[again] = typ + " at the end of its stream"
			another, _, _ := own()
			f.append(t, another, typ, data, metadata)
			named[another] = typ + " at the end of another"
			f.append(t, fresh("where nothing was"), typ, data, metadata)
			said := fresh("that says another place")
			f.append(t, said, typ, data, bytes.Replace(metadata, []byte(untouched+"@0"), []byte(said+"@0"), 1))
			f.append(t, fresh("that says no place"), typ, data, f.metadata(t))
		}
	}
	w.projectPast(t)
	found, err := w.db.AllDamage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, d := range found {
		if known[d.Stream] = d.What; ours[d.Stream] != "" && d.ReadModel == "" {
			t.Errorf("%s (%s), which nobody touched: %s", d.Stream, d.Type, d.What)
		}
	}
	var damaged *eventstore.DamagedError
	for stream, what := range named {
		if _, err := w.log.Load(t.Context(), stream); !errors.As(err, &damaged) || known[stream] == "" {
			t.Errorf("%s: %s answers %v and is listed as %q", what, stream, err, known[stream])
		}
	}
	for stream, typ := range ours {
		if _, err := w.log.Load(t.Context(), stream); err != nil {
			t.Errorf("%s, which nobody touched: %v", typ, err)
		}
	}
	w.memoriesCatchUp(t)
}

// projectPast runs every projection until a case that is opened now is in all read models.
func (w *world) projectPast(t *testing.T) {
	t.Helper()
	r := &projections.Runner{Source: w.log, DB: w.db, Projections: projections.All(eventstore.Registry.Categories()),
		Categories: eventstore.Registry.Categories(), Logger: slog.New(slog.DiscardHandler), Tries: 1}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	last := w.openCase(t)
	eventually(t, "every read model to go on", func() bool {
		if why := r.Stopped(); why != "" {
			t.Fatal(why)
		}
		reached, err := w.db.Reached(context.Background())
		return err == nil && reached.Commit >= last.Position.Commit && len(r.Failing()) == 0
	})
}

// memoriesCatchUp follows the log to its head by everything that a node keeps in memory.
func (w *world) memoriesCatchUp(t *testing.T) {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithCancel(storetest.Context(t))
	defer cancel()
	for name, m := range map[string]interface {
		CaughtUp() bool
		Run(ctx context.Context, log follow.Source) error
	}{
		"the directory": directory.New(), "rule packs": lawbook.New(quiet, nil), "the books": ledgerbook.New(),
		"notices of the law": watchbook.New(), "texts of law": corpusbook.New(), "tax configuration": taxbook.New(quiet),
	} {
		ended := make(chan error, 1)
		go func() { ended <- m.Run(ctx, w.log) }()
		eventually(t, name, func() bool {
			select {
			case err := <-ended:
				t.Fatalf("%s ended: %v", name, err)
			default:
			}
			return m.CaughtUp()
		})
	}
}
