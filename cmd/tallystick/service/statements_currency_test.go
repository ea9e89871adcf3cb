package service_test

import "testing"

// A line in the currency of the books pays items in another: what the bank booked decides
// the rate, and the difference to the rate of the item is booked by itself.
func TestStatementsInAnotherCurrency(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, uploads, generate = "?site=1", "/api/tax-assistant/documents/", "/api/accounting/journal-entries/generate/?site=1"
	w.must(t, 200, "superuser", "POST", ratesPath, map[string]any{"source": "ecb", "file": "eurofxref-hist.csv",
		"content": "Date,USD,\n2026-05-08,1.2500,\n2026-05-07,1.2500,\n"})
	owed := purchase("2026-05-08", "100.00", "0.00", "100.00")
	facts := owed["transaction"].(map[string]any)
	facts["currency"], facts["taxes"], facts["memo"] = "USD", []map[string]any{}, "Invoice 4711 of Paper Inc"
	bill := w.propose(t, 1, owed)
	posted := w.post(t, bill)
	entry := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+bill+"/", nil, at(posted)...)
	item := ""
	for i, l := range entry.field(t, "lines").([]any) {
		if l.(map[string]any)["rule"] == "counter.payable" {
			item = bill + "/" + string(rune('1'+i))
		}
	}
	d := w.settled(t, second(w.upload(t, "owner", uploads+site, camtFile("DE89370400440532013000", "2026-05-01", "2026-05-31", "1000.00", "916.00",
		[4]string{"2026-05-20", "41.00", "Paper Inc", "part"}, [4]string{"2026-05-21", "43.00", "Paper Inc", "rest"}), nil)))
	pay := func(line int, amount string) map[string]any {
		return map[string]any{"statement_line": map[string]any{"document_id": d["id"], "line": line}, "payment": map[string]any{
			"date": []string{"", "2026-05-20", "2026-05-21"}[line], "currency": "USD", "items": []map[string]any{{"line": item, "amount": amount}}}}
	}
	wrong := pay(1, "50.00")
	wrong["payment"].(map[string]any)["base_amount"] = "40.00"
	if got := w.must(t, 422, "bookkeeper", "POST", generate, wrong).blockers(t); len(got) != 1 || got[0] != "differs_from_line" {
		t.Errorf("another amount than the bank booked: %v", got)
	}
	for line, amount := range map[int]string{1: "50.00", 2: "50.00"} {
		r := w.must(t, 201, "bookkeeper", "POST", generate, pay(line, amount))
		var bank, difference bool
		for _, l := range r.field(t, "lines").([]any) {
			x := l.(map[string]any)
			bank = bank || x["account"] == "1200" && x["side"] == "credit" && x["base_amount"] == []string{"", "41.00", "43.00"}[line]
			difference = difference || x["amount"] == "0" && (x["account"] == "2660" || x["account"] == "2150")
		}
		if !bank || !difference {
			t.Errorf("line %d is booked as %s", line, r.body)
		}
		posted = w.post(t, r.field(t, "id").(string))
	}
	lines := w.must(t, 200, "auditor", "POST", "/api/accounting/documents/"+d["id"].(string)+"/analyse/"+site, nil, at(posted)...)
	for _, l := range lines.field(t, "statement_lines").([]any) {
		if l.(map[string]any)["entry_status"] != "posted" {
			t.Errorf("a line is %v", l)
		}
	}
}
