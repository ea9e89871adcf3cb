package service_test

import (
	"net/http"
	"strings"
	"testing"
)

// Books of Norway are exported as a SAF-T file once the settings say whose they are; it
// holds the entry, what it left on the accounts and its tax code.
func TestAnAuditFile(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.must(t, 200, "owner", http.MethodPut, "/api/ledger/books/?site=1", map[string]any{"country": "NO", "base_currency": "NOK"})
	sale := map[string]any{"transaction": map[string]any{"role": "sale", "date": "2026-03-09", "currency": "NOK", "net": "1000.00",
		"gross": "1250.00", "memo": "stoler & bord",
		"taxes":        []map[string]any{{"rate": "0.25", "base": "1000.00", "tax": "250.00"}},
		"counterparty": map[string]any{"name": "Kunde AS", "country": "NO", "status": "business"}}}
	posted := w.post(t, w.propose(t, 1, sale))
	w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...)
	const ask = `{"format":"saft","from":"2026-01-01","to":"2026-12-31","provisional":true}`
	const exports = "/api/accounting-feeds/exports/"
	blocked := w.must(t, 422, "owner", http.MethodPost, exports+"?site=1", ask)
	if strings.Count(string(blocked.body), "seller_details_missing") != 2 {
		t.Errorf("%s", blocked.body)
	}
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", `{"effective_from":"2020-01-01","seller":{"legal_name":"Eksempel AS",
 "tax_id":"NO999999999MVA","registration_number":"999 999 999","contact":"Kari Nordmann","address":{"street":"Gate 1","city":"Oslo",
 "postal_code":"0150","country":"NO"}}}`)
	made := w.must(t, 202, "owner", http.MethodPost, exports+"?site=1", ask)
	if job := w.finished(t, "owner", made.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Fatalf("%v", job)
	}
	link := w.must(t, 201, "owner", http.MethodPost, exports+made.field(t, "id").(string)+"/link/", `{"expires_in":3600}`)
	text := string(w.must(t, 200, "", http.MethodGet, link.field(t, "url").(string), nil).body)
	for _, want := range []string{"<NumberOfEntries>1</NumberOfEntries><TotalDebit>1250.00</TotalDebit><TotalCredit>1250.00</TotalCredit>",
		"<StandardTaxCode>3</StandardTaxCode>", "<ClosingDebitBalance>1250.00</ClosingDebitBalance>",
		"<TaxRegistrationNumber>999999999MVA</TaxRegistrationNumber>", "stoler &amp; bord", "<TaxBase>1000.00</TaxBase>"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
}
