package service_test

import (
	"strings"
	"testing"
)

// Profiles for all rows change no answer; a place that a firm takes out is declined
// by name there, and computed elsewhere and for others as before.
func TestCoverageProfiles(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const seed, question = "/api/tax-assistant/coverage/seed/", "How much income tax do I pay on £60,000 in England in 2025-26?"
	request := map[string]any{"kind": "income", "request": map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "england",
		"income": "60000"}}
	before, _ := w.asked(t, "preparer", answerURL, question)
	w.must(t, 403, "preparer", "POST", seed, map[string]any{})
	all := w.must(t, 200, "owner", "POST", seed, map[string]any{})
	if all.field(t, "created").(float64) < 500 || all.field(t, "count") != all.field(t, "created") {
		t.Errorf("%.300s", all.body)
	}
	if after, _ := w.asked(t, "preparer", answerURL, question); string(after.body) != string(before.body) {
		t.Errorf("profiles for everything changed the answer:\n%s\n%s", before.body, after.body)
	}
	if dry := w.must(t, 200, "owner", "POST", seed, map[string]any{"selectors": []any{map[string]any{"jurisdiction": "GB"}}, "enabled": false,
		"dry_run": true}); dry.field(t, "changed").(float64) < 5 {
		t.Errorf("%.300s", dry.body)
	}
	bad := w.must(t, 422, "owner", "POST", seed, map[string]any{"selectors": []any{map[string]any{"jurisdiction": "XX"}}})
	if !strings.Contains(string(bad.body), "coverage_unavailable") {
		t.Errorf("%s", bad.body)
	}
	w.must(t, 200, "owner", "POST", seed, map[string]any{"selectors": []any{map[string]any{"jurisdiction": "GB"}}, "enabled": false})
	declined, _ := w.asked(t, "preparer", answerURL, question)
	if declined.field(t, "verification_status") != "unsupported" || !strings.Contains(string(declined.body), "coverage profile") {
		t.Errorf("%s", declined.body)
	}
	r := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/", request)
	if r.field(t, "verification_status") != "unsupported" || r.header.Get("X-Stopped-At") != "coverage" {
		t.Errorf("%s", r.body)
	}
	for kind, body := range map[string]map[string]any{"income": {"jurisdiction": "GB"}, "payroll": {"jurisdiction": "GB"}} {
		r := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/", map[string]any{"kind": kind, "request": body})
		if r.header.Get("X-Stopped-At") != "coverage" {
			t.Errorf("%s: facts are asked for first: %s", kind, r.body)
		}
	}
	if us := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/", map[string]any{"kind": "us_federal",
		"request": map[string]any{"tax_year": "2025", "income": "60000", "facts": map[string]any{"filing_status": "single", "age": "40",
			"children": "0", "other_dependents": "0"}}}); us.field(t, "verification_status") != "verified" {
		t.Errorf("%s", us.body)
	}
	if german, _ := w.asked(t, "preparer", answerURL,
		"Income tax on 60,000 EUR in Germany in 2025, single?"); strings.Contains(string(german.body), "coverage_profile") {
		t.Errorf("%s", german.body)
	}
	plan := w.must(t, 201, "owner", "POST", "/api/tax-assistant/plans/", map[string]any{"title": "p", "scenarios": []any{
		map[string]any{"name": "a", "request": request["request"]}}})
	if !strings.Contains(string(plan.body), "coverage profile") || !strings.Contains(string(plan.body), `"figures":null`) {
		t.Errorf("%s", plan.body)
	}
	row := w.must(t, 200, "viewer", "GET", "/api/tax-assistant/coverage/?jurisdiction=GB&tax_year=2025-26", nil)
	if !strings.Contains(string(row.body), `"offered":false`) {
		t.Errorf("%.400s", row.body)
	}
	w.must(t, 200, "owner", "POST", seed, map[string]any{"selectors": []any{map[string]any{"jurisdiction": "GB"}}, "enabled": true})
	if after, _ := w.asked(t, "preparer", answerURL, question); string(after.body) != string(before.body) {
		t.Errorf("enabled again: %s", after.body)
	}
	w.must(t, 200, "owner", "POST", seed, map[string]any{"review_over": "1000"})
	if after, _ := w.asked(t, "preparer", answerURL, question); after.field(t, "human_review_required") != true {
		t.Errorf("over the limit: %s", after.body)
	}
	w.must(t, 200, "owner", "POST", seed, map[string]any{"review_over": nil})
	if after, _ := w.asked(t, "preparer", answerURL, question); string(after.body) != string(before.body) {
		t.Errorf("the limit lifted: %s", after.body)
	}
}
