package http

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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
