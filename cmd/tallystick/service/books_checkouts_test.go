package service_test

import (
	"fmt"
	"slices"
	"testing"
)

// commitCheckout commits a checkout of 119.00 and returns the id of its snapshot.
func (w *world) commitCheckout(t *testing.T, who, cart string) (snapshot string, made reply) {
	t.Helper()
	made = w.must(t, 201, who, "POST", "/api/commerce-tax/preview/?site=1", fmt.Sprintf(`{"cart_id":%q,"commit":true,"date":"2026-11-02",
	 "currency":"EUR","prices_include_tax":false,"seller":{"country":"DE"},"buyer":{"country":"DE","status":"consumer"},
	 "lines":[{"id":"1","category":"goods_standard","product_type":"Lamp","quantity":"2","unit_price":"50.00"}]}`, cart))
	return made.field(t, "snapshot_id").(string), made
}

type ledgerRow struct {
	ID, Status, Gross, Source string
	SnapshotID                string `json:"snapshot_id"`
	InvoiceID                 string `json:"invoice_id"`
	JournalEntryID            string `json:"journal_entry_id"`
}

func (w *world) ledgerRows(t *testing.T, query string) []ledgerRow {
	t.Helper()
	return read[struct{ Entries []ledgerRow }](t, w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1&"+query, nil)).Entries
}

// becomes waits for the one entry of a query to have a status.
func (w *world) becomes(t *testing.T, query, status string) (row ledgerRow) {
	t.Helper()
	eventually(t, query+" to be "+status, func() bool {
		rows := w.ledgerRows(t, query)
		if len(rows) == 1 {
			row = rows[0]
		}
		return len(rows) == 1 && row.Status == status
	})
	return row
}

// A checkout comes into the ledger once it is committed, by whomever; one that waited
// for the books is booked when they open. A source that reports the checkout as an
// order of its own stands for it, so that it is booked once; one that is invoiced by
// itself is not booked a second time.
func TestCheckoutsComeByThemselves(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	early, _ := w.commitCheckout(t, "tax_manager", "early") // who may not write the ledger
	w.becomes(t, "source_ref="+early, "pending")
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	if row := w.becomes(t, "source_ref="+early, "recorded"); row.Gross != "119.00" || row.Source != "checkouts" || row.JournalEntryID == "" {
		t.Errorf("%+v", row)
	}

	reported, _ := w.commitCheckout(t, "owner", "reported")
	own := w.becomes(t, "source_ref="+reported, "recorded")
	push := func(status int, source, ref, snapshot string) reply {
		t.Helper()
		o := order(ref, "100.00", "19.00", "119.00")
		o["snapshot_id"], o["placed_at"] = snapshot, "2026-11-02T09:00:00Z"
		return w.must(t, status, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": source, "orders": []any{o}})
	}
	taken := push(200, "shop", "1001", reported)
	for range 2 {
		if got := taken.field(t, "entries").([]any)[0].(map[string]any); got["status"] != "recorded" || got["journal_entry_id"] == nil {
			t.Fatalf("%s", taken.body)
		}
		taken = push(200, "shop", "1001", reported)
	}
	w.becomes(t, "source_ref="+reported, "voided")
	approved := w.must(t, 422, "tax_manager", "POST", "/api/accounting/journal-entries/"+own.JournalEntryID+"/approve/", `{}`)
	if !slices.Contains(approved.blockers(t), "voucher_missing") {
		t.Errorf("the entry of a superseded checkout: %s", approved.body)
	}
	third := push(200, "market", "7", reported)
	if got := fmt.Sprint(third.field(t, "entries")); !slices.Contains(w.blockersOfTaken(t, third), "order_already_recorded") {
		t.Errorf("a third report of one order: %s", got)
	}
	if bad := push(400, "shop", "1002", "4374942c0db35252acda50c67c9da39b"); !slices.Contains(bad.fields(t), "snapshot_id") {
		t.Errorf("%s", bad.body)
	}
	push(400, "checkouts", "1003", "")
	w.supersededIsInvoiced(t, reported)

	invoiced, _ := w.commitCheckout(t, "owner", "invoiced")
	issued := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, invoiced, invoiceBuyer))
	row := w.becomes(t, "source_ref="+invoiced, "recorded")
	if detail := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+row.ID+"/", nil); detail.field(t, "invoice_id") != issued.field(t, "id") {
		t.Errorf("%s", detail.body)
	}
	if again := push(200, "shop", "1004", invoiced); !slices.Contains(w.blockersOfTaken(t, again), "order_already_recorded") {
		t.Errorf("an order that is invoiced as a checkout: %s", again.body)
	}
}

// supersededIsInvoiced invoices a checkout under its own id, though the shop's order 1001
// stands for it: that order is then final.
func (w *world) supersededIsInvoiced(t *testing.T, checkout string) {
	t.Helper()
	issued := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, checkout, invoiceBuyer))
	w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1", nil, at(issued)...)
	if row := w.becomes(t, "source_ref=1001", "recorded"); row.InvoiceID != issued.field(t, "id") {
		t.Errorf("the order of an invoiced checkout: %+v", row)
	}
	o := order("1001", "90.00", "17.10", "107.10")
	o["snapshot_id"], o["placed_at"] = checkout, "2026-11-02T09:00:00Z"
	changed := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{o}})
	if got := changed.field(t, "entries").([]any)[0].(map[string]any); got["status"] != "difference" {
		t.Errorf("another amount of an order that is invoiced as its checkout: %s", changed.body)
	}
}

// blockersOfTaken are the codes of why the first order of a push is not booked.
func (w *world) blockersOfTaken(t *testing.T, r reply) (codes []string) {
	t.Helper()
	for _, e := range read[struct {
		Entries []struct{ Blockers []struct{ Code string } }
	}](t, r).Entries[:1] {
		for _, b := range e.Blockers {
			codes = append(codes, b.Code)
		}
	}
	return codes
}

// What the source says otherwise of a posted order waits for a person, once: ours
// stays, or theirs is booked by a reversal and a new entry. An order on an invoice is
// credited first.
func TestDifferencesAreDecided(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	push := func(o map[string]any) (id, status string) {
		t.Helper()
		r := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{o}})
		got := r.field(t, "entries").([]any)[0].(map[string]any)
		return got["id"].(string), got["status"].(string)
	}
	id, _ := push(order("1", "100.00", "19.00", "119.00"))
	posted := w.becomes(t, "source_ref=1", "recorded").JournalEntryID
	w.post(t, posted)
	resolve := func(status int, decision, reason string) reply {
		t.Helper()
		return w.must(t, status, "reviewer", "POST", "/api/tax-assistant/review-items/commerce_difference_"+id+"/resolve/",
			map[string]any{"decision": decision, "reason": reason})
	}
	resolve(409, "accept", "there is none")
	differs := order("1", "90.00", "17.10", "107.10")
	if _, status := push(differs); status != "difference" {
		t.Fatal(status)
	}
	item := w.awaitItem(t, id, "open")
	if item.Amount != "107.10" || !slices.Contains(item.Reasons, "gross") || item.Title != "Ada Byron" {
		t.Errorf("%+v", item)
	}
	resolve(400, "accept", "")
	resolve(400, "correct", "what is that?")
	kept := resolve(200, "dismiss", "the shop forgot the shipping")
	resolve(409, "accept", "once only")
	w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1", nil, at(kept)...)
	w.becomes(t, "source_ref=1", "posted")
	w.awaitItem(t, id, "dismissed")
	if _, status := push(differs); status != "unchanged" {
		t.Errorf("what was decided is told again: %s", status)
	}
	push(order("1", "80.00", "15.20", "95.20"))
	resolve(200, "accept", "the customer paid less")
	row := w.becomes(t, "source_ref=1", "recorded")
	if row.Gross != "95.20" || row.JournalEntryID == posted {
		t.Errorf("%+v", row)
	}
	w.awaitItem(t, id, "resolved")
	back := read[struct {
		Entries []struct{ ID, Status, Origin, Total string } `json:"journal_entries"`
	}](t, w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/?site=1&status=proposed&order=date", nil))
	var reversal string
	for _, e := range back.Entries {
		if e.Origin == "reversal" {
			reversal = e.ID
		}
	}
	if len(back.Entries) != 2 || reversal == "" {
		t.Fatalf("%+v", back)
	}
	// Theirs is not posted beside ours, whether the reversal waits or is rejected.
	const entries = "/api/accounting/journal-entries/"
	w.must(t, 200, "tax_manager", "POST", entries+row.JournalEntryID+"/approve/", `{}`)
	twice := func() {
		t.Helper()
		if got := w.must(t, 422, "bookkeeper", "POST", entries+row.JournalEntryID+"/post/", `{}`).blockers(t); !slices.Equal(got,
			[]string{"reversal_not_posted"}) {
			t.Errorf("%v", got)
		}
	}
	twice()
	w.must(t, 200, "tax_manager", "POST", entries+reversal+"/reject/", `{"reason":"by mistake"}`)
	twice()
	w.must(t, 201, "bookkeeper", "POST", entries+"generate/?site=1", map[string]any{"reverses": posted, "date": "2026-03-05"})
	w.post(t, reversal)
	last := w.must(t, 200, "bookkeeper", "POST", entries+row.JournalEntryID+"/post/", `{}`)
	w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1", nil, at(last)...)
	w.becomes(t, "source_ref=1", "posted")
	balances := w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(last)...)
	if got := w.balanceOf(t, balances, "8400"); got != "-80.00" {
		t.Errorf("sales stand at %s: %s", got, balances.body)
	}
	if _, status := push(order("1", "70.00", "13.30", "83.30")); status != "difference" {
		t.Errorf("of the new entry: %s", status)
	}
	seen := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil)
	if got := read[struct {
		Status      string
		Differences []struct{ Decision, Reason string }
	}](t, seen); got.Status != "difference" || len(got.Differences) != 3 || got.Differences[0].Decision != "keep" ||
		got.Differences[1].Decision != "take" || got.Differences[1].Reason == "" || got.Differences[2].Decision != "" {
		t.Errorf("%s", seen.body)
	}
}

type reviewItem struct {
	Status, Amount, Title string
	Reasons               []string
}

func (w *world) awaitItem(t *testing.T, entry, status string) (item reviewItem) {
	t.Helper()
	eventually(t, "the review item to be "+status, func() bool {
		r := w.call(t, "reviewer", "GET", "/api/tax-assistant/review-items/commerce_difference_"+entry+"/", nil)
		if r.status == 200 {
			item = read[reviewItem](t, r)
		}
		return item.Status == status
	})
	return item
}

// balanceOf is the base balance of an account in a trial balance.
func (w *world) balanceOf(t *testing.T, r reply, account string) string {
	t.Helper()
	for _, row := range read[struct {
		Rows []struct {
			Account, Balance string
		}
	}](t, r).Rows {
		if row.Account == account {
			return row.Balance
		}
	}
	return ""
}
