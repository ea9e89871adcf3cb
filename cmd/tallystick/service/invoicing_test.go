package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

const invoiceSettings = `{"effective_from":"2020-01-01","seller":{"legal_name":"Beispiel GmbH","tax_id":"DE123456788","iban":"DE89370400440532013000",
 "address":{"street":"Weg 1","city":"Berlin","postal_code":"10115","country":"DE"}},"invoicing":{"language":"de","payment_days":14}}`

const invoiceBuyer = `"buyer":{"name":"Ada <script>alert(1)</script>","email":"ada@example.org","address":{"street":"Allee 2","city":"Hamburg","country":"DE"}}`

// An invoice from a committed checkout to the customer's link, and what it is not:
// issued twice, open to a forged or foreign token, changed.
func TestAnInvoiceFromACheckout(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	order := w.must(t, 201, "owner", http.MethodPost, "/api/commerce-tax/preview/?site=1",
		`{"cart_id":"c1","commit":true,"date":"2026-11-02",
	 "currency":"EUR","prices_include_tax":false,"seller":{"country":"DE"},"buyer":{"country":"DE","status":"consumer"},
	 "lines":[{"id":"1","category":"goods_standard","product_type":"Lamp","quantity":"2","unit_price":"50.00"}]}`).field(t, "snapshot_id")
	ask := fmt.Sprintf(`{"order_id":%q}`, order)
	refused := w.must(t, 422, "owner", http.MethodPost, "/api/invoicing/invoices/?site=1", ask)
	for _, code := range []string{"seller_details_missing", "buyer_details_missing"} {
		if !strings.Contains(string(refused.body), code) {
			t.Errorf("%s is not in %s", code, refused.body)
		}
	}
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", invoiceSettings)
	ask = fmt.Sprintf(`{"order_id":%q,%s}`, order, invoiceBuyer)
	issued := w.must(t, 201, "bookkeeper", http.MethodPost, "/api/invoicing/invoices/?site=1", ask, "Idempotency-Key", "k")
	id := issued.field(t, "id").(string)
	if n := issued.field(t, "number"); !strings.HasPrefix(fmt.Sprint(n), "INV-1-20") || issued.field(t, "gross") != "119.00" {
		t.Errorf("%s", issued.body)
	}
	if again := w.must(t, 201, "bookkeeper", http.MethodPost, "/api/invoicing/invoices/?site=1", ask, "Idempotency-Key",
		"k"); again.field(t, "id") != id {
		t.Errorf("a second invoice: %s", again.body)
	}
	w.must(t, 422, "owner", http.MethodPost, "/api/invoicing/invoices/?site=1", ask)
	w.must(t, 404, "other_owner", http.MethodGet, "/api/invoicing/invoices/"+id+"/", nil)
	w.must(t, 403, "viewer", http.MethodPost, "/api/invoicing/invoices/", ask)
	fresh := []string{"X-Min-Log-Position", issued.header.Get("X-Log-Position")}
	list := w.must(t, 200, "auditor", http.MethodGet, "/api/invoicing/invoices/?order_id="+order.(string)+"&status=issued", nil, fresh...)
	if list.field(t, "count") != float64(1) {
		t.Errorf("%s", list.body)
	}
	if c := w.must(t, 200, "auditor", http.MethodGet, "/api/invoicing/counters/", nil, fresh...); !strings.Contains(string(c.body),
		`"last_sequence":1`) {
		t.Errorf("%s", c.body)
	}
	w.checkLinks(t, id)
	w.checkResend(t, id)
	note := w.must(t, 201, "owner", http.MethodPost, "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`,
		id))
	if note.field(t, "gross") != "119.00" {
		t.Errorf("%s", note.body)
	}
	credit := "/api/invoicing/credit-notes/" + note.field(t, "id").(string)
	link := w.must(t, 201, "owner", http.MethodPost, credit+"/link/", `{"format":"json","expires_in":3600}`)
	linked := w.must(t, 200, "", http.MethodGet, link.field(t, "url").(string), nil)
	if held := w.must(t, 200, "auditor", http.MethodGet, credit+"/download/?format=json", nil); string(held.body) != string(linked.body) ||
		linked.header.Get("X-Content-Sha256") != link.field(t, "sha256") {
		t.Errorf("%s\n%s", linked.body, held.body)
	}
	w.must(t, 422, "owner", http.MethodPost, "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`, id))
	second := w.must(t, 201, "owner", http.MethodPost, "/api/invoicing/invoices/?site=1", ask)
	if !strings.Contains(string(second.body), `"replaces"`) {
		t.Errorf("%s", second.body)
	}
	// Another legal name for the day of issue: no new body may say it.
	before := w.must(t, 201, "owner", http.MethodPost, "/api/invoicing/invoices/"+id+"/link/", `{"format":"html"}`).field(t, "url").(string)
	w.must(t, 200, "", http.MethodGet, before, nil)
	w.must(t, 200, "owner", http.MethodPost, "/api/invoicing/invoices/"+id+"/regenerate/", `{"language":"en"}`)
	w.must(t, 401, "", http.MethodGet, before, nil) // it was of other bytes
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", strings.Replace(invoiceSettings, "Beispiel GmbH", "Andere GmbH", 1))
	if r := w.must(t, 409, "owner", http.MethodPost, "/api/invoicing/invoices/"+id+"/regenerate/", `{}`); r.field(t,
		"code") != "credit_note_required" {
		t.Errorf("%s", r.body)
	}
}

// sums are the hashes of a document's bodies, by format, as its record says them.
func (w *world) sums(t *testing.T, base string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range w.must(t, 200, "viewer", http.MethodGet, base+"/", nil).field(t, "formats").([]any) {
		all[f.(map[string]any)["format"].(string)] = f.(map[string]any)["sha256"].(string)
	}
	if len(all) != 5 {
		t.Errorf("%d formats: %v", len(all), all)
	}
	return all
}

// checkLinks uses a signed link as a customer, and as an enemy.
func (w *world) checkLinks(t *testing.T, id string) {
	t.Helper()
	base := "/api/invoicing/invoices/" + id
	w.must(t, 400, "owner", http.MethodPost, base+"/link/", `{"format":"exe"}`)
	for expires, limit := range map[string]string{"59": "number >= 60", "2592001": "number <= 2592000"} {
		if r := w.must(t, 400, "owner", http.MethodPost, base+"/link/", `{"expires_in":`+expires+`}`); !strings.Contains(string(r.body), limit) {
			t.Errorf("%s", r.body)
		}
	}
	w.must(t, 400, "owner", http.MethodGet, base+"/download/?format=exe", nil)
	made := w.must(t, 201, "owner", http.MethodPost, base+"/link/", `{"format":"html","expires_in":3600}`)
	url := made.field(t, "url").(string)
	got := w.must(t, 200, "", http.MethodGet, url, nil)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		"X-Content-Type-Options": "nosniff",
		"X-Content-Sha256":       made.field(t, "sha256").(string)} {
		if got.header.Get(name) != want {
			t.Errorf("%s is %q", name, got.header.Get(name))
		}
	}
	if csp := got.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp,
		"sandbox; default-src 'none'") || strings.Contains(string(got.body), "<script>") {
		t.Errorf("%s: %s", csp, got.body)
	}
	unauthenticated := w.must(t, 401, "", http.MethodGet, "/api/nowhere/", nil).body
	token := url[strings.Index(url, "token=")+6:]
	for _, bad := range []string{
		base + "/download/?format=html&token=" + token[:len(token)-2] + "AA", base + "/download/?format=json&token=" + token,
		base + "/download/?token=x", "/api/invoicing/invoices/" + strings.Repeat("0", 32) + "/download/?token=" + token,
		"/api/invoicing/credit-notes/" + id + "/download/?token=" + token, base + "/?token=" + token,
	} {
		if r := w.must(t, 401, "", http.MethodGet, bad, nil); string(r.body) != string(unauthenticated) {
			t.Errorf("%s: %s", bad, r.body)
		}
	}
	w.must(t, 401, "owner", http.MethodGet, base+"/download/?token=x", nil) // beside any bearer
	for format, sum := range w.sums(t, base) {
		if r := w.must(t, 200, "viewer", http.MethodGet, base+"/download/?format="+format, nil); r.header.Get("X-Content-Sha256") != sum {
			t.Errorf("%s is said to be %s and comes as %s", format, sum, r.header.Get("X-Content-Sha256"))
		}
	}
	var document map[string]any
	if err := json.Unmarshal(w.must(t, 200, "owner", http.MethodGet, base+"/download/?format=json", nil).body,
		&document); err != nil || document["gross"] != "119.00" {
		t.Errorf("%v, %v", document["gross"], err)
	}
	w.must(t, 200, "owner", http.MethodPost, base+"/link/", `{"revoke":true}`)
	w.must(t, 401, "", http.MethodGet, url, nil)
}

// A list whole, to those who may read it, with nothing in it that a spreadsheet
// would run.
func TestACSVExport(t *testing.T) {
	w := sharedWorld(t)
	w.must(t, 201, "owner", http.MethodPost, "/api/cases/", `{"title":"=cmd|' /C calc'!A1"}`)
	last := w.must(t, 201, "owner", http.MethodPost, "/api/cases/", `{"title":"plain"}`).header.Get("X-Log-Position")
	r := w.must(t, 200, "auditor", http.MethodGet, "/api/exports/csv/?dataset=cases", nil, "X-Min-Log-Position", last)
	if !strings.Contains(string(r.body), ",'=cmd|' /C calc'!A1,") || !strings.Contains(string(r.body),
		",plain,") || !strings.HasPrefix(string(r.body), "id,site,stage,") {
		t.Errorf("%s", r.body)
	}
	if other := w.must(t, 200, "other_owner", http.MethodGet, "/api/exports/csv/?dataset=cases", nil); strings.Contains(string(other.body),
		"plain") {
		t.Errorf("%s", other.body)
	}
	w.must(t, 403, "viewer", http.MethodGet, "/api/exports/csv/?dataset=cases", nil)
	w.must(t, 400, "owner", http.MethodGet, "/api/exports/csv/?dataset=secrets", nil)
}

// checkResend mails the invoice, and finds it in the spool and noted as sent.
func (w *world) checkResend(t *testing.T, id string) {
	t.Helper()
	base := "/api/invoicing/invoices/" + id + "/"
	w.must(t, 400, "owner", http.MethodPost, base+"resend/", `{"formats":["exe"]}`)
	w.must(t, 403, "viewer", http.MethodPost, base+"resend/", `{}`)
	w.must(t, 404, "other_owner", http.MethodPost, base+"resend/", `{}`)
	for _, words := range noWords {
		if got := w.must(t, 400, "owner", http.MethodPost, base+"resend/", map[string]any{"note": words}).fields(t); !slices.Equal(got,
			[]string{"note"}) {
			t.Errorf("%q: %v", words, got)
		}
	}
	for _, words := range []string{"Zahlen Sie bitte 120,00 EUR.", "Neue IBAN: DE12 5001 0517 0648 4898 90",
		"Zahlbar in drei Tagen, 2 % Skonto."} {
		if got := w.must(t, 422, "owner", http.MethodPost, base+"resend/", map[string]any{"note": words}).blockers(t); !slices.Equal(got,
			[]string{"figure_untraced"}) {
			t.Errorf("%q: %v", words, got)
		}
	}
	with := map[string]any{"formats": []string{"html", "ubl"},
		"note": "Wie besprochen: 119,00 EUR, davon 19 % USt, auf DE89 3704 0044 0532 0130 00."}
	queued := w.must(t, 202, "owner", http.MethodPost, base+"resend/", with, "Idempotency-Key", "mail")
	if again := w.must(t, 202, "owner", http.MethodPost, base+"resend/", with, "Idempotency-Key",
		"mail"); again.field(t, "notification_id") != queued.field(t, "notification_id") {
		t.Errorf("%s, then %s", queued.body, again.body)
	}
	if job := w.finished(t, "owner", queued.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Fatalf("%v", job)
	}
	if read := w.must(t, 200, "owner", http.MethodGet, base, nil); read.field(t, "status") != "sent" {
		t.Errorf("%s", read.body)
	}
}
