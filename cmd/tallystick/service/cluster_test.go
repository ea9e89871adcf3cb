package service_test

import (
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// newClusterFleet is a fleet whose log is a double of a cluster of real servers.
func newClusterFleet(t *testing.T, members int) (*fleet, *storetest.Strict) {
	t.Helper()
	f, cluster := newFleet(t), storetest.NewStrict(t, members)
	f.log = cluster.Config().URL
	return f, cluster
}

// startReady adds a process and waits until it is ready.
func (f *fleet) startReady(t *testing.T) *world {
	t.Helper()
	w := f.start(t, nil)
	eventually(t, "the service to be ready", func() bool {
		_, ok := w.ready(t)
		return ok
	})
	return w
}

// ready is what /readyz says, and whether it is.
func (w *world) ready(t *testing.T) (said string, ok bool) {
	t.Helper()
	said, status := opsPage(t, w.Service, "/readyz")
	return said, status == http.StatusOK
}

// opsPage is what a service answers its operators.
func opsPage(t *testing.T, s *service.Service, path string) (page string, status int) {
	t.Helper()
	r, err := http.Get("http://" + s.Addr("ops") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), r.StatusCode
}

// A write under way while the leader hangs is answered with what is true of it: it may or
// may not stand, and the same key tells. Repeated, it stands once.
func TestAWriteThatTimedOutMayStand(t *testing.T) {
	t.Parallel()
	f, cluster := newClusterFleet(t, 1)
	w := f.startReady(t)
	body := map[string]any{"title": "Under way"}
	for _, path := range []string{"/api/cases/", "/api/sites/"} {
		if path == "/api/sites/" {
			body = map[string]any{"name": "Under way"}
		}
		key := []string{"Idempotency-Key", "hanging" + path}
		w.must(t, 200, "owner", "GET", path, nil) // somebody is let in
		cluster.Members[0].Hang(true)
		said := w.call(t, "owner", "POST", path, body, key...)
		cluster.Members[0].Hang(false)
		text := string(said.body)
		if said.status != http.StatusServiceUnavailable || !strings.Contains(text, "may or may not stand") ||
			!strings.Contains(text, "same Idempotency-Key") || said.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, said.status, text)
		}
		var made reply
		eventually(t, "the write to be repeated", func() bool {
			made = w.call(t, "owner", "POST", path, body, key...)
			return made.status == http.StatusCreated
		})
		eventually(t, "it to stand once", func() bool {
			r := w.call(t, "owner", "GET", path+"?limit=100", nil, "X-Min-Log-Position", made.header.Get("X-Log-Position"))
			if n := strings.Count(string(r.body), `"Under way"`); n > 1 {
				t.Fatalf("%s: it stands %d times", path, n)
			}
			return r.status == http.StatusOK && strings.Contains(string(r.body), `"Under way"`)
		})
	}
}

// Whether the service's own user could delete is said at the start, in the log and in
// /readyz, and not where the cluster refuses it.
func TestAnUnlockedLogIsSaid(t *testing.T) {
	t.Parallel()
	const line = "not locked"
	for name, locked := range map[string]bool{"unlocked": false, "locked": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, cluster := newClusterFleet(t, 1)
			if locked {
				cluster.Refuse("/event_store.client.streams.Streams/Delete", status.Error(codes.PermissionDenied, "Access Denied"))
			}
			w := f.start(t, nil)
			eventually(t, "the rights to be asked for", func() bool {
				said, ok := w.ready(t)
				return ok && len(cluster.Calls("Streams/Delete")) > 0 && strings.Contains(said, line) != locked
			})
			if locked && f.logged(line) {
				t.Error("a log that is locked is said not to be")
			}
			eventually(t, "the log to say so", func() bool { return f.logged(line) != locked })
		})
	}
}

// Why the log is out of reach is said once, and not again by everything that reads it and
// tries again.
func TestALogOutOfReachIsSaidOnce(t *testing.T) {
	t.Parallel()
	f, cluster := newClusterFleet(t, 1)
	cluster.Refuse("/event_store", status.Error(codes.Unauthenticated, "Unauthenticated"))
	c := testConfig(t.TempDir())
	c.EventStoreURL, c.DatabaseURL = f.log, f.database
	s, err := service.Open(t.Context(), c, slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if err := s.Serve(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "readiness to say why", func() bool {
		said, status := opsPage(t, s, "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(said, "Unauthenticated")
	})
	time.Sleep(2 * time.Second) // in which all have tried again
	if n := f.lines("Unauthenticated"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, f.logs.String())
	}
}

// A user who may read and not append keeps the service unready, with the server's words,
// until an append is taken.
func TestRefusedAppendsAreUnready(t *testing.T) {
	t.Parallel()
	f, cluster := newClusterFleet(t, 1)
	w := f.startReady(t)
	cluster.Refuse("/event_store.client.streams.Streams/BatchAppend", status.Error(codes.PermissionDenied, "Access Denied"))
	w.must(t, 503, "owner", "GET", "/api/cases/", nil)
	if said, ok := w.ready(t); ok || !strings.Contains(said, "Access Denied") || !f.logged("Access Denied") {
		t.Error(said)
	}
	cluster.Refuse("", nil)
	w.must(t, 200, "owner", "GET", "/api/sites/", nil)
	eventually(t, "the service to be ready again", func() bool {
		_, ok := w.ready(t)
		return ok
	})
}

// A stranger who ends the stream of a tenant's calls ends that stream alone: what is
// called from then on is recorded beside it.
func TestAnEndedAuditStreamEndsNothingElse(t *testing.T) {
	t.Parallel()
	f, cluster := newClusterFleet(t, 1)
	w := f.startReady(t)
	stranger := storetest.Client(t, cluster.Config().URL)
	ended := map[string]bool{}
	for range 3 {
		w.must(t, 200, "owner", "GET", "/api/cases/", nil)
		stream := w.auditStream(t)
		if ended[stream] {
			t.Fatalf("%s was ended, and has the last call", stream)
		}
		ended[stream] = true
		if _, err := stranger.TombstoneStream(t.Context(), stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
			t.Fatal(err)
		}
		w.must(t, 200, "owner", "GET", "/api/cases/", nil)
		w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Afterwards"})
	}
	w.must(t, 200, "other_owner", "GET", "/api/cases/", nil)
}

// auditStream is where the last call of the tenant was recorded.
func (w *world) auditStream(t *testing.T) string {
	t.Helper()
	last, err := w.Store.ReadAllBackwards(t.Context(), event.Position{}, 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range last {
		if strings.HasPrefix(e.Stream, audit.Category.Name+"-"+w.tenant+"-") && e.Type != "$streamDeleted" {
			return e.Stream
		}
	}
	t.Fatal("no call was recorded")
	return ""
}

// Who asks for events from a position of another log is told that it is one, and is not
// kept waiting for what never comes.
func TestEventsFromAPositionOfAnotherLog(t *testing.T) {
	t.Parallel()
	f, cluster := newClusterFleet(t, 1)
	w := f.startReady(t)
	at := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Somewhere"}).header.Get("X-Log-Position")
	commit, _, _ := strings.Cut(at, "/")
	n, err := strconv.ParseUint(commit, 10, 64)
	if err != nil {
		t.Fatal(at, err)
	}
	cluster.Between(n)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.base+"/api/events/?follow=true&from="+at, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+w.keys["auditor"])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if why := cutStream(t, resp.Body); why != "invalid_input" {
		t.Error(why)
	}
}
