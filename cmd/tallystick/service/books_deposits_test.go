package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// A deposit is booked when it is paid, one that is credited goes back, and the final
// invoice sets what it takes off against what its order is booked with: then nothing is
// owed to the customer, the tax is the order's, and the customer owes the rest.
func TestDepositsInTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	o := order("later", "100.00", "19.00", "119.00")
	delete(o, "payment")
	o["supplied_on"] = time.Now().AddDate(1, 0, 0).Format(time.DateOnly)
	o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}
	pushed := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []map[string]any{o}})
	taken := pushed.field(t, "entries").([]any)[0].(map[string]any)
	invoice := func(deposit string) string {
		return w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1",
			fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s%s}`, taken["id"], deposit, invoiceBuyer)).field(t, "id").(string)
	}
	credit := func(id string) string {
		return w.must(t, 201, "owner", "POST", "/api/invoicing/credit-notes/",
			fmt.Sprintf(`{"invoice_id":%q,"reason":"too much"}`, id)).field(t, "id").(string)
	}
	generate := func(status int, body string) reply {
		t.Helper()
		return w.must(t, status, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", body)
	}
	today := time.Now().Format(time.DateOnly)
	book := func(id string) reply {
		t.Helper()
		return w.post(t, generate(201, fmt.Sprintf(`{"invoice_id":%q,"paid":{"method":"bank","paid_on":%q}}`, id, today)).field(t, "id").(string))
	}
	kept, gone := invoice(`"deposit":{"gross":"35.70"},`), invoice(`"deposit":{"gross":"11.90"},`)
	if got := generate(422, fmt.Sprintf(`{"invoice_id":%q}`, kept)).blockers(t); !slices.Equal(got, []string{"date_missing"}) {
		t.Errorf("before it is paid: %v", got)
	}
	generate(400, `{"paid":{"method":"bank","paid_on":"2026-01-01"},"reverses":"x"}`)
	w.must(t, 404, "other_owner", "POST", "/api/accounting/journal-entries/generate/", fmt.Sprintf(`{"invoice_id":%q}`, kept))
	note := credit(gone)
	back := fmt.Sprintf(`{"invoice_id":%q,"paid":{"method":"bank","paid_on":%q}}`, note, today)
	if got := generate(422, back).blockers(t); !slices.Equal(got, []string{"entry_not_posted"}) {
		t.Errorf("a credit note for what is not booked: %v", got)
	}
	book(gone)
	book(note)
	w.post(t, w.proposedAtOnce(t, fmt.Sprintf(`{"invoice_id":%q,"paid":{"method":"bank","paid_on":%q}}`, kept, today)))
	generate(409, fmt.Sprintf(`{"invoice_id":%q,"paid":{"method":"bank","paid_on":%q}}`, kept, today))

	final := invoice("")
	if got := generate(422, fmt.Sprintf(`{"invoice_id":%q}`, final)).blockers(t); !slices.Equal(got, []string{"entry_not_posted"}) {
		t.Errorf("before its order is posted: %v", got)
	}
	posted := w.post(t, taken["journal_entry_id"].(string))
	w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...)
	last := w.post(t, generate(201, fmt.Sprintf(`{"invoice_id":%q}`, final)).field(t, "id").(string))
	balance := read[struct {
		Rows []struct{ Account, Balance string }
	}](t, w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(last)...))
	got := map[string]string{}
	for _, r := range balance.Rows {
		got[r.Account] = r.Balance
	}
	want := map[string]string{"1200": "35.70", "1400": "83.30", "1718": "0.00", "1776": "-19.00", "8400": "-100.00"}
	for account, amount := range want {
		if got[account] != amount {
			t.Errorf("%s stands at %s, not %s: %v", account, got[account], amount, got)
		}
	}
	if note := credit(final); note != "" {
		if got := generate(422, fmt.Sprintf(`{"invoice_id":%q}`, note)).blockers(t); !slices.Equal(got, []string{"content_not_bookable"}) {
			t.Errorf("what is no deposit's: %v", got)
		}
	}
}

// proposedAtOnce proposes the same entry from many callers, four a key: they of one key
// hear of one entry, all others of a conflict. It returns the entry's id.
func (w *world) proposedAtOnce(t *testing.T, body string) (id string) {
	t.Helper()
	type end struct {
		key string
		r   reply
		err error
	}
	const callers = 16
	ends := make(chan end, callers)
	for i := range callers {
		go func() {
			key := fmt.Sprintf("at once %d", i/4)
			r, err := w.try("bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", body, "Idempotency-Key", key)
			ends <- end{key, r, err}
		}()
	}
	told := map[string]string{}
	for range callers {
		e := <-ends
		said := fmt.Sprint(e.r.status)
		if e.r.status == 201 {
			id = e.r.field(t, "id").(string)
			said = id
		}
		if e.err != nil || e.r.status != 201 && e.r.status != 409 || told[e.key] != "" && told[e.key] != said {
			t.Errorf("%s: %s after %q: %s, %v", e.key, said, told[e.key], e.r.body, e.err)
		}
		told[e.key] = said
	}
	made := 0
	for _, said := range told {
		if said == id {
			made++
		}
	}
	if made != 1 {
		t.Fatalf("%d keys made an entry: %v", made, told)
	}
	return id
}
