package service_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

const filedHead = "source_ref,placed_at,currency,net,gross,taxes[0].rate,taxes[0].base,taxes[0].tax,buyer.country,line.id,line.description," +
	"line.quantity,line.unit_price,line.net,line.rate\n"

func filedRow(ref string) string {
	return ref + ",2026-03-04,EUR,100.00,119.00,0.19,100.00,19.00,DE,1,Lamp,1,100.00,100.00,0.19\n"
}

// fileOrders uploads a file of orders and waits for what becomes of them.
func (w *world) fileOrders(t *testing.T, as string, file []byte, fields map[string]string) map[string]any {
	t.Helper()
	fields = maps.Clone(fields)
	if fields == nil {
		fields = map[string]string{}
	}
	fields["type"] = "orders"
	status, answer, _ := w.upload(t, as, "/api/tax-assistant/documents/?site=1", file, fields)
	if status != 201 && status != 200 {
		t.Fatalf("%d %v", status, answer)
	}
	return w.filed(t, answer["id"].(string))
}

// filed is a document of orders, once they are in the ledger.
func (w *world) filed(t *testing.T, id string) (doc map[string]any) {
	t.Helper()
	eventually(t, "the orders of a file", func() bool {
		_, doc, _ = w.get(t, "owner", "/api/tax-assistant/documents/"+id+"/")
		o, _ := doc["orders"].(map[string]any)
		return doc["status"] == "rejected" || doc["status"] == "failed" || o != nil && o["status"] != "waiting"
	})
	return doc
}

func outcomes(t *testing.T, doc map[string]any) string {
	t.Helper()
	o, _ := doc["orders"].(map[string]any)
	if o == nil {
		t.Fatalf("no file of orders: %v", doc)
	}
	text, _ := json.Marshal(o["status_counts"])
	return fmt.Sprintf("%v %v %v %s", o["status"], o["count"], o["faulty"], text)
}

// A file's orders come into the ledger as pushed ones do: one by one, once, whoever
// reports them; a difference is found and nothing that is posted is overwritten; each
// faulty one is named by line and field, and the rest is taken.
func TestOrdersOfAFile(t *testing.T) {
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	file := filedHead + filedRow("1") + filedRow("2") + strings.Replace(filedRow("3"), "119.00", "=1+1", 1) + filedRow("2")
	shop := map[string]string{"source": "shop"}
	doc := w.fileOrders(t, "bookkeeper", []byte(file), shop)
	if got := outcomes(t, doc); got != `taken 1 3 {"recorded":1}` || doc["validation_status"] != "invalid" || doc["type"] != "orders" {
		t.Errorf("%s: %v", got, doc)
	}
	faults, _ := json.Marshal(doc["orders"].(map[string]any)["faults"])
	for _, want := range []string{`{"field":"gross","line":4,`, `{"field":"source_ref","line":3,`, `{"field":"source_ref","line":5,`} {
		if !strings.Contains(string(faults), want) {
			t.Errorf("%s stands not in %s", want, faults)
		}
	}
	repaired := filedHead + filedRow("1") + filedRow("2") + filedRow("3")
	doc = w.fileOrders(t, "bookkeeper", []byte(repaired), shop)
	if got := outcomes(t, doc); got != `taken 3 0 {"recorded":3}` { // the first is proposed, not posted: nothing new is said of it
		t.Errorf("%s", got)
	}
	var list map[string]any
	eventually(t, "three entries", func() bool {
		_, list, _ = w.get(t, "viewer", "/api/ledger/entries/?site=1&source=shop")
		return list["count"] == 3.0
	})
	if again := w.fileOrders(t, "bookkeeper", []byte(repaired), shop); again["id"] != doc["id"] {
		t.Error("the same file is another document")
	}
	if status, answer, _ := w.upload(t, "bookkeeper", "/api/tax-assistant/documents/?site=1", []byte(repaired),
		map[string]string{"type": "orders", "source": "other"}); status != 409 {
		t.Errorf("the same file of another source: %d %v", status, answer)
	}
	w.sameFromPush(t)
	w.refusedFiles(t)
}

// sameFromPush pushes an order that a file brought: it is that one, and otherwise a
// difference once it is posted.
func (w *world) sameFromPush(t *testing.T) {
	t.Helper()
	same := map[string]any{"source_ref": "1", "placed_at": "2026-03-04T00:00:00Z", "currency": "EUR", "net": "100.00", "gross": "119.00",
		"taxes": []map[string]any{{"rate": "0.19", "base": "100.00", "tax": "19.00"}}, "buyer": map[string]any{"country": "DE"},
		"lines": []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}}
	push := func() map[string]any {
		r := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{same}})
		return r.field(t, "entries").([]any)[0].(map[string]any)
	}
	entry := push()
	id := entry["id"].(string)
	read := func() reply { return w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+id+"/", nil) }
	if v := read().field(t, "versions").([]any); len(v) != 1 || v[0].(map[string]any)["document_id"] == "" {
		t.Errorf("%v", v)
	}
	journal := "/api/accounting/journal-entries/" + entry["journal_entry_id"].(string) + "/"
	w.must(t, 200, "owner", "POST", journal+"approve/", `{}`)
	w.must(t, 200, "owner", "POST", journal+"post/", `{}`)
	dearer := filedHead + strings.ReplaceAll(strings.ReplaceAll(filedRow("1"), "119.00", "121.00"), "19.00,DE", "21.00,DE")
	doc := w.fileOrders(t, "bookkeeper", []byte(strings.Replace(dearer, "0.19,100.00,19.00", "0.21,100.00,21.00", 1)), map[string]string{"source": "shop"})
	if got := outcomes(t, doc); got != `taken 1 0 {"difference":1}` {
		t.Errorf("%s", got)
	}
	if r := read(); r.field(t, "gross") != "119.00" || len(r.field(t, "differences").([]any)) != 1 {
		t.Errorf("%s", r.body)
	}
	if entry := push(); entry["status"] != "unchanged" {
		t.Errorf("%v", entry)
	}
}

// refusedFiles are those of enemies and of mishaps.
func (w *world) refusedFiles(t *testing.T) {
	t.Helper()
	wide := func(order binary.ByteOrder, mark []byte, text string) []byte {
		b := bytes.NewBuffer(mark)
		binary.Write(b, order, utf16.Encode([]rune(text)))
		return b.Bytes()
	}
	long := filedHead + filedRow("u1")
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"UTF-16, low first":  {wide(binary.LittleEndian, []byte{0xff, 0xfe}, long), `taken 1 0 {"recorded":1}`},
		"UTF-16, high first": {wide(binary.BigEndian, []byte{0xfe, 0xff}, filedHead+filedRow("u2")), `taken 1 0 {"recorded":1}`},
		"byte order mark":    {[]byte("\ufeff" + filedHead + filedRow("u3")), `taken 1 0 {"recorded":1}`},
		"cut off":            {[]byte(filedHead + filedRow("u4") + filedRow("u5")[:30]), `taken 1 1 {"recorded":1}`},
		"another site":       {[]byte("site," + filedHead + "2," + filedRow("u6")), `none 0 1 {}`},
		"a formula": {[]byte(filedHead + strings.Replace(filedRow("u7"), "Lamp", "=HYPERLINK(\"\"http://x\"\")", 1)),
			`none 0 1 {}`},
		"JSON lines": {[]byte(`{"source_ref":"u8","placed_at":"2026-03-04T09:00:00Z","currency":"EUR","net":"1.00","gross":"1.00"}` + "\n{\n"),
			`taken 1 1 {"pending":1}`}, // of a buyer of no country
		"cut JSON": {[]byte(`[{"source_ref":"u9","placed_at":"2026-03-04T09:00:00Z","currency":"EUR","net":"1.00","gross":"1.00"},{"so`), `none 0 1 {}`},
		"no checkout": {[]byte(`[{"source_ref":"u10","snapshot_id":"nope","placed_at":"2026-03-04T09:00:00Z","currency":"EUR","net":"1.00","gross":"1.00"}]`),
			`taken 1 0 {"refused":1}`},
	} {
		if got := outcomes(t, w.fileOrders(t, "bookkeeper", c.file, nil)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if doc := w.fileOrders(t, "bookkeeper", []byte("%PDF-1.4\n%\xe2\xe3\n1 0 obj\n<<>>\nendobj\n"), nil); doc["code"] != "format_not_known" {
		t.Errorf("a PDF of orders: %v", doc)
	}
	doc := w.fileOrders(t, "preparer", []byte(filedHead+filedRow("p1")), nil)
	if got := outcomes(t, doc); got != `failed 1 0 {}` || doc["orders"].(map[string]any)["code"] != "not_permitted" {
		t.Errorf("who may not write to the ledger: %s", got)
	}
	w.must(t, 202, "bookkeeper", "POST", fmt.Sprintf("/api/tax-assistant/documents/%s/validate/?full=true", doc["id"]), nil)
	eventually(t, "the orders that somebody else had read again", func() bool {
		return outcomes(t, w.filed(t, doc["id"].(string))) == `taken 1 0 {"recorded":1}`
	})
	told := w.sendForm(t, "bookkeeper", "/api/accounting/batches/?site=1", nil, []formFile{{"orders.csv", []byte(filedHead + filedRow("b1"))},
		{"rent.csv", statementOf(7)}})
	id := told.field(t, "id").(string)
	eventually(t, "the batch", func() bool {
		r := w.must(t, 200, "bookkeeper", "GET", "/api/accounting/batches/"+id+"/", nil)
		return r.field(t, "status") == "done" && r.field(t, "progress").(map[string]any)["done"] == 2.0
	})
}

// An order of a thousand lines, as long as one may be, is pushed, invoiced, credited and
// written; a longer one is refused with the place that is too long.
func TestOrdersOfAThousandLines(t *testing.T) {
	w := freshWorld(t, nil)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	long := func(n, letters int) map[string]any {
		o := order(fmt.Sprintf("%d-%d", n, letters), fmt.Sprintf("%d.00", n), "", "")
		o["net"], o["gross"] = fmt.Sprintf("%d.00", n), fmt.Sprintf("%d.%02d", n+n*19/100, n*19%100)
		o["taxes"] = []map[string]any{{"rate": "0.19", "base": o["net"], "tax": fmt.Sprintf("%d.%02d", n*19/100, n*19%100)}}
		var lines []map[string]any
		for i := range n {
			lines = append(lines, map[string]any{"id": fmt.Sprint(i), "description": strings.Repeat("x", letters), "quantity": "1",
				"unit_price": "1.00", "net": "1.00", "rate": "0.19"})
		}
		o["lines"] = lines
		return o
	}
	push := func(status int, o map[string]any) reply {
		return w.must(t, status, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{o}})
	}
	push(400, long(1001, 10))
	if r := push(400, long(1000, 400)); !bytes.Contains(r.body, []byte(`"orders[0].lines"`)) {
		t.Errorf("%.400s", r.body)
	}
	pushed := push(200, long(1000, 290))
	id := pushed.field(t, "entries").([]any)[0].(map[string]any)["id"].(string)
	began := time.Now()
	issued := w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1", fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s}`, id, invoiceBuyer))
	t.Logf("issued in %s", time.Since(began))
	for _, format := range []string{"html", "ubl", "cii", "json", "facturx"} {
		w.must(t, 200, "owner", "GET", fmt.Sprintf("/api/invoicing/invoices/%s/download/?format=%s", issued.field(t, "id"), format), nil)
	}
	w.must(t, 201, "owner", "POST", "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`, issued.field(t, "id")))
}

// An electronic invoice is read whole: what is taken off the whole, its lines and their
// taxes stand in the document under the business terms of EN 16931, but for the files that
// it embeds.
func TestInvoicesAreReadWhole(t *testing.T) {
	w := freshWorld(t, nil)
	for _, name := range []string{"ubl", "cii", "ubl-credit"} {
		file, err := os.ReadFile("../../../domain/documents/einvoice/terms/testdata/everything-" + name + ".xml")
		if err != nil {
			t.Fatal(err)
		}
		_, sent, _ := w.upload(t, "owner", "/api/tax-assistant/documents/?site=1", file, nil)
		var doc map[string]any
		eventually(t, "the invoice to be read", func() bool {
			_, doc, _ = w.get(t, "owner", fmt.Sprintf("/api/tax-assistant/documents/%s/", sent["id"]))
			return doc["status"] == "extracted"
		})
		text, _ := json.Marshal(doc["invoice"])
		for _, want := range []string{`"group":"BG-20"`, `{"term":"BT-92","value":"of bt-92"}`, `"group":"BG-27"`, `"value":"of bt-153"`, `"filename":"a.pdf"`} {
			if !bytes.Contains(text, []byte(want)) {
				t.Errorf("%s: %s is not in %s", name, want, text)
			}
		}
		if bytes.Contains(text, []byte("JVBERi0=")) {
			t.Errorf("%s: what it embeds is shown", name)
		}
	}
}
