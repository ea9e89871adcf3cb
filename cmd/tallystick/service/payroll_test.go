package service_test

import (
	"encoding/json"
	"slices"
	"testing"
)

// A payment in a state shows what the state takes beside the federal taxes; a
// rate that its form does not offer is named, and a state whose contributions
// are not known is refused.
func TestPayrollOfAState(t *testing.T) {
	w := sharedWorld(t)
	const url = "/api/tax-assistant/calculate/payroll/"
	payment := func(state map[string]any) map[string]any {
		body := map[string]any{
			"jurisdiction": "US", "pay_date": "2025-03-14", "frequency": "weekly", "wages": map[string]any{"income_tax": "1000.00"},
			"year_to_date": map[string]any{"social_security": "0", "medicare": "0", "unemployment": "0"}, "w4": map[string]any{"status": "single"},
		}
		if state != nil {
			body["state"] = state
		}
		return body
	}
	components := func(r reply) map[string]string {
		var out struct {
			Components []struct{ Code, Amount string } `json:"components"`
		}
		if err := json.Unmarshal(r.body, &out); err != nil {
			t.Fatal(err)
		}
		m := map[string]string{}
		for _, c := range out.Components {
			m[c.Code] = c.Amount
		}
		return m
	}
	federal := components(w.must(t, 200, "bookkeeper", "POST", url, payment(nil)))
	ny := components(w.must(t, 200, "bookkeeper", "POST", url, payment(map[string]any{"code": "NY", "year_to_date_wages": "0"})))
	if federal["social_security_tax"] != "62.00" || ny["social_security_tax"] != "62.00" || len(ny) <= len(federal) {
		t.Errorf("federal %v, New York %v", federal, ny)
	}
	// Workers' Compensation Law § 209(3): half of one percent, at most 60 cents a week.
	if ny["ny_dbl"] != "0.60" {
		t.Errorf("disability benefits of New York: %v", ny)
	}
	// Booklet IL-700-T (R-12/25), p. 4, Example B.
	illinois := payment(map[string]any{"code": "IL", "year_to_date_wages": "0", "allowances": 2, "further_allowances": 2})
	illinois["pay_date"], illinois["wages"] = "2026-03-13", map[string]any{"income_tax": "800.00"}
	if il := components(w.must(t, 200, "bookkeeper", "POST", url, illinois)); il["state_income_tax"] != "32.13" {
		t.Errorf("Illinois: %v", il)
	}
	illinois["frequency"] = "daily"
	if got := w.must(t, 400, "bookkeeper", "POST", url, illinois).fields(t); !slices.Equal(got, []string{"frequency"}) {
		t.Errorf("fields %v", got)
	}
	bad := w.must(t, 400, "bookkeeper", "POST", url, payment(map[string]any{"code": "AZ", "year_to_date_wages": "0", "elected_rate": "0.9"}))
	if got := bad.fields(t); !slices.Equal(got, []string{"state.elected_rate"}) {
		t.Errorf("fields %v: %s", got, bad.body)
	}
	maryland := func(state map[string]any) map[string]any {
		state["code"], state["year_to_date_wages"] = "MD", "0"
		p := payment(state)
		p["pay_date"] = "2026-03-13"
		return p
	}
	alone := components(w.must(t, 200, "bookkeeper", "POST", url, maryland(map[string]any{})))
	county := components(w.must(t, 200, "bookkeeper", "POST", url, maryland(map[string]any{"locality": "anne_arundel"})))
	if alone["state_income_tax"] == county["state_income_tax"] {
		t.Errorf("the county's tax is missing: %v", county)
	}
	for field, state := range map[string]map[string]any{"state.locality": {"locality": "atlantis"}, "state.table": {"table": "a"}} {
		if got := w.must(t, 400, "bookkeeper", "POST", url, maryland(state)).fields(t); !slices.Equal(got, []string{field}) {
			t.Errorf("fields %v, want %s", got, field)
		}
	}
	if got := w.must(t, 422, "bookkeeper", "POST", url,
		payment(map[string]any{"code": "AK", "year_to_date_wages": "0"})).blockers(t); !slices.Equal(got, []string{"coverage_unavailable"}) {
		t.Errorf("blockers %v", got)
	}
}

// A payment in another place takes that place's facts, which the interview
// lists; a place without tables says so by name, and asks for nothing.
func TestPayrollByPlace(t *testing.T) {
	w := sharedWorld(t)
	const url = "/api/tax-assistant/calculate/payroll/"
	body := map[string]any{"jurisdiction": "GB", "pay_date": "2025-06-27", "frequency": "monthly", "pay": "3000.00",
		"facts": map[string]any{"tax_code": "1257L M1", "ni_category": "A"}}
	r := w.must(t, 200, "bookkeeper", "POST", url, body)
	// 20 % of 3000 − 1048.26 to the pound, and 8 % of 3000 − 1048.
	r.expect(t, "basis", "withholding", "components.0.amount", "390.20", "components.1.amount", "156.16", "total_tax", "546.36")
	body["facts"] = map[string]any{"ni_category": "Q"}
	delete(body, "pay")
	got := w.must(t, 400, "bookkeeper", "POST", url, body).fields(t)
	for _, want := range []string{"pay", "facts.ni_category", "facts.tax_code", "facts.taxable_pay_to_date", "facts.tax_to_date"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not in %v", want, got)
		}
	}
	r = w.must(t, 422, "bookkeeper", "POST", url, map[string]any{"jurisdiction": "TH", "pay_date": "2025-06-27", "frequency": "monthly"})
	r.expect(t, "blockers.0.code", "coverage_unavailable")
	r = w.must(t, 200, "bookkeeper", "GET", "/api/tax-assistant/interview/?jurisdiction=GB&tax_year=2025-26&tax_type=payroll", nil)
	r.expect(t, "sections.0.facts.0.name", "tax_code", "sections.0.facts.1.required_when", "tax_code is cumulative (no W1, M1 or X behind it)")
	w.must(t, 400, "bookkeeper", "POST", url, map[string]any{"jurisdiction": "US", "pay_date": "2025-06-27", "frequency": "monthly",
		"pay": "1"})
}
