package service_test

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"
)

// A draft return from a calculation: built twice it is the same bytes, it stands in the
// list of returns, downloads for who may write, and is refused with what it lacks.
func TestReturnPackage(t *testing.T) {
	w := sharedWorld(t)
	const path, calculate = "/api/tax-assistant/return-packages/", "/api/tax-assistant/calculate/"
	request := map[string]any{"kind": "us_federal", "request": map[string]any{"tax_year": "2025", "income": "60000",
		"facts": map[string]any{"filing_status": "single", "age": "40", "children": "0", "other_dependents": "0"}}}
	snapshot := w.must(t, 200, "preparer", "POST", calculate, request).header.Get("X-Snapshot-Id")
	body := map[string]any{"form_set": "us-1040", "snapshot_id": snapshot, "client_ref": "K-204"}
	w.must(t, 403, "viewer", "POST", path, body)
	w.must(t, 400, "preparer", "POST", path, map[string]any{"form_set": "us-1040"})
	w.must(t, 400, "other_owner", "POST", path, body)
	made := w.must(t, 201, "preparer", "POST", path, body)
	if made.field(t, "kind") != "draft_package" || made.field(t, "snapshot_id") != snapshot || made.header.Get("Location") == "" {
		t.Errorf("%s", made.body)
	}
	file := w.must(t, 200, "preparer", "GET", made.header.Get("Location")+"download/", nil)
	r, err := zip.NewReader(bytes.NewReader(file.body), int64(len(file.body)))
	if err != nil || len(r.File) != 3 {
		t.Fatalf("%v", err)
	}
	w.must(t, 403, "viewer", "GET", made.header.Get("Location")+"download/", nil)
	again := w.must(t, 201, "preparer", "POST", path, body)
	if other := w.must(t, 200, "preparer", "GET", again.header.Get("Location")+"download/", nil); !bytes.Equal(other.body, file.body) {
		t.Error("the same calculation gives other bytes")
	}
	list := w.must(t, 200, "preparer", "GET", "/api/tax-assistant/returns/?kind=draft_package", nil, at(again)...)
	if !strings.Contains(string(list.body), made.field(t, "id").(string)) {
		t.Errorf("%s", list.body)
	}
	inline := map[string]any{"form_set": "gb-sa", "calculation": map[string]any{"kind": "income",
		"request": map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "england", "income": "60000"}}}
	british := w.must(t, 201, "preparer", "POST", path, inline)
	if !strings.Contains(string(british.body), "not_determined") {
		t.Errorf("%s", british.body)
	}
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "A return"})
	body["case_id"] = opened.field(t, "id")
	if of := w.must(t, 201, "preparer", "POST", path, body); of.field(t, "case_id") != opened.field(t, "id") {
		t.Errorf("%s", of.body)
	}
	body["case_id"] = "0192aa00000000000000000000000009"
	if r := w.must(t, 400, "preparer", "POST", path, body); !strings.Contains(string(r.body), "case_id") {
		t.Errorf("%s", r.body)
	}
	for want, bad := range map[string]map[string]any{
		"form_set_unavailable": {"form_set": "de-est", "snapshot_id": snapshot},
		"missing_fact": {"form_set": "gb-sa", "calculation": map[string]any{"kind": "income",
			"request": map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "income": "60000"}}},
		"coverage_unavailable": {"form_set": "gb-sa", "calculation": map[string]any{"kind": "income",
			"request": map[string]any{"jurisdiction": "GB", "tax_year": "1999-00", "sub_region": "england", "income": "60000"}}},
	} {
		if got := w.must(t, 422, "preparer", "POST", path, bad).blockers(t); !slices.Contains(got, want) {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

// An approved response goes out by mail once, and the notice is final when it has left.
func TestNoticeByMail(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	_, contract := w.asked(t, "preparer", answerURL, "How much income tax do I pay on £60,000 in England in 2025-26?")
	if contract.VerificationStatus != "verified" {
		t.Fatal(contract.VerificationStatus)
	}
	answer, _ := w.asked(t, "preparer", answerURL, "How much income tax do I pay on £60,000 in England in 2025-26?")
	notices := "/api/tax-assistant/notices/"
	id := w.must(t, 201, "preparer", "POST", notices, map[string]any{"jurisdiction": "GB", "type": "assessment", "notice_date": "2026-11-10",
		"reference": "SA-1", "tax_years": []string{"2025-26"}, "amount": "12000.00"}).field(t, "id").(string)
	w.must(t, 200, "preparer", "POST", notices+id+"/draft-response/", map[string]any{"position": "disagree",
		"grounds": []any{map[string]any{"kind": "answer", "id": answer.header.Get("X-Answer-Id")}}})
	send := map[string]any{"version": 1, "channel": "email", "recipients": []string{"office@example.com"}, "vouched": true,
		"late_reason": "the letter came late"}
	if got := w.must(t, 422, "owner", "POST", notices+id+"/send/", send).blockers(t); !slices.Contains(got, "draft_not_approved") {
		t.Errorf("%v", got)
	}
	w.must(t, 200, "owner", "POST", notices+id+"/draft-response/", map[string]any{"approve": 1})
	w.must(t, 400, "owner", "POST", notices+id+"/send/", map[string]any{"version": 1, "channel": "email",
		"recipients": []string{"a\nb@example.com"}})
	w.must(t, 400, "owner", "POST", notices+id+"/send/", map[string]any{"version": 1, "channel": "recorded", "sent_on": "2026-11-20",
		"recipients": []string{"a@example.com"}})
	queued := w.must(t, 202, "owner", "POST", notices+id+"/send/", send)
	if queued.field(t, "status") != "sending" && queued.field(t, "status") != "sent" {
		t.Errorf("%s", queued.body)
	}
	var after reply
	eventually(t, "the response to have left", func() bool {
		after = w.must(t, 200, "viewer", "GET", notices+id+"/", nil)
		return after.field(t, "status") == "sent"
	})
	if sent := after.field(t, "sent").(map[string]any); sent["channel"] != "email" {
		t.Errorf("%s", after.body)
	}
	w.must(t, 409, "owner", "POST", notices+id+"/draft-response/", map[string]any{"position": "agree", "grounds": []any{
		map[string]any{"kind": "answer", "id": answer.header.Get("X-Answer-Id")}}})
}
