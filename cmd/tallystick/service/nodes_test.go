package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

// fleet is service processes on one log and one PostgreSQL.
type fleet struct {
	log, database string
	keys          map[string]string
	tenant        string
	starts        atomic.Int64

	mu   sync.Mutex
	logs bytes.Buffer
}

// Write takes what the processes log.
func (f *fleet) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.logs.Write(p)
}

func (f *fleet) logged(text string) bool { return f.lines(text) > 0 }

// lines is how many lines of the log hold a text.
func (f *fleet) lines(text string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for line := range strings.Lines(f.logs.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// newFleet starts the log and PostgreSQL, outside any service so that each of
// them may end.
func newFleet(t *testing.T) *fleet {
	t.Helper()
	n, err := node.Open(node.Options{Dir: t.TempDir(), Protect: eventstore.Registry.Registered})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- n.Serve(l) }()
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
		<-served
	})
	cluster := pgtest.Cluster(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := cluster.CreateDatabase(ctx, "fleet"); err != nil {
		t.Fatal(err)
	}
	return &fleet{log: "esdb://" + l.Addr().String() + "?tls=false", database: cluster.URL("fleet")}
}

// start adds a process; the first makes the world's tenants and principals.
func (f *fleet) start(t *testing.T, change func(*service.Service)) *world {
	t.Helper()
	c := testConfig(t.TempDir())
	c.EventStoreURL, c.DatabaseURL, c.NodeName = f.log, f.database, fmt.Sprintf("node-%d", f.starts.Add(1))
	w, err := f.open(c, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func (f *fleet) open(c config.Config, change func(*service.Service)) (*world, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := service.Open(ctx, c, slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(s)
	}
	if err := s.Serve(ctx); err != nil {
		s.Close()
		return nil, err
	}
	w := &world{Service: s, base: "http://" + s.Addr("api"), keys: f.keys, tenant: f.tenant, ids: map[string]string{}}
	if err := s.Ready(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if f.keys == nil {
		w.keys = map[string]string{}
		if err := w.populate(ctx); err != nil {
			s.Close()
			return nil, err
		}
		f.keys, f.tenant = w.keys, w.tenant
	}
	return w, nil
}

// endLeadership ends the connection that holds the leader's lock, as a failing
// network would, and reports whether there was one.
func endLeadership(t *testing.T, w *world) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tag, err := w.DB.Owner.Exec(ctx, `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
 where l.locktype = 'advisory' and l.granted and a.datname = current_database()`)
	if err != nil {
		t.Fatal(err)
	}
	return tag.RowsAffected() > 0
}

// opened opens a case through one process; it returns its id and where the log
// stands.
func opened(t *testing.T, w *world, title string) (id, position string) {
	t.Helper()
	r := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": title})
	return r.field(t, "id").(string), r.header.Get("X-Log-Position")
}

// lists reports whether a process lists a case; it must once its read models
// stand where the write left the log.
func lists(t *testing.T, w *world, id, title, position string) {
	t.Helper()
	eventually(t, "read models to stand at "+position, func() bool {
		r := w.call(t, "owner", "GET", "/api/cases/?q="+strings.ReplaceAll(title, " ", "+"), nil, "X-Min-Log-Position", position)
		if r.status == http.StatusServiceUnavailable && r.header.Get("Retry-After") != "" {
			return false
		}
		if r.status != 200 || !strings.Contains(string(r.body), id) {
			t.Fatalf("at %s: %d %s", position, r.status, r.body)
		}
		return true
	})
}

// TestTwoNodes runs two processes on one log and one PostgreSQL.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	a := f.start(t, nil)
	b := f.start(t, nil)

	t.Run("each reads what the other wrote", func(t *testing.T) {
		var work sync.WaitGroup
		for i, pair := range [][2]*world{{a, b}, {b, a}, {a, a}, {b, b}} {
			work.Go(func() {
				for n := range 5 {
					title := fmt.Sprintf("pair %d case %d", i, n)
					id, position := opened(t, pair[0], title)
					lists(t, pair[1], id, title, position)
					pair[1].must(t, 200, "owner", "GET", "/api/cases/"+id+"/", nil)
				}
			})
		}
		work.Wait()
	})

	t.Run("an idempotency key holds at both", func(t *testing.T) {
		body := map[string]any{"title": "Once"}
		first := a.must(t, 201, "owner", "POST", "/api/cases/", body, "Idempotency-Key", "one")
		again := b.must(t, 201, "owner", "POST", "/api/cases/", body, "Idempotency-Key", "one")
		if string(first.body) != string(again.body) || first.header.Get("X-Log-Position") != again.header.Get("X-Log-Position") {
			t.Errorf("%s at %s, then %s at %s", first.body, first.header.Get("X-Log-Position"), again.body, again.header.Get("X-Log-Position"))
		}
		b.must(t, 409, "owner", "POST", "/api/cases/", map[string]any{"title": "Another"}, "Idempotency-Key", "one")
		question := map[string]any{"question": "Income tax on £60,000 in England in 2025-26?"}
		asked := b.must(t, 200, "owner", "POST", "/api/v1/tax-assistant/answer", question, "Idempotency-Key", "two")
		if got := a.must(t, 200, "owner", "POST", "/api/v1/tax-assistant/answer", question, "Idempotency-Key",
			"two"); string(got.body) != string(asked.body) {
			t.Errorf("%s, then %s", asked.body, got.body)
		}
	})

	t.Run("a key revoked at one is refused by the other", func(t *testing.T) {
		b.must(t, 200, "viewer", "GET", "/api/cases/", nil)
		id, _ := tenancy.KeyID(f.keys["viewer"])
		a.must(t, 204, "owner", "DELETE", "/api/keys/"+id+"/", nil)
		a.must(t, 401, "viewer", "GET", "/api/cases/", nil)
		eventually(t, "the other to refuse", func() bool { return b.call(t, "viewer", "GET", "/api/cases/", nil).status == 401 })
		b.must(t, 401, "viewer", "GET", "/api/cases/", nil)
	})

	t.Run("another leads when the leader's lock is lost", func(t *testing.T) {
		for n := range 3 {
			eventually(t, "somebody to lead", func() bool { return endLeadership(t, a) })
			for _, pair := range [][2]*world{{a, b}, {b, a}} {
				title := fmt.Sprintf("after the lock was lost %d", n)
				id, position := opened(t, pair[0], title)
				lists(t, pair[1], id, title, position)
			}
		}
	})

	// Another leads when the leader ends.
	a.Close()
	id, position := opened(t, b, "alone")
	lists(t, b, id, "alone", position)
	a = f.start(t, nil)
	b.Close()
	id, position = opened(t, a, "alone again")
	lists(t, a, id, "alone again", position)
	checkRebuild(t, a.Service)
}

// TestRollingRestart restarts two processes in turn, and takes the lock away,
// while clients write to whichever answers, repeating what failed under the same
// idempotency key: every acknowledged write stands in the log once, where it was
// said to, and the read models are those of a rebuild.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	var mu sync.Mutex
	nodes := []*world{f.start(t, nil), f.start(t, nil)}
	at := func(i int) *world {
		mu.Lock()
		defer mu.Unlock()
		return nodes[i%2]
	}
	stop := make(chan struct{})
	const clients = 6
	acks := make([][]acknowledged, clients)
	var work sync.WaitGroup
	for i := range clients {
		work.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				title := fmt.Sprintf("client %d case %d", i, n)
				for attempt := i; ; attempt++ {
					if ack, ok := tryOpen(at(attempt), title); ok {
						acks[i] = append(acks[i], ack)
						break
					}
				}
			}
		})
	}
	for i := range 4 {
		old := at(i)
		old.Close()
		fresh := f.start(t, nil)
		mu.Lock()
		nodes[i%2] = fresh
		mu.Unlock()
		endLeadership(t, fresh)
	}
	close(stop)
	work.Wait()
	total := checkAcknowledged(t, at(0).Log, acks)
	t.Logf("%d acknowledged writes", total)
	if total == 0 {
		t.Error("nothing was acknowledged; the test has tested nothing")
	}
	for i := range clients {
		if len(acks[i]) == 0 {
			t.Errorf("client %d wrote nothing", i)
		}
	}
	checkRebuild(t, at(0).Service)
}

// tryOpen writes a case, however that may fail.
func tryOpen(w *world, title string) (acknowledged, bool) {
	r, err := w.try("owner", "POST", "/api/cases/", map[string]any{"title": title}, "Idempotency-Key", title)
	if err != nil || r.status != 201 {
		return acknowledged{}, false
	}
	var body struct {
		ID string `json:"id"`
	}
	commit, _, _ := strings.Cut(r.header.Get("X-Log-Position"), "/")
	position, err := strconv.ParseUint(commit, 10, 64)
	return acknowledged{body.ID, position}, json.Unmarshal(r.body, &body) == nil && err == nil
}

// TestLiveRebuildAcrossNodes brings in a process with a newer version of a
// projection while an older one serves: reads go on at both, nobody is without
// the rows that were there, and the older one, which cannot feed the new version,
// never leads again.
func TestLiveRebuildAcrossNodes(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	older := f.start(t, nil)
	const before = 40
	position := ""
	for n := range before {
		_, position = opened(t, older, fmt.Sprintf("old %d", n))
	}
	count := func(w *world, position string) (n float64, ok bool) {
		r := w.call(t, "owner", "GET", "/api/cases/?limit=1", nil, "X-Min-Log-Position", position)
		if r.status == http.StatusServiceUnavailable && position != "" {
			return 0, false // the leader changes just now
		}
		if r.status != 200 {
			t.Errorf("%d %s", r.status, r.body)
			return 0, false
		}
		return r.field(t, "count").(float64), true
	}
	eventually(t, "the cases to be listed", func() bool { n, ok := count(older, position); return ok && n == before })

	bump := func(keep bool) func(*service.Service) {
		return func(s *service.Service) {
			for i, p := range s.Runner.Projections {
				if p.Name == "cases" {
					next := p
					next.Version++
					if s.Runner.Projections[i] = next; keep {
						s.Runner.Projections = append(s.Runner.Projections, p)
					}
					return
				}
			}
		}
	}
	newer := f.start(t, bump(true))
	stop := make(chan struct{})
	var readers sync.WaitGroup
	var reads atomic.Int64
	for _, w := range []*world{older, newer, older, newer} {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if n, ok := count(w, ""); ok && n < before {
					t.Errorf("%v cases are listed; %d were there before", n, before)
				}
				reads.Add(1)
			}
		})
	}
	version := func() (v int) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := newer.DB.Owner.QueryRow(ctx, `select version from platform.projection where name = 'cases' and live`).Scan(&v); err != nil {
			t.Error(err)
		}
		return v
	}
	live, written := version(), 0
	eventually(t, "the new version to be live", func() bool {
		endLeadership(t, newer) // until the newer one gets the lock
		_, position = opened(t, []*world{older, newer}[written%2], fmt.Sprintf("meanwhile %d", written))
		written++
		return version() == live+1
	})
	close(stop)
	readers.Wait()
	t.Logf("%d reads", reads.Load())

	// The older one is left alone with read models that it cannot feed: it must
	// leave the lock to the next process, and list what that one feeds.
	newer.Close()
	_, position = opened(t, older, "after the newer one ended")
	written++
	eventually(t, "the older one to step aside", func() bool { return f.logged(readmodels.ErrSuperseded.Error()) })
	next := f.start(t, bump(false))
	eventually(t, "the new process to lead", func() bool { n, ok := count(older, position); return ok && n == float64(before+written) })
	older.Close()
	checkRebuild(t, next.Service)
}
