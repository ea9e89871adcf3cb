package service_test

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// From a document to the journal: classified, reviewed, drafted, refused with every
// blocker at once, finalised, approved by somebody else.
func TestReceiptsIntoTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, api = "?site=1", "/api/tax-assistant/"
	tree := w.must(t, 200, "viewer", "GET", api+"categories/"+site+"&tax_year=2026", nil)
	if tree.field(t, "tree") != "deeuer" || tree.field(t, "count") != 15.0 {
		t.Errorf("%s", tree.body)
	}
	w.must(t, 400, "viewer", "GET", api+"categories/", nil) // neither books nor a place
	w.must(t, 422, "owner", "PATCH", api+"categories/deeuer_other/", `{"disabled":true}`)
	w.must(t, 404, "owner", "PATCH", api+"categories/deeuer_nothing/", `{"disabled":true}`)
	renamed := w.must(t, 200, "owner", "PATCH", api+"categories/deeuer_office/", `{"label":"Schreibtisch"}`)
	if got := w.must(t, 200, "viewer", "GET", api+"categories/?jurisdiction=DE", nil, at(renamed)...); !contains(got.body, "Schreibtisch") {
		t.Errorf("the new name is not shown: %s", got.body)
	}

	// Three decisions of this tenant make a history; before, a person is asked.
	for i := range 3 {
		made := w.must(t, 201, "preparer", "POST", api+"classifications/"+site, map[string]any{"transaction": map[string]any{
			"merchant": "Papier Schulz GmbH", "description": fmt.Sprintf("Rechnung %d", i), "amount": "11.90", "currency": "EUR",
			"date": "2026-03-04"}})
		item, _ := made.field(t, "review_item_id").(string)
		if made.field(t, "category") != nil || item == "" || made.field(t, "status") != "open" {
			t.Fatalf("%d: %s", i, made.body)
		}
		if i == 0 {
			w.must(t, 200, "viewer", "GET", api+"review-items/"+item+"/", nil, at(made)...)
			w.must(t, 404, "other_owner", "GET", api+"review-items/"+item+"/", nil, at(made)...)
		}
		w.must(t, 403, "preparer", "POST", api+"review-items/"+item+"/resolve/", map[string]any{"decision": "correct",
			"category_id": "deeuer_office"})
		done := w.must(t, 200, "reviewer", "POST", api+"review-items/"+item+"/resolve/", map[string]any{"decision": "correct",
			"category_id": "deeuer_office"})
		w.must(t, 409, "reviewer", "POST", api+"review-items/"+item+"/resolve/", map[string]any{"decision": "dismiss"})
		w.must(t, 200, "viewer", "GET", api+"review-items/?status=open", nil, at(done)...)
	}
	made := w.must(t, 201, "preparer", "POST", "/api/v1/tax-assistant/classify"+site,
		map[string]any{"transaction": map[string]any{"merchant": "PAPIER SCHULZ 0077"}})
	if made.field(t, "method") != "history" || made.field(t, "confidence") != 0.95 || made.field(t, "history") != 3.0 {
		t.Errorf("after three decisions: %s", made.body)
	}
	if other := w.must(t, 201, "other_owner", "POST", api+"classifications/", map[string]any{"text": "Papier Schulz",
		"jurisdiction": "DE"}); other.field(t, "method") == "history" {
		t.Errorf("another tenant learnt it: %s", other.body)
	}

	// An empty draft names everything that it lacks; the document's fills itself.
	empty := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, `{}`)
	path := api + "receipts/" + empty.field(t, "id").(string) + "/"
	if got := w.must(t, 422, "bookkeeper", "POST", path+"finalise/", nil).blockers(t); !slices.Equal(got,
		[]string{"amount_missing", "category_missing", "currency_missing", "date_missing"}) {
		t.Errorf("an empty receipt: %v", got)
	}
	w.must(t, 204, "preparer", "DELETE", path, nil)
	w.must(t, 409, "preparer", "PATCH", path, `{"merchant":"x"}`)

	parsed := read[struct {
		Document struct {
			ID string `json:"id"`
		} `json:"document"`
	}](t, w.must(t, 201, "preparer", "POST", "/api/accounting/parse/"+site, map[string]any{"type": "receipt",
		"text": "Papier Schulz GmbH\nUSt-IdNr DE136695976\n" +
			"Rechnungsdatum 04.03.2026\nNetto 100,00\nMwSt 19% 19,00\nGesamtbetrag EUR 119,00\n"}))
	document := map[string]any{"document_id": parsed.Document.ID}
	draft := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, document)
	if draft.field(t, "gross") != "119.00" || draft.field(t, "date") != "2026-03-04" || draft.field(t, "currency") != "EUR" {
		t.Fatalf("%s", draft.body)
	}
	path = api + "receipts/" + draft.field(t, "id").(string) + "/"
	said := w.must(t, 200, "preparer", "PATCH", path, map[string]any{"category_id": "deeuer_office", "merchant": "Papier Schulz GmbH",
		"country": "DE"}, "If-Match", draft.header.Get("ETag"))
	w.must(t, 412, "preparer", "PATCH", path, `{"note":"x"}`, "If-Match", draft.header.Get("ETag"))
	analysed := w.must(t, 200, "auditor", "POST", "/api/accounting/documents/"+parsed.Document.ID+"/analyse/", nil, at(said)...)
	if contains(analysed.body, `"amounts_do_not_add_up"`) {
		t.Errorf("%s", analysed.body)
	}
	w.must(t, 403, "preparer", "POST", path+"finalise/", nil)
	final := w.must(t, 200, "bookkeeper", "POST", path+"finalise/", nil)
	entry := final.field(t, "journal_entry_id").(string)
	w.must(t, 409, "preparer", "PATCH", path, `{"note":"x"}`)
	booked := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+entry+"/", nil, at(final)...)
	if booked.field(t, "status") != "proposed" || booked.field(t, "origin") != "document" {
		t.Errorf("%s", booked.body)
	}
	w.post(t, entry)
	w.oneCostOfDocument(t, parsed.Document.ID, draft.field(t, "id").(string))

	// The same cost again is a match that has to be decided, and then joins it.
	twin := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, map[string]any{"merchant": "Papier Schulz GmbH", "country": "DE",
		"date":     "2026-03-04",
		"currency": "EUR", "net": "119.00", "gross": "119.00", "category_id": "deeuer_office"})
	path = api + "receipts/" + twin.field(t, "id").(string) + "/"
	matches := w.must(t, 200, "viewer", "GET", path+"matches/", nil, at(twin)...)
	if !contains(matches.body, entry) || !contains(matches.body, "same_day") {
		t.Errorf("%s", matches.body)
	}
	if got := w.must(t, 422, "bookkeeper", "POST", path+"finalise/", nil).blockers(t); !slices.Equal(got, []string{"match_undecided"}) {
		t.Errorf("a match that nobody decided: %v", got)
	}
	w.must(t, 200, "preparer", "PATCH", path, map[string]any{"match": map[string]any{"kind": "journal_entry", "id": entry}})
	if joined := w.must(t, 200, "bookkeeper", "POST", path+"finalise/", nil); joined.field(t, "journal_entry_id") != entry {
		t.Errorf("%s", joined.body)
	}

	third := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, map[string]any{"merchant": "Papier Schulz GmbH", "country": "DE",
		"date":     "2026-03-04",
		"currency": "EUR", "net": "119.00", "gross": "119.00", "category_id": "deeuer_office", "match": map[string]any{"kind": "journal_entry",
			"id": entry}})
	if got := w.must(t, 422, "bookkeeper", "POST", api+"receipts/"+third.field(t, "id").(string)+"/finalise/",
		nil).blockers(t); !slices.Equal(got, []string{"match_not_possible"}) {
		t.Errorf("an entry that is another receipt's already: %v", got)
	}
	// Intake: a rule decides at once; the tenant's configuration holds for its sites.
	w.must(t, 403, "preparer", "PUT", api+"intake-config/", `{}`)
	w.must(t, 400, "admin", "PUT", api+"intake-config/", `{"rules":[{"contains":"x","category_id":"no"}],"accept_confidence":"0.2"}`)
	w.must(t, 200, "admin", "PUT", api+"intake-config/", `{"rules":[{"contains":"zebra","category_id":"deeuer_it"}],"four_eyes_above":{"EUR":"50"}}`)
	if got := w.must(t, 200, "viewer", "GET", api+"intake-config/"+site, nil); got.field(t, "inherited") != true || !contains(got.body,
		"zebra") {
		t.Errorf("%s", got.body)
	}
	ruled := w.must(t, 201, "preparer", "POST", api+"classifications/"+site, `{"text":"Zebra printer"}`)
	if ruled.field(t, "method") != "rule" || ruled.field(t, "review_item_id") != nil {
		t.Errorf("%s", ruled.body)
	}
	w.must(t, 200, "preparer", "POST", api+"classifications/"+ruled.field(t, "id").(string)+"/corrections/", `{"category_id":"deeuer_office"}`)
	if list := w.must(t, 200, "viewer", "GET", api+"receipts/?status=finalised", nil, at(ruled)...); list.field(t, "count") != 3.0 {
		t.Errorf("%s", list.body)
	}
}

// oneCostOfDocument finalises several receipts of one document, after one another
// and at once: one goes into the books, and the document stays as it is. Whoever
// changed the receipt does not approve its entry.
func (w *world) oneCostOfDocument(t *testing.T, document, finalised string) {
	t.Helper()
	const site, api = "?site=1", "/api/tax-assistant/"
	none := map[string]any{"kind": "none"}
	draft := func(document string) string {
		r := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, map[string]any{"document_id": document, "category_id": "deeuer_office",
			"merchant": "Papier Schulz GmbH", "country": "DE", "match": none})
		return api + "receipts/" + r.field(t, "id").(string) + "/"
	}
	refused := w.must(t, 422, "bookkeeper", "POST", draft(document)+"finalise/", nil)
	if got := refused.blockers(t); !slices.Equal(got, []string{"document_already_finalised"}) || !contains(refused.body, finalised) {
		t.Errorf("a second receipt of the document: %s", refused.body)
	}
	frozen := func(document string) {
		t.Helper()
		path := api + "documents/" + document + "/"
		seen := w.must(t, 200, "preparer", "GET", path, nil)
		w.must(t, 409, "preparer", "PATCH", path+"fields/", map[string]any{"fields": []map[string]any{{"name": "gross", "value": "120.00"}}},
			"If-Match", seen.header.Get("ETag"))
	}
	frozen(document)
	parsed := read[struct {
		Document struct {
			ID string `json:"id"`
		} `json:"document"`
	}](t, w.must(t, 201, "preparer", "POST", "/api/accounting/parse/"+site, map[string]any{"type": "receipt",
		"text": "Papier Schulz GmbH\nUSt-IdNr DE136695976\n" +
			"Rechnungsdatum 06.05.2026\nNetto 200,00\nMwSt 19% 38,00\nGesamtbetrag EUR 238,00\n"}))
	var paths []string
	for range 4 {
		paths = append(paths, draft(parsed.Document.ID))
	}
	for _, path := range paths {
		w.must(t, 200, "owner", "PATCH", path, `{"note":"seen"}`)
	}
	var done sync.WaitGroup
	replies := make([]reply, len(paths))
	for i, path := range paths {
		done.Add(1)
		go func() {
			defer done.Done()
			replies[i], _ = w.try("bookkeeper", "POST", path+"finalise/", nil)
		}()
	}
	done.Wait()
	var entries []string
	for _, r := range replies {
		switch r.status {
		case 200:
			entries = append(entries, r.field(t, "journal_entry_id").(string))
		case 422:
			if got := r.blockers(t); !slices.Equal(got, []string{"document_already_finalised"}) {
				t.Errorf("%s", r.body)
			}
		default:
			t.Errorf("%d: %s", r.status, r.body)
		}
	}
	if len(entries) != 1 {
		t.Fatalf("one document is %d costs", len(entries))
	}
	frozen(parsed.Document.ID)
	path := "/api/accounting/journal-entries/" + entries[0] + "/"
	for _, who := range []string{"owner", "bookkeeper"} {
		if r := w.call(t, who, "POST", path+"approve/", `{}`); r.status == 200 {
			t.Errorf("%s prepared the receipt, and approves its entry: %s", who, r.body)
		}
	}
	w.post(t, entries[0])
}

func contains(body []byte, text string) bool { return bytes.Contains(body, []byte(text)) }
