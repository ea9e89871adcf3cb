package http

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
)

// FuzzPosition: what is read as a position is written back the same value.
func FuzzPosition(f *testing.F) {
	for _, s := range []string{"0/0", "1024/1024", "18446744073709551615/1", "1/2/3", "+1/2", " 1/2", "1/", "/", "1_0/2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePosition("from", text)
		if err != nil {
			if x := fault.As(err); x == nil || x.Code != fault.InvalidInput || x.Fields[0].Field != "from" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if again, err := parsePosition("from", logPosition(p)); err != nil || again != p {
			t.Errorf("%q became %v, then %v, %v", text, p, again, err)
		}
	})
}

// FuzzStreamFilter: no filter reaches beyond the tenant's own streams.
func FuzzStreamFilter(f *testing.F) {
	const tenant = "0192aa00000000000000000000000001"
	for _, s := range []string{"", "case", "case-", "case-" + tenant, "case-" + tenant + "-1", "audit", "case-0", "$", "-", "c"} {
		f.Add(s)
	}
	s := &Server{Deps: Deps{Log: &eventstore.Log{Codec: &eventstore.Codec{Registry: eventstore.Registry}}}}
	f.Fuzz(func(t *testing.T, filter string) {
		prefixes, err := s.streamPrefixes(tenant, filter)
		if err != nil {
			return
		}
		for _, p := range prefixes {
			_, rest, _ := strings.Cut(p, "-")
			if !strings.HasPrefix(rest, tenant+"-") {
				t.Errorf("%q reaches %q", filter, p)
			}
			if strings.HasPrefix(p, "audit-") && !strings.HasPrefix(filter, "audit") {
				t.Errorf("%q reaches the audit streams", filter)
			}
		}
	})
}

// FuzzRequestID: whatever is sent, what is used is a short plain token.
func FuzzRequestID(f *testing.F) {
	f.Add("abc")
	f.Add("a\r\nb")
	f.Fuzz(func(t *testing.T, sent string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["X-Request-Id"] = []string{sent}
		id := requestID(r)
		if len(id) == 0 || len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool {
			return c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
		}) {
			t.Errorf("%q became %q", sent, id)
		}
	})
}

// kept is an event log that keeps what is appended, or fails.
type kept struct {
	mu     sync.Mutex
	events []eventstore.Proposed
	stream string
	fail   bool
}

func (k *kept) Append(_ context.Context, stream string, _ eventstore.Expected, events ...eventstore.Proposed) (eventstore.Appended, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fail {
		return eventstore.Appended{}, eventstore.ErrUnavailable
	}
	k.stream = stream
	k.events = append(k.events, events...)
	return eventstore.Appended{}, nil
}

// However many strangers call, a minute leaves one record a kind; nothing is
// lost while the log is down.
func TestStrangersAreCountedTogether(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 30, 0, time.UTC)
	log := &kept{}
	s := &Server{Deps: Deps{Now: func() time.Time { return now }, Node: "node-1", Recorder: &commands.Recorder{Log: log, Now: func() time.Time { return now }}}}
	x := newStrangers(s)
	var work sync.WaitGroup
	for range 50 {
		work.Go(func() {
			for range 200 {
				x.count("known", "no_credentials")
				x.count("unknown", "unknown_key")
			}
		})
	}
	work.Wait()
	x.flush(t.Context(), now.Truncate(time.Minute))
	if len(log.events) != 0 {
		t.Fatal("a minute that is not over was recorded")
	}
	log.fail = true
	x.flush(t.Context(), now.Add(time.Minute))
	log.fail = false
	x.count("known", "no_credentials")
	x.flush(t.Context(), now.Add(time.Minute))
	if len(log.events) != 2 || log.stream != "audit-0-20261120" {
		t.Fatalf("%d records in %s", len(log.events), log.stream)
	}
	total := map[string]int64{}
	for _, e := range log.events {
		var c audit.StrangersCounted
		if err := json.Unmarshal(e.Data, &c); err != nil || c.Node != "node-1" || !c.Minute.Equal(now.Truncate(time.Minute)) {
			t.Errorf("%s, %v", e.Data, err)
		}
		total[c.PathClass+" "+c.Reason] = c.Count
	}
	if total["known no_credentials"] != 10_001 || total["unknown unknown_key"] != 10_000 {
		t.Errorf("%v", total)
	}
	x.flush(t.Context(), now.Add(time.Hour))
	if len(log.events) != 2 {
		t.Error("counts were recorded twice")
	}
}

// The throttle is each principal's own, says when to come back, and takes
// nothing from one that it refuses.
func TestThrottle(t *testing.T) {
	x := newThrottle(2, 3)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range 3 {
		if err := x.admit("ada", now); err != nil {
			t.Fatalf("question %d: %v", i, err)
		}
	}
	for range 10 {
		f := fault.As(x.admit("ada", now))
		if f == nil || f.Code != fault.Throttled || f.Retry <= 0 || f.Retry > time.Second {
			t.Fatalf("%+v", f)
		}
	}
	if err := x.admit("bob", now); err != nil {
		t.Error("one principal's questions are another's")
	}
	if err := x.admit("ada", now.Add(500*time.Millisecond)); err != nil {
		t.Errorf("after half a second: %v", err)
	}
	if x.admit("ada", now.Add(500*time.Millisecond)) == nil {
		t.Error("two in half a second")
	}
}

// A problem's status follows from its kind alone, and every code has one.
func TestEveryCodeHasAStatus(t *testing.T) {
	s := &Server{Deps: Deps{Logger: slog.New(slog.DiscardHandler)}}
	for _, code := range fault.Codes() {
		p := s.problemOf(&Call{}, fault.New(code, "x"))
		if p.Status < 400 || p.Status > 599 || p.Code == "" || p.Title == "" || p.Type != "urn:tallystick:error:"+p.Code {
			t.Errorf("%+v", p)
		}
		if p.Status == 503 && p.GetHeaders().Get("Retry-After") == "" {
			t.Errorf("%s does not say when to come back", p.Code)
		}
	}
}

func TestUnversioned(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v1/cases/": "/api/cases", "/api/cases/": "/api/cases", "/api/v1/": "/api", "/api/v2/cases": "/api/v2/cases",
		"/api/v1/v1/cases": "/api/v1/cases", "/": "", "/api/v1": "/api/v1",
	} {
		if got := canonical(unversioned(path)); got != want {
			t.Errorf("%s became %q, want %q", path, got, want)
		}
	}
}
