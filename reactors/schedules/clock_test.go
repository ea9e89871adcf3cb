package schedules

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// memory is a log, the read model of its schedules, and who there is.
type memory struct {
	mu      sync.Mutex
	streams map[string][]event.Recorded
	row     readmodels.ScheduleRow
	stale   bool // the read model shows no firings
	fired   []time.Time
	gone    bool // the principal is disabled
}

func (m *memory) Load(_ context.Context, stream string) ([]event.Recorded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.streams[stream]), nil
}

func (m *memory) Write(_ context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.streams[stream]
	if len(h) == 0 && expected != eventstore.NoStream || len(h) > 0 && expected != eventstore.Exactly(uint64(len(h)-1)) {
		return eventstore.Appended{}, eventstore.ErrWrongRevision
	}
	m.streams[stream] = append(h, event.Recorded{Stream: stream, Revision: uint64(len(h)), Payload: payloads[0], Meta: meta})
	switch p := payloads[0].(type) {
	case schedule.Set:
		m.row = readmodels.ScheduleRow{Tenant: "a", ID: "1", NextAt: p.Next}
	case schedule.Stopped:
		m.row.Stopped = p.Code
	case schedule.Fired:
		m.fired = append(m.fired, p.Due)
		if !m.stale {
			m.row.NextAt = p.Next
		}
	}
	return eventstore.Appended{Revision: uint64(len(h))}, nil
}

func (m *memory) DueSchedules(_ context.Context, now time.Time, _ int) ([]readmodels.ScheduleRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.row.Stopped != "" || m.row.NextAt.After(now) {
		return nil, nil
	}
	return []readmodels.ScheduleRow{m.row}, nil
}

func (m *memory) Sites(string) tenancy.SiteBook          { return tenancy.SiteBook{} }
func (m *memory) Key(string, string) (tenancy.Key, bool) { return tenancy.Key{}, false }
func (m *memory) Principal(string, string) (tenancy.Principal, bool) {
	return tenancy.Principal{Disabled: m.gone}, true
}

// Two nodes that look at once, a read model that lags, and five days without either:
// each day is seen to once, in order; and nobody's work goes on once they are gone.
func TestEachDueTimeOnce(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	m := &memory{streams: map[string][]event.Recorded{}}
	x := &commands.Schedules{Executor: &commands.Executor{Log: m, Now: func() time.Time { return now }}, Directory: m}
	c := commands.Caller{Tenant: "a", Principal: "p", Sites: tenancy.Grant{All: true}}
	plan := schedule.Plan{Kind: "k", Record: "feed-a-1", Rule: schedule.Rule{Every: "day", Zone: "Europe/Berlin"}}
	if _, err := x.Set(t.Context(), c, "1", plan); err != nil {
		t.Fatal(err)
	}
	clock := &Clock{Due: m, Firer: x, Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)}
	look := func() {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { clock.Round(t.Context()) })
		}
		both.Wait()
	}
	look()
	for day := range 30 {
		if day >= 10 && day < 15 { // nobody runs
			now = now.AddDate(0, 0, 1)
			continue
		}
		m.stale = day%3 == 0
		now = now.AddDate(0, 0, 1)
		for range 8 {
			look()
		}
		if m.stale {
			m.stale = false
			last := m.fired[len(m.fired)-1]
			m.row.NextAt, _ = plan.Rule.Next(last)
			look()
		}
	}
	if len(m.fired) != 30 || !slices.IsSortedFunc(m.fired, time.Time.Compare) || len(slices.Compact(m.fired)) != 30 {
		t.Errorf("%d firings: %v", len(m.fired), m.fired)
	}
	m.gone = true
	now = now.AddDate(0, 0, 1)
	look()
	if len(m.fired) != 30 || m.row.Stopped != "principal_disabled" {
		t.Errorf("%d firings, stopped %q", len(m.fired), m.row.Stopped)
	}
}
