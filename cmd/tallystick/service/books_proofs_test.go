package service_test

import (
	"slices"
	"testing"
)

// proveNextMonth proves April after March, whose proof it continues, and reads both from
// the log alone.
func (w *world) proveNextMonth(t *testing.T, march reply) {
	t.Helper()
	sold := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "till",
		"orders": []map[string]any{{"source_ref": "o1", "kind": "order",
			"status": "completed", "placed_at": "2026-04-03T10:00:00Z", "currency": "EUR", "buyer": map[string]any{"country": "DE"}, "net": "100.00",
			"gross": "119.00",
			"taxes": []map[string]any{{"rate": "0.19", "base": "100.00", "tax": "19.00"}},
			"lines": []map[string]any{{"id": "1", "description": "pen", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}}}})
	done := w.post(t, w.propose(t, 1, purchase("2026-04-05", "50.00", "9.50", "59.50")))
	for _, r := range []reply{sold, done} {
		w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1", nil, at(r)...)
	}
	var made reply
	eventually(t, "a checkpoint to cover April", func() bool {
		if err := w.Checkpoints.PublishTree(t.Context(), w.tenant); err != nil {
			t.Fatal(err)
		}
		made = w.call(t, "tax_manager", "POST", "/api/audit-proofs/?site=1&year=2026&month=4&provisional=true", nil)
		return made.status != 422
	})
	if made.status != 201 || made.field(t, "previous_root") != march.field(t, "root") ||
		made.field(t, "previous_checkpoint_size") != march.field(t, "checkpoint_size") ||
		made.field(t, "ledger_entries") != 1.0 || len(made.field(t, "consistency").([]any)) == 0 {
		t.Fatalf("%d %s", made.status, made.body)
	}
	if v := w.must(t, 200, "auditor", "POST", "/api/audit-proofs/"+made.field(t, "id").(string)+"/verify/", nil); v.field(t, "ok") != true ||
		v.field(t, "checked") != 2.0 {
		t.Errorf("%s", v.body)
	}
	if months, findings := replayMonths(t, w.Store); len(months) != 2 || len(findings) != 0 {
		t.Errorf("the log alone gives %+v, %+v", months, findings)
	}
}

// A month is proved once the log's checkpoint covers it; verified from the log;
// its PDF has the hash that was recorded; what comes later is named.
func TestMonthlyProofEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	proposed := w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", purchase("2026-03-04", "100.00",
		"19.00", "119.00"))
	id := proposed.field(t, "id").(string)
	w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1", nil, at(proposed)...)
	w.must(t, 400, "tax_manager", "POST", "/api/audit-proofs/?site=1&year=2026&month=3", map[string]any{"year": 2026, "month": 4})
	early := w.must(t, 422, "tax_manager", "POST", "/api/audit-proofs/?site=1", map[string]any{"year": 2026, "month": 3})
	if got := early.blockers(t); !slices.Contains(got, "unposted_entries") {
		t.Errorf("%v", got)
	}
	if got := w.must(t, 422, "tax_manager", "POST", "/api/audit-proofs/?site=1",
		map[string]any{"year": 2026, "month": 12}).blockers(t); !slices.Contains(got, "month_not_ended") {
		t.Errorf("%v", got)
	}
	done := w.post(t, id)
	w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1", nil, at(done)...)
	made := w.must(t, 201, "tax_manager", "POST", "/api/audit-proofs/?site=1&year=2026&month=3", nil) // has a head signed for it
	if made.field(t, "entries") != 1.0 {
		t.Fatalf("%d %s", made.status, made.body)
	}
	proof := "/api/audit-proofs/" + made.field(t, "id").(string) + "/"
	if again := w.must(t, 200, "tax_manager", "POST", "/api/audit-proofs/?site=1&year=2026&month=3", nil); again.field(t,
		"root") != made.field(t, "root") {
		t.Errorf("%s", again.body)
	}
	if v := w.must(t, 200, "auditor", "POST", proof+"verify/", nil); v.field(t, "ok") != true || v.field(t, "checked") != 1.0 {
		t.Errorf("%s", v.body)
	}
	w.must(t, 200, "auditor", "GET", proof, nil).expect(t, "root", made.field(t, "root"), "entries", 1.0)
	pdf := w.must(t, 200, "auditor", "GET", proof+"pdf/", nil)
	if pdf.header.Get("X-Content-SHA256") != made.field(t, "pdf_sha256") || string(pdf.body[:5]) != "%PDF-" {
		t.Errorf("%v", pdf.header)
	}
	later := w.post(t, w.propose(t, 1, purchase("2026-03-05", "10.00", "1.90", "11.90")))
	w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1", nil, at(later)...)
	v := w.must(t, 200, "auditor", "POST", proof+"verify/", nil)
	if v.field(t, "ok") != true || v.field(t, "findings").([]any)[0].(map[string]any)["code"] != "added_since" {
		t.Errorf("%s", v.body)
	}
	w.proveNextMonth(t, made)
	// A row that was tampered with in the read model is found against the log.
	var schema string
	if err := w.DB.Owner.QueryRow(t.Context(), `select name || '_v' || version from platform.projection where name = 'ledger' and live`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	tag, err := w.DB.Owner.Exec(t.Context(), `update `+schema+`.journal_entries set payload_sha256 = 'forged' where id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	if tag.RowsAffected() == 1 {
		if v := w.must(t, 200, "auditor", "POST", proof+"verify/", nil); v.field(t, "ok") != false {
			t.Errorf("a forged row: %s", v.body)
		}
	}
	if list := w.must(t, 200, "auditor", "GET", "/api/audit-proofs/?site=1", nil, at(made)...); list.field(t, "count") != 2.0 {
		t.Errorf("%s", list.body)
	}
}
