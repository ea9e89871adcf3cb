package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/eventstore"
)

// A return of a registration: when it is due, what it comes to, that it was filed; its
// bytes stand for ever, and what is posted later counts in the next period.
func TestObligationIsFiledOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	type list struct {
		Obligations  []obligation.Obligation   `json:"obligations"`
		Undetermined []obligation.Undetermined `json:"undetermined"`
	}
	type form struct {
		Boxes       []struct{ Box, Value string } `json:"boxes"`
		Corrections []struct{ Box, Value string } `json:"corrections"`
		LogPosition int64                         `json:"log_position"`
	}
	registration := map[string]any{"country": "DE", "standing": "registered", "scheme": "standard", "effective_from": "2026-01-01"}
	id := w.create(t, "owner", "registrations/", registration)
	const calendar = "/api/obligations/?from=2026-01-01&to=2026-12-31"
	if l := read[list](t, w.must(t, 200, "viewer", "GET", calendar, nil)); len(l.Obligations) != 0 || len(l.Undetermined) != 1 ||
		l.Undetermined[0].Missing != "returns" {
		t.Fatalf("%+v", l)
	}
	w.must(t, 200, "owner", "PATCH", commercePath+"registrations/"+id+"/", map[string]any{"returns": "month", "effective_from": "2026-01-01"})
	first := w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00"))
	posted := w.post(t, first)
	l := read[list](t, w.must(t, 200, "viewer", "GET", calendar, nil, at(posted)...))
	i := slices.IndexFunc(l.Obligations, func(o obligation.Obligation) bool { return o.Period == "2026-03" })
	if i < 0 || l.Obligations[i].On.String() != "2026-04-10" || l.Obligations[i].Status != "overdue" || len(l.Obligations[i].Citations) == 0 {
		t.Fatalf("%+v", l)
	}
	march := l.Obligations[i].ID
	const export = "/api/exports/filing/?site=1&form=de-ustva&period=2026-03"
	shown := read[form](t, w.must(t, 200, "auditor", "GET", export, nil, at(posted)...))
	filed := fmt.Sprintf("/api/obligations/%s/filed/", march)
	body := map[string]any{"form": "de-ustva", "period": "2026-03", "filed_on": "2026-04-09", "reference": "et 1234",
		"log_position": shown.LogPosition}
	w.must(t, 403, "bookkeeper", "POST", filed, body)
	w.must(t, 404, "other_owner", "POST", filed, body)
	w.must(t, 400, "owner", "POST", filed, map[string]any{"form": "gb-vat", "period": "2026-03", "filed_on": "2026-04-09", "reference": "x"})
	key := []string{"Idempotency-Key", "filed-march"}
	done := w.must(t, 200, "owner", "POST", filed, body, key...)
	if again := w.must(t, 200, "owner", "POST", filed, body, key...); string(again.body) != string(done.body) {
		t.Errorf("again:\n%s\n%s", done.body, again.body)
	}
	w.must(t, 409, "owner", "POST", filed, map[string]any{"form": "de-ustva", "period": "2026-03", "filed_on": "2026-04-09",
		"reference": "another"})
	o := read[obligation.Obligation](t, done)
	if o.Status != "filed" || o.Late || o.Filing.Reference != "et 1234" || o.Filing.LogPosition != shown.LogPosition {
		t.Errorf("%s", done.body)
	}
	asFiled := fmt.Sprintf("%s&log_position=%d", export, shown.LogPosition)
	frozen := w.must(t, 200, "auditor", "GET", asFiled, nil)
	if got := read[form](t, frozen); fmt.Sprint(got.Boxes) != fmt.Sprint(shown.Boxes) ||
		frozen.header.Get("X-Content-SHA256") != o.Filing.SHA256 {
		t.Errorf("frozen %s", frozen.body)
	}
	w.must(t, 404, "auditor", "GET", fmt.Sprintf("%s&log_position=%d", export, shown.LogPosition+1), nil)

	late := w.post(t, w.propose(t, 1, purchase("2026-03-20", "200.00", "38.00", "238.00")))
	if now := w.must(t, 200, "auditor", "GET", asFiled, nil, at(late)...); string(now.body) != string(frozen.body) {
		t.Errorf("what was filed changed:\n%s\n%s", frozen.body, now.body)
	}
	if now := read[form](t, w.must(t, 200, "auditor", "GET", export, nil, at(late)...)); fmt.Sprint(now.Boxes) != fmt.Sprint(shown.Boxes) {
		t.Errorf("March now has %v, was filed with %v", now.Boxes, shown.Boxes)
	}
	april := read[form](t, w.must(t, 200, "auditor", "GET", "/api/exports/filing/?site=1&form=de-ustva&period=2026-04", nil, at(late)...))
	if !slices.ContainsFunc(april.Corrections, func(b struct{ Box, Value string }) bool { return b.Value == "38.00" }) {
		t.Errorf("April corrects %v", april.Corrections)
	}
	w.checkDashboard(t, late)

	// The past of the registration is corrected: what was filed stays in the calendar.
	corrected := w.must(t, 200, "owner", "PATCH", commercePath+"registrations/"+id+"/", map[string]any{"effective_from": "2026-06-01"})
	l = read[list](t, w.must(t, 200, "viewer", "GET", calendar+"&form=de-ustva&status=filed", nil, at(corrected)...))
	if len(l.Obligations) != 1 || l.Obligations[0].ID != march || l.Obligations[0].Filing == nil {
		t.Errorf("%+v", l)
	}
	if bad := w.call(t, "viewer", "GET", calendar+"&form=zzz", nil); bad.status != 400 || !strings.Contains(string(bad.body), "de-ustva") {
		t.Errorf("%d %s", bad.status, bad.body)
	}
	again := w.call(t, "owner", "POST", commercePath+"registrations/", registration)
	if again.status != 422 || !strings.Contains(string(again.body), "registration_duplicate") || !strings.Contains(string(again.body), id) {
		t.Errorf("%d %s", again.status, again.body)
	}
}

// What was not recorded at a position of the log stands against filing as of it.
func TestObligationBeforeItsRegistration(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	posted := w.post(t, w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00")))
	const draft = "/api/exports/filing/?site=1&form=de-ustva&period=2026-03&draft=true"
	before := w.must(t, 200, "auditor", "GET", draft, nil, at(posted)...)
	w.create(t, "owner", "registrations/", map[string]any{"country": "DE", "standing": "registered", "scheme": "standard", "returns": "month",
		"effective_from": "2026-01-01"})
	l := read[struct{ Obligations []obligation.Obligation }](t, w.must(t, 200, "viewer", "GET",
		"/api/obligations/?from=2026-01-01&to=2026-12-31", nil))
	i := slices.IndexFunc(l.Obligations, func(o obligation.Obligation) bool { return o.Period == "2026-03" })
	if i < 0 {
		t.Fatalf("%+v", l)
	}
	filed := fmt.Sprintf("/api/obligations/%s/filed/", l.Obligations[i].ID)
	body := map[string]any{"form": "de-ustva", "period": "2026-03", "filed_on": "2026-04-09", "reference": "et 1234",
		"log_position": before.field(t, "log_position")}
	if r := w.call(t, "owner", "POST", filed, body); r.status != 422 || !strings.Contains(string(r.body), "registration_missing") {
		t.Errorf("%d %s", r.status, r.body)
	}
	delete(body, "log_position")
	w.must(t, 200, "owner", "POST", filed, body)
}

// A return that is made outside has its day in the calendar without books, and is
// recorded with its reference alone.
func TestObligationIsMadeOutside(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.create(t, "owner", "registrations/", map[string]any{"country": "US", "region": "CA", "standing": "registered", "scheme": "standard",
		"returns": "quarter", "effective_from": "2026-01-01"})
	const calendar = "/api/obligations/?form=us-ca-sales&from=2026-01-01&to=2026-12-31"
	o := read[struct{ Obligations []obligation.Obligation }](t, w.must(t, 200, "viewer", "GET", calendar, nil)).Obligations
	if len(o) < 3 || o[0].Period != "2026-Q1" || o[0].On.String() != "2026-04-30" || !o[0].Outside || len(o[0].Citations) == 0 {
		t.Fatalf("%+v", o)
	}
	filed := "/api/obligations/" + o[0].ID + "/filed/"
	body := map[string]any{"form": "us-ca-sales", "period": "2026-Q1", "filed_on": "2026-04-29", "reference": "CDTFA 1"}
	r := w.must(t, 200, "owner", "POST", filed, body)
	r.expect(t, "status", "filed", "filed.sha256", "", "filed.reference", "CDTFA 1")
	w.must(t, 409, "owner", "POST", filed, body)
	w.must(t, 200, "viewer", "GET", calendar+"&status=filed", nil, "X-Min-Log-Position", r.position()).expect(t, "count", 1.0)
}

// A tenant that made more calls in a day than a record may have events files returns all
// the same: as of now, which is most often one of those calls, and as of any of them.
func TestObligationOfABusyDay(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.create(t, "owner", "registrations/", map[string]any{"country": "DE", "standing": "registered", "scheme": "standard", "returns": "month",
		"effective_from": "2026-01-01"})
	now := time.Now().UTC()
	calls := make([]event.Payload, 512)
	for i := range calls {
		calls[i] = audit.CallRecorded{Method: "GET", Route: "/api/sites/", Status: 200, Outcome: "ok"}
	}
	for range 9 {
		meta := event.Metadata{Tenant: w.tenant, CommandID: uuid.New(), Time: now, Operation: "sites.list"}
		if _, err := w.Log.Write(t.Context(), audit.Stream(w.tenant, now), eventstore.Any, meta, calls); err != nil {
			t.Fatal(err)
		}
	}
	l := read[struct{ Obligations []obligation.Obligation }](t, w.must(t, 200, "viewer", "GET",
		"/api/obligations/?from=2026-01-01&to=2026-12-31", nil))
	i := slices.IndexFunc(l.Obligations, func(o obligation.Obligation) bool { return o.Period == "2026-03" })
	if i < 0 {
		t.Fatalf("%+v", l)
	}
	w.must(t, 200, "owner", "POST", fmt.Sprintf("/api/obligations/%s/filed/", l.Obligations[i].ID), map[string]any{"form": "de-ustva",
		"period": "2026-03", "filed_on": "2026-04-09", "reference": "et 1"})
}

// checkDashboard looks at the tenant at a glance, and has what it says is amiss mended.
func (w *world) checkDashboard(t *testing.T, seen reply) {
	t.Helper()
	type counts struct {
		Hidden string
		Count  int64
		By     map[string]int64
	}
	type dashboard struct {
		Ledger, Answers, Invoices counts
		Obligations               counts
		Compliance                struct{ Hidden, Status string }
		Coverage                  struct{ Rows, Offered int64 }
	}
	d := read[dashboard](t, w.must(t, 200, "viewer", "GET", "/api/tax-assistant/dashboard/?from=2026-01-01&to=2026-12-31", nil, at(seen)...))
	if d.Ledger.By["posted"] != 2 || d.Obligations.By["filed"] != 1 || d.Obligations.By["overdue"] < 5 || d.Compliance.Status == "" ||
		d.Coverage.Rows != d.Coverage.Offered {
		t.Errorf("%+v", d)
	}
	w.must(t, 400, "viewer", "GET", "/api/tax-assistant/dashboard/?from=2025-01-01&to=2026-06-01", nil)
	const path = "/api/tax-assistant/compliance/"
	closed := w.must(t, 200, "owner", "POST", "/api/ledger/periods/2026-03/close/?site=1", `{}`)
	before := w.must(t, 200, "viewer", "GET", path, nil, at(closed)...)
	if !strings.Contains(string(before.body), "month_without_proof") || !strings.Contains(string(before.body), "rates_never_imported") {
		t.Errorf("%s", before.body)
	}
	w.must(t, 403, "viewer", "POST", path+"refresh/", nil)
	var proof reply
	eventually(t, "a checkpoint to cover the month", func() bool {
		if err := w.Checkpoints.PublishTree(t.Context(), w.tenant); err != nil {
			t.Fatal(err)
		}
		proof = w.call(t, "owner", "POST", "/api/audit-proofs/?site=1", map[string]any{"year": 2026, "month": 3})
		return proof.status == 201
	})
	queued := w.must(t, 202, "owner", "POST", path+"refresh/", nil)
	url := queued.field(t, "status_url").(string)
	if job := w.finished(t, "owner", url); job["status"] != "succeeded" {
		t.Fatalf("%v", job)
	}
	var last reply
	eventually(t, "the refresh to be shown", func() bool {
		last = w.must(t, 200, "viewer", "GET", path, nil, at(proof)...)
		return last.field(t, "last_refresh") != nil
	})
	if !strings.Contains(string(last.body), `"proofs_verified":1`) || strings.Contains(string(last.body), "month_without_proof") ||
		strings.Contains(string(last.body), "proofs_not_verified") || strings.Contains(string(last.body), "proof_failed") {
		t.Errorf("%s", last.body)
	}
}

// Statements of supplies to other Member States stand in the calendar once the
// registration says how often they are made: overdue where the books hold such supplies,
// of goods or of services, and conditional where they hold others or none.
func TestStatementsFollowTheBooks(t *testing.T) {
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.create(t, "owner", "registrations/", map[string]any{"country": "DE", "standing": "registered", "scheme": "standard", "returns": "month",
		"statements": "month", "effective_from": "2026-01-01"})
	answer := w.consulted(t, "FR", "FR40303265045")
	sold := func(day, kind, country, number string) reply {
		shown := map[string]any{"name": "Buyer", "country": country, "status": "business", "tax_id": number, "tax_id_evidence": "certificate"}
		if country == "FR" {
			shown["tax_id_evidence"], shown["tax_id_consultation"] = "registry", answer
		}
		return w.post(t, w.propose(t, 1, map[string]any{"transaction": map[string]any{"role": "sale", "date": day, "currency": "EUR",
			"net": "500.00", "gross": "500.00", "supply_kind": kind, "taxes": []map[string]any{},
			"counterparty": shown, "memo": "goods"}}))
	}
	sold("2026-02-10", "goods", "FR", "FR40303265045")
	sold("2026-03-10", "services", "FR", "FR40303265045")
	last := sold("2026-04-10", "services", "US", "12-3456789")
	const calendar = "/api/obligations/?form=de-ecsl&from=2026-01-01&to=2026-12-31"
	got := map[string]string{}
	for _, o := range read[struct{ Obligations []obligation.Obligation }](t, w.must(t, 200, "viewer", "GET", calendar, nil,
		at(last)...)).Obligations {
		got[o.Period] = o.Status
	}
	if got["2026-01"] != "conditional" || got["2026-02"] != "overdue" || got["2026-03"] != "overdue" || got["2026-04"] != "conditional" {
		t.Errorf("%v", got)
	}
	if d := w.must(t, 200, "owner", "GET", "/api/tax-assistant/dashboard/", nil, at(last)...); !strings.Contains(string(d.body), `"conditional"`) {
		t.Errorf("%s", d.body)
	}
	if bad := w.call(t, "owner", "POST", commercePath+"registrations/", map[string]any{"country": "GB", "standing": "registered",
		"scheme": "standard", "return_day": 24, "statements": "month", "effective_from": "2026-01-01"}); bad.status != 400 ||
		!strings.Contains(string(bad.body), "return_day") || !strings.Contains(string(bad.body), "statements") {
		t.Errorf("%d %s", bad.status, bad.body)
	}
}
