package service_test

import "testing"

// A person says what a document is, where its content was taken for something else: it is
// read again as that, what was corrected stays, and what rests on it holds it.
func TestTypesOfDocuments(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const uploads = "/api/tax-assistant/documents/"
	d := w.settled(t, second(w.upload(t, "preparer", uploads+"?site=1", pdfOf(invoiceLines...), nil)))
	id := d["id"].(string)
	fields := uploads + id + "/fields/"
	etagOf := func() string {
		t.Helper()
		r := w.call(t, "preparer", "GET", uploads+id+"/", nil)
		return r.header.Get("ETag")
	}
	first := etagOf()
	w.must(t, 200, "preparer", "PATCH", fields, map[string]any{"fields": []any{map[string]any{"name": "number", "value": "N-1"}}},
		"If-Match", etagOf())
	was := map[string]any{"type": "payslip", "reason": "It is the slip of Ms Kay"}
	w.must(t, 400, "preparer", "PATCH", fields, map[string]any{"type": "payslip"}, "If-Match", etagOf())
	w.must(t, 400, "preparer", "PATCH", fields, was)
	w.must(t, 403, "viewer", "PATCH", fields, was, "If-Match", etagOf())
	w.must(t, 412, "preparer", "PATCH", fields, was, "If-Match", first)
	r := w.must(t, 200, "preparer", "PATCH", fields, was, "If-Match", etagOf())
	if r.field(t, "status") != "extracting" || r.field(t, "type") != "payslip" {
		t.Errorf("it answers %s", r.body)
	}
	_, again, _ := r.object(t)
	again = w.settled(t, again)
	if again["type"] != "payslip" || again["status"] != "extracted" || values(again)["number"] != "N-1" {
		t.Errorf("read again it is %v, %v with %v", again["type"], again["status"], values(again))
	}
	listed := w.must(t, 200, "preparer", "GET", uploads+"?type=payslip", nil, at(r)...)
	if listed.field(t, "count") != 1.0 {
		t.Errorf("the list shows %s", listed.body)
	}
	w.must(t, 201, "preparer", "POST", "/api/tax-assistant/receipts/?site=1", map[string]any{"document_id": id})
}
