package service_test

import (
	"slices"
	"sync"
	"testing"
)

// parseInvoice brings a German invoice to the site's firm and returns its id.
func (w *world) parseInvoice(t *testing.T, day, net, tax, gross string) string {
	t.Helper()
	r := w.must(t, 201, "preparer", "POST", "/api/accounting/parse/?site=1", map[string]any{"type": "receipt",
		"text": "Papier Schulz GmbH\nUSt-IdNr DE136695976\nRechnungsdatum " + day + "\nNetto " + net + "\nMwSt 19% " + tax +
			"\nGesamtbetrag EUR " + gross + "\n"})
	return read[struct {
		Document struct {
			ID string `json:"id"`
		} `json:"document"`
	}](t, r).Document.ID
}

// A document goes straight into the books: what stands in the way, all at once; the
// proposal; its return, its posting; and it is one cost, however many ask.
func TestDocumentsIntoTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const generate, docs = "/api/accounting/journal-entries/generate/?site=1", "/api/tax-assistant/documents/"
	id := w.parseInvoice(t, "04.03.2026", "100,00", "19,00", "119,00")
	body := map[string]any{"document_id": id}
	w.must(t, 400, "bookkeeper", "POST", generate, map[string]any{"document_id": "nothing"})
	w.must(t, 400, "bookkeeper", "POST", generate, map[string]any{"document_id": id, "reverses": id})
	if got := w.must(t, 422, "bookkeeper", "POST", generate, body).blockers(t); !slices.Equal(got, []string{"category_missing"}) {
		t.Fatalf("without a category: %v", got)
	}
	body["details"] = map[string]any{"category": "deeuer_office"}
	made := w.must(t, 201, "bookkeeper", "POST", generate, body, "Idempotency-Key", "voucher-1")
	if again := w.must(t, 201, "bookkeeper", "POST", generate, body, "Idempotency-Key", "voucher-1"); again.field(t, "id") != made.field(t,
		"id") {
		t.Errorf("the key again: %s", again.body)
	}
	if made.field(t, "origin") != "document" || !contains(made.body, `"rule":"cost.domestic"`) || !contains(made.body, `"new_supplier"`) || !contains(made.body, id) {
		t.Errorf("%s", made.body)
	}
	path := "/api/accounting/journal-entries/" + made.field(t, "id").(string) + "/"
	w.must(t, 409, "bookkeeper", "POST", generate, body)
	w.must(t, 200, "tax_manager", "POST", path+"return/", `{"reason":"paid in cash"}`)
	body["details"] = map[string]any{"category": "deeuer_office", "payment": map[string]any{"method": "cash", "paid_on": "2026-03-04"}}
	if again := w.must(t, 201, "bookkeeper", "POST", generate, body); again.field(t, "id") != made.field(t, "id") || again.field(t, "revision") != 2.0 || !contains(again.body, `"counter.paid_cash"`) {
		t.Errorf("proposed anew: %s", again.body)
	}
	frozen := w.must(t, 200, "preparer", "GET", docs+id+"/", nil)
	w.must(t, 409, "preparer", "PATCH", docs+id+"/fields/", map[string]any{"fields": []map[string]any{{"name": "gross", "value": "120.00"}}},
		"If-Match", frozen.header.Get("ETag"))
	receipt := func(document string) string {
		r := w.must(t, 201, "preparer", "POST", "/api/tax-assistant/receipts/?site=1", map[string]any{"document_id": document,
			"category_id": "deeuer_office",
			"merchant":    "Papier Schulz GmbH", "country": "DE", "match": map[string]any{"kind": "none"}})
		return "/api/tax-assistant/receipts/" + r.field(t, "id").(string) + "/finalise/"
	}
	if r := w.must(t, 422, "bookkeeper", "POST", receipt(id), nil); !slices.Contains(r.blockers(t), "document_already_finalised") {
		t.Errorf("a receipt of it: %s", r.body)
	}
	w.post(t, made.field(t, "id").(string))
	w.undoDocument(t, id, made.field(t, "id").(string), body)

	// Two doors at once: one of all gets it.
	second := w.parseInvoice(t, "06.05.2026", "200,00", "38,00", "238,00")
	asks := []func() (reply, error){}
	for range 3 {
		path := receipt(second)
		asks = append(asks, func() (reply, error) { return w.try("bookkeeper", "POST", path, nil) },
			func() (reply, error) {
				return w.try("bookkeeper", "POST", generate, map[string]any{"document_id": second, "details": map[string]any{"category": "office"}})
			})
	}
	replies := make([]reply, len(asks))
	var done sync.WaitGroup
	for i, ask := range asks {
		done.Add(1)
		go func() { defer done.Done(); replies[i], _ = ask() }()
	}
	done.Wait()
	taken := 0
	for _, r := range replies {
		switch r.status {
		case 200, 201:
			taken++
		case 409, 422, 503:
		default:
			t.Errorf("%d: %s", r.status, r.body)
		}
	}
	if taken != 1 {
		t.Errorf("%d took one document", taken)
	}
}

// undoDocument reverses the entry of a document, which then may be booked again.
func (w *world) undoDocument(t *testing.T, document, entry string, body map[string]any) {
	t.Helper()
	const generate = "/api/accounting/journal-entries/generate/?site=1"
	w.must(t, 409, "bookkeeper", "POST", generate, body)
	reversal := w.propose(t, 1, map[string]any{"reverses": entry, "date": "2026-03-05"})
	w.must(t, 409, "bookkeeper", "POST", generate, body)
	w.post(t, reversal)
	again := w.must(t, 201, "bookkeeper", "POST", generate, body)
	if again.field(t, "id") == entry || !contains(again.body, document) {
		t.Errorf("booked again: %s", again.body)
	}
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+again.field(t, "id").(string)+"/reject/", `{"reason":"as a receipt"}`)
}
