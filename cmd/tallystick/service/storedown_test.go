package service_test

import (
	"os"
	"testing"
	"time"
)

// TestPostgresDown stops PostgreSQL: writes that need no read model still work,
// reads say when to come back, and all of it recovers by itself.
func TestPostgresDown(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, ownServer)
	w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Before"})
	w.must(t, 200, "owner", "GET", "/api/cases/", nil)
	w.must(t, 200, "owner", "POST", "/api/v1/tax-assistant/answer", map[string]any{"question": "Income tax on £60,000 in England in 2025-26?"})
	w.Cluster.Pause()
	w.Cluster.Kill()
	list := w.call(t, "owner", "GET", "/api/cases/", nil)
	if list.status != 503 || list.header.Get("Retry-After") == "" {
		t.Errorf("a list without PostgreSQL: %d, Retry-After %q: %s", list.status, list.header.Get("Retry-After"), list.body)
	}
	w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "Made while PostgreSQL was down"})
	w.must(t, 200, "owner", "POST", "/api/tax-assistant/calculate/income/", map[string]any{
		"jurisdiction": "GB", "tax_year": "2025-26", "income": "60000.00", "sub_region": "england"})
	answered := w.must(t, 200, "owner", "POST", "/api/v1/tax-assistant/answer",
		map[string]any{"question": "Income tax on £70,000 in England in 2025-26?"})
	if s := answered.field(t, "verification_status"); s != "verified" {
		t.Errorf("an answer to a principal whose key is known: %v", s)
	}
	w.Cluster.Resume()
	position := answered.header.Get("X-Log-Position")
	eventually(t, "the list to recover", func() bool {
		return w.call(t, "owner", "GET", "/api/cases/", nil, "X-Min-Log-Position", position).status == 200
	})
}

// TestEventLogDown stops the event log: nobody is let in, nothing is
// half-written, and all of it recovers by itself.
func TestEventLogDown(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.must(t, 200, "owner", "GET", "/api/sites/", nil)
	w.StopLog()
	eventually(t, "calls to be refused", func() bool {
		r := w.call(t, "owner", "POST", "/api/sites/", map[string]any{"name": "Never made"})
		if r.status == 201 {
			t.Fatal("a write was acknowledged without a log")
		}
		return r.status == 503 && r.header.Get("Retry-After") != ""
	})
	if err := w.StartLog(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "calls to be let in again", func() bool { return w.call(t, "owner", "GET", "/api/sites/", nil).status == 200 })
	if n := w.must(t, 200, "owner", "GET", "/api/sites/", nil).field(t, "count"); n != float64(2) {
		t.Errorf("%v sites; a refused write was half-written", n)
	}
	w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "Made afterwards"})
	eventually(t, "projections to go on", func() bool {
		return w.call(t, "owner", "GET", "/api/audit/?operation=sites.add&type=site.added.v1", nil).field(t, "count") == float64(3)
	})
}

// eventually polls; it fails only when nothing happens for very long.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for giveUp := patience(t); !happened(); {
		select {
		case <-giveUp:
			t.Fatalf("waited in vain for %s", what)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// await waits until a channel is closed.
func await(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-patience(t):
		t.Fatalf("waited in vain for %s", what)
	}
}

// patience ends when a test should give up: long after what it waits for comes on a
// loaded machine, and before the test itself is ended. A soak has all the time of its test.
func patience(t *testing.T) <-chan time.Time {
	left := 5 * time.Minute
	if end, ok := t.Deadline(); ok {
		if own := time.Until(end) - 20*time.Second; own < left || os.Getenv("TALLYSTICK_SOAK") != "" {
			left = own
		}
	}
	return time.After(left)
}
