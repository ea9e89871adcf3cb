package service_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// An order is paid for in part before it is supplied: of eight deposits of 30 % that are
// asked for at once three fit, the final invoice takes off what stands, and what it took
// off is not credited before it is.
func TestDepositsThroughTheAPI(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", invoiceSettings)
	o := order("later", "100.00", "19.00", "119.00")
	delete(o, "payment")
	o["supplied_on"] = time.Now().AddDate(1, 0, 0).Format(time.DateOnly)
	o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}
	pushed := w.must(t, 200, "bookkeeper", http.MethodPost, "/api/ledger/orders/?site=1", map[string]any{"source": "shop",
		"orders": []map[string]any{o}})
	id := pushed.field(t, "entries").([]any)[0].(map[string]any)["id"].(string)
	const invoices = "/api/invoicing/invoices/"
	ask := func(deposit string) string {
		return fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s%s}`, id, deposit, invoiceBuyer)
	}
	for _, bad := range []string{`"deposit":{},`, `"deposit":{"share":"2"},`, `"deposit":{"gross":"-1"},`, `"deposit":{"gross":"1","share":"1"},`} {
		if r := w.must(t, 400, "owner", http.MethodPost, invoices+"?site=1", ask(bad)); !strings.Contains(string(r.body), "deposit") {
			t.Errorf("%s", r.body)
		}
	}
	replies := make([]reply, 8)
	var work sync.WaitGroup
	for i := range replies {
		work.Add(1)
		go func() {
			defer work.Done()
			for n := 0; n == 0 || replies[i].status == 422 && strings.Contains(string(replies[i].body), "order_changed"); n++ {
				r, err := w.try("owner", http.MethodPost, invoices+"?site=1", ask(`"deposit":{"gross":"35.70"},`), "Idempotency-Key", fmt.Sprint(i, n))
				if err != nil {
					t.Error(err)
					return
				}
				replies[i] = r
			}
		}()
	}
	work.Wait()
	var taken []string
	for _, r := range replies {
		switch {
		case r.status == 201:
			taken = append(taken, r.field(t, "id").(string))
		case r.status != 422 || !slices.Contains(r.blockers(t), "deposit_exceeds_order"):
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if len(taken) != 3 {
		t.Fatalf("%d deposits of 35.70 stand on 119.00", len(taken))
	}
	w.must(t, 200, "owner", http.MethodPost, invoices+taken[0]+"/regenerate/", `{"language":"en"}`)
	if page := w.must(t, 200, "owner", http.MethodGet, invoices+taken[0]+"/download/", nil); !strings.Contains(string(page.body), "Deposit invoice") {
		t.Errorf("%s", page.body)
	}
	w.must(t, 201, "owner", http.MethodPost, "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"too much"}`, taken[0]))
	final := w.must(t, 201, "owner", http.MethodPost, invoices+"?site=1", ask(""))
	if final.field(t, "gross") != "47.60" || final.field(t, "tax") != "7.60" {
		t.Errorf("%s", final.body)
	}
	for _, format := range []string{"html", "json", "ubl", "cii", "facturx"} {
		w.must(t, 200, "viewer", http.MethodGet, invoices+final.field(t, "id").(string)+"/download/?format="+format, nil)
	}
	w.must(t, 200, "owner", http.MethodPost, invoices+final.field(t, "id").(string)+"/regenerate/", `{}`)
	credit := func(status int, id string) reply {
		t.Helper()
		return w.must(t, status, "owner", http.MethodPost, "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`, id))
	}
	if r := credit(422, taken[1]); !slices.Contains(r.blockers(t), "deposit_deducted") {
		t.Errorf("%s", r.body)
	}
	credit(201, final.field(t, "id").(string))
	credit(201, taken[1])
	if again := w.must(t, 201, "owner", http.MethodPost, invoices+"?site=1", ask("")); again.field(t, "gross") != "83.30" {
		t.Errorf("%s", again.body)
	}
}
