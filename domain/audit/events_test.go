package audit_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
)

var update = flag.Bool("update", false, "write golden files")

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		audit.CallRecorded{Method: "GET", Route: "/api/cases/{case_id}/export/", Status: 200, Outcome: "stream_ended", DurationUs: 1234,
			Via: "link:7f3a"},
		audit.CallRefused{Status: 422, Code: "blocked", Reason: "2 precondition(s) unmet", Unmet: []string{"no_reviewer", "no_workpapers"}},
		audit.StrangersCounted{Minute: time.Date(2026, 11, 20, 12, 30, 0, 0, time.UTC), Node: "node-1", PathClass: "known", Reason: "unknown_key",
			Count: 7},
	}, audit.Category)
}

// A stream is a tenant's UTC day, whatever zone the clock shows.
func TestStream(t *testing.T) {
	at := time.Date(2026, 11, 20, 23, 59, 59, 0, time.UTC)
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("east", 14*3600), time.FixedZone("west", -11*3600)} {
		if got := audit.Stream("abc", at.In(zone)); got != "audit-abc-20261120" {
			t.Errorf("in %v: %s", zone, got)
		}
	}
	if got := audit.Stream("0", at.Add(time.Second)); got != "audit-0-20261121" {
		t.Error(got)
	}
}

// A stream that was ended is followed by others of its day, each a stream of its tenant.
func TestNext(t *testing.T) {
	name := audit.Stream("abc", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	for n := 2; n < 13; n++ {
		name = audit.Next(name)
		s, ok := event.ParseStream(name)
		if want := fmt.Sprintf("20261120_%d", n); !ok || s.Category != audit.Category.Name || s.Tenant != "abc" || s.ID != want {
			t.Errorf("%s, want %s", name, want)
		}
	}
}
