package service_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// The calculation that says what it lacks: each calculator's request goes through
// it, what is left out is asked for, what is malformed is a 400, and a verified one
// is kept, once under one key, as evidence of a case.
func TestCalculation(t *testing.T) {
	w := sharedWorld(t)
	const url = "/api/tax-assistant/calculate/"
	run := func(kind string, request map[string]any, headers ...string) (reply, contract.Contract) {
		t.Helper()
		r := w.must(t, 200, "bookkeeper", "POST", url, map[string]any{"kind": kind, "request": request}, headers...)
		for _, fault := range contract.CheckJSON(r.body) {
			t.Errorf("%s %v: %s\n%s", kind, request, fault, r.body)
		}
		var c contract.Contract
		if err := json.Unmarshal(r.body, &c); err != nil {
			t.Fatal(err)
		}
		return r, c
	}
	income := map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "england", "income": "60000"}
	first, c := run("income", income, "Idempotency-Key", "calculation-1")
	if c.Calculations[0].TotalTax.String() != "11432.00" || first.header.Get("X-Stopped-At") != "" || first.header.Get("X-Snapshot-Id") == "" {
		t.Errorf("%v %s", first.header, first.body)
	}
	if again, _ := run("income", income, "Idempotency-Key",
		"calculation-1"); again.header.Get("X-Snapshot-Id") != first.header.Get("X-Snapshot-Id") {
		t.Error("the same key kept it twice")
	}
	for _, x := range []struct {
		kind    string
		request map[string]any
		stopped string
		missing []string
	}{
		{"income", map[string]any{}, "missing_facts", []string{"jurisdiction", "tax_year", "income"}},
		{"income", map[string]any{"jurisdiction": "GB", "tax_year": "2025-26"}, "missing_facts", []string{"income", "sub_region"}},
		{"income", map[string]any{"jurisdiction": "KP", "tax_year": "2025", "income": "1"}, "coverage", []string{"coverage_profile"}},
		{"us_federal", map[string]any{"tax_year": "2025", "income": "100000.00"}, "missing_facts", []string{"filing_status"}},
		{"payroll", map[string]any{"jurisdiction": "KE", "pay_date": "2025-06-27", "frequency": "monthly", "pay": "3000.00"}, "coverage",
			[]string{"coverage_profile"}},
		{"payroll", map[string]any{"jurisdiction": "GB"}, "missing_facts", []string{"pay_date", "frequency", "pay"}},
		{"sales", map[string]any{"currency": "EUR"}, "missing_facts", []string{"date", "seller", "buyer", "lines"}},
	} {
		r, c := run(x.kind, x.request)
		if got := missing(c); r.header.Get("X-Stopped-At") != x.stopped || r.header.Get("X-Snapshot-Id") != "" || !holds(got, x.missing) {
			t.Errorf("%s %v: stopped at %q, misses %v", x.kind, x.request, r.header.Get("X-Stopped-At"), got)
		}
	}
	sale := map[string]any{"date": "2026-03-02", "currency": "EUR", "seller": map[string]any{"country": "DE", "status": "business",
		"registrations": []string{"DE"}},
		"buyer": map[string]any{"country": "DE", "status": "consumer"},
		"lines": []any{map[string]any{"id": "1", "category": "goods_standard", "quantity": "1", "unit_price": "100.00"}}}
	if r, c := run("sales", sale); c.VerificationStatus != contract.StatusVerified || c.Calculations[0].TotalTax.String() != "19.00" {
		t.Errorf("a sale: %s", r.body)
	}
	if r := w.call(t, "bookkeeper", "POST", url, map[string]any{"kind": "income", "request": map[string]any{"jurisdiction": "GB", "income": 5,
		"nonsense": 1}}); r.status != 400 ||
		!slices.Contains(r.fields(t), "request.income") || !slices.Contains(r.fields(t), "request.nonsense") {
		t.Errorf("malformed: %d %s", r.status, r.body)
	}
}

func holds(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// A question is answered in the words of the language that is asked for, and in
// English where there are none of its own.
func TestAskInALanguage(t *testing.T) {
	w := sharedWorld(t)
	const url = "/api/tax-assistant/ask/"
	body := map[string]any{"question": question}
	for language, says := range map[string]string{"": "en", "de-AT": "de", "pl": "en"} {
		target := url
		if language != "" {
			target += "?language=" + language
		}
		r := w.must(t, 200, "preparer", "POST", target, body)
		if got := r.header.Get("Content-Language"); got != says || r.header.Get("X-Answer-Id") == "" {
			t.Errorf("%q is answered in %q", language, got)
		}
	}
	if r := w.call(t, "preparer", "POST", url+"?language=de", map[string]any{"question": question, "language": "fr"}); r.status != 400 {
		t.Errorf("two languages: %d %s", r.status, r.body)
	}
}
