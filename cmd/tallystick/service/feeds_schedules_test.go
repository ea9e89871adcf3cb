package service_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/civil"
)

// A schedule is set, changed, run at once and removed; what it runs is an export of
// the last whole month.
func TestAnExportSchedule(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	list := "/api/accounting-feeds/schedules/"
	w.must(t, 400, "owner", "POST", list+"?site=1", `{"format":"exe","rule":{"every":"hour"}}`)
	w.must(t, 403, "viewer", "POST", list+"?site=1", `{"format":"csv","rule":{"every":"month","day":3,"time_zone":"Europe/Berlin"}}`)
	made := w.must(t, 201, "owner", "POST", list+"?site=1", `{"format":"csv","rule":{"every":"month","day":3,"time_zone":"Europe/Berlin"}}`, "Idempotency-Key", "s")
	if again := w.must(t, 201, "owner", "POST", list+"?site=1", `{"format":"csv","rule":{"every":"month","day":3,"time_zone":"Europe/Berlin"}}`, "Idempotency-Key",
		"s"); again.field(t, "id") != made.field(t, "id") {
		t.Errorf("%s", again.body)
	}
	one := list + made.field(t, "id").(string) + "/"
	type listed struct {
		Schedules []struct {
			ID, Status string
			Connector  *string    `json:"connector_id"`
			NextAt     *time.Time `json:"next_at"`
		}
		Count int
	}
	rows := read[listed](t, w.must(t, 200, "auditor", "GET", list+"?status=active", nil, at(made)...))
	next, err := time.Parse(time.RFC3339, made.field(t, "next_at").(string))
	if err != nil || rows.Count != 1 || rows.Schedules[0].NextAt == nil || !rows.Schedules[0].NextAt.Equal(next) ||
		rows.Schedules[0].Connector == nil || *rows.Schedules[0].Connector != "" || made.field(t, "status") != "active" {
		t.Errorf("%+v %v", rows, err)
	}
	w.must(t, 404, "other_owner", "GET", one, nil)
	run := w.must(t, 202, "owner", "POST", one+"run/", nil)
	if job := w.finished(t, "owner", run.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Errorf("%v", job)
	}
	if run.field(t, "schedule_id") != made.field(t, "id") {
		t.Errorf("%s", run.body)
	}
	paused := w.must(t, 200, "owner", "PATCH", one, `{"format":"xlsx","rule":{"every":"quarter","day":5,"time_zone":"Europe/Berlin"},"paused":true}`)
	if paused.field(t, "next_at") != nil || paused.field(t, "format") != "xlsx" {
		t.Errorf("%s", paused.body)
	}
	rows = read[listed](t, w.must(t, 200, "auditor", "GET", list+"?status=paused", nil, at(paused)...))
	if rows.Count != 1 || rows.Schedules[0].NextAt != nil || paused.field(t, "status") != "paused" {
		t.Errorf("%+v", rows)
	}
	w.must(t, 204, "owner", "DELETE", one, nil)
	w.must(t, 404, "owner", "GET", one, nil)
}

// Of many who pause a schedule and have it run at once, the last one is heard: it runs as it
// says that it does.
func TestSchedulesChangedAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const list = "/api/accounting-feeds/schedules/"
	plan := func(day int, paused bool) string {
		return fmt.Sprintf(`{"format":"csv","rule":{"every":"month","day":%d,"time_zone":"Europe/Berlin"},"paused":%t}`, day, paused)
	}
	one := list + w.must(t, 201, "owner", "POST", list+"?site=1", plan(1, false)).field(t, "id").(string) + "/"
	for round := range 8 {
		var work sync.WaitGroup
		for n := range 8 {
			work.Add(1)
			go func() {
				defer work.Done()
				if r, err := w.try("owner", "PATCH", one, plan(1+round, n%2 == 0)); err != nil || r.status != 200 && r.status != 409 {
					t.Errorf("%d %s %v", r.status, r.body, err)
				}
			}()
		}
		work.Wait()
		awaitHead(t, t.Context(), w.Service)
		said := w.must(t, 200, "owner", "GET", one, nil).field(t, "status")
		var stopped string
		if err := w.DB.Writer.QueryRow(t.Context(), `select stopped from read.schedules where tenant = $1`, w.tenant).Scan(&stopped); err != nil {
			t.Fatal(err)
		}
		if (said == "active") != (stopped == "") {
			t.Errorf("round %d: the schedule says %v, what runs it %q", round, said, stopped)
		}
	}
}

// Due times that passed while nothing ran are caught up, each once, with the range that it
// would have had. A schedule whose maker is gone by then stops, and says so, until somebody
// sets it anew.
func TestSchedulesCatchUp(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const list = "/api/accounting-feeds/schedules/"
	const plan = `{"format":"csv","rule":{"every":"day","at":"03:00","time_zone":"UTC"},"provisional":true}`
	restart := func(ahead time.Duration) {
		t.Helper()
		w.Service.Close()
		s, err := startService(w.Config, func(s *service.Service) {
			s.Executor.Now = func() time.Time { return time.Now().Add(ahead) }
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Service, w.base = s, "http://"+s.Addr("api")
	}
	restart(-4 * 24 * time.Hour)
	from := w.Executor.Now().UTC()
	set := func(as string) string {
		t.Helper()
		return w.must(t, 201, as, "POST", list+"?site=1", plan).field(t, "id").(string)
	}
	kept, left := set("owner"), set("tax_manager")
	w.must(t, 200, "owner", "PATCH", "/api/principals/"+w.ids["tax_manager"]+"/", map[string]any{"disabled": true})
	ranges := func(id string) (out []string) {
		t.Helper()
		awaitHead(t, t.Context(), w.Service)
		for _, x := range read[struct {
			Exports []struct{ From, To, Status string }
		}](t, w.must(t, 200, "owner", "GET",
			"/api/accounting-feeds/exports/?site=1&limit=200&schedule_id="+id, nil)).Exports {
			if x.From == x.To && x.Status == "completed" {
				out = append(out, x.From)
			}
		}
		slices.Sort(out)
		return out
	}
	missed := func() (days []string) {
		for due := from.Truncate(24 * time.Hour).Add(3 * time.Hour); !due.After(w.Executor.Now()); due = due.Add(24 * time.Hour) {
			if due.After(from) {
				days = append(days, civil.FromTime(due).AddDays(-1).String())
			}
		}
		return days
	}
	if got := ranges(kept); len(got) != 0 {
		t.Errorf("before anything was due: %v", got)
	}
	restart(0)
	eventually(t, "what was due to be caught up", func() bool { return len(ranges(kept)) >= len(missed()) })
	restart(0)
	if got := ranges(kept); len(got) < 4 || !slices.Equal(got, missed()) {
		t.Errorf("exports of %v, not of %v", got, missed())
	}
	eventually(t, "the schedule of who is gone to stop", func() bool {
		return w.must(t, 200, "owner", "GET", list+"?status=stopped", nil).field(t, "count") == 1.0
	})
	one := w.must(t, 200, "owner", "GET", list+left+"/", nil)
	if one.field(t, "status") != "stopped" || one.field(t, "next_at") != nil || len(ranges(left)) != 0 {
		t.Errorf("%s, exports of %v", one.body, ranges(left))
	}
	if again := w.must(t, 200, "owner", "PATCH", list+left+"/", plan); again.field(t, "status") != "active" || again.field(t,
		"next_at") == nil {
		t.Errorf("%s", again.body)
	}
	awaitHead(t, t.Context(), w.Service)
	if n := w.must(t, 200, "owner", "GET", list+"?status=active", nil).field(t, "count"); n != 2.0 {
		t.Errorf("%v run", n)
	}
}
