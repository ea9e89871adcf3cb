package service_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
)

// Every list that can be had as CSV has a cell for each of its columns, in values and not in
// the program's own words, and nothing that a spreadsheet would run; each asks for the
// permission to read the list.
func TestEveryDataset(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	formula := `=HYPERLINK("http://evil.example")`
	w.must(t, 201, "bookkeeper", "POST", "/api/parties/?site=1", map[string]any{"name": formula, "roles": []string{"supplier", "client"}})
	w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []map[string]any{{
		"source_ref": "1", "placed_at": "2026-03-04T09:00:00Z", "currency": "EUR", "buyer": map[string]any{"name": formula, "country": "DE"},
		"lines": []map[string]any{{"id": "1", "description": "pen", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}},
		"taxes": []map[string]any{{"rate": "0.19", "base": "100.00", "tax": "19.00"}}, "net": "100.00", "gross": "119.00"}}})
	posted := w.post(t, w.propose(t, 1, map[string]any{"date": "2026-03-04", "memo": formula, "lines": []map[string]any{
		{"account": "1200", "side": "debit", "amount": "10.00"}, {"account": "1000", "side": "credit", "amount": "10.00"}}}))
	rows := map[string]int{}
	for _, name := range []string{"anomalies", "audit_proofs", "cases", "checkouts", "credit_notes", "documents", "invoices", "journal_entries",
		"journal_lines", "ledger_entries", "notices", "parties", "receipts", "returns", "reversals"} {
		r := w.must(t, 200, "owner", "GET", "/api/exports/csv/?dataset="+name, nil, at(posted)...)
		all, err := csv.NewReader(bytes.NewReader(r.body)).ReadAll()
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %v %s", name, err, r.body)
		}
		rows[name] = len(all) - 1
		for _, row := range all[1:] {
			for i, cell := range row {
				if strings.HasPrefix(cell, "0xc0") || strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "<nil>") {
					t.Errorf("%s: %s is %q", name, all[0][i], cell)
				}
			}
		}
		if other := w.must(t, 200, "other_owner", "GET", "/api/exports/csv/?dataset="+name, nil); bytes.Count(other.body, []byte("\n")) > 1 {
			t.Errorf("%s: another tenant reads %s", name, other.body)
		}
		w.must(t, 403, "viewer", "GET", "/api/exports/csv/?dataset="+name, nil)
	}
	for _, name := range []string{"journal_entries", "journal_lines", "ledger_entries", "parties"} {
		if rows[name] == 0 {
			t.Errorf("%s has no row: %v", name, rows)
		}
	}
}
