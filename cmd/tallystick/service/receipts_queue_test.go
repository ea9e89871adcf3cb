package service_test

import (
	"fmt"
	"slices"
	"testing"
)

// A review of a document that was opened a moment ago holds its receipt back, and one that
// was decided a moment ago does not: what is asked is what the log holds, however far the
// queue's list has come.
func TestOpenReviewsHoldAReceipt(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, api = "?site=1", "/api/tax-assistant/"
	for i := range 8 {
		parsed := read[struct {
			Document struct {
				ID string `json:"id"`
			} `json:"document"`
		}](t, w.must(t, 201, "preparer", "POST", "/api/accounting/parse/"+site, map[string]any{"type": "receipt",
			"text": fmt.Sprintf("Xyzzy %c%[1]c%[1]c\nUSt-IdNr DE136695976\nRechnungsdatum 04.03.2026\n", 'a'+i) +
				"Netto 100,00\nMwSt 19% 19,00\nGesamtbetrag EUR 119,00\n"}))
		draft := w.must(t, 201, "preparer", "POST", api+"receipts/"+site, map[string]any{"document_id": parsed.Document.ID})
		path := api + "receipts/" + draft.field(t, "id").(string) + "/finalise/"
		held := func() bool {
			return slices.Contains(w.must(t, 422, "bookkeeper", "POST", path, nil).blockers(t), "open_review_item")
		}
		before := held()
		made := w.must(t, 201, "preparer", "POST", api+"classifications/"+site, map[string]any{"document_id": parsed.Document.ID})
		item, _ := made.field(t, "review_item_id").(string)
		if item == "" || before {
			t.Fatalf("held before: %v; %s", before, made.body)
		}
		if !held() {
			t.Fatalf("receipt %d: the review that was opened last is overlooked", i)
		}
		w.must(t, 200, "reviewer", "POST", api+"review-items/"+item+"/resolve/", map[string]any{"decision": "correct", "category_id": "deeuer_office"})
		if held() {
			t.Fatalf("receipt %d: the review that was decided last still holds it", i)
		}
	}
}
