package projections_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// openTwice opens a case, changes it, and returns its stream.
func (w *world) openTwice(t *testing.T) string {
	t.Helper()
	id := fmt.Sprintf("%032d", 1000+w.n)
	stream := "case-" + tenant + "-" + id
	w.write(t, stream, cases.Opened{CaseID: id, Title: sealed.Of("x", "twice")})
	title := sealed.Of("x", "changed")
	w.write(t, stream, cases.DetailsChanged{Title: &title})
	return stream
}

// What a stranger with the official client can do to one case harms that case
// alone: it answers that it is damaged, and all other rows go on.
func TestStrangersHarmOneRecord(t *testing.T) {
	w := newWorld(t)
	cluster := storetest.NewStrict(t, 1)
	w.log.Store = (&storetest.Server{Config: cluster.Config()}).Store(t)
	stranger := storetest.Client(t, cluster.Config().URL)
	ctx := storetest.Context(t)
	foreign := func(stream string, e esdb.EventData) error {
		_, err := stranger.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, e)
		return err
	}
	metadata := func(m esdb.StreamMetadata) func(string) error {
		return func(stream string) error {
			_, err := stranger.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m)
			return err
		}
	}
	var cut, counted esdb.StreamMetadata
	cut.SetTruncateBefore(1)
	counted.SetMaxCount(1)
	attacks := map[string]func(stream string) error{
		"a tombstone": func(stream string) error {
			_, err := stranger.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"a soft delete": func(stream string) error {
			_, err := stranger.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"$tb":       metadata(cut),
		"$maxCount": metadata(counted),
		"no metadata": func(stream string) error {
			return foreign(stream, esdb.EventData{EventID: uuid.New(), EventType: "case.stage_moved.v1", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
		},
		"its opening again": func(stream string) error {
			page, err := w.log.ReadStream(ctx, stream, 0, 1)
			if err != nil {
				return err
			}
			return foreign(stream, esdb.EventData{EventID: uuid.New(), EventType: page[0].Type, ContentType: esdb.ContentTypeJson,
				Data: page[0].Data, Metadata: page[0].Metadata})
		},
		"a strange type": func(stream string) error {
			return foreign(stream, esdb.EventData{EventID: uuid.New(), EventType: "order-placed", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
		},
		"bytes that do not decode": func(stream string) error {
			page, err := w.log.ReadStream(ctx, stream, 0, 1)
			if err != nil {
				return err
			}
			return foreign(stream, esdb.EventData{EventID: uuid.New(), EventType: page[0].Type, ContentType: esdb.ContentTypeBinary,
				Data: []byte{0xff}, Metadata: page[0].Metadata})
		},
	}
	r, _ := w.runner(t, w.db, projections.All(eventstore.Registry.Categories())...)
	harmed := map[string]string{}
	for name, attack := range attacks {
		harmed[name] = w.openTwice(t)
		if err := attack(harmed[name]); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	untouched := w.openTwice(t)
	last := w.openCase(t)
	w.reach(t, last.Position)
	if why := r.Stopped(); why != "" {
		t.Fatal(why)
	}
	if got := w.list(t); len(got) != len(attacks)+2 {
		t.Errorf("%d cases are listed, want %d", len(got), len(attacks)+2)
	}
	found, err := w.db.DamageOf(ctx, tenant)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, d := range found {
		known[d.Stream] = true
	}
	told := map[string]*eventstore.DamagedError{}
	for stream := range known {
		told[stream] = &eventstore.DamagedError{Stream: stream}
	}
	w.log.SetDamage(told)
	w.db.Damaged = w.log.DamagedRecord
	page, err := readmodels.Cases.List(ctx, w.db, everything, readmodels.Page{Limit: 50, Order: "opened_at"})
	if err != nil || len(page.Damaged) != len(attacks) {
		t.Errorf("%d rows are marked, want %d (%v)", len(page.Damaged), len(attacks), err)
	}
	for _, id := range page.Damaged {
		if !known["case-"+tenant+"-"+id] {
			t.Errorf("%s is marked and not damaged", id)
		}
	}
	for name, stream := range harmed {
		var damaged *eventstore.DamagedError
		if _, err := w.log.Load(ctx, stream); !errors.As(err, &damaged) || damaged.Stream != stream {
			t.Errorf("%s: loading answers %v", name, err)
		}
		if !known[stream] {
			t.Errorf("%s: not among the damaged streams %v", name, found)
		}
	}
	if _, err := w.log.Load(ctx, untouched); err != nil {
		t.Errorf("an untouched case: %v", err)
	}
}

// A stream whose metadata hid events, and hides none any more, is whole again: it is named
// no longer, and its record is answered.
func TestAMendedStreamIsServedAgain(t *testing.T) {
	w := newWorld(t)
	cluster := storetest.NewStrict(t, 1)
	w.log.Store = (&storetest.Server{Config: cluster.Config()}).Store(t)
	operator := storetest.Client(t, cluster.Config().URL)
	ctx := storetest.Context(t)
	set := func(stream string, m esdb.StreamMetadata) {
		t.Helper()
		if _, err := operator.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, m); err != nil {
			t.Fatal(err)
		}
	}
	w.runner(t, w.db, projections.All(eventstore.Registry.Categories())...)
	mended, stays := w.openTwice(t), w.openTwice(t)
	var cut esdb.StreamMetadata
	cut.SetTruncateBefore(1)
	set(mended, cut)
	set(stays, cut)
	named := func() (out []string) {
		found, err := w.db.DamageOf(ctx, tenant)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			out = append(out, d.Stream)
		}
		return out
	}
	eventually(t, "both streams to be named", func() bool { return len(named()) == 2 })
	set(mended, esdb.StreamMetadata{})
	eventually(t, "one stream to be named", func() bool { return len(named()) == 1 })
	if left := named(); left[0] != stays {
		t.Errorf("%s is named, and %s is cut", left, stays)
	}
	var damaged *eventstore.DamagedError
	if _, err := w.log.Load(ctx, mended); err != nil {
		t.Error(err)
	}
	if _, err := w.log.Load(ctx, stays); !errors.As(err, &damaged) {
		t.Errorf("a stream that is cut: %v", err)
	}
}

// A log that is not the one on which the read models stand is found before anything
// is served from them, and a rebuild heals it.
func TestAnotherLogIsNoticed(t *testing.T) {
	t.Run("older", func(t *testing.T) { anotherLogIsNoticed(t, 1, storetest.Node(t)) })
	t.Run("as long", func(t *testing.T) { anotherLogIsNoticed(t, 6, storetest.Node(t)) })
	// On a real server a position of another log leads into the middle of an event.
	cluster := storetest.NewStrict(t, 1)
	cluster.Between(6)
	t.Run("another cluster", func(t *testing.T) { anotherLogIsNoticed(t, 6, &storetest.Server{Config: cluster.Config()}) })
}

// anotherLogIsNoticed has read models of a log of five cases and some damage meet another one, of so many.
func anotherLogIsNoticed(t *testing.T, cases int, log *storetest.Server) {
	w := newWorld(t)
	_, stop := w.runner(t, w.db, casesAt(1))
	var last eventstore.Appended
	for range 5 {
		last = w.openCase(t)
	}
	last, err := w.log.AppendCopies(t.Context(), []eventstore.Raw{{Stream: "case-" + tenant + "-" + fmt.Sprintf("%032d", w.n-1), Revision: 1,
		ID: uuid.New(), Type: "case.noted.v1", ContentType: "application/json", Data: []byte("{}")}}) // which is damage there
	if err != nil {
		t.Fatal(err)
	}
	w.reach(t, last.Position)
	damage := func() []readmodels.Damage {
		found, err := w.db.AllDamage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := damage(); len(found) != 1 {
		t.Fatalf("damage of the first log: %v", found)
	}
	stop()
	const target = "somewhere"
	if _, err := w.db.Forwarded(t.Context(), target); err != nil {
		t.Fatal(err)
	}
	if err := w.db.MoveForwarder(t.Context(), target, readmodels.Position{}, readmodels.Position{Commit: 3, Prepare: 3}); err != nil {
		t.Fatal(err)
	}
	w.log.Store = log.Store(t) // which has none of it
	var other eventstore.Appended
	for range cases {
		other = w.openCase(t)
	}
	if cases == 6 && other.Position != last.Position {
		t.Fatalf("the other log ends at %v, the first at %v", other.Position, last.Position)
	}
	r, _ := w.runner(t, w.db, casesAt(1))
	eventually(t, "the read models to be held back", func() bool {
		why, err := w.db.Held(context.Background())
		return err == nil && strings.Contains(why, "rebuild")
	})
	_, err = readmodels.Cases.List(t.Context(), w.db, everything, readmodels.Page{Limit: 10, Order: "opened_at"})
	if !errors.Is(err, fault.New(fault.LogDiffers, "")) {
		t.Errorf("a list answers %v", err)
	}
	if why := r.Stopped(); why != "" {
		t.Error(why)
	}
	if err := w.db.Restart(t.Context(), "cases", 1); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the rebuild", func() bool {
		found, err := readmodels.Cases.List(context.Background(), w.db, everything, readmodels.Page{Limit: 10, Order: "opened_at"})
		return err == nil && len(found.Rows) == cases
	})
	if found := damage(); len(found) > 0 {
		t.Errorf("damage of a log that is not this one: %v", found)
	}
	if at, err := w.db.Forwarded(t.Context(), target); err != nil || at != (readmodels.Position{}) {
		t.Errorf("forwarding stands at %v of a log that is not this one: %v", at, err)
	}
}

// reseated is a log that can be exchanged under a runner.
type reseated struct {
	*eventstore.Log
	other atomic.Pointer[eventstore.Log]
}

func (r *reseated) Head(ctx context.Context) (event.Position, bool, error) {
	if other := r.other.Load(); other != nil {
		return other.Head(ctx)
	}
	return r.Log.Head(ctx)
}

func (r *reseated) ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error) {
	if other := r.other.Load(); other != nil {
		return other.ReadAll(ctx, from, count)
	}
	return r.Log.ReadAll(ctx, from, count)
}

// A log that ends before the read models while somebody leads is noticed too, and the
// read models are served again once the right one is back.
func TestAShorterLogIsNoticedWhileLeading(t *testing.T) {
	w := newWorld(t)
	log := &reseated{Log: w.log}
	r := &projections.Runner{
		Source: log, DB: w.db, Projections: []projections.Projection{casesAt(1)}, Categories: eventstore.Registry.Categories(),
		Logger: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	var last eventstore.Appended
	for range 5 {
		last = w.openCase(t)
	}
	w.reach(t, last.Position)
	held := func(want bool) func() bool {
		return func() bool {
			why, err := w.db.Held(context.Background())
			return err == nil && (why != "") == want
		}
	}
	log.other.Store(&eventstore.Log{Store: storetest.Node(t).Store(t), Codec: w.log.Codec})
	eventually(t, "the read models to be held back", held(true))
	log.other.Store(nil)
	eventually(t, "the read models to be served", held(false))
	w.wantCases(t, 5)
}

// A list of a read model that is built for the first time is not a part of it.
func TestBuildingIsNotServed(t *testing.T) {
	w := newWorld(t)
	for range 5 {
		w.openCase(t)
	}
	slow, release := casesAt(1), make(chan struct{})
	open := sync.OnceFunc(func() { close(release) })
	handle, handled := slow.Handle, 0
	slow.Handle = func(e event.Recorded, b *readmodels.Batch) error {
		if handled++; handled == 3 {
			<-release
		}
		return handle(e, b)
	}
	w.runner(t, w.db, slow)
	t.Cleanup(open) // before the runner's own end, which waits for it
	list := func() error {
		found, err := readmodels.Cases.List(context.Background(), w.db, everything, readmodels.Page{Limit: 10, Order: "opened_at"})
		if err == nil && len(found.Rows) != 5 {
			t.Fatalf("%d rows of 5 are served", len(found.Rows))
		}
		return err
	}
	eventually(t, "the list to say that it is being built", func() bool { return errors.Is(list(), fault.New(fault.ReadModelBuilding, "")) })
	open()
	eventually(t, "the list", func() bool { return list() == nil })
	if left, err := w.db.Buildings(t.Context()); err != nil || len(left) > 0 {
		t.Error(fmt.Sprint(left), err)
	}
}
