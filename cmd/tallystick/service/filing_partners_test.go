package service_test

import (
	"maps"
	"slices"
	"testing"
)

// A return that asks who is on the other side learns it from the order, the party, the entry
// itself or its reversal: a VAT number without a country says the country, in whatever way it
// is written. An entry of which nothing is known stands in the way until its reversal says who
// it was; then it is taken out of the return, and booked anew.
func TestWhoIsOnTheOtherSide(t *testing.T) {
	t.Parallel()
	w := germanFirm(t)
	const list, return_ = "/api/exports/filing/?site=1&form=eu-ecsl&period=2026-03", "/api/exports/filing/?site=1&form=de-ustva&period=2026-03"
	services := func(net string, other map[string]any) map[string]any {
		return map[string]any{"transaction": map[string]any{"role": "sale", "date": "2026-03-09", "currency": "EUR", "net": net, "gross": net,
			"counterparty": other, "supply_kind": "services", "memo": "advice"}}
	}
	customer := func(country, number string) map[string]any {
		return map[string]any{"country": country, "status": "business", "tax_id": number, "tax_id_evidence": "registry",
			"tax_id_consultation": w.consulted(t, country, number)}
	}
	w.post(t, w.propose(t, 1, services("100.00", customer("GR", "EL 094019245"))))
	w.post(t, w.propose(t, 1, services("30.00", customer("FR", "FR40303265045"))))
	order := order("services", "20.00", "0.00", "20.00")
	order["taxes"] = []map[string]any{}
	order["buyer"] = map[string]any{"status": "business", "tax_id": "094019245", "tax_id_country": "GR", "tax_id_evidence": "registry", "country": "GR"}
	order["lines"] = []map[string]any{{"id": "1", "description": "Advice", "quantity": "1", "unit_price": "20.00", "net": "20.00",
		"supply_kind": "services"}}
	w.post(t, w.pushed(t, order))
	known := map[string]string{"EL094019245/services": "120", "FR40303265045/services": "30", "total": "150"}
	if got := w.boxes(t, list); !maps.Equal(got, known) {
		t.Errorf("%v, not %v", got, known)
	}
	if got := w.boxes(t, return_)["21"]; got != "150" {
		t.Errorf("Kz 21 is %s", got)
	}

	lines := map[string]any{"date": "2026-03-20", "memo": "advice to somebody", "journal": "sales", "lines": []map[string]any{
		{"account": "1400", "side": "debit", "amount": "70.00"},
		{"account": "8336", "side": "credit", "amount": "70.00", "tax_code": "de.output.reverse_charge", "tax_base": "70.00"}}}
	unknown := w.propose(t, 1, lines)
	w.post(t, unknown)
	awaitHead(t, t.Context(), w.Service)
	for path, code := range map[string]string{list: "tax_id_unverified", return_: "buyer_details_missing"} {
		if got := w.must(t, 422, "auditor", "GET", path, nil).blockers(t); !slices.Equal(got, []string{code}) {
			t.Errorf("%s: %v", path, got)
		}
	}
	reverse := func(status int, other map[string]any) reply {
		t.Helper()
		return w.must(t, status, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", map[string]any{"reverses": unknown,
			"date": "2026-03-31", "counterparty": other})
	}
	for _, wrong := range []map[string]any{{}, {"country": "XX"}, {"tax_id": "FR40303265046"}, {"tax_id": "nobody"},
		{"country": "GB", "tax_id": "12"}, {"country": "FR", "name": "somebody"}} {
		reverse(400, wrong)
	}
	both := services("1.00", customer("FR", "FR40303265045"))
	both["counterparty"] = map[string]any{"country": "FR"}
	w.must(t, 400, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", both)
	undone := reverse(201, map[string]any{"tax_id": "ATU13585627"}).field(t, "id").(string)
	awaitHead(t, t.Context(), w.Service)
	w.must(t, 422, "auditor", "GET", list+"&draft=false", nil) // it is not posted
	w.post(t, undone)
	if got := w.boxes(t, list); !maps.Equal(got, known) {
		t.Errorf("once it is undone: %v", got)
	}
	lines["counterparty"] = map[string]any{"country": "AT", "tax_id": "ATU13585627"}
	anew := w.propose(t, 1, lines)
	seen := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+anew+"/", nil).field(t, "counterparty").(map[string]any)
	if seen["country"] != "AT" || seen["tax_id"] != "ATU13585627" {
		t.Errorf("%v", seen)
	}
	w.post(t, anew)
	known["ATU13585627/services"], known["total"] = "70", "220"
	if got := w.boxes(t, list); !maps.Equal(got, known) {
		t.Errorf("once it is booked anew: %v", got)
	}
	if got := w.boxes(t, return_)["21"]; got != "220" {
		t.Errorf("Kz 21 is %s", got)
	}
	w.checkMergedPartner(t, services, list)
}

// checkMergedPartner sells to a party that is merged into one whose number is known.
func (w *world) checkMergedPartner(t *testing.T, services func(string, map[string]any) map[string]any, list string) {
	t.Helper()
	party := func(name string, more map[string]any) string {
		body := map[string]any{"name": name, "roles": []string{"customer"}, "status": "business", "country": "NL"}
		maps.Copy(body, more)
		return w.party(t, "", body)
	}
	stub := party("Stub", nil)
	w.post(t, w.propose(t, 1, services("5.00", map[string]any{"party_id": stub, "tax_id": "NL004495445B01", "tax_id_evidence": "registry",
		"tax_id_consultation": w.consulted(t, "NL", "NL004495445B01")})))
	whole := party("Whole", map[string]any{"tax_ids": []map[string]any{{"country": "NL", "number": "NL004495445B01"}}})
	w.must(t, 200, "bookkeeper", "PATCH", "/api/parties/"+stub+"/", map[string]any{"merge_into": whole, "reason": "the same"})
	if got := w.boxes(t, list)["NL004495445B01/services"]; got != "5" {
		t.Errorf("after a merger: %s", got)
	}
}
