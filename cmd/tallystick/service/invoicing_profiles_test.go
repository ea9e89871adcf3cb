package service_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// An authority in Germany asks for an XRechnung: the request names all that is missing at
// once, what is issued follows it in both syntaxes, and so does its credit note. Without
// one asked for, the invoice follows what it has everything for, which is the standard.
func TestAnXRechnungOverHTTP(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const invoices = "/api/invoicing/invoices/?site=1"
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", invoiceSettings)
	list := []map[string]any{}
	for _, ref := range []string{"a", "b"} {
		o := order(ref, "100.00", "19.00", "119.00")
		o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}
		list = append(list, o)
	}
	pushed := read[struct {
		Entries []struct{ ID string }
	}](t, w.must(t, 200, "bookkeeper", http.MethodPost, "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": list}))

	const authority = `"buyer":{"name":"Amt","status":"business","email":"rechnung@amt.example","address":{"street":"Allee 2","city":"Hamburg","country":"DE"}%s}`
	ask := func(order int, more, buyer string) string {
		return fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s`+authority+`}`, pushed.Entries[order].ID, more, buyer)
	}
	lacking := w.must(t, 422, "owner", http.MethodPost, invoices, ask(0, `"profile":"xrechnung",`, ""))
	for _, field := range []string{"seller.electronic_address", "seller.contact", "seller.phone", "seller.email", "buyer.reference",
		"buyer.address.postal_code"} {
		if strings.Count(string(lacking.body), fmt.Sprintf(`"field":%q`, field)) != 1 {
			t.Errorf("%s is not named once: %s", field, lacking.body)
		}
	}
	w.must(t, 400, "owner", http.MethodPost, invoices, ask(0, `"profile":"zugferd",`, ""))
	w.must(t, 400, "owner", http.MethodPost, invoices, ask(0, "", `,"electronic_address":{"scheme":"0204","id":"Hamburg"}`))
	w.must(t, 400, "owner", http.MethodPut, "/api/settings/?site=1", strings.Replace(invoiceSettings, `"iban"`,
		`"electronic_address":{"scheme":"0088","id":"7300010000002"},"iban"`, 1))
	plain := w.must(t, 201, "owner", http.MethodPost, invoices, ask(1, "", "")).field(t, "id").(string)

	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", strings.Replace(invoiceSettings, `"iban"`,
		`"email":"rechnung@example.com","phone":"+49 30 123","contact":"E. Muster","electronic_address":{"scheme":"9930","id":"DE123456788"},"iban"`, 1))
	of := `,"reference":"04011000-12345-03","electronic_address":{"scheme":"0204","id":"04011000-12345-03"}`
	issued := w.must(t, 201, "owner", http.MethodPost, invoices, strings.Replace(ask(0, `"profile":"xrechnung",`, of), `"city":"Hamburg"`,
		`"city":"Hamburg","postal_code":"20095"`, 1)).field(t, "id").(string)
	note := w.must(t, 201, "owner", http.MethodPost, "/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`,
		issued)).field(t, "id").(string)
	for path, follows := range map[string]bool{"invoices/" + issued: true, "credit-notes/" + note: true, "invoices/" + plain: false} {
		for _, format := range []string{"ubl", "cii"} {
			body := string(w.must(t, 200, "owner", http.MethodGet, "/api/invoicing/"+path+"/download/?format="+format, nil).body)
			if strings.Contains(body, "kosit:xrechnung_3.0<") != follows || strings.Contains(body, `schemeID="0204"`) != follows {
				t.Errorf("%s as %s: %s", path, format, body)
			}
		}
	}
}
