package service_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
)

// An order that its source changes at the very moment of its posting, or of its invoice:
// either the new word is what was booked, or it is a difference. Never is what stands in
// the books other than what the order says, with nothing to tell of it.
func TestOrdersThatChangeWhileTheyArePosted(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	const seed, orders = 17, 24
	r := rand.New(rand.NewPCG(seed, seed))
	type row struct {
		ID, Status, Gross string
		JournalEntryID    string `json:"journal_entry_id"`
		Invoice           string `json:"invoice_id"`
		Differences       []struct{ Gross string }
	}
	type taken struct{ Entries []row }
	worded := func(i int, net, tax, gross string) map[string]any {
		o := order(fmt.Sprint(i), net, tax, gross)
		o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": net, "net": net, "rate": "0.19"}}
		return o
	}
	body := func(list ...map[string]any) string {
		text, err := json.Marshal(map[string]any{"source": "shop", "orders": list})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := []map[string]any{}
	for i := range orders {
		first = append(first, worded(i, "100.00", "19.00", "119.00"))
	}
	made := read[taken](t, w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", body(first...))).Entries
	var requests [][4]string
	for i, o := range made {
		push := [4]string{"bookkeeper", "POST", "/api/ledger/orders/?site=1", body(worded(i, "90.00", "17.10", "107.10"))}
		rest := [4]string{"owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, o.ID, invoiceBuyer)}
		if i%3 != 0 {
			w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+o.JournalEntryID+"/approve/", `{}`)
			rest = posting(o.JournalEntryID)
		}
		requests = append(requests, push, rest)
	}
	r.Shuffle(len(requests), func(i, j int) { requests[i], requests[j] = requests[j], requests[i] })
	for i, reply := range w.together(t, requests...) {
		switch {
		case reply.status == http.StatusOK, reply.status == http.StatusCreated:
		case reply.status == http.StatusUnprocessableEntity && slices.ContainsFunc(reply.blockers(t), func(code string) bool {
			return code == "document_changed" || code == "order_changed" || code == "order_not_final"
		}):
		default:
			t.Errorf("seed %d, %v: %d: %s", seed, requests[i], reply.status, reply.body)
		}
	}
	seen := map[string]int{}
	for _, o := range made {
		now := read[row](t, w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+o.ID+"/", nil))
		entry := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+o.JournalEntryID+"/", nil)
		debit := entry.field(t, "lines").([]any)[0].(map[string]any)["amount"]
		posted := entry.field(t, "status") == "posted"
		kept := now.Gross == "119.00" && len(now.Differences) == 1 && now.Status == "difference"
		if posted && debit != now.Gross || (posted || now.Invoice != "") && !kept && now.Gross != "107.10" || now.Gross == "119.00" && !kept {
			t.Errorf("seed %d: %+v, entry %s of %v", seed, now, entry.field(t, "status"), debit)
		}
		if now.Invoice != "" {
			if gross := w.must(t, 200, "owner", "GET", "/api/invoicing/invoices/"+now.Invoice+"/", nil).field(t, "gross"); gross != now.Gross {
				t.Errorf("seed %d: %+v, invoiced %v", seed, now, gross)
			}
		}
		seen[fmt.Sprint(now.Status, " posted ", posted, " invoiced ", now.Invoice != "")]++
	}
	t.Logf("%v", seen)
}

// A source that says again what stands in the books withdraws its difference; saying the
// other once more is a difference once more.
func TestADifferenceIsWithdrawn(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	push := func(gross, net, tax string) (id, status string) {
		t.Helper()
		got := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop",
			"orders": []map[string]any{order("1", net, tax, gross)}}).field(t, "entries").([]any)[0].(map[string]any)
		return got["journal_entry_id"].(string), got["id"].(string)
	}
	entry, id := push("119.00", "100.00", "19.00")
	w.post(t, entry)
	for i, c := range []struct{ gross, net, tax, status, items string }{
		{"107.10", "90.00", "17.10", "difference", "open"}, {"119.00", "100.00", "19.00", "posted", "dismissed"},
		{"107.10", "90.00", "17.10", "difference", "open"}} {
		push(c.gross, c.net, c.tax)
		if got := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil).field(t, "status"); got != c.status {
			t.Errorf("%d: %v, want %s", i, got, c.status)
		}
		eventually(t, "the review item", func() bool {
			list := w.must(t, 200, "tax_manager", "GET", "/api/tax-assistant/review-items/?kind=commerce_difference&status="+c.items, nil)
			return list.field(t, "count") == 1.0
		})
	}
}
