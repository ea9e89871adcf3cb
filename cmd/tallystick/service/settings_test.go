package service_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

// Settings are dated and per site; a site leaves to the tenant what it does not
// say; only owners and admins change them.
func TestSettingsOfATenantAndASite(t *testing.T) {
	w := sharedWorld(t)
	w.must(t, 200, "owner", http.MethodPut, "/api/settings/",
		`{"effective_from":"2026-01-01","seller":{"legal_name":"All Ltd","address":{"street":"1 Way","city":"York","country":"GB"}},"thresholds":{"GBP":"500"}}`)
	first := w.must(t, 200, "admin", http.MethodPut, "/api/settings/?site=2", `{"effective_from":"2026-06-01","invoicing":{"series":"TWO"}}`)
	for path, want := range map[string][2]string{
		"/api/settings/?site=2&on=2026-05-31": {"", "All Ltd"}, "/api/settings/?site=2&on=2026-06-01": {"TWO", "All Ltd"},
		"/api/settings/?on=2026-06-01": {"", "All Ltd"}, "/api/settings/?on=2025-12-31": {"", ""},
	} {
		var got struct {
			Seller struct {
				LegalName string `json:"legal_name"`
			} `json:"seller"`
			Invoicing struct{ Series string } `json:"invoicing"`
		}
		r := w.must(t, 200, "auditor", "GET", path, nil)
		if err := json.Unmarshal(r.body, &got); err != nil || got.Invoicing.Series != want[0] || got.Seller.LegalName != want[1] {
			t.Errorf("%s: %s", path, r.body)
		}
	}
	w.must(t, 403, "bookkeeper", http.MethodPut, "/api/settings/", `{}`)
	w.must(t, 403, "site_2_admin", http.MethodPut, "/api/settings/?site=1", `{}`)
	w.must(t, 412, "admin", http.MethodPut, "/api/settings/?site=2", `{}`, "If-Match", `"99"`)
	w.must(t, 200, "admin", http.MethodPut, "/api/settings/?site=2", `{"thresholds":{"EUR":"1"}}`, "If-Match", first.header.Get("ETag"))
	for _, bad := range []string{
		`{"thresholds":{"EUR":5}}`, `{"thresholds":{"XYZ":"5"}}`, `{"seller":{"legal_name":"","address":{"country":"GB"}}}`, `{"colour":"red"}`,
		`{"draft_coverage":{"reason":"x"}}`, `{"invoicing":{"language":"tlh"}}`,
	} {
		w.must(t, 400, "owner", http.MethodPut, "/api/settings/", bad)
	}
	// Another tenant sees its own, which are none.
	if r := w.must(t, 200, "other_owner", "GET", "/api/settings/", nil); r.field(t, "seller") != nil {
		t.Errorf("%s", r.body)
	}
}
