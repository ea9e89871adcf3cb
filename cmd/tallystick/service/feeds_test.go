package service_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
)

// finished polls a job until it has ended.
func (w *world) finished(t *testing.T, role, url string) map[string]any {
	t.Helper()
	var job map[string]any
	eventually(t, "the end of "+url, func() bool {
		r := w.must(t, 200, role, http.MethodGet, url, nil)
		job = map[string]any{"status": r.field(t, "status"), "result_url": r.field(t, "result_url"), "error": r.field(t, "error")}
		return job["status"] == "succeeded" || job["status"] == "failed"
	})
	return job
}

// The way of an export: what stands against it, the job, the signed link, and the
// same bytes for the same range and position.
func TestAnExport(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	posted := w.post(t, w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00")))
	w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...)
	post := func(body string) reply {
		return w.must(t, 202, "owner", http.MethodPost, "/api/accounting-feeds/exports/?site=1", body)
	}
	blocked := w.must(t, 422, "owner", http.MethodPost, "/api/accounting-feeds/exports/?site=1", `{"format":"datev","from":"2026-01-01","to":"2026-12-31"}`)
	for _, code := range []string{"period_not_ended", "seller_details_missing"} {
		if !strings.Contains(string(blocked.body), code) {
			t.Errorf("%s is not among %s", code, blocked.body)
		}
	}
	w.must(t, 400, "owner", http.MethodPost, "/api/accounting-feeds/exports/?site=1", `{"format":"exe","from":"2026-01-01","to":"2025-12-31"}`)
	w.must(t, 400, "owner", http.MethodPost, "/api/accounting-feeds/exports/", `{"format":"csv","from":"2026-01-01","to":"2026-12-31"}`)
	w.must(t, 403, "viewer", http.MethodPost, "/api/accounting-feeds/exports/?site=1", `{"format":"csv","from":"2026-01-01","to":"2026-12-31"}`)

	var sums [2]string
	for i := range sums {
		made := post(`{"format":"csv","from":"2026-01-01","to":"2026-12-31","provisional":true}`)
		if job := w.finished(t, "owner", made.field(t, "status_url").(string)); job["status"] != "succeeded" {
			t.Fatalf("%v", job)
		}
		one := "/api/accounting-feeds/exports/" + made.field(t, "id").(string) + "/"
		read := w.must(t, 200, "auditor", http.MethodGet, one, nil)
		if read.field(t, "status") != "completed" || read.field(t, "entries").(float64) < 1 {
			t.Errorf("%s", read.body)
		}
		link := w.must(t, 201, "owner", http.MethodPost, one+"link/", `{"expires_in":3600}`)
		got := w.must(t, 200, "", http.MethodGet, link.field(t, "url").(string), nil)
		sum := sha256.Sum256(got.body)
		if sums[i] = hex.EncodeToString(sum[:]); sums[i] != read.field(t, "sha256") || got.header.Get("X-Content-SHA256") != sums[i] {
			t.Errorf("%s is not %s", sums[i], read.field(t, "sha256"))
		}
		w.must(t, 401, "", http.MethodGet, strings.Replace(link.field(t, "url").(string), "token=", "token=A", 1), nil)
		w.must(t, 404, "other_owner", http.MethodGet, one+"download/", nil)
		w.must(t, 200, "owner", http.MethodPost, one+"link/", `{"revoke":true}`)
		w.must(t, 401, "", http.MethodGet, link.field(t, "url").(string), nil)
	}
	if sums[0] != sums[1] {
		t.Error("the same range is other bytes")
	}
	for _, format := range []string{"xlsx", "hledger", "beancount", "ofx", "gobd", "e_invoices"} {
		made := post(`{"format":"` + format + `","from":"2026-01-01","to":"2026-12-31","provisional":true}`)
		if job := w.finished(t, "owner", made.field(t, "status_url").(string)); job["status"] != "succeeded" {
			t.Errorf("%s: %v", format, job)
		}
	}
	list := w.must(t, 200, "auditor", http.MethodGet, "/api/accounting-feeds/exports/?site=1&format=csv", nil)
	if list.field(t, "count").(float64) != 2 {
		t.Errorf("%s", list.body)
	}
}

// A return from posted entries: what stands against it, its boxes with their
// entries, and what came after the close, apart.
func TestAFiling(t *testing.T) {
	t.Parallel()
	w := germanFirm(t)
	w.post(t, w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00")))
	sale := map[string]any{"transaction": map[string]any{"role": "sale", "date": "2026-03-09", "currency": "EUR", "net": "1000.99",
		"gross": "1191.18", "memo": "chairs",
		"taxes":        []map[string]any{{"rate": "0.19", "base": "1000.99", "tax": "190.19"}},
		"counterparty": map[string]any{"name": "Kunde GmbH", "country": "DE", "status": "business"}}}
	posted := w.post(t, w.propose(t, 1, sale))
	path := "/api/exports/filing/?site=1&form=de-ustva&period=2026-03"
	type view struct {
		Boxes, Corrections []struct {
			Box, Value, Period string
			Entries            []struct{ EntryID string }
		}
		Warnings []struct{ Code string }
	}
	box := func(v view, name string) string {
		for _, b := range v.Boxes {
			if b.Box == name {
				return b.Value
			}
		}
		return ""
	}
	first := read[view](t, w.must(t, 200, "auditor", "GET", path+"&explain=true", nil, at(posted)...))
	for name, want := range map[string]string{"81": "1000", "66": "19.00", "tax81": "190.00", "83": "171.00"} {
		if got := box(first, name); got != want {
			t.Errorf("Kz %s is %s, not %s", name, got, want)
		}
	}
	if len(first.Boxes[0].Entries) != 1 {
		t.Errorf("%+v", first.Boxes[0])
	}
	for _, month := range []string{"2026-03"} {
		w.must(t, 200, "owner", "POST", "/api/ledger/periods/"+month+"/close/?site=1", nil)
	}
	sale["transaction"].(map[string]any)["date"] = "2026-04-02"
	sale["transaction"].(map[string]any)["supply_date"] = "2026-03-30"
	late := w.post(t, w.propose(t, 1, sale))
	again := read[view](t, w.must(t, 200, "auditor", "GET", path, nil, at(late)...))
	if got := box(again, "81"); got != "1000" {
		t.Errorf("after the close Kz 81 of March is %s", got)
	}
	april := read[view](t, w.must(t, 200, "auditor", "GET", "/api/exports/filing/?site=1&form=de-ustva&period=2026-04", nil, at(late)...))
	if box(april, "81") != "0" || len(april.Corrections) == 0 || april.Corrections[0].Period != "2026-03" {
		t.Errorf("%+v", april)
	}
	got := w.must(t, 422, "auditor", "GET", "/api/exports/filing/?site=1&form=gb-vat&period=2026-11", nil).blockers(t)
	if len(got) < 2 {
		t.Errorf("%v", got)
	}
	if draft := read[view](t, w.must(t, 200, "auditor", "GET", "/api/exports/filing/?site=1&form=gb-vat&period=2026-11&draft=true",
		nil)); len(draft.Warnings) < 2 {
		t.Errorf("%+v", draft)
	}
	w.must(t, 400, "auditor", "GET", "/api/exports/filing/?site=1&form=de-ustva&period=2026-13", nil)
	w.must(t, 400, "auditor", "GET", "/api/exports/filing/?form=de-ustva&period=2026-03", nil)
	w.must(t, 403, "viewer", "GET", path, nil)
}
