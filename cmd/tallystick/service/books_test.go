package service_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
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
		"role": "purchase", "date": day, "currency": "EUR", "net": net, "gross": gross,
		"taxes":        []map[string]any{{"rate": "0.19", "base": net, "tax": tax}},
		"counterparty": map[string]any{"name": "Papier GmbH", "country": "DE"}, "category": "office", "memo": "paper",
	}}
}

// The way of an entry: proposed, refused to its preparer, approved, posted,
// numbered, reversed; the trial balance then and now.
func TestJournalEntryEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	none := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", purchase("2026-03-04", "100.00", "19.00",
		"119.00"))
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
	if len(before.Totals) != 1 || before.Totals[0].Debit != before.Totals[0].Credit || before.Totals[0].Debit != "119.00" ||
		len(before.Rows) != 2 {
		t.Errorf("not registered for VAT, the tax is cost: %+v", before)
	}
	reversed := w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1",
		map[string]any{"reverses": id, "date": "2026-03-05"})
	reversal := reversed.field(t, "id").(string)
	w.must(t, 409, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1",
		map[string]any{"reverses": id, "date": "2026-03-06"})
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

func order(ref, net, tax, gross string) map[string]any {
	return map[string]any{"source_ref": ref, "placed_at": "2026-03-04T09:00:00Z", "currency": "EUR",
		"buyer": map[string]any{"name": "Ada Byron", "country": "DE"},
		"taxes": []map[string]any{{"rate": "0.19", "base": net, "tax": tax}}, "net": net, "gross": gross,
		"payment": map[string]any{"method": "provider", "paid_on": "2026-03-04"}}
}

// Orders become proposals once, whatever comes again; what is posted stays.
func TestOrdersEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	push := func(status int, list ...map[string]any) reply {
		t.Helper()
		return w.must(t, status, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": list})
	}
	type taken struct {
		Entries []struct {
			ID, Status     string
			JournalEntryID *string                 `json:"journal_entry_id"`
			Blockers       []struct{ Code string } `json:"blockers"`
		}
	}
	early := read[taken](t, push(200, order("1", "100.00", "19.00", "119.00"))).Entries[0]
	if early.Status != "pending" || early.JournalEntryID != nil || early.Blockers[0].Code != "books_missing" {
		t.Fatalf("without books: %+v", early)
	}
	w.openBooks(t, 1)
	both := read[taken](t, push(200, order("1", "100.00", "19.00", "119.00"), order("2", "10.00", "1.90", "11.90"))).Entries
	if both[0].ID != early.ID || both[0].Status != "recorded" || both[1].Status != "recorded" || both[0].JournalEntryID == nil {
		t.Fatalf("%+v", both)
	}
	again := push(200, order("1", "100.00", "19.00", "119.00"))
	if got := read[taken](t, again).Entries[0]; got.Status != "recorded" || *got.JournalEntryID != *both[0].JournalEntryID ||
		again.header.Get("X-Log-Position") == "" {
		t.Errorf("again: %+v", got)
	}
	changed := read[taken](t, push(200, order("2", "20.00", "3.80", "23.80"))).Entries[0]
	entry := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+*changed.JournalEntryID+"/", nil)
	if entry.field(t, "revision") != 2.0 || changed.Status != "recorded" {
		t.Errorf("a changed order is proposed anew: %s", entry.body)
	}
	done := w.post(t, *both[0].JournalEntryID)
	late := read[taken](t, push(200, order("1", "90.00", "17.10", "107.10"))).Entries[0]
	if late.Status != "difference" {
		t.Errorf("after posting: %+v", late)
	}
	seen := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+early.ID+"/", nil)
	if seen.field(t, "gross") != "119.00" || seen.field(t, "status") != "difference" || seen.field(t, "tax_check") != "agrees" {
		t.Errorf("%s", seen.body)
	}
	list := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1&q=byron&status=recorded", nil, at(done)...)
	if list.field(t, "count") != 1.0 || list.field(t, "status_counts").(map[string]any)["recorded"] != 1.0 {
		t.Errorf("%s", list.body)
	}
	w.must(t, 404, "other_owner", "GET", "/api/ledger/entries/"+early.ID+"/", nil)
	bad := push(400, map[string]any{"source_ref": "x", "placed_at": "2026-03-04T09:00:00Z", "currency": "EUX", "net": "1.00", "gross": "0"})
	if len(bad.field(t, "errors").([]any)) != 2 {
		t.Errorf("%s", bad.body)
	}
}

// A change of an order that was approved waits for the approver without holding up
// the rest of the push; one of an invoiced order, its cancellation too, is a
// difference.
func TestWhatRestsOnAnOrderHoldsIt(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	type taken struct {
		Entries []struct {
			ID, Status     string
			JournalEntryID string                  `json:"journal_entry_id"`
			Blockers       []struct{ Code string } `json:"blockers"`
		}
	}
	push := func(list ...map[string]any) taken {
		t.Helper()
		return read[taken](t, w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop",
			"orders": list}))
	}
	withLine := func(o map[string]any) map[string]any {
		o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": o["net"], "net": o["net"],
			"rate": "0.19"}}
		return o
	}
	first := push(order("a", "100.00", "19.00", "119.00"), withLine(order("i", "100.00", "19.00", "119.00"))).Entries
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+first[0].JournalEntryID+"/approve/", `{}`)
	w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, first[1].ID, invoiceBuyer))
	second := push(order("a", "90.00", "17.10", "107.10"), withLine(order("i", "90.00", "17.10", "107.10")),
		order("later", "1.00", "0.19", "1.19")).Entries
	if len(second) != 3 || second[0].JournalEntryID != first[0].JournalEntryID || len(second[0].Blockers) != 1 ||
		second[0].Blockers[0].Code != "document_changed" ||
		second[1].Status != "difference" || second[2].Status != "recorded" {
		t.Fatalf("%+v", second)
	}
	gone := withLine(order("i", "100.00", "19.00", "119.00"))
	gone["status"] = "cancelled"
	if got := push(gone).Entries[0]; got.Status != "difference" {
		t.Errorf("an invoiced order that the source cancels: %+v", got)
	}
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+first[0].JournalEntryID+"/return/", `{"reason":"the order changed"}`)
	if got := push(order("a", "90.00", "17.10", "107.10")).Entries[0]; got.Status != "recorded" || len(got.Blockers) != 0 {
		t.Errorf("after its return: %+v", got)
	}
	w.must(t, 404, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", `{"entry_id":"4374942c0db35252acda50c67c9da39b","date":"2026-03-04",
	 "memo":"m","lines":[{"account":"1200","side":"debit","amount":"1.00"},{"account":"1000","side":"credit","amount":"1.00"}]}`)
}

// A year's end carries the result once: another that was proposed beside it is
// not posted. A posting rule may leave out what it does not limit, and an account
// that cannot be is refused with all its faults.
func TestAYearsEndCarriesOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/ledger/books/?site=1", `{"country":"DE","posting_rules":[{"origin":"recurring","from":"2026-01-01"}]}`)
	wrong := w.must(t, 400, "owner", "POST", "/api/ledger/accounts/?site=1", `{"code":"A B"}`)
	if len(wrong.field(t, "errors").([]any)) != 3 {
		t.Errorf("%s", wrong.body)
	}
	w.must(t, 400, "owner", "POST", "/api/ledger/accounts/?site=1", `{"code":"1299","name":"n","class":"asset","parent":"1299"}`)
	generate := func(body string, headers ...string) string {
		t.Helper()
		return w.must(t, 201, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", body, headers...).field(t, "id").(string)
	}
	if got := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1",
		fmt.Sprintf(`{"year_end":"%d-06-30"}`, time.Now().Year())).blockers(t); !slices.Equal(got, []string{"period_not_ended"}) {
		t.Errorf("the end of a year that goes on: %v", got)
	}
	sold := w.post(t, generate(`{"date":"2025-03-04","memo":"m","lines":[{"account":"1200","side":"debit","amount":"9.00"},{"account":"8400","side":"credit","amount":"9.00"}]}`))
	w.must(t, 200, "viewer", "GET", "/api/ledger/trial-balance/?site=1", nil, at(sold)...)
	first, second := generate(`{"year_end":"2025-06-30"}`), generate(`{"year_end":"2025-06-30"}`)
	posted := w.post(t, first)
	w.must(t, 200, "viewer", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...)
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+second+"/approve/", `{}`)
	refused := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/"+second+"/post/", `{}`)
	if !strings.Contains(string(refused.body), "account/8400") {
		t.Errorf("%s", refused.body)
	}
}

// 64 callers post while the period closes: no number twice and none missing, the
// closed totals stand, and what the log holds after the line counts in the next
// period.
func TestPostingRacesClosing(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const callers, each = 64, 3
	ids := make([][]string, callers)
	for i := range ids {
		for range each {
			id := w.propose(t, 1, purchase("2026-03-04", fmt.Sprintf("%d.00", 10+i), fmt.Sprintf("%d.%02d", (10+i)*19/100, (10+i)*19%100),
				fmt.Sprintf("%d.%02d", 10+i+(10+i)*19/100, (10+i)*19%100)))
			w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+id+"/approve/", `{}`)
			ids[i] = append(ids[i], id)
		}
	}
	results := make(chan reply, callers*each)
	for i := range ids {
		go func() {
			for _, id := range ids[i] {
				r, err := w.try("bookkeeper", "POST", "/api/accounting/journal-entries/"+id+"/post/", `{}`)
				if err != nil {
					r.status = 0
				}
				results <- r
			}
		}()
	}
	var closed reply
	posted, refused := 0, 0
	var last reply
	for n := range callers * each {
		if n == callers*each/3 {
			closed = w.must(t, 200, "tax_manager", "POST", "/api/ledger/periods/2026-03/close/?site=1", nil)
		}
		switch r := <-results; r.status {
		case 200:
			posted, last = posted+1, r
		case 422:
			if got := r.blockers(t); !slices.Equal(got, []string{"period_closed"}) {
				t.Errorf("refused for %v", got)
			}
			refused++
		default:
			t.Errorf("%d: %s", r.status, r.body)
		}
	}
	type row struct {
		ID, Period string
		Number     int64
		Late       bool
	}
	rows := []row{}
	for cursor := ""; ; {
		r := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/?site=1&status=posted&limit=200"+cursor, nil, at(last)...)
		page := read[struct {
			Entries []row   `json:"journal_entries"`
			Next    *string `json:"next_cursor"`
		}](t, r)
		rows = append(rows, page.Entries...)
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + *page.Next
	}
	numbers, inMarch := map[int64]bool{}, 0
	for _, r := range rows {
		if numbers[r.Number] || r.Number < 1 || r.Number > int64(posted) {
			t.Errorf("number %d of %d posted", r.Number, posted)
		}
		numbers[r.Number] = true
		if r.Period == "2026-03" {
			inMarch++
		}
		if (r.Period == "2026-04") != r.Late {
			t.Errorf("%+v", r)
		}
	}
	if len(rows) != posted || closed.field(t, "entries") != float64(inMarch) || posted+refused != callers*each {
		t.Errorf("%d posted, %d refused, %d listed, %d in March, closed with %v", posted, refused, len(rows), inMarch, closed.field(t, "entries"))
	}
	t.Logf("%d posted, %d refused, %d in March, %d late", posted, refused, inMarch, posted-inMarch)
}

// A party keeps what is known of a customer or supplier; what is owed by and to
// it is listed with its age, also what stood with one that was merged into it.
func TestPartiesEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	add := func(name string) string {
		return w.must(t, 201, "bookkeeper", "POST", "/api/parties/?site=1", map[string]any{"name": name, "roles": []string{"supplier"},
			"country":    "DE",
			"terms_days": 14, "bank_accounts": []map[string]any{{"iban": "DE89 3704 0044 0532 0130 00"}}}).field(t, "id").(string)
	}
	one, two := add("Papier GmbH"), add("Papier Gesellschaft mbH")
	w.must(t, 400, "bookkeeper", "PATCH", "/api/parties/"+one+"/",
		map[string]any{"tax_ids": []map[string]any{{"country": "DE", "number": "DE136695977"}}})
	body := purchase("2026-03-04", "100.00", "19.00", "119.00")
	body["transaction"].(map[string]any)["counterparty"].(map[string]any)["party_id"] = two
	done := w.post(t, w.propose(t, 1, body))
	merged := w.must(t, 200, "bookkeeper", "PATCH", "/api/parties/"+two+"/", map[string]any{"merge_into": one, "reason": "the same firm"})
	w.must(t, 409, "bookkeeper", "PATCH", "/api/parties/"+two+"/", map[string]any{"name": "Other"})
	open := read[struct {
		Items []struct {
			Line string
			Open string `json:"open_amount"`
			Due  string `json:"due_on"`
		} `json:"open_items"`
		Ageing map[string]string
	}](t, w.must(t, 200, "viewer", "GET", "/api/parties/"+one+"/open-items/?site=1&as_of=2026-04-01", nil, at(merged)...))
	if len(open.Items) != 1 || open.Items[0].Open != "119.00" || open.Items[0].Due != "2026-03-18" || open.Ageing["1_30"] != "-119.00" {
		t.Errorf("%+v", open)
	}
	paid := w.post(t, w.propose(t, 1, map[string]any{"payment": map[string]any{"date": "2026-04-02", "currency": "EUR",
		"items": []map[string]any{{"line": open.Items[0].Line, "amount": "100.00"}}}}))
	// A proposal reads the books in memory, which follow the log.
	more := map[string]any{"payment": map[string]any{"date": "2026-04-02", "currency": "EUR",
		"items": []map[string]any{{"line": open.Items[0].Line, "amount": "20.00"}}}}
	var over reply
	eventually(t, "the payment to be in the books", func() bool {
		over = w.call(t, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", more)
		return over.status == 422
	})
	if !slices.Contains(over.blockers(t), "settlement_exceeds_item") {
		t.Errorf("%s", over.body)
	}
	list := w.must(t, 200, "viewer", "GET", "/api/parties/?site=1&q=DE8937&status=active", nil, at(done)...)
	if list.field(t, "count") != 1.0 {
		t.Errorf("%s", list.body)
	}
	left := w.must(t, 200, "viewer", "GET", "/api/parties/"+one+"/open-items/?site=1", nil, at(paid)...)
	if left.field(t, "open_items").([]any)[0].(map[string]any)["open_amount"] != "19.00" {
		t.Errorf("%s", left.body)
	}
	w.must(t, 404, "other_owner", "GET", "/api/parties/"+one+"/", nil)
}
