package service_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// read decodes a reply.
func read[T any](t *testing.T, r reply) (v T) {
	t.Helper()
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	return v
}

// at is the header that reads one's own write.
func at(r reply) []string { return []string{"X-Min-Log-Position", r.header.Get("X-Log-Position")} }

// openBooks opens the books of site 1 for Germany, once for the shared world.
func (w *world) openBooks(t *testing.T, site int) {
	t.Helper()
	w.must(t, 200, "owner", "PUT", fmt.Sprintf("/api/ledger/books/?site=%d", site), map[string]any{"country": "DE", "chart": "de-skr03"})
}

// propose proposes an entry and returns its id.
func (w *world) propose(t *testing.T, site int, body any) string {
	t.Helper()
	r := w.must(t, 201, "bookkeeper", "POST", fmt.Sprintf("/api/accounting/journal-entries/generate/?site=%d", site), body)
	return r.field(t, "id").(string)
}

// post approves and posts an entry, and returns the post's reply.
func (w *world) post(t *testing.T, id string) reply {
	t.Helper()
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+id+"/approve/", `{}`)
	return w.must(t, 200, "bookkeeper", "POST", "/api/accounting/journal-entries/"+id+"/post/", `{}`)
}

func purchase(day, net, tax, gross string) map[string]any {
	return map[string]any{"transaction": map[string]any{
		"role": "purchase", "date": day, "currency": "EUR", "net": net, "gross": gross, "taxes": []map[string]any{{"rate": "0.19", "base": net, "tax": tax}},
		"counterparty": map[string]any{"name": "Papier GmbH", "country": "DE"}, "category": "office", "memo": "paper",
	}}
}

// The way of an entry: proposed, refused to its preparer, approved, posted,
// numbered, reversed; the trial balance then and now.
func TestJournalEntryEndToEnd(t *testing.T) {
	w := freshWorld(t, nil)
	none := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", purchase("2026-03-04", "100.00", "19.00", "119.00"))
	if got := none.blockers(t); !slices.Equal(got, []string{"books_missing"}) {
		t.Fatalf("without books: %v", got)
	}
	w.openBooks(t, 1)
	id := w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00"))
	path := "/api/accounting/journal-entries/" + id + "/"
	if got := w.must(t, 422, "bookkeeper", "POST", path+"post/", `{}`).blockers(t); !slices.Equal(got, []string{"entry_not_approved"}) {
		t.Errorf("posting a proposal: %v", got)
	}
	w.must(t, 403, "preparer", "POST", path+"approve/", `{}`)
	posted := w.post(t, id)
	if n := posted.field(t, "number"); n != nil {
		t.Errorf("the post knows the number %v", n)
	}
	w.must(t, 409, "bookkeeper", "POST", path+"post/", `{}`)
	w.must(t, 409, "tax_manager", "POST", path+"reject/", `{"reason":"late"}`)
	seen := w.must(t, 200, "auditor", "GET", path, nil, at(posted)...)
	if seen.field(t, "number") != 1.0 || seen.field(t, "fiscal_year") != "2026" || seen.field(t, "period") != "2026-03" {
		t.Errorf("read back: %s", seen.body)
	}
	before := read[struct {
		Rows []struct {
			Account, Debit, Credit, Balance string
		}
		Totals []struct{ Currency, Debit, Credit string }
	}](t, w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...))
	if len(before.Totals) != 1 || before.Totals[0].Debit != before.Totals[0].Credit || before.Totals[0].Debit != "119.00" || len(before.Rows) != 2 {
		t.Errorf("not registered for VAT, the tax is cost: %+v", before)
	}
	reversed := w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", map[string]any{"reverses": id, "date": "2026-03-05"})
	reversal := reversed.field(t, "id").(string)
	w.must(t, 409, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", map[string]any{"reverses": id, "date": "2026-03-06"})
	done := w.post(t, reversal)
	if got := w.must(t, 200, "auditor", "GET", path, nil, at(done)...); got.field(t, "reversed_by") != reversal {
		t.Errorf("reversed_by: %s", got.body)
	}
	list := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/?site=1&q=paper", nil, at(done)...)
	if list.field(t, "count") != 1.0 {
		t.Errorf("search: %s", list.body)
	}
	w.must(t, 404, "other_owner", "GET", path, nil)
	w.must(t, 404, "site_2_admin", "GET", path, nil)

	// Closing: the line, the totals, what comes late, and the way back.
	closed := w.must(t, 200, "tax_manager", "POST", "/api/ledger/periods/2026-03/close/?site=1", nil)
	if closed.field(t, "status") != "closed" || closed.field(t, "entries") != 2.0 {
		t.Errorf("closed: %s", closed.body)
	}
	w.must(t, 409, "tax_manager", "POST", "/api/ledger/periods/2026-03/close/?site=1", nil)
	late := w.propose(t, 1, purchase("2026-03-30", "10.00", "1.90", "11.90"))
	got := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+late+"/", nil)
	if got.field(t, "date") != "2026-04-01" || got.field(t, "tax_date") != "2026-03-30" {
		t.Errorf("a late fact: %s", got.body)
	}
	w.must(t, 403, "tax_manager", "POST", "/api/ledger/periods/2026-03/reopen/?site=1", `{"reason":"a mistake"}`)
	w.must(t, 200, "owner", "POST", "/api/ledger/periods/2026-03/reopen/?site=1", `{"reason":"a mistake"}`)
	w.must(t, 409, "owner", "PUT", "/api/ledger/books/?site=1", map[string]any{"country": "DE", "base_currency": "USD"})
	w.must(t, 201, "owner", "POST", "/api/ledger/accounts/?site=1", map[string]any{"code": "8401", "name": "Courses", "class": "income"})
	w.must(t, 200, "owner", "PATCH", "/api/ledger/accounts/8401/?site=1", map[string]any{"to": "2026-01-31"})
	dead := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", map[string]any{
		"date": "2026-04-02", "memo": "x", "lines": []map[string]any{{"account": "8401", "side": "credit", "amount": "5.00"},
			{"account": "9999x", "side": "debit", "amount": "4.00"}}})
	if got := dead.blockers(t); !slices.Equal(got, []string{"account_inactive", "account_unknown", "unbalanced"}) {
		t.Errorf("blockers: %v", got)
	}
}
