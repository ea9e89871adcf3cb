package service_test

import (
	"strings"
	"testing"
)

// Every fault of an input is named at once, by its field and, within a list,
// its line; nothing of it is computed or kept.
func TestBadInputIsNamed(t *testing.T) {
	w := sharedWorld(t)
	const preview, convert, ids = commercePath + "preview", convertPath, "/api/tax-assistant/tax-ids/validate/"
	long := strings.Repeat("x", 101)
	lines := func(more ...map[string]any) map[string]any { return cart("DE", "DE", map[string]any{"lines": more}) }
	good := map[string]any{"id": "1", "category": "goods_standard", "quantity": "1", "unit_price": "5.00"}
	for name, c := range map[string]struct {
		method, path string
		body         any
		fields       string
	}{
		"preview: nothing":        {"POST", preview, "", "body"},
		"preview: no JSON":        {"POST", preview, `{"lines":`, "body"},
		"preview: a list":         {"POST", preview, `[]`, "body"},
		"preview: null":           {"POST", preview, `null`, "body"},
		"preview: an object":      {"POST", preview, map[string]any{}, "seller, buyer, lines"},
		"preview: unknown member": {"POST", preview, cart("DE", "DE", map[string]any{"colour": "red", "lines_": 1}), "colour, lines_"},
		"preview: types": {"POST", preview, cart("DE", "DE", map[string]any{"cart_id": 7, "date": 20260302, "currency": true, "prices_include_tax": "no", "virtual": 1, "shipping": 4.9, "site": "1",
			"commit": "yes", "explain": 0}), "cart_id, date, currency, prices_include_tax, virtual, shipping, site, commit, explain"},
		"preview: bounds": {"POST", preview, cart("DE", "DE", map[string]any{"cart_id": long, "date": "2026-02-30", "currency": "eur", "shipping": "-1", "discount": "1.00000", "provider": "vertex",
			"on_provider_failure": "guess", "scope": "city_only", "site": 0}), "cart_id, date, currency, shipping, discount, provider, on_provider_failure, scope, site"},
		"preview: null for what is none": {"POST", preview, `{"seller":null,"buyer":null,"lines":null}`, "seller, buyer, lines"},
		"preview: parties":               {"POST", preview, cart("DE", "DE", map[string]any{"seller": map[string]any{"region": "BY"}, "buyer": map[string]any{"country": "Germany", "status": "friend"}}), "seller.country, buyer.country, buyer.status"},
		"preview: no lines":              {"POST", preview, lines(), "lines"},
		"preview: lines": {"POST", preview, lines(good, map[string]any{"id": "", "quantity": "one", "unit_price": "5,00"}, map[string]any{"id": "3", "quantity": 1, "unit_price": "5.00", "discount": "1.00001", "weight": 3}),
			"lines[1].id, lines[1].quantity, lines[1].unit_price, lines[2].quantity, lines[2].discount, lines[2].weight"},
		"preview: one line twice":   {"POST", preview, lines(good, good), "lines[1].id"},
		"preview: no such category": {"POST", preview, lines(good, map[string]any{"id": "2", "category": "magic", "quantity": "1", "unit_price": "1"}), "lines[1].category"},
		"preview: no such currency": {"POST", preview, cart("DE", "DE", map[string]any{"currency": "QQQ"}), "currency"},
		"preview: a discount over":  {"POST", preview, cart("DE", "DE", map[string]any{"discount": "1000.00"}), "discount"},
		"preview: commit, no cart":  {"POST", preview, cart("DE", "DE", map[string]any{"commit": true}), "cart_id"},
		"preview: a query":          {"POST", preview + "?colour=red&site=x", cart("DE", "DE", map[string]any{"cart_id": long}), "colour, site, cart_id"},
		"preview: position":         {"POST", preview, cart("DE", "DE", nil), "X-Min-Log-Position"},

		"snapshots: filters":  {"GET", commercePath + "snapshots?provider=vertex&order=size&limit=0&from=soon&cart_id=" + long + "&colour=red", nil, "provider, order, limit, from, cart_id, colour"},
		"snapshots: a cursor": {"GET", commercePath + "snapshots?cursor=!!", nil, "cursor"},
		"health":              {"GET", commercePath + "providers/health?provider=internal", nil, "provider"},
		"regions: filters":    {"GET", commercePath + "regions?status=asleep&on=someday&limit=201&order=colour", nil, "status, on, limit, order"},

		"convert: nothing": {"POST", convert, map[string]any{}, "amount, from, to, date"},
		"convert: types":   {"POST", convert, map[string]any{"amount": 1.5, "from": 978, "to": nil, "date": 2026, "source": 1, "missing_day": true}, "amount, from, to, date, source, missing_day"},
		"convert: bounds":  {"POST", convert, map[string]any{"amount": "1e3", "from": "EURO", "to": "US", "date": "2026-02-29", "missing_day": "nearest", "rounding": "bankers", "colour": "red"}, "amount, from, to, date, missing_day, rounding, colour"},
		"convert: codes":   {"POST", convert, map[string]any{"amount": "1", "from": "QQQ", "to": "XDR", "date": "2026-03-02"}, "from, to"},

		"identifiers: nothing": {"POST", ids, map[string]any{}, "number"},
		"identifiers: types":   {"POST", ids, map[string]any{"number": 136695976, "country": 276, "kind": []string{"vat"}, "register": "yes"}, "number, country, kind, register"},
		"identifiers: bounds":  {"POST", ids, map[string]any{"number": "", "country": "DEU", "kind": strings.Repeat("k", 41), "site": -1, "colour": "red"}, "number, country, kind, site, colour"},
		"identifiers: country": {"POST", ids, map[string]any{"number": "1", "country": "ZZ"}, "country"},
		"identifiers: kind":    {"POST", ids, map[string]any{"number": "1", "country": "DE", "kind": "shoe"}, "kind"},
		"categories":           {"GET", "/api/tax-assistant/tax-categories?limit=x&date=2026-13-01&jurisdiction=FRA&q=" + long, nil, "limit, date, jurisdiction, q"},
	} {
		headers := []string{}
		if name == "preview: position" {
			headers = []string{"X-Min-Log-Position", "here"}
		}
		r := w.call(t, "owner", c.method, c.path, c.body, headers...)
		if r.status != 400 || !sameSet(r.faults(t), c.fields) || r.field(t, "code") != "invalid_input" {
			t.Errorf("%s: %d %q, want %q\n%s", name, r.status, r.faults(t), c.fields, r.body)
		}
	}
}
