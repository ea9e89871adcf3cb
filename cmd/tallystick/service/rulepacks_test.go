package service_test

import (
	"net/http"
	"strings"
	"testing"
)

// A rule pack, from its publication to its end, as the tenant's own answers and
// calculations show it; nobody else's change.
func TestRulePack(t *testing.T) {
	w := sharedWorld(t)
	const path = "/api/tax-assistant/rule-packs/bill-2026/publish/"
	pack := map[string]any{"place": "GB", "reason": "the bill was passed",
		"sources": map[string]any{"bill": map[string]any{"title": "Finance Bill", "publisher": "Parliament", "kind": "primary",
			"url": "https://bills.parliament.uk/bills/1", "checked": "2026-11-20"}},
		"parameters": map[string]any{"personal_allowance": map[string]any{"unit": "GBP/year", "values": []map[string]any{
			{"from": "2024-04-06", "to": "2025-04-05", "value": "15000", "cite": []map[string]any{{"source": "bill", "at": "cl. 1"}}}}}}}
	income := map[string]any{"jurisdiction": "GB", "tax_year": "2024-25", "sub_region": "england", "income": "60000"}
	const calculate, ask = "/api/tax-assistant/calculate/income/", "How much income tax do I pay on £60,000 in England in 2024-25?"
	before := w.must(t, 200, "preparer", "POST", calculate, income)
	w.must(t, 403, "preparer", "POST", path, pack)
	w.must(t, 400, "owner", "POST", "/api/tax-assistant/rule-packs/Bill_2026/publish/", pack)
	bad := w.must(t, 422, "owner", "POST", path, map[string]any{"place": "GB", "reason": "x",
		"parameters": map[string]any{"nothing": map[string]any{"values": []any{}}}})
	if !strings.Contains(string(bad.body), "parameter_unknown") {
		t.Errorf("%s", bad.body)
	}
	r := w.must(t, http.StatusOK, "owner", "POST", path, pack)
	if r.field(t, "version").(float64) != 1 {
		t.Errorf("%s", r.body)
	}
	if again := w.must(t, 200, "owner", "POST", path, pack); again.field(t, "version").(float64) != 1 {
		t.Errorf("%s", again.body)
	}
	after := w.must(t, 200, "preparer", "POST", calculate, income)
	if before.field(t, "total_tax") != "11432.00" || after.field(t, "total_tax") != "10460.00" ||
		after.field(t, "coverage_status") != "draft" {
		t.Errorf("before %s\nafter %s", before.body, after.body)
	}
	answer, _ := w.asked(t, "preparer", answerURL, ask)
	if answer.field(t, "coverage_status") != "draft" || !strings.Contains(string(answer.body), "bill-2026.v1") ||
		!strings.Contains(string(answer.body), "10460.00") {
		t.Errorf("%s", answer.body)
	}
	const cited = "/api/tax-assistant/citations/bill-2026.v1:gb:personal_allowance@2024-04-06~1/"
	cite := w.must(t, 200, "preparer", "GET", cited, nil)
	if cite.field(t, "title") != "Finance Bill" {
		t.Errorf("%s", cite.body)
	}
	if other := w.must(t, 200, "other_owner", "POST", calculate, income); string(other.body) != string(before.body) {
		t.Errorf("another tenant's: %s", other.body)
	}
	w.must(t, 200, "owner", "POST", path, map[string]any{"retire": true, "reason": "withdrawn"})
	if end := w.must(t, 200, "preparer", "POST", calculate, income); string(end.body) != string(before.body) {
		t.Errorf("after its end: %s", end.body)
	}
	// What was told under it can still be opened, by who may read what was told.
	w.must(t, 404, "preparer", "GET", cited, nil)
	given := cited + "?answer_id=" + answer.header.Get("X-Answer-Id")
	w.must(t, 200, "preparer", "GET", given, nil).expect(t, "title", "Finance Bill", "locator", "cl. 1")
	w.must(t, 400, "other_owner", "GET", given, nil)
	w.must(t, 404, "preparer", "GET", "/api/tax-assistant/citations/gb:nothing@2024-04-06~1/?answer_id="+answer.header.Get("X-Answer-Id"), nil)
}
