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
		"preview: types": {"POST", preview, cart("DE", "DE", map[string]any{"cart_id": 7, "date": 20260302, "currency": true,
			"prices_include_tax": "no", "virtual": 1, "shipping": 4.9, "site": "1",
			"commit": "yes", "explain": 0}), "cart_id, date, currency, prices_include_tax, virtual, shipping, site, commit, explain"},
		"preview: bounds": {"POST", preview, cart("DE", "DE", map[string]any{"cart_id": long, "date": "2026-02-30", "currency": "eur",
			"shipping": "-1", "discount": "1.00000", "provider": "vertex",
			"on_provider_failure": "guess", "scope": "city_only", "site": 0}),
			"cart_id, date, currency, shipping, discount, provider, on_provider_failure, scope, site"},
		"preview: null for what is none": {"POST", preview, `{"seller":null,"buyer":null,"lines":null}`, "seller, buyer, lines"},
		"preview: parties": {"POST", preview, cart("DE", "DE", map[string]any{"seller": map[string]any{"region": "BY"},
			"buyer": map[string]any{"country": "Germany", "status": "friend"}}), "seller.country, buyer.country, buyer.status"},
		"preview: no lines": {"POST", preview, lines(), "lines"},
		"preview: lines": {"POST", preview, lines(good, map[string]any{"id": "", "quantity": "one", "unit_price": "5,00"},
			map[string]any{"id": "3", "quantity": 1, "unit_price": "5.00", "discount": "1.00001", "weight": 3}),
			"lines[1].id, lines[1].quantity, lines[1].unit_price, lines[2].quantity, lines[2].discount, lines[2].weight"},
		"preview: one line twice": {"POST", preview, lines(good, good), "lines[1].id"},
		"preview: no such category": {"POST", preview, lines(good, map[string]any{"id": "2", "category": "magic", "quantity": "1",
			"unit_price": "1"}), "lines[1].category"},
		"preview: no such currency": {"POST", preview, cart("DE", "DE", map[string]any{"currency": "QQQ"}), "currency"},
		"preview: a discount over":  {"POST", preview, cart("DE", "DE", map[string]any{"discount": "1000.00"}), "discount"},
		"preview: commit, no cart":  {"POST", preview, cart("DE", "DE", map[string]any{"commit": true}), "cart_id"},
		"preview: a query": {"POST", preview + "?colour=red&site=x", cart("DE", "DE", map[string]any{"cart_id": long}),
			"colour, site, cart_id"},
		"preview: position": {"POST", preview, cart("DE", "DE", nil), "X-Min-Log-Position"},

		"snapshots: filters": {"GET", commercePath + "snapshots?provider=vertex&order=size&limit=0&from=soon&cart_id=" + long + "&colour=red",
			nil, "provider, order, limit, from, cart_id, colour"},
		"snapshots: a cursor": {"GET", commercePath + "snapshots?cursor=!!", nil, "cursor"},
		"health":              {"GET", commercePath + "providers/health?provider=internal", nil, "provider"},
		"regions: filters":    {"GET", commercePath + "regions?status=asleep&on=someday&limit=201&order=colour", nil, "status, on, limit, order"},

		"convert: nothing": {"POST", convert, map[string]any{}, "amount, from, to, date"},
		"convert: types": {"POST", convert, map[string]any{"amount": 1.5, "from": 978, "to": nil, "date": 2026, "source": 1,
			"missing_day": true}, "amount, from, to, date, source, missing_day"},
		"convert: bounds": {"POST", convert, map[string]any{"amount": "1e3", "from": "EURO", "to": "US", "date": "2026-02-29",
			"missing_day": "nearest", "rounding": "bankers", "colour": "red"}, "amount, from, to, date, missing_day, rounding, colour"},
		"convert: codes": {"POST", convert, map[string]any{"amount": "1", "from": "QQQ", "to": "XDR", "date": "2026-03-02"}, "from, to"},

		"identifiers: nothing": {"POST", ids, map[string]any{}, "number"},
		"identifiers: types": {"POST", ids, map[string]any{"number": 136695976, "country": 276, "kind": []string{"vat"}, "register": "yes"},
			"number, country, kind, register"},
		"identifiers: bounds": {"POST", ids, map[string]any{"number": "", "country": "DEU", "kind": strings.Repeat("k", 41), "site": -1,
			"colour": "red"}, "number, country, kind, site, colour"},
		"identifiers: country": {"POST", ids, map[string]any{"number": "1", "country": "ZZ"}, "country"},
		"identifiers: kind":    {"POST", ids, map[string]any{"number": "1", "country": "DE", "kind": "shoe"}, "kind"},
		"categories": {"GET", "/api/tax-assistant/tax-categories?limit=x&date=2026-13-01&jurisdiction=FRA&q=" + long, nil,
			"limit, date, jurisdiction, q"},
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

// A number in a text's place is told of amounts only where an amount may stand.
func TestNumberInATextsPlace(t *testing.T) {
	w := sharedWorld(t)
	name := w.must(t, 400, "owner", "POST", "/api/exports/privacy/", map[string]any{"subject": 5})
	amount := w.must(t, 400, "owner", "POST", "/api/tax-assistant/calculate/income/", map[string]any{"jurisdiction": "GB", "tax_year": "2025-26",
		"income": 5})
	if strings.Contains(string(name.body), "amounts") || !strings.Contains(string(amount.body), "amounts are decimal strings") {
		t.Errorf("%s\n%s", name.body, amount.body)
	}
}

// What the domain finds malformed stands in the same answer as what the schema
// does; what the schema kept from being read is named once, and nothing that
// depends on it is.
func TestBadInputOfBothKindsIsNamedAtOnce(t *testing.T) {
	w := sharedWorld(t)
	type object = map[string]any
	line := func(more object) object {
		l := object{"id": "1", "category": "goods_standard", "quantity": "1", "unit_price": "5.00"}
		for k, v := range more {
			l[k] = v
		}
		return l
	}
	lines := []object{line(object{"category": "magic", "quantity": 3}), line(object{"id": "2", "discount": "9.00", "unit_price": 5}),
		line(nil), line(object{"supply_kind": "gift"})}
	const lineFaults = "lines[0].quantity, lines[0].category, lines[1].unit_price, lines[2].id, lines[3].id, lines[3].supply_kind"
	german := object{"country": "DE", "status": "business"}
	for name, c := range map[string]struct {
		path   string
		body   object
		fields string
	}{
		"sales": {salesPath, sale("DE", "DE", "QQQ", object{"scope": "all", "lines": lines, "discount": "20.00"}), "currency, scope, " +
			lineFaults},
		"preview": {commercePath + "preview", cart("DE", "DE", object{"currency": "QQQ", "scope": "all", "lines": lines, "discount": "20.00"}),
			"currency, scope, " + lineFaults},
		"sales: by the domain alone": {salesPath,
			sale("DE", "DE", "QQQ", object{"lines": []object{line(nil), line(object{"id": "2", "discount": "6.00"})}, "discount": "20.00"}),
			"currency, lines[1].discount, discount"},
		"preview: by the domain and the configuration": {commercePath + "preview", object{"seller": object{"country": "DE"},
			"buyer": object{"country": "DE", "status": "consumer"},
			"lines": []object{line(nil), line(object{"quantity": "0"})}}, "currency, prices_include_tax, lines[1].id, lines[1].quantity"},
		"preview: nothing depends on what was not read": {commercePath + "preview",
			cart("DE", "DE", object{"lines": []object{line(object{"unit_price": 5})}, "discount": "4.00", "shipping": "3.00"}),
			"lines[0].unit_price"},
		"sales: a query": {salesPath + "?colour=red", object{"date": "2026-03-02", "currency": "QQQ", "seller": german, "buyer": german,
			"lines": []object{line(nil)}}, "colour, currency"},
		"sales: case": {salesPath, object{"Date": "2026-03-02", "currency": "EUR", "seller": german, "buyer": german,
			"lines": []object{line(nil)}}, "date, Date"},
		"convert":        {convertPath, object{"amount": 1, "from": "QQQ", "to": "BGN", "date": "2026-03-02"}, "amount, from, to"},
		"identifiers":    {"/api/tax-assistant/tax-ids/validate/", object{"number": 1, "country": "ZZ"}, "number, country"},
		"identifiers: 2": {"/api/tax-assistant/tax-ids/validate/", object{"number": "1", "kind": "vat", "register": 1}, "register, country"},
		"payroll": {"/api/tax-assistant/calculate/payroll/", object{"jurisdiction": "US", "pay_date": "2025-03-14", "frequency": "weekly",
			"site": "1", "wages": object{"income_tax": "1000"},
			"year_to_date": object{"social_security": "0", "medicare": "0", "unemployment": "0"}, "w4": object{"status": "head_of_household",
				"before_2020": true}}, "site, w4.status"},
		"region": {commercePath + "regions", region("", "DE", object{"region": "moon-base-1", "currency": "QQQ",
			"postal_prefixes": []string{""}}), "name, region, currency, postal_prefixes[0]"},
		"region: its country": {commercePath + "regions", object{"name": "x", "country": 7, "shipping_taxable": true,
			"effective_from": "2026-02-01", "effective_to": "2026-01-01"},
			"country, effective_to"},
		"rate": {commercePath + "rates", object{"region_id": strings.Repeat("0", 32), "name": "", "code": "X", "rate": "1.5", "category": "magic",
			"mode": "add", "source": "x", "effective_from": "2026-01-01"},
			"name, region_id, rate, category"},
		"rule": {commercePath + "rules", object{"name": "x", "priority": -1, "match": object{}, "set": object{"category": "magic"},
			"effective_from": "2026-01-01"}, "priority, match, set.category"},
		"region: none such": {commercePath + "regions", region("  ", "XX", object{"on_provider_failure": "refuse"}),
			"name, country, on_provider_failure"},
		"registrations": {commercePath + "registrations", object{"country": "US", "region": "ZZ9", "standing": "registered",
			"scheme": "union_oss", "effective_from": "2026-01-01"}, "region, scheme"},
		"certificates": {commercePath + "exemptions", object{"customer_id": "c", "kind": "r", "number": " ",
			"places": []string{"US-MN", "US-ZZ", "US-MN"}, "effective_from": "2026-01-01"}, "number, places[1], places[2]"},
		"preview: a certificate": {commercePath + "preview",
			cart("US", "US", object{"buyer": object{"country": "US", "status": "business", "exemption": object{"kind": "r", "number": "1",
				"places": []string{"Ohio"}}}}),
			"buyer.exemption.places[0]"},
		"exemption": {commercePath + "exemptions", object{"customer_id": "c", "kind": "", "number": "1", "places": []string{"DE"},
			"effective_from": "2026-01-01"}, "kind, places[0]"},
		"principal": {"/api/principals/", object{"name": " ", "kind": "robot", "role": "owner"}, "name, kind"},
		"site":      {"/api/sites/", object{"name": "", "time_zone": "Mars/Olympus"}, "name, time_zone"},
		"key":       {"/api/keys/", object{"principal": "1", "label": 7}, "principal, label"},
	} {
		if r := w.call(t, "owner", "POST", c.path, c.body); r.status != 400 || !sameSet(r.faults(t), c.fields) {
			t.Errorf("%s: %d %s, want %s\n%s", name, r.status, r.faults(t), c.fields, r.body)
		}
	}
}
