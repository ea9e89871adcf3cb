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
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// glass seals nothing: these tests are about rows.
type glass struct{}

func (glass) Seal(_ context.Context, _, _, plain string) ([]byte, error) { return []byte(plain), nil }
func (glass) Forget(string, string)                                      {}
func (glass) Open(_ context.Context, _, _ string, cipher []byte) (string, bool, error) {
	return string(cipher), false, nil
}

// world is a log, a database, and what tests write.
type world struct {
	log *eventstore.Log
	db  *readmodels.DB
	url string
	n   int
}

const tenant = "firm"

var everything = readmodels.Scope{Tenant: tenant, AllSites: true}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		log: &eventstore.Log{Store: storetest.Node(t).Store(t), Codec: &eventstore.Codec{Registry: eventstore.Registry, Box: glass{}}},
		url: pgtest.URL(t),
	}
	w.db = pgtest.Open(t, w.url)
	return w
}

// casesAt is the projection of cases as if it stood at a version, so that tests of
// versions outlive the next one.
func casesAt(version int) projections.Projection {
	p := projections.Cases()
	p.Version = version
	return p
}

// write appends an event to a stream.
func (w *world) write(t *testing.T, stream string, payload event.Payload) eventstore.Appended {
	t.Helper()
	s, _ := event.ParseStream(stream)
	w.n++
	meta := event.Metadata{CommandID: uuid.New(), Tenant: s.Tenant, Time: time.Date(2026, 11, 20, 12, 0, w.n, 0, time.UTC), Principal: "ada"}
	at, err := w.log.Write(storetest.Context(t), stream, eventstore.Any, meta, []event.Payload{payload})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func (w *world) openCase(t *testing.T) eventstore.Appended {
	t.Helper()
	id := fmt.Sprintf("%032d", w.n)
	return w.write(t, "case-"+tenant+"-"+id, cases.Opened{CaseID: id, Title: sealed.Of("x", fmt.Sprint("case ", w.n))})
}

// runner starts a runner; stop ends it and waits for it.
func (w *world) runner(t *testing.T, db *readmodels.DB, list ...projections.Projection) (r *projections.Runner, stop func()) {
	t.Helper()
	r = &projections.Runner{
		Source: w.log, DB: db, Projections: list, Categories: eventstore.Registry.Categories(), Logger: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(stop)
	return r, stop
}

// reach waits until the live read models stand at a place.
func (w *world) reach(t *testing.T, at event.Position) {
	t.Helper()
	eventually(t, fmt.Sprintf("the read models to reach %v", at), func() bool {
		reached, err := w.db.Reached(context.Background())
		return err == nil && reached.Commit >= at.Commit
	})
}

// eventually polls; it fails only when nothing happens for very long.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for range 6000 {
		if happened() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}

// list returns the titles of all cases, oldest first.
func (w *world) list(t *testing.T) []string {
	t.Helper()
	found, err := readmodels.Cases.List(t.Context(), w.db, everything, readmodels.Page{Limit: 200, Order: "opened_at"})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, r := range found.Rows {
		titles = append(titles, r.Title)
	}
	if int(found.Count) != len(titles) {
		t.Errorf("count %d of %d rows", found.Count, len(titles))
	}
	return titles
}

func (w *world) wantCases(t *testing.T, n int) {
	t.Helper()
	titles := w.list(t)
	for i, title := range titles {
		if title != fmt.Sprint("case ", i) {
			t.Errorf("row %d is %q", i, title)
		}
	}
	if len(titles) != n {
		t.Errorf("%d cases, want %d", len(titles), n)
	}
}

// A batch that fails leaves neither rows nor position, and is done again whole:
// no event is repeated or lost.
func TestFailureBetweenRowsAndPosition(t *testing.T) {
	w := newWorld(t)
	var failures, handled atomic.Int64
	failing := projections.Cases()
	handle := failing.Handle
	failing.Handle = func(e event.Recorded, b *readmodels.Batch) error {
		if err := handle(e, b); err != nil {
			return err
		}
		switch n := handled.Add(1); {
		case n%7 == 3:
			failures.Add(1)
			return errors.New("the process died while it collected rows")
		case n%7 == 5: // a row that is there already fails in the database, after the position has moved
			failures.Add(1)
			return handle(e, b)
		}
		return nil
	}
	w.runner(t, w.db, failing)
	var last eventstore.Appended
	for range 20 {
		last = w.openCase(t)
		w.reach(t, last.Position) // small batches, so that many fail
	}
	w.wantCases(t, 20)
	if failures.Load() < 3 {
		t.Errorf("only %d failures were tried", failures.Load())
	}
}

// Read-your-writes does not wait for events that no projection wants.
func TestPositionsPassWhatNobodyProjects(t *testing.T) {
	w := newWorld(t)
	w.runner(t, w.db, projections.Cases())
	w.openCase(t)
	at := w.write(t, "tenant-"+tenant+"-settings", tenancy.TenantCreated{Name: "x"})
	w.reach(t, at.Position)
}

// Of two runners on one database one leads; when it ends, the other goes on
// where it was, and no row is lost or doubled.
func TestFailOver(t *testing.T) {
	w := newWorld(t)
	all := projections.All(eventstore.Registry.Categories())
	_, stop := w.runner(t, w.db, all...)
	last := w.openCase(t)
	w.reach(t, last.Position)
	for range 4 {
		_, next := w.runner(t, pgtest.Open(t, w.url), all...)
		for range 5 {
			w.openCase(t)
		}
		stop()
		for range 5 {
			last = w.openCase(t)
		}
		w.reach(t, last.Position)
		stop = next
	}
	w.wantCases(t, 41)
	audit, err := readmodels.Audit.List(t.Context(), w.db, everything, readmodels.Page{Limit: 1, Order: "happened_at"})
	if err != nil || audit.Count != 41 {
		t.Errorf("%d audit rows (%v)", audit.Count, err)
	}
}

// Two that both believe to lead cannot both move a position.
func TestCompareAndSet(t *testing.T) {
	w := newWorld(t)
	if _, _, err := w.db.EnsureProjection(t.Context(), "cases", 1, []readmodels.Table{readmodels.Cases.Table}); err != nil {
		t.Fatal(err)
	}
	const movers = 8
	var work sync.WaitGroup
	var won atomic.Int64
	for i := range movers {
		work.Go(func() {
			b := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
			readmodels.Cases.Add(b, readmodels.CaseRow{Tenant: tenant, ID: fmt.Sprint(i), OpenedAt: time.Unix(0, 0), UpdatedAt: time.Unix(0, 0)})
			err := w.db.Advance(context.Background(), []readmodels.Move{{Name: "cases", Version: 1, To: readmodels.Position{Commit: 9, Prepare: 9},
				Batch: b}})
			switch {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, readmodels.ErrMoved):
				t.Error(err)
			}
		})
	}
	work.Wait()
	if won.Load() != 1 || len(w.list(t)) != 1 {
		t.Errorf("%d movers won, %d rows", won.Load(), len(w.list(t)))
	}
}

// A new version is fed beside the live one and replaces it in one step; reads
// never fail, never go back, and see every row throughout.
func TestLiveRebuild(t *testing.T) {
	w := newWorld(t)
	first := casesAt(1)
	_, stop := w.runner(t, w.db, first)
	var last eventstore.Appended
	for range 30 {
		last = w.openCase(t)
	}
	w.reach(t, last.Position)
	stop()

	reading, ended := context.WithCancel(context.Background())
	var reads atomic.Int64
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			least := int64(30)
			for reading.Err() == nil {
				found, err := readmodels.Cases.List(context.Background(), w.db, everything, readmodels.Page{Limit: 200, Order: "title"})
				rows, count := found.Rows, found.Count
				if err != nil {
					t.Errorf("a read during the rebuild: %v", err)
					return
				}
				if count < least || len(rows) < int(least) {
					t.Errorf("%d rows, %d before", count, least)
				}
				least = max(least, min(count, int64(len(rows))))
				reads.Add(1)
			}
		})
	}
	second := casesAt(2)
	release := make(chan struct{})
	handle := second.Handle
	var once sync.Once
	second.Handle = func(e event.Recorded, b *readmodels.Batch) error {
		once.Do(func() { <-release }) // the rebuild takes its time
		return handle(e, b)
	}
	r, _ := w.runner(t, w.db, first, second)
	last = w.openCase(t)
	w.reach(t, last.Position) // the live version goes on while the new one is built
	if n := w.versions(t); n != "1 live, 2" {
		t.Errorf("versions %s", n)
	}
	close(release)
	eventually(t, "the flip", func() bool { return w.versions(t) == "2 live" })
	last = w.openCase(t)
	w.reach(t, last.Position)
	before := reads.Load()
	eventually(t, "reads after the flip", func() bool { return reads.Load() > before+20 })
	ended()
	readers.Wait()
	w.wantCases(t, 32)
	if n := w.versions(t); n != "2 live" {
		t.Errorf("versions %s: the old one came back", n)
	}
	var old bool
	if err := w.db.Owner.QueryRow(t.Context(), `select exists (select from pg_namespace where nspname = 'cases_v1')`).Scan(&old); err != nil || old {
		t.Errorf("the old version's schema is there: %v, %v", old, err)
	}
	if why := r.Stopped(); why != "" {
		t.Error(why)
	}
	t.Logf("%d reads meanwhile", reads.Load())
}

// versions lists the versions of the cases projection.
func (w *world) versions(t *testing.T) string {
	t.Helper()
	var s string
	if err := w.db.Owner.QueryRow(t.Context(), `select string_agg(version || case when live then ' live' else '' end, ', ' order by version)
from platform.projection where name = 'cases'`).Scan(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Two projections that are rebuilt together both become live.
func TestGroupsFlipWhole(t *testing.T) {
	w := newWorld(t)
	list := []projections.Projection{projections.Audit(eventstore.Registry.Categories()), casesAt(1)}
	list[0].Version = 1
	_, stop := w.runner(t, w.db, list...)
	last := w.openCase(t)
	w.reach(t, last.Position)
	stop()
	next := []projections.Projection{list[0], list[1]}
	next[0].Version, next[1].Version = 2, 2
	w.runner(t, w.db, append(list, next...)...)
	live := func() (n int) {
		if err := w.db.Owner.QueryRow(t.Context(), `select count(*) from platform.projection where version = 2 and live`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	eventually(t, "both flips", func() bool { return live() == 2 })
	last = w.openCase(t)
	w.reach(t, last.Position)
	w.wantCases(t, 2)
}

// A dropped projection is rebuilt by the runner that leads, to the same rows.
func TestRebuildOfADroppedVersion(t *testing.T) {
	w := newWorld(t)
	w.runner(t, w.db, casesAt(1))
	var last eventstore.Appended
	for range 10 {
		last = w.openCase(t)
	}
	w.reach(t, last.Position)
	if err := w.db.DropProjection(t.Context(), "cases", 1); err != nil {
		t.Fatal(err)
	}
	w.reach(t, last.Position)
	w.wantCases(t, 10)
}

// An event that this version does not know stops the runner, which says so, and
// leaves what stands.
func TestUnknownTypeStops(t *testing.T) {
	w := newWorld(t)
	r, _ := w.runner(t, w.db, projections.Cases())
	last := w.openCase(t)
	w.reach(t, last.Position)
	page, err := w.log.ReadAll(storetest.Context(t), last.Position, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.log.Append(storetest.Context(t), "case-"+tenant+"-x", eventstore.Any, eventstore.Proposed{
		ID: uuid.New(), Type: "case.teleported.v9", Data: []byte(`{}`), Metadata: page[0].Metadata, // of the service, as a newer release writes it
	})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the runner to stop", func() bool { return strings.Contains(r.Stopped(), "case.teleported.v9") })
	w.openCase(t)
	w.wantCases(t, 1)
}

// Other categories are none of its business, whatever they hold.
func TestUnknownCategoryIsSkipped(t *testing.T) {
	w := newWorld(t)
	r, _ := w.runner(t, w.db, projections.Cases())
	if _, err := w.log.Store.Append(storetest.Context(t), "weather-firm-1", eventstore.Any, eventstore.Proposed{ID: uuid.New(), Type: "it.rained",
		Data: []byte("wet")}); err != nil {
		t.Fatal(err)
	}
	last := w.openCase(t)
	w.reach(t, last.Position)
	if why := r.Stopped(); why != "" {
		t.Error(why)
	}
}

// A letter that PostgreSQL cannot hold stops nothing.
func TestZeroCharacter(t *testing.T) {
	w := newWorld(t)
	w.runner(t, w.db, projections.Cases())
	id := strings.Repeat("0", 32)
	w.write(t, "case-"+tenant+"-"+id, cases.Opened{CaseID: id, Title: sealed.Of("x", "a\x00b")})
	title := sealed.Of("x", "c\x00d")
	last := w.write(t, "case-"+tenant+"-"+id, cases.DetailsChanged{Title: &title})
	w.reach(t, last.Position)
	if got := w.list(t); len(got) != 1 || got[0] != "c\ufffdd" {
		t.Errorf("%q", got)
	}
}

// The observer is told of events and of lag.
func TestObserved(t *testing.T) {
	w := newWorld(t)
	var observed atomic.Int64
	r := &projections.Runner{
		Source: w.log, DB: w.db, Projections: []projections.Projection{projections.Cases()}, Categories: eventstore.Registry.Categories(),
		Logger: slog.New(slog.DiscardHandler), Observe: func(events int, _ time.Duration) { observed.Add(int64(events)) },
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); r.Run(ctx) }()
	for range 5 {
		w.openCase(t)
	}
	eventually(t, "five events to be observed", func() bool { return observed.Load() == 5 })
	cancel()
	<-ended
}
