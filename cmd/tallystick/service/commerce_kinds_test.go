package service_test

import (
	"maps"
	"testing"
)

// Whatever its kind, a record is entered, read, changed from a day on, found in its list
// and retired; a request that is repeated under its key changes nothing and answers the
// same, and another tenant sees nothing of it.
func TestEveryKindOfConfigurationRecord(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.create(t, "owner", "regions", region("Norway", "NO", nil))
	nl := w.create(t, "owner", "regions", region("Netherlands", "NL", nil))
	for _, k := range []struct {
		kind         string
		body, change map[string]any
	}{
		{"regions", region("Iceland", "IS", nil), map[string]any{"name": "Ísland"}},
		{"rates", map[string]any{"region_id": nl, "name": "Books", "code": "BOOK", "category": "books", "mode": "replace", "rate": "0.07",
			"source": "the council"},
			map[string]any{"rate": "0.08"}},
		{"rules", map[string]any{"name": "Books", "priority": 10, "region_id": nl, "match": map[string]any{"sku_prefix": "BK-"},
			"set": map[string]any{"category": "books"}}, map[string]any{"name": "Printed books"}},
		{"registrations", map[string]any{"country": "IS", "standing": "registered", "scheme": "standard"}, map[string]any{"number": "12345"}},
		{"exemptions", map[string]any{"customer_id": "cust-1", "kind": "resale", "number": "R-77", "places": []string{"US-IN"}},
			map[string]any{"number": "R-78"}},
	} {
		list := commercePath + k.kind + "/"
		body := maps.Clone(k.body)
		body["effective_from"] = "2026-01-01"
		made := w.must(t, 201, "tax_manager", "POST", list, body, "Idempotency-Key", "enter-"+k.kind)
		one := made.header.Get("Location")
		id := made.field(t, "id").(string)
		if one != list+id+"/" {
			t.Fatalf("%s: it stands at %q", k.kind, one)
		}
		w.must(t, 201, "tax_manager", "POST", list, body, "Idempotency-Key", "enter-"+k.kind).expect(t, "id", id)
		w.must(t, 404, "other_owner", "GET", one, nil)
		w.must(t, 403, "viewer", "POST", list, body)
		w.must(t, 404, "tax_manager", "PATCH", list+"nobody/", k.change)
		w.must(t, 404, "tax_manager", "DELETE", list+"nobody/", nil)
		changed := w.must(t, 200, "tax_manager", "PATCH", one, k.change, "Idempotency-Key", "change-"+k.kind, "If-Match", made.header.Get("ETag"))
		again := w.must(t, 200, "tax_manager", "PATCH", one, k.change, "Idempotency-Key", "change-"+k.kind, "If-Match", made.header.Get("ETag"))
		if string(again.body) != string(changed.body) || changed.header.Get("ETag") != `"1"` {
			t.Errorf("%s: %s, then %s", k.kind, changed.body, again.body)
		}
		for name, want := range k.change {
			changed.expect(t, name, want, "versions.0.content.effective_from", "2026-01-01")
			w.must(t, 200, "auditor", "GET", one, nil).expect(t, name, want)
		}
		count := w.must(t, 200, "viewer", "GET", list, nil, at(changed)...).field(t, "count").(float64)
		gone := w.must(t, 204, "tax_manager", "DELETE", one+"?on=2026-02-01", nil, "Idempotency-Key", "retire-"+k.kind)
		w.must(t, 204, "tax_manager", "DELETE", one+"?on=2026-02-01", nil, "Idempotency-Key", "retire-"+k.kind)
		w.must(t, 409, "tax_manager", "DELETE", one+"?on=2026-03-01", nil, "Idempotency-Key", "retire-"+k.kind)
		w.must(t, 200, "viewer", "GET", list+"?status=retired", nil, at(gone)...).expect(t, "count", 1.0, k.kind+".0.id", id,
			k.kind+".0.retired_on", "2026-02-01")
		w.must(t, 200, "viewer", "GET", list, nil).expect(t, "count", count)
	}
}
