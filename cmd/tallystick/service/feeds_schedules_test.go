package service_test

import "testing"

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
	if n := w.must(t, 200, "auditor", "GET", list+"?status=active", nil, at(made)...).field(t, "count"); n != 1.0 {
		t.Errorf("%v schedules", n)
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
	w.must(t, 204, "owner", "DELETE", one, nil)
	w.must(t, 404, "owner", "GET", one, nil)
}
