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

// A pack reaches every door by which a figure that reads it goes out: each calculator's
// own operation, the same by request, the check before it, and an answer; and another
// tenant through none.
func TestAPackReachesEveryDoor(t *testing.T) {
	w := freshWorld(t, nil)
	const calculate = "/api/tax-assistant/calculate/"
	facts := map[string]any{"filing_status": "single", "age": "40", "children": "0", "other_dependents": "0"}
	federal := map[string]any{"tax_year": "2025", "income": "120000", "facts": facts}
	income := map[string]any{"jurisdiction": "US", "tax_year": "2025", "sub_region": "federal_only", "income": "120000", "facts": facts}
	state := map[string]any{"jurisdiction": "US", "tax_year": "2025", "sub_region": "california", "income": "120000", "facts": facts}
	pay := map[string]any{"jurisdiction": "US", "pay_date": "2025-07-15", "frequency": "monthly",
		"wages":        map[string]any{"income_tax": "6000.00"},
		"year_to_date": map[string]any{"social_security": "0", "medicare": "0", "unemployment": "0"}, "w4": map[string]any{"status": "single"}}
	british := map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "england", "income": "60000"}
	by := func(kind string, request any) map[string]any { return map[string]any{"kind": kind, "request": request} }
	doors := map[string][2]any{
		"us-federal": {calculate + "us-federal/", federal}, "income": {calculate + "income/", income},
		"of a state": {calculate + "income/", state},
		"payroll":    {calculate + "payroll/", pay}, "by request, us_federal": {calculate, by("us_federal", federal)},
		"by request, income": {calculate, by("income", state)}, "by request, payroll": {calculate, by("payroll", pay)},
		"interview": {"/api/tax-assistant/interview/", income}, "british income": {calculate + "income/", british},
		"british interview": {"/api/tax-assistant/interview/", british},
	}
	bill := map[string]any{"bill": map[string]any{"title": "Bill", "publisher": "Congress", "kind": "primary",
		"url": "https://www.congress.gov/1", "checked": "2026-11-20"}}
	pack := func(place, parameter, from, value string) map[string]any {
		return map[string]any{"place": place, "reason": "passed", "sources": bill, "parameters": map[string]any{parameter: map[string]any{
			"values": []map[string]any{{"from": from, "value": value, "cite": []map[string]any{{"source": "bill", "at": "s. 1"}}}}}}}
	}
	before := map[string]string{}
	for name, door := range doors {
		before[name] = string(w.must(t, 200, "preparer", "POST", door[0].(string), door[1]).body)
		if strings.Contains(before[name], "-bill.v1") {
			t.Errorf("%s: %s", name, before[name])
		}
	}
	w.must(t, 200, "owner", "POST", "/api/tax-assistant/rule-packs/us-bill/publish/", pack("US", "oasdi_rate_employee", "2025-01-01", "0.10"))
	w.must(t, 200, "owner", "POST", "/api/tax-assistant/rule-packs/gb-bill/publish/", pack("GB", "personal_allowance", "2025-04-06", "15000"))
	for name, door := range doors {
		eventually(t, name+" to read the pack", func() bool {
			return strings.Contains(string(w.must(t, 200, "preparer", "POST", door[0].(string), door[1]).body), "-bill.v1")
		})
		if other := w.must(t, 200, "other_owner", "POST", door[0].(string), door[1]); strings.Contains(string(other.body), "-bill.v1") {
			t.Errorf("another tenant's %s: %s", name, other.body)
		}
	}
}
