package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Orders that came before the books are booked when those are opened; a push stands
// under its key; what the source calls off, in either spelling, is not booked; a
// line names a party that is there; an account that was deactivated can come back.
func TestOrdersBeforeTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const path = "/api/ledger/orders/?site=1"
	off := order("2", "10.00", "1.90", "11.90")
	off["status"] = "Canceled"
	body := map[string]any{"source": "shop", "orders": []map[string]any{order("1", "100.00", "19.00", "119.00"), off}}
	first := w.must(t, 200, "bookkeeper", "POST", path, body, "Idempotency-Key", "k1")
	again := w.must(t, 200, "bookkeeper", "POST", path, body, "Idempotency-Key", "k1")
	if string(first.body) != string(again.body) || first.field(t, "status_counts").(map[string]any)["voided"] != 1.0 {
		t.Errorf("%s\n%s", first.body, again.body)
	}
	other := map[string]any{"source": "shop", "orders": []map[string]any{order("3", "10.00", "1.90", "11.90")}}
	w.must(t, 409, "bookkeeper", "POST", path, other, "Idempotency-Key", "k1")
	id := first.field(t, "entries").([]any)[0].(map[string]any)["id"].(string)
	w.openBooks(t, 1)
	eventually(t, "the order to be booked", func() bool {
		return w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil).field(t, "status") == "recorded"
	})
	lines := `[{"account":"4930","side":"debit","amount":"1.00","party":"4374942c0db35252acda50c67c9da39b"},{"account":"1200","side":"credit","amount":"1.00"}]`
	stranger := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", `{"date":"2026-03-04","memo":"m","lines":`+lines+`}`)
	if !slices.Contains(stranger.blockers(t), "party_unknown") {
		t.Errorf("%s", stranger.body)
	}
	account := "/api/ledger/accounts/4930/?site=1"
	w.must(t, 200, "owner", "PATCH", account, `{"to":"2025-12-31"}`)
	if back := w.must(t, 200, "owner", "PATCH", account, `{"to":""}`); back.field(t, "to") != "" {
		t.Errorf("%s", back.body)
	}
	w.must(t, 400, "owner", "PATCH", account, `{"to":"soon"}`)
	w.proveInvoiced(t)
}

// One order that two sources report, and nothing ties together, is looked at by a person
// before it is booked twice, whatever the posting rules let through, and told by a scan once;
// what only has the name in common goes its way.
func TestAnOrderOfTwoSources(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.must(t, 200, "owner", "PUT", "/api/ledger/books/?site=1", map[string]any{"country": "DE", "chart": "de-skr03",
		"posting_rules": []map[string]any{{"origin": "order", "from": "2026-01-01"}}})
	last := []string(nil)
	push := func(source string, o map[string]any) (entry, status string, reasons []string) {
		t.Helper()
		r := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": source, "orders": []map[string]any{o}},
			last...)
		last = at(r)
		id := r.field(t, "entries").([]any)[0].(map[string]any)["journal_entry_id"].(string)
		e := read[struct {
			ID, Status string
			Reasons    []string `json:"review_reasons"`
		}](t, w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+id+"/", nil))
		return e.ID, e.Status, e.Reasons
	}
	first, status, reasons := push("shop", order("1001", "100.00", "19.00", "119.00"))
	if status != "approved" || len(reasons) > 0 {
		t.Fatalf("the first source's: %s, %v", status, reasons)
	}
	day := order("1001", "100.00", "19.00", "119.00")
	day["placed_at"] = "2026-03-05T00:00:00Z" // a file knows the day alone
	second, status, reasons := push("market", day)
	if status != "proposed" || !slices.Equal(reasons, []string{"duplicate_likely"}) || second == first {
		t.Errorf("the other source's: %s, %v", status, reasons)
	}
	for _, o := range []map[string]any{order("1001", "10.00", "1.90", "11.90"), order("1002", "100.00", "19.00", "119.00")} {
		if _, status, reasons = push("market2", o); status != "approved" || len(reasons) > 0 {
			t.Errorf("%v: %s, %v", o["source_ref"], status, reasons)
		}
	}
	again := w.scanned(t, "tax_manager")["duplicate_document"]
	if len(again) != 1 {
		t.Fatalf("the scan tells of %v", again)
	}
	w.must(t, 200, "owner", "POST", "/api/anomalies/"+again[0]+"/ignore/", `{"reason":"two shops, each with an order 1001"}`)
	if once := w.scanned(t, "tax_manager")["duplicate_document"]; !slices.Equal(once, again) {
		t.Errorf("a further scan: %v", once)
	}
}

// proveInvoiced invoices an order, whose entry then names the invoice, and proves
// the month of that, as somebody in the month after would.
func (w *world) proveInvoiced(t *testing.T) {
	t.Helper()
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	o := order("i", "100.00", "19.00", "119.00")
	o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}
	pushed := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop",
		"orders": []map[string]any{o}})
	id := pushed.field(t, "entries").([]any)[0].(map[string]any)["id"].(string)
	issued := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, id, invoiceBuyer))
	if named := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil, at(issued)...); named.field(t,
		"invoice_id") != issued.field(t, "id") {
		t.Errorf("%s", named.body)
	}
	credited := w.must(t, 201, "owner", "POST", "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`, issued.field(t, "id")))
	if named := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil, at(credited)...); named.field(t, "invoice_id") != "" {
		t.Errorf("after its credit note: %s", named.body)
	}
	day, _ := time.Parse(time.DateOnly, issued.field(t, "issued_on").(string))
	period := books.MonthOf(civil.FromTime(day))
	x := w.API.Books()
	x.Today = func(string, int64, time.Time) civil.Date { return period.Next().First() }
	proofs := &commands.AuditProofs{Books: x, Proofs: w.Checkpoints}
	c := commands.Caller{Tenant: w.tenant, Principal: "0192aa00000000000000000000000001", Role: access.Owner, Site: 1,
		Sites: tenancy.Grant{All: true}}
	eventually(t, "a checkpoint to cover the invoice", func() bool {
		if err := w.Checkpoints.PublishTree(t.Context(), w.tenant); err != nil {
			t.Fatal(err)
		}
		done, err := proofs.Generate(t.Context(), c, period, true)
		if fault.As(err) != nil {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		if said, _ := done.State.Latest(); said.Invoices != 1 || said.CreditNotes != 1 {
			t.Fatalf("%+v", said)
		}
		v, err := proofs.Verify(t.Context(), c, done.ID)
		if err != nil || !v.OK || v.Checked < 2 {
			t.Errorf("%+v, %v", v, err)
		}
		return true
	})
}
