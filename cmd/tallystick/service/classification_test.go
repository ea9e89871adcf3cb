package service_test

import (
	"fmt"
	"testing"
)

// Two tenants decide the same merchant's costs otherwise: each learns its own decisions and
// their number, and nothing of the other's is a candidate, evidence or in its queue.
func TestClassificationLearnsFromItsTenantAlone(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const api = "/api/tax-assistant/"
	classify := func(as string, n int) reply {
		return w.must(t, 201, as, "POST", api+"classifications/", map[string]any{"jurisdiction": "DE", "transaction": map[string]any{
			"merchant": "Quorvex Brandl GmbH", "description": fmt.Sprintf("Posten %d", n), "amount": "11.90", "currency": "EUR",
			"date": "2026-03-04"}})
	}
	decide := func(as, category string, n int) {
		t.Helper()
		made := classify(as, n)
		item, _ := made.field(t, "review_item_id").(string)
		if item == "" {
			t.Fatalf("%s is not asked: %s", as, made.body)
		}
		other := map[string]string{"owner": "other_owner", "other_owner": "owner"}[as]
		done := w.must(t, 200, as, "POST", api+"review-items/"+item+"/resolve/", map[string]any{"decision": "correct", "category_id": category})
		w.must(t, 404, other, "GET", api+"review-items/"+item+"/", nil, at(done)...)
		w.must(t, 200, as, "GET", api+"review-items/?status=open", nil, at(done)...)
		if queue := w.must(t, 200, other, "GET", api+"review-items/", nil, at(done)...); contains(queue.body, item) {
			t.Errorf("%s sees the other's item: %s", other, queue.body)
		}
	}
	for n := range 3 {
		decide("owner", "deeuer_office", n)
	}
	untaught := classify("other_owner", 9)
	if untaught.field(t, "history") != 0.0 || untaught.field(t, "method") == "history" || contains(untaught.body, "deeuer_office") {
		t.Errorf("who decided nothing has learnt: %s", untaught.body)
	}
	for n := range 3 {
		decide("other_owner", "deeuer_other", n)
	}
	for as, want := range map[string]string{"owner": "deeuer_office", "other_owner": "deeuer_other"} {
		got := classify(as, 10)
		category, _ := got.field(t, "category").(map[string]any)
		if category["id"] != want || got.field(t, "method") != "history" || got.field(t, "history") != 3.0 || got.field(t, "confidence") != 0.95 {
			t.Errorf("%s: %s", as, got.body)
		}
	}
}
