package service_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func reversalsOf(snapshot string) string {
	return commercePath + "snapshots/" + snapshot + "/reversals/"
}

// lamps commits a checkout of three lamps at 9.99 and a book at 10.00, tax included.
func (w *world) lamps(t *testing.T, cartID string) (snapshot string, committed reply) {
	t.Helper()
	committed = w.must(t, 201, "owner", "POST", commercePath+"preview/?site=1", lampsCart(cartID))
	return committed.field(t, "snapshot_id").(string), committed
}

func lampsCart(cartID string) map[string]any {
	return cart("DE", "DE", map[string]any{"cart_id": cartID, "commit": true, "prices_include_tax": true, "customer_id": "of-" + cartID,
		"lines": []map[string]any{{"id": "lamp", "category": "goods_standard", "product_type": "Lamp", "quantity": "3", "unit_price": "9.99"},
			{"id": "book", "category": "books", "product_type": "Book", "quantity": "1", "unit_price": "10.00"}}})
}

// A checkout is taken back by line and then wholly; each part is a record of its own, listed and read with
// what remained; the checkout goes on answering what was committed.
func TestACheckoutIsTakenBack(t *testing.T) {
	w := sharedWorld(t)
	snapshot, committed := w.lamps(t, "back")
	path := reversalsOf(snapshot)
	body := `{"lines":[{"id":"lamp","quantity":"1"}],"reason":"broken on its way","expected_gross":"9.99"}`
	first := w.must(t, 201, "tax_manager", "POST", path, body, "Idempotency-Key", "lamp-1", "If-Match", committed.header.Get("ETag"))
	first.expect(t, "id", snapshot+"_1", "snapshot_id", snapshot, "site", 1.0, "cart_id", "back", "number", 1.0, "gross", "9.99", "tax", "1.60",
		"taxes.0.rate", "0.19", "taxes.0.base", "8.39", "lines.0.id", "lamp", "lines.0.quantity", "1",
		"lines.0.taxes.0.tax", "1.60",
		"remaining.gross", "29.98", "reason", "broken on its way", "forgotten", false, "reversed_by", w.ids["tax_manager"])
	if first.header.Get("Location") != commercePath+"reversals/"+snapshot+"_1/" {
		t.Errorf("%v", first.header)
	}
	w.must(t, 412, "tax_manager", "POST", path, body, "If-Match", committed.header.Get("ETag"))
	second := w.must(t, 201, "tax_manager", "POST", path, `{"lines":[{"id":"book","gross":"4.00"},{"id":"lamp","net":"5.00"}]}`)
	second.expect(t, "number", 2.0, "lines.0.id", "lamp", "lines.0.net", "5.00", "lines.0.tax", "0.95", "lines.1.tax", "0.26",
		"lines.1.quantity", "0")

	// Said again it is the first answer, byte for byte; said otherwise it is refused.
	again := w.must(t, 201, "tax_manager", "POST", path, body, "Idempotency-Key", "lamp-1", "If-Match", committed.header.Get("ETag"))
	if string(again.body) != string(first.body) {
		t.Errorf("%s\n%s", again.body, first.body)
	}
	w.must(t, 409, "tax_manager", "POST", path, `{}`, "Idempotency-Key", "lamp-1")
	for body, code := range map[string]string{
		`{"lines":[{"id":"lamp","quantity":"3"},{"id":"shade"}]}`: "reversal_exceeds_checkout",
		`{"expected_gross":"29.98"}`:                              "total_changed",
	} {
		if r := w.must(t, 422, "owner", "POST", path, body); !slices.Contains(r.blockers(t), code) {
			t.Errorf("%s: %s", body, r.body)
		}
	}
	for _, bad := range []string{`{"lines":[]}`, `{"line":[{"id":"lamp"}]}`, `{"lines":[{"id":"lamp","quantity":1}]}`,
		`{"lines":[{"id":"lamp","gross":"-1.00"}]}`, `{"currency":"USD"}`, `{"lines":[{"id":"lamp","gross":"1.00","currency":"USD"}]}`,
		`{"lines":[{"id":"lamp","gross":"1.001"}]}`, `{"lines":[{"id":"lamp","net":"1.00","gross":"1.00"}]}`, `{"lines":[{"id":"lamp"},{"id":"lamp"}]}`,
		`{"date":"2999-01-01"}`, `{"date":"2026-03-02"}`, `{"reason":"` + strings.Repeat("x", 401) + `"}`, `null`, `[]`, ``} {
		if r := w.call(t, "owner", "POST", path, bad); r.status != 400 {
			t.Errorf("%s: %d %s", bad, r.status, r.body)
		}
	}
	w.must(t, 403, "viewer", "POST", path, body)
	for as, site := range map[string]string{"other_owner": "", "site_2_admin": "", "owner": "?site=2"} {
		w.must(t, 404, as, "POST", path+site, `{}`)
		w.must(t, 404, as, "GET", commercePath+"reversals/"+snapshot+"_1/"+site, nil)
	}

	last := w.must(t, 201, "tax_manager", "POST", path, `{}`)
	last.expect(t, "number", 3.0, "remaining.gross", "0.00", "remaining.tax", "0.00", "remaining.net", "0.00")
	if r := w.must(t, 422, "tax_manager", "POST", path, `{}`); !slices.Contains(r.blockers(t), "reversal_exceeds_checkout") {
		t.Errorf("%s", r.body)
	}
	list := w.must(t, 200, "viewer", "GET", commercePath+"reversals/?order=reversed_at&snapshot_id="+snapshot, nil, at(last)...)
	list.expect(t, "count", 3.0, "reversals.0.id", snapshot+"_1", "reversals.0.remaining_gross", "29.98", "reversals.2.remaining_gross", "0.00")
	for _, as := range []string{"other_owner", "site_2_admin"} {
		w.must(t, 200, as, "GET", commercePath+"reversals/?cart_id=back", nil, at(last)...).expect(t, "count", 0.0)
	}
	r := w.must(t, 200, "viewer", "GET", commercePath+"reversals/"+snapshot+"_1/", nil)
	if string(r.body) != string(first.body) || r.header.Get("ETag") != first.header.Get("ETag") {
		t.Errorf("read it is\n%s\nmade it was\n%s", r.body, first.body)
	}
	for _, none := range []string{snapshot, snapshot + "_4", snapshot + "_01", snapshot + "_1_1", "_1"} {
		w.must(t, 404, "owner", "GET", commercePath+"reversals/"+none+"/", nil)
	}
	w.must(t, 200, "viewer", "GET", commercePath+"snapshots/"+snapshot+"/", nil).expect(t, "remaining.gross", "0.00", "remaining.lines.0.quantity", "0",
		"reversals.1.id", snapshot+"_2", "preview.result.gross", "39.97")
	w.must(t, 200, "viewer", "GET", commercePath+"snapshots/?cart_id=back", nil).expect(t, "snapshots.0.gross", "39.97",
		"snapshots.0.remaining_gross", "0.00")
	if again = w.must(t, 200, "owner", "POST", commercePath+"preview/?site=1", lampsCart("back")); string(again.body) != string(committed.body) ||
		again.header.Get("ETag") != committed.header.Get("ETag") {
		t.Errorf("the reversed checkout answers %v %s", again.header, again.body)
	}
	w.checkSnapshotEvents(t, snapshot)
}

// Of reversals at the same moment as many are taken as there is left to take.
func TestReversalsAtOnce(t *testing.T) {
	w := sharedWorld(t)
	snapshot, _ := w.lamps(t, "rush")
	var same [][4]string
	for range 8 {
		same = append(same, [4]string{"owner", "POST", reversalsOf(snapshot), `{"lines":[{"id":"lamp","quantity":"1"}]}`})
	}
	if n := counted(t, w.together(t, same...), http.StatusCreated, "reversal_exceeds_checkout"); n != 3 {
		t.Errorf("%d of 3 lamps came back", n)
	}
	both := w.together(t, [4]string{"owner", "POST", reversalsOf(snapshot), `{}`},
		[4]string{"owner", "POST", reversalsOf(snapshot), `{"lines":[{"id":"book","gross":"0.01"}]}`})
	if n := counted(t, both, http.StatusCreated, "reversal_exceeds_checkout"); n < 1 {
		t.Error("neither was taken")
	}
	w.must(t, 200, "viewer", "GET", commercePath+"snapshots/"+snapshot+"/", nil).expect(t, "remaining.gross", "0.00",
		"remaining.lines.0.gross", "0.00")
}

// A checkout of a thousand lines is taken back line by line and whole.
func TestALargeCheckoutIsTakenBack(t *testing.T) {
	w := sharedWorld(t)
	lines, back := make([]map[string]any, 1000), make([]map[string]any, 1000)
	for i := range lines {
		id := fmt.Sprintf("line-%04d-%s", i, strings.Repeat("ü", 40))
		lines[i] = map[string]any{"id": id, "category": "goods_standard", "quantity": "3", "unit_price": "1999999.99"}
		back[i] = map[string]any{"id": id, "quantity": "1"}
	}
	snapshot := w.must(t, 201, "owner", "POST", commercePath+"preview?site=1",
		cart("SE", "SE", map[string]any{"cart_id": "large-back", "commit": true, "currency": "SEK", "lines": lines})).
		field(t, "snapshot_id").(string)
	w.must(t, 201, "owner", "POST", reversalsOf(snapshot), map[string]any{"lines": back}).expect(t, "net", "1999999990.00",
		"tax", "500000000.00") // a third of 1499999.99 or 1500000.00 a line, to the cent
	w.must(t, 201, "owner", "POST", reversalsOf(snapshot), `{}`).expect(t, "net", "3999999980.00", "remaining.gross", "0.00")
	w.checkSnapshotEvents(t, snapshot)
}

// A reversal comes into the ledger as a refund by itself, also one from before the books; a
// credit note names it and comes to the same, once, for its own invoice; a shop that reports
// it stands for it, so that it is booked once.
func TestReversalsReachTheBooks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	snapshot, _ := w.lamps(t, "booked")
	w.must(t, 201, "tax_manager", "POST", reversalsOf(snapshot), `{"lines":[{"id":"lamp","quantity":"1"}]}`) // who may not write the ledger
	id := snapshot + "_1"
	w.becomes(t, "source_ref="+id, "pending")
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	refund := w.becomes(t, "source_ref="+id, "recorded")
	w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+refund.ID+"/", nil).expect(t, "kind", "refund", "gross", "9.99", "net", "8.39",
		"order.refund_of", snapshot,
		"order.taxes.0.rate", "0.19", "order.taxes.0.tax", "1.60", "tax_check", "agrees", "snapshot_id", snapshot)
	w.post(t, refund.JournalEntryID)

	invoice := func(order string) string {
		t.Helper()
		made := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, order, invoiceBuyer))
		return made.field(t, "id").(string)
	}
	credit := func(status int, invoice, refund string) reply {
		t.Helper()
		return w.must(t, status, "owner", "POST", "/api/invoicing/credit-notes/?site=1",
			fmt.Sprintf(`{"invoice_id":%q,"refund_id":%q,"reason":"broken"}`, invoice, refund))
	}
	blocked := func(r reply, code string) {
		t.Helper()
		if !slices.Contains(r.blockers(t), code) {
			t.Errorf("%s is not among the blockers: %s", code, r.body)
		}
	}
	other, _ := w.lamps(t, "other")
	bill, wrong := invoice(snapshot), invoice(other)
	blocked(credit(422, wrong, id), "refund_of_another_order")
	blocked(credit(422, bill, snapshot), "order_not_final")
	blocked(credit(422, bill, id+"0"), "order_unknown")
	blocked(credit(422, bill, refund.ID), "order_is_checkout")
	blocked(w.must(t, 422, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,%s}`, id, invoiceBuyer)), "order_is_refund")
	credit(201, bill, id).expect(t, "refund_id", id, "net", "8.39", "tax", "1.60", "gross", "9.99", "document.lines.0.quantity", "1")
	blocked(credit(422, bill, id), "refund_already_credited")
	w.must(t, 201, "owner", "POST", reversalsOf(snapshot), `{}`).expect(t, "gross", "29.98")
	credit(201, bill, snapshot+"_2").expect(t, "gross", "29.98")
	w.must(t, 200, "viewer", "GET", "/api/invoicing/invoices/"+bill+"/", nil).expect(t, "status", "credited", "uncredited", "0.00")
	w.reportedReversal(t)
}

// reportedReversal has a shop report a refund that is a reversal here.
func (w *world) reportedReversal(t *testing.T) {
	t.Helper()
	snapshot, _ := w.lamps(t, "reported")
	w.must(t, 201, "owner", "POST", reversalsOf(snapshot), `{"lines":[{"id":"lamp"}]}`)
	id := snapshot + "_1"
	w.becomes(t, "source_ref="+id, "recorded")
	push := func(status int, source, ref, reversal, kind string) reply {
		t.Helper()
		o := order(ref, "25.18", "4.79", "29.97")
		o["kind"], o["reversal_id"], o["placed_at"] = kind, reversal, "2026-11-02T09:00:00Z"
		return w.must(t, status, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": source, "orders": []any{o}})
	}
	push(400, "shop", "9", id, "order")
	push(400, "shop", "9", snapshot+"_2", "refund")
	push(400, "shop", "9", snapshot, "refund")
	for range 2 {
		if got := push(200, "shop", "9", id, "refund").field(t, "entries").([]any)[0].(map[string]any); got["status"] != "recorded" {
			t.Errorf("%v", got)
		}
	}
	w.becomes(t, "source_ref="+id, "voided")
	if third := push(200, "market", "9", id, "refund"); !slices.Contains(w.blockersOfTaken(t, third), "order_already_recorded") {
		t.Errorf("%s", third.body)
	}
}
