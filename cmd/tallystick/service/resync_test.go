package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// Committed checkouts come into the ledger by themselves; asked for again they change
// nothing; a checkout is invoiced under its own id, and its entry names
// the invoice. A source that is not connected is refused.
func TestResyncEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	committed := w.must(t, 201, "owner", "POST", "/api/commerce-tax/preview/?site=1", `{"cart_id":"c1","commit":true,"date":"2026-11-02",
	 "currency":"EUR","prices_include_tax":false,"seller":{"country":"DE"},"buyer":{"country":"DE","status":"consumer"},
	 "lines":[{"id":"1","category":"goods_standard","product_type":"Lamp","quantity":"2","unit_price":"50.00"}]}`)
	snapshot := committed.field(t, "snapshot_id").(string)
	const path = "/api/ledger/resync/?site=1"
	resync := func(body string) {
		t.Helper()
		queued := w.must(t, 202, "bookkeeper", "POST", path, body, at(committed)...)
		eventually(t, "the comparison to end", func() bool {
			return w.must(t, 200, "bookkeeper", "GET", queued.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
		})
	}
	type listed struct {
		Entries []struct {
			ID, Status, Gross string
			InvoiceID         string `json:"invoice_id"`
			Versions          int    `json:"version_count"`
			TaxCheck          string `json:"tax_check"`
		}
	}
	seen := func(want string) listed {
		t.Helper()
		var got listed
		eventually(t, "the entry", func() bool {
			got = read[listed](t, w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1&source=checkouts&source_ref="+snapshot, nil))
			return len(got.Entries) == 1 && got.Entries[0].Status == want
		})
		return got
	}
	first := seen("recorded")
	day := time.Now().UTC().Format(time.DateOnly)
	resync(fmt.Sprintf(`{"source":"checkouts","from":%q,"to":%q}`, day, day))
	if again := seen("recorded"); again.Entries[0].Versions != 1 {
		t.Errorf("%+v", again)
	}
	if first.Entries[0].Gross != "119.00" || first.Entries[0].TaxCheck != "agrees" {
		t.Errorf("%+v", first)
	}
	resync(fmt.Sprintf(`{"source":"checkouts","ids":[%q,"4374942c0db35252acda50c67c9da39b"]}`, snapshot))
	if again := seen("recorded"); again.Entries[0].Versions != 1 {
		t.Errorf("%+v", again)
	}
	byEntry := w.must(t, 422, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, first.Entries[0].ID, invoiceBuyer))
	if !slices.Contains(byEntry.blockers(t), "order_is_checkout") {
		t.Errorf("%s", byEntry.body)
	}
	issued := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, snapshot, invoiceBuyer))
	w.must(t, 200, "viewer", "GET", "/api/ledger/entries/?site=1", nil, at(issued)...)
	if got := seen("recorded"); got.Entries[0].InvoiceID != issued.field(t, "id") {
		t.Errorf("%+v", got)
	}
	if refused := w.must(t, 422, "bookkeeper", "POST", path, `{"source":"shop","ids":["1"]}`); !slices.Contains(refused.blockers(t), "source_not_connected") {
		t.Errorf("%s", refused.body)
	}
	for _, bad := range []string{`{"source":"checkouts"}`, `{"source":"checkouts","ids":["1"],"from":"2026-01-01","to":"2026-01-02"}`,
		`{"source":"checkouts","from":"2026-01-01","to":"2026-06-01"}`, `{"source":"checkouts","from":"2026-02-01","to":"2026-01-01"}`} {
		w.must(t, 400, "bookkeeper", "POST", path, bad)
	}
	w.must(t, 403, "viewer", "POST", path, `{"source":"checkouts","ids":["1"]}`)
}
