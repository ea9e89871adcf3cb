package service_test

import (
	"maps"
	"slices"
	"testing"
)

// A firm that comes brings its balances and open items as an entry of origin opening, which
// needs its words and goes by two people like any other: what its customers owe is then
// paid item by item, in part too, is listed with its age, and reached by no other party. A
// year later the result goes to equity, and what is no result stands as it stood.
func TestAFirmBringsItsBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const generate = "/api/accounting/journal-entries/generate/?site=1"
	party := func(name, role string) string {
		return w.party(t, "?site=1", map[string]any{"name": name, "roles": []string{role}, "country": "DE", "terms_days": 14})
	}
	customer, supplier := party("Kunde", "customer"), party("Lieferant", "supplier")
	line := func(account, side, amount, of string) map[string]any {
		return map[string]any{"account": account, "side": side, "amount": amount, "party": of}
	}
	brought := map[string]any{"origin": "opening", "journal": "opening", "date": "2025-01-01", "lines": []map[string]any{
		line("1200", "debit", "1000.00", ""), line("1400", "debit", "119.00", customer), line("1400", "debit", "238.00", customer),
		line("1600", "credit", "357.00", supplier), line("0800", "credit", "1000.00", "")}}
	if got := w.must(t, 422, "bookkeeper", "POST", generate, brought).blockers(t); !slices.Equal(got, []string{"voucher_missing"}) {
		t.Errorf("without words: %v", got)
	}
	brought["memo"], brought["computation"] = "Balances of 2024-12-31", "List of balances by the adviser before, page 3"
	made := w.must(t, 201, "bookkeeper", "POST", generate, brought)
	id := made.field(t, "id").(string)
	w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/"+id+"/post/", `{}`)
	posted := w.post(t, id)
	if posted.field(t, "number") != nil {
		t.Errorf("the answer of a posting says a number: %s", posted.body)
	}
	w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+id+"/", nil, at(posted)...).expect(t, "number", 1.0,
		"journal", "opening", "fiscal_year", "2025", "memo", brought["memo"], "computation", brought["computation"])

	type open struct {
		Items []struct {
			Line string
			Open string `json:"open_amount"`
		} `json:"open_items"`
		Ageing map[string]string
	}
	owed := func(of string, headers ...string) open {
		t.Helper()
		return read[open](t, w.must(t, 200, "viewer", "GET", "/api/parties/"+of+"/open-items/?site=1&as_of=2025-03-01", nil, headers...))
	}
	before := owed(customer)
	if len(before.Items) != 2 || before.Ageing["31_60"] != "357.00" || len(owed(supplier).Items) != 1 {
		t.Fatalf("%+v", before)
	}
	item := func(amount string) map[string]any {
		return map[string]any{"payment": map[string]any{"date": "2025-02-03", "currency": "EUR",
			"items": []map[string]any{{"line": before.Items[0].Line, "amount": amount}}}}
	}
	paid := w.post(t, w.propose(t, 1, item("100.00")))
	if left := owed(customer, at(paid)...); len(left.Items) != 2 || left.Ageing["31_60"] != "257.00" {
		t.Errorf("a part was paid: %+v", left)
	}
	if got := w.must(t, 422, "bookkeeper", "POST", generate, item("300.00")).blockers(t); !slices.Contains(got, "settlement_exceeds_item") {
		t.Errorf("more than is left: %v", got)
	}
	w.yearAfter(t, line)
}

// yearAfter sells something, ends the year, and looks at what stands in the next.
func (w *world) yearAfter(t *testing.T, line func(account, side, amount, of string) map[string]any) {
	t.Helper()
	sold := w.post(t, w.propose(t, 1, map[string]any{"date": "2025-05-05", "memo": "sold", "lines": []map[string]any{
		line("1200", "debit", "500.00", ""), line("8400", "credit", "500.00", "")}}))
	w.must(t, 200, "viewer", "GET", "/api/ledger/trial-balance/?site=1", nil, at(sold)...)
	ended := w.post(t, w.propose(t, 1, map[string]any{"year_end": "2025-12-31"}))
	balances := map[string]string{}
	for _, a := range read[struct {
		Rows []struct{ Account, Balance string }
	}](t, w.must(t, 200, "viewer", "GET", "/api/ledger/trial-balance/?site=1&as_of=2026-01-01", nil, at(ended)...)).Rows {
		balances[a.Account] = a.Balance
	}
	retained := ""
	for account, balance := range balances {
		if balance == "-500.00" {
			retained = account
		}
	}
	delete(balances, retained)
	maps.DeleteFunc(balances, func(_, balance string) bool { return balance == "0.00" })
	want := map[string]string{"1200": "1600.00", "1400": "257.00", "1600": "-357.00", "0800": "-1000.00"}
	if !maps.Equal(balances, want) || retained == "" || retained == "8400" {
		t.Errorf("the year after: %v, and the result on %q; not %v", balances, retained, want)
	}
}
