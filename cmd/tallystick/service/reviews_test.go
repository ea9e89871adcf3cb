package service_test

import (
	"slices"
	"sync"
	"testing"
)

// queued are the items of the queue that somebody sees, by id.
func (w *world) queued(t *testing.T, as, query string, after reply) map[string]map[string]any {
	t.Helper()
	list := read[struct {
		Items []map[string]any `json:"review_items"`
		Count float64          `json:"count"`
	}](t, w.must(t, 200, as, "GET", "/api/tax-assistant/review-items/?site=1&"+query, nil, at(after)...))
	items := map[string]map[string]any{}
	for _, i := range list.Items {
		items[i["id"].(string)] = i
	}
	if int(list.Count) != len(items) {
		t.Errorf("%s: %v items are counted, %d listed", query, list.Count, len(items))
	}
	return items
}

// An entry that a person should look at is in the queue of who may read the books, and
// is approved, returned or rejected from there by who may approve it.
func TestReviewOfEntries(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const path = "/api/tax-assistant/review-items/"
	cost := purchase("2026-03-04", "5000.00", "950.00", "5950.00")
	cost["transaction"].(map[string]any)["category"] = "entertainment"
	var last reply
	dinner := func() (entry, item string) {
		t.Helper()
		last = w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", cost)
		if reasons := read[struct {
			Reasons []string `json:"review_reasons"`
		}](t, last).Reasons; len(reasons) == 0 {
			t.Fatalf("nobody is asked about it: %s", last.body)
		}
		entry = last.field(t, "id").(string)
		return entry, "journal_" + entry
	}
	entry, item := dinner()
	open := w.queued(t, "reviewer", "kind=journal&status=open", last)
	if i := open[item]; i == nil || i["amount"] != "5950.00" || i["record_id"] != entry || i["title"] != "paper" {
		t.Fatalf("%v", open)
	}
	// Who may not read the books does not see it, in the list, by its id, or counted.
	if seen := w.queued(t, "viewer", "status=open", last); seen[item] != nil {
		t.Errorf("a viewer sees %v", seen)
	}
	w.must(t, 404, "viewer", "GET", path+item+"/", nil, at(last)...)
	w.must(t, 200, "auditor", "GET", path+item+"/", nil, at(last)...)
	w.must(t, 404, "other_owner", "GET", path+item+"/", nil, at(last)...)
	// Who may resolve reviews and not approve entries does not approve by the queue.
	w.must(t, 403, "admin", "POST", path+item+"/resolve/", `{"decision":"accept"}`)
	w.must(t, 403, "preparer", "POST", path+item+"/resolve/", `{"decision":"accept"}`)
	w.must(t, 404, "other_owner", "POST", path+item+"/resolve/", `{"decision":"accept"}`)
	w.must(t, 400, "reviewer", "POST", path+item+"/resolve/", `{"decision":"split"}`)
	w.must(t, 400, "reviewer", "POST", path+item+"/resolve/", `{"decision":"dismiss"}`)
	w.must(t, 404, "reviewer", "POST", path+"journal_nothing/resolve/", `{"decision":"accept"}`)

	// Of several at once, one decides.
	statuses := make([]int, 6)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			r, err := w.try([]string{"reviewer", "tax_manager"}[i%2], "POST", path+item+"/resolve/", `{"decision":"accept"}`)
			if err != nil {
				t.Error(err)
				return
			}
			statuses[i] = r.status
		})
	}
	all.Wait()
	if slices.Sort(statuses); !slices.Equal(statuses, []int{200, 409, 409, 409, 409, 409}) {
		t.Errorf("at once: %v", statuses)
	}
	approved := w.must(t, 200, "reviewer", "GET", "/api/accounting/journal-entries/"+entry+"/", nil)
	if approved.field(t, "status") != "approved" {
		t.Errorf("%s", approved.body)
	}
	// Returned from the queue, it is asked about again once it is proposed anew; decided
	// elsewhere, it leaves the queue too.
	again, item2 := dinner()
	returned := w.must(t, 200, "reviewer", "POST", path+item2+"/resolve/", `{"decision":"correct","reason":"another account"}`)
	if got := w.queued(t, "reviewer", "kind=journal&status=resolved", returned); len(got) != 2 || got[item2]["decision"] != "correct" {
		t.Errorf("%v", got)
	}
	cost["entry_id"] = again
	anew := w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", cost)
	if got := w.queued(t, "reviewer", "kind=journal&status=open", anew); len(got) != 1 || got[item2] == nil {
		t.Errorf("%v", got)
	}
	rejected := w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+again+"/reject/", `{"reason":"not ours"}`)
	if got := w.queued(t, "reviewer", "kind=journal&status=dismissed", rejected); got[item2] == nil || got[item2]["decided_by"] == "" {
		t.Errorf("%v", got)
	}
	w.must(t, 409, "reviewer", "POST", path+item2+"/resolve/", `{"decision":"accept"}`)
}

// A draft that may be an entry which is there is in the queue until somebody says.
func TestReviewOfMatches(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const path, receipts = "/api/tax-assistant/review-items/", "/api/tax-assistant/receipts/"
	w.must(t, 200, "admin", "PUT", "/api/tax-assistant/intake-config/", `{"four_eyes_above":{"EUR":"100"}}`)
	booked := w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", purchase("2026-03-04", "100.00", "19.00",
		"119.00"))
	entry := booked.field(t, "id").(string)
	w.must(t, 200, "viewer", "GET", receipts, nil, at(booked)...) // the books are read there
	draft := func(as string) (reply, string, string) {
		t.Helper()
		w.must(t, 200, "bookkeeper", "GET", "/api/accounting/journal-entries/", nil, at(booked)...)
		r := w.must(t, 201, as, "POST", receipts+"?site=1", map[string]any{"merchant": "Papier GmbH", "country": "DE", "date": "2026-03-04",
			"currency": "EUR", "net": "119.00", "gross": "119.00"})
		id := r.field(t, "id").(string)
		return r, id, "match_" + id
	}
	one, id, item := draft("bookkeeper")
	open := w.queued(t, "viewer", "kind=match&status=open", one)
	if i := open[item]; i == nil || i["title"] != "Papier GmbH" || i["amount"] != "119.00" || !slices.Equal(i["reasons"].([]any),
		[]any{"match_undecided"}) {
		t.Fatalf("%v", open)
	}
	if c := open[item]["candidates"].([]any)[0].(map[string]any); c["id"] != entry || c["kind"] != "journal_entry" {
		t.Errorf("%v", c)
	}
	w.must(t, 403, "preparer", "POST", path+item+"/resolve/", `{"decision":"accept"}`)
	if got := w.must(t, 422, "bookkeeper", "POST", path+item+"/resolve/", `{"decision":"accept"}`).blockers(t); !slices.Equal(got,
		[]string{"separation_of_duties"}) {
		t.Errorf("who drafted it decides above the amount: %v", got)
	}
	w.must(t, 400, "reviewer", "POST", path+item+"/resolve/", `{"decision":"correct"}`)
	joined := w.must(t, 200, "reviewer", "POST", path+item+"/resolve/", `{"decision":"accept"}`)
	w.must(t, 409, "reviewer", "POST", path+item+"/resolve/", `{"decision":"dismiss"}`)
	if m := read[struct{ Match map[string]string }](t, w.must(t, 200, "viewer", "GET", receipts+id+"/", nil)).Match; m["id"] != entry {
		t.Errorf("%v", m)
	}
	if got := w.queued(t, "viewer", "kind=match&status=resolved", joined); got[item] == nil {
		t.Errorf("%v", got)
	}
	// None is the same; and one that somebody says with the receipt itself.
	_, _, other := draft("bookkeeper")
	none := w.must(t, 200, "tax_manager", "POST", path+other+"/resolve/", `{"decision":"dismiss"}`)
	if got := w.queued(t, "viewer", "kind=match&status=dismissed", none); got[other] == nil || got[other]["decision"] != "dismiss" {
		t.Errorf("%v", got)
	}
	_, third, item3 := draft("preparer")
	said := w.must(t, 200, "preparer", "PATCH", receipts+third+"/", map[string]any{"match": map[string]any{"kind": "journal_entry", "id": entry}})
	if got := w.queued(t, "viewer", "kind=match&status=open", said); got[item3] != nil {
		t.Errorf("%v", got)
	}
	// Another amount is no match; nor is one whose day is far.
	_, fourth, item4 := draft("preparer")
	moved := w.must(t, 200, "preparer", "PATCH", receipts+fourth+"/", `{"gross":"120.00","net":"120.00"}`)
	if got := w.queued(t, "viewer", "kind=match&status=dismissed", moved); got[item4] == nil || got[item4]["decision"] != "withdrawn" {
		t.Errorf("%v", got)
	}
	if got := w.queued(t, "viewer", "kind=match&status=open", moved); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
