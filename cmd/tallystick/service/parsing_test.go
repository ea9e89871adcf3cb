package service_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// form sends several files at once.
func (w *world) form(t *testing.T, as, path string, files map[string][]byte, header ...string) (int, map[string]any) {
	t.Helper()
	fields := map[string]string{"client_ref": "B-1"}
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Document-Type" { // a field of the form
			fields["type"] = header[i+1]
		}
	}
	var sent []formFile
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sent = append(sent, formFile{name, files[name]})
	}
	status, answer, _ := w.sendForm(t, as, path, fields, sent, header...).object(t)
	return status, answer
}

// The same documents by the accountants' door: text at once, files by a job,
// several in a batch in which a bad one fails alone.
func TestParsing(t *testing.T) {
	w := sharedWorld(t)
	const text = "BREWHOUSE CAFE\nVAT Reg No GB980780684\nDate 14/03/2026\nCoffee 3.00\nCake 3.00\nNet 5.00\nVAT 20% 1.00\nTotal GBP 6.00\n"
	got := w.must(t, 201, "preparer", "POST", "/api/accounting/parse/", map[string]any{"text": text, "client_ref": "B-1"})
	var parsed struct {
		Document map[string]any `json:"document"`
		Queued   bool           `json:"queued"`
		TaskID   *string        `json:"task_id"`
	}
	if err := json.Unmarshal(got.body, &parsed); err != nil {
		t.Fatal(err)
	}
	v := values(parsed.Document)
	if parsed.Queued || parsed.TaskID != nil || parsed.Document["status"] != "extracted" || v["gross"] != "6.00" || v["date"] != "2026-03-14" {
		t.Errorf("text: %s", got.body)
	}
	id := parsed.Document["id"].(string)
	w.must(t, 200, "preparer", "POST", "/api/accounting/parse/", map[string]any{"text": text, "client_ref": "B-1"})
	w.must(t, 200, "auditor", "GET", "/api/accounting/documents/"+id+"/", nil)
	w.must(t, 400, "preparer", "POST", "/api/accounting/parse/", map[string]any{"text": " ", "tpye": "receipt"})
	again := map[string]any{}
	if err := json.Unmarshal(w.must(t, 202, "owner", "POST", "/api/tax-assistant/documents/"+id+"/validate/?full=true", nil).body,
		&again); err != nil {
		t.Fatal(err)
	}
	if d := w.settled(t, again); values(d)["gross"] != "6.00" || d["extraction"] != "text" {
		t.Errorf("read again: %v", d)
	}
	slip := w.must(t, 201, "preparer", "POST", "/api/accounting/parse/", map[string]any{"type": "payslip",
		"text": "ACME LTD\nPay date 25/03/2026\nGross pay £2,000.00\nTotal deductions £500.00\nNet pay £1,600.00\n"})
	if err := json.Unmarshal(slip.body, &parsed); err != nil {
		t.Fatal(err)
	}
	if v := values(parsed.Document); v["gross_pay"] != "2000.00" || v["net_pay"] != "1600.00" || v["pay_date"] != "2026-03-25" || v["gross"] != "" ||
		parsed.Document["validation_status"] != "invalid" {
		t.Errorf("a payslip whose sums do not agree: %s", slip.body)
	}
	if status, one, _ := w.upload(t, "preparer", "/api/accounting/parse/", pdfOf(append(invoiceLines, "batch one")...), nil); status != 202 ||
		one["queued"] != true || one["task_id"] == nil {
		t.Errorf("a file: %d %v", status, one)
	}
	hidden := bytes.Replace(pdfOf("x"), []byte("/Type /Catalog"), []byte("/Type /Catalog /OpenAction << /S /J#61vaScript /JS (x) >>"), 1)
	if status, _, _ := w.upload(t, "owner", "/api/tax-assistant/documents/", hidden, map[string]string{"type": "nonsense"}); status != 415 {
		t.Errorf("a script by a hidden name, with a fault in a field: %d", status)
	}
	files := map[string][]byte{"a.pdf": pdfOf(append(invoiceLines, "batch two")...), "b.pdf": pdfOf(append(invoiceLines, "batch three")...),
		"c.zip": []byte("PK\x03\x04\x14\x00\x00\x00\x00\x00aaaaaaaaaaaaaaaaaaaaaaaaaa"), "d.txt": []byte("hello\nworld, said nobody\n")}
	status, batch := w.form(t, "preparer", "/api/accounting/batches/", files, "Idempotency-Key", "batch-1")
	if status != 202 {
		t.Fatalf("a batch: %d %v", status, batch)
	}
	if status, same := w.form(t, "preparer", "/api/accounting/batches/", files, "Idempotency-Key", "batch-1"); status != 202 ||
		same["id"] != batch["id"] {
		t.Errorf("the batch again: %d %v", status, same)
	}
	if status, other := w.form(t, "preparer", "/api/accounting/batches/", files, "Idempotency-Key", "batch-1", "Document-Type",
		"receipt"); status != 409 && status != 422 {
		t.Errorf("the batch again, of another type: %d %v", status, other)
	}
	if status, _, _ := w.get(t, "other_owner", "/api/accounting/batches/"+batch["id"].(string)+"/"); status != 404 {
		t.Errorf("another tenant reads the batch: %d", status)
	}
	eventually(t, "the batch to be done", func() bool {
		_, batch, _ = w.get(t, "owner", "/api/accounting/batches/"+batch["id"].(string)+"/")
		return batch["status"] == "done"
	})
	p := batch["progress"].(map[string]any)
	zip := batch["files"].([]any)[2].(map[string]any)
	if p["done"] != 2.0 || p["failed"] != 2.0 || p["total"] != 4.0 || zip["code"] != "media_not_accepted" &&
		!strings.Contains(zip["code"].(string), "media") {
		t.Errorf("the batch ends as %v, the archive as %v", p, zip)
	}
	_, list, _ := w.get(t, "auditor", "/api/accounting/documents/?batch_id="+batch["id"].(string))
	if list["count"] != 3.0 {
		t.Errorf("documents of the batch: %v", list["count"])
	}
}
