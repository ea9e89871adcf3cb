package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/published"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// at walks into a JSON body: "lines.0.tax".
func (r reply) at(t *testing.T, path string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(x) {
				t.Fatalf("no %s in %s", path, r.body)
			}
			v = x[i]
		default:
			t.Fatalf("no %s in %s", path, r.body)
		}
	}
	return v
}

// expect compares values of a JSON body, given as path, value, path, value, …
func (r reply) expect(t *testing.T, pairs ...any) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := r.at(t, pairs[i].(string)); got != pairs[i+1] {
			t.Errorf("%s is %v, want %v", pairs[i], got, pairs[i+1])
		}
	}
}

// fields are the faulty fields that a 400 names, blockers "code field" of a 422.
func (r reply) faults(t *testing.T) string {
	t.Helper()
	var p struct {
		Errors   []struct{ Field string }
		Blockers []struct{ Code, Field string }
	}
	if err := json.Unmarshal(r.body, &p); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range p.Errors {
		out = append(out, e.Field)
	}
	for _, b := range p.Blockers {
		out = append(out, b.Code+" "+b.Field)
	}
	return strings.Join(out, ", ")
}

const salesPath = "/api/tax-assistant/calculate/sales/"

// sale is a document of one line of goods.
func sale(from, to, currency string, more map[string]any) map[string]any {
	doc := map[string]any{
		"date": "2026-03-02", "currency": currency,
		"seller": map[string]any{"country": from, "status": "business"},
		"buyer":  map[string]any{"country": to, "status": "consumer"},
		"lines":  []map[string]any{{"id": "1", "category": "goods_standard", "quantity": "2", "unit_price": "50.00"}},
	}
	for name, v := range more {
		doc[name] = v
	}
	return doc
}

func TestIndirectSales(t *testing.T) {
	w := sharedWorld(t)
	r := w.must(t, 200, "viewer", "POST", salesPath, sale("DE", "DE", "EUR", map[string]any{"explain": true}))
	r.expect(t, "net", "100.00", "tax", "19.00", "gross", "119.00", "lines.0.components.0.rate", "0.19", "decisions.0.liable", "supplier",
		"steps.0.formula", "2 × 50.00", "steps.0.value", "100.00")
	if r.at(t, "corpus_release_id") == "" || r.at(t, "citations.0.url") == "" {
		t.Errorf("no release or citation: %s", r.body)
	}
	abroad := func(country, number string) map[string]any {
		return sale("DE", country, "EUR", map[string]any{
			"buyer": map[string]any{"country": country, "status": "business", "tax_id": number, "tax_id_evidence": "certificate"},
			"lines": []map[string]any{{"id": "1", "category": "professional_services", "quantity": "1", "unit_price": "100.00"}},
		})
	}
	r = w.must(t, 200, "viewer", "POST", salesPath, abroad("CH", "CHE-116.281.710 MWST"))
	r.expect(t, "tax", "0.00", "lines.0.treatment", "outside_scope", "decisions.0.liable", "customer", "decisions.0.place.country", "CH")
	w.must(t, 422, "viewer", "POST", salesPath, abroad("FR", "FR40303265045")).expect(t, "blockers.0.code", "buyer_evidence_missing")

	for name, c := range map[string]struct {
		body   map[string]any
		status int
		faults string
	}{
		"a number, an exponent, an unknown field": {sale("DE", "DE", "EUR", map[string]any{"shipping": 4.9, "colour": "red",
			"lines": []map[string]any{{"id": "1", "category": "goods_standard", "quantity": "1", "unit_price": "1"},
				{"id": "2", "category": "goods_standard", "quantity": "1e3", "unit_price": "-1"}}}),
			400, "lines[1].quantity, lines[1].unit_price, shipping, colour"},
		"no category of that name": {sale("DE", "DE", "EUR",
			map[string]any{"lines": []map[string]any{{"id": "1", "category": "magic", "quantity": "1", "unit_price": "1"}}}), 400,
			"lines[0].category"},
		"a malformed date":        {sale("DE", "DE", "EUR", map[string]any{"date": "2026-02-30"}), 400, "date"},
		"a country without rates": {sale("BR", "BR", "BRL", nil), 422, "rate_not_covered lines[0].category"},
		"services out of scope": {sale("US", "JP", "USD",
			map[string]any{"lines": []map[string]any{{"id": "1", "category": "digital_services", "quantity": "1", "unit_price": "1"}}}),
			422, "supply_rule_not_covered buyer.country"},
		"no local rate for the address": {sale("US", "US", "USD", map[string]any{
			"seller": map[string]any{"country": "US", "region": "WI", "status": "business", "registrations": []string{"US-GA"}},
			"buyer":  map[string]any{"country": "US", "region": "GA", "postal_code": "30301", "status": "consumer"}}),
			422, "local_rate_missing buyer.postal_code"},
	} {
		r := w.call(t, "viewer", "POST", salesPath, c.body)
		if r.status != c.status || !sameSet(r.faults(t), c.faults) {
			t.Errorf("%s: %d %s\n%s", name, r.status, r.faults(t), r.body)
		}
	}
}

// sameSet compares comma-separated lists without their order.
func sameSet(a, b string) bool {
	count := map[string]int{}
	for _, x := range strings.Split(a, ", ") {
		count[x]++
	}
	for _, x := range strings.Split(b, ", ") {
		count[x]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestIndirectCatalogue(t *testing.T) {
	w := sharedWorld(t)
	const books = "/api/tax-assistant/tax-categories/?jurisdiction=fr&date=2026-03-02&q=books&limit=1"
	r := w.must(t, 200, "viewer", "GET", books, nil)
	r.expect(t, "date", "2026-03-02", "categories.0.code", "books", "categories.0.classes.FR.0", "reduced_2")
	codes := []any{"books"}
	for next := r; next.at(t, "next_cursor") != nil; {
		next = w.must(t, 200, "viewer", "GET", books+"&cursor="+next.at(t, "next_cursor").(string), nil)
		codes = append(codes, next.at(t, "categories.0.code"))
	}
	if float64(len(codes)) != r.at(t, "count") || !slices.Contains(codes, any("ebooks")) {
		t.Errorf("%v, of %v", codes, r.at(t, "count"))
	}
	if r := w.call(t, "viewer", "GET", "/api/tax-assistant/tax-categories/?date=2026-13-01&jurisdiction=FRA&colour=red",
		nil); r.status != 400 || !sameSet(r.faults(t), "date, jurisdiction, colour") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// importECB imports a table as the command line does.
func (w *world) importECB(t *testing.T, csv, retrieved string) {
	t.Helper()
	rates, err := fx.ReadECBCSV(strings.NewReader(csv))
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range published.ByYear(fx.ECB, "eurofxref-hist.csv", "cd", civil.MustParse(retrieved), rates) {
		done, err := commands.ImportExchange(t.Context(), w.Executor, local(tenancy.Platform), cmd)
		if err != nil {
			t.Fatal(err)
		}
		w.TaxBook.WaitFor(t.Context(), done.Position)
	}
}

const convertPath = "/api/tax-assistant/currency/convert/"

func TestIndirectCurrency(t *testing.T) {
	w := sharedWorld(t)
	// Nothing is embedded: before an import there is no rate, and no figure.
	if r := w.call(t, "viewer", "POST", convertPath, map[string]any{"amount": "1", "from": "EUR", "to": "USD",
		"date": "2026-04-10"}); r.status != 422 {
		t.Errorf("without a table: %d %s", r.status, r.body)
	}
	w.importECB(t, "Date,USD,GBP\n2026-04-13,1.1684,0.87058\n2026-04-10,1.1711,0.87105\n", "2026-04-13")
	// 2026-04-10 was a Friday; a euro was 1.1711 dollars.
	r := w.must(t, 200, "viewer", "POST", convertPath, map[string]any{"amount": "100.00", "from": "EUR", "to": "USD", "date": "2026-04-10"})
	r.expect(t, "converted", "117.11", "rate", "1.171100000000", "rate_date", "2026-04-10", "cross_rate", false, "source", "ecb")
	if age := r.at(t, "table_age_days").(float64); age < 200 {
		t.Errorf("the table's age is %v days", age)
	}
	r = w.must(t, 200, "viewer", "POST", convertPath, map[string]any{"amount": "100", "from": "GBP", "to": "USD", "date": "2026-04-12",
		"missing_day": "previous"})
	r.expect(t, "cross_rate", true, "rate_date", "2026-04-10", "missing_day", "previous", "legs.0.currency", "GBP", "legs.1.currency", "USD")
	if r := w.call(t, "viewer", "POST", convertPath, map[string]any{"amount": "100", "from": "EUR", "to": "USD",
		"date": "2026-04-12"}); r.status != 422 ||
		r.faults(t) != "exchange_rate_missing date" || !strings.Contains(string(r.body), "2026-04-10 and 2026-04-13") {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := w.call(t, "viewer", "POST", convertPath, map[string]any{"amount": 100, "from": "EURO", "to": "USD", "date": "yesterday",
		"missing_day": "guess"}); r.status != 400 ||
		!sameSet(r.faults(t), "amount, from, date, missing_day") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func TestIndirectTaxIDs(t *testing.T) {
	w := sharedWorld(t)
	const path = "/api/tax-assistant/tax-ids/validate/"
	r := w.must(t, 200, "viewer", "POST", path, map[string]any{"number": "de 136 695 976"})
	r.expect(t, "valid", true, "results.0.scheme", "de.vat", "results.0.normal", "DE136695976", "results.0.check", "checksum", "registry", nil)
	r = w.must(t, 200, "viewer", "POST", path, map[string]any{"number": "DE136695977", "country": "DE", "register": true})
	r.expect(t, "valid", false, "results.0.faults.0.code", "check_digit", "registry", nil)
	r = w.must(t, 200, "viewer", "POST", path, map[string]any{"number": "136695976"})
	r.expect(t, "valid", false)
	for _, c := range []struct {
		body   map[string]any
		faults string
	}{
		{map[string]any{"number": "1", "country": "XX"}, "country"},
		{map[string]any{"number": "1", "country": "DE", "kind": "shoe"}, "kind"},
		{map[string]any{"number": "1", "kind": "vat"}, "country"},
		{map[string]any{"number": strings.Repeat("1", 65)}, "number"},
	} {
		if r := w.call(t, "viewer", "POST", path, c.body); r.status != 400 || r.faults(t) != c.faults {
			t.Errorf("%v: %d %s", c.body, r.status, r.body)
		}
	}
}

// outside is a local server that speaks the documented messages of VIES, HMRC,
// Stripe Tax and AvaTax.
func outside(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	say := func(w http.ResponseWriter, status int, text string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
	mux.HandleFunc("POST /vies/check-vat-number", func(w http.ResponseWriter, r *http.Request) {
		var q struct{ CountryCode, VATNumber string }
		json.NewDecoder(r.Body).Decode(&q)
		switch q.VATNumber {
		case "136695976":
			say(w, 200, `{"countryCode":"DE","vatNumber":"136695976","requestDate":"2026-11-20T10:00:00.000Z","valid":true,"requestIdentifier":"WAPIAAAAX","name":"---","address":"---"}`)
		case "811193231":
			say(w, 200, `{"countryCode":"DE","vatNumber":"811193231","requestDate":"2026-11-20T10:00:00.000Z","valid":false,"requestIdentifier":"","name":"---","address":"---"}`)
		default:
			say(w, 200, `{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}`)
		}
	})
	mux.HandleFunc("POST /hmrc/oauth/token", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("grant_type") != "client_credentials" || r.FormValue("client_secret") != "secret" {
			say(w, 401, `{"error":"invalid_client"}`)
			return
		}
		say(w, 200, `{"access_token":"token","token_type":"bearer","expires_in":14400,"scope":"read:vat"}`)
	})
	mux.HandleFunc("GET /hmrc/organisations/vat/check-vat-number/lookup/{vrn}", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer token" || r.Header.Get("Accept") != "application/vnd.hmrc.2.0+json":
			say(w, 401, `{"code":"INVALID_CREDENTIALS","message":"Invalid Authentication information provided"}`)
		case r.PathValue("vrn") == "980780684":
			say(w, 200, `{"target":{"name":"Example Ltd","vatNumber":"980780684","address":{"line1":"1 Street","postcode":"SW1A 1AA","countryCode":"GB"}},"processingDate":"2026-11-20T10:00:00+00:00"}`)
		default:
			say(w, 404, `{"code":"NOT_FOUND","message":"targetVrn does not match a registered company"}`)
		}
	})
	mux.HandleFunc("GET /stripe/v1/tax/settings", func(w http.ResponseWriter, r *http.Request) {
		say(w, 200, `{"object":"tax.settings","status":"active","status_details":{"active":{}}}`)
	})
	mux.HandleFunc("POST /stripe/v1/tax/calculations", stripeCalculation)
	mux.HandleFunc("GET /avalara/api/v2/utilities/ping", func(w http.ResponseWriter, r *http.Request) {
		user, key, _ := r.BasicAuth()
		say(w, 200, fmt.Sprintf(`{"version":"26.11.0","authenticated":%v,"authenticationType":"AccountIdLicenseKey"}`, user == "1100" && key == "license"))
	})
	mux.HandleFunc("POST /avalara/api/v2/transactions/create", avalaraTransaction)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// connected is a world that is set up to ask the server of outside.
func connected(t *testing.T, s *httptest.Server) *world {
	return freshWorld(t, func(c *config.Config) {
		c.VIESURL, c.HMRCURL, c.HMRCClientID, c.HMRCSecret = s.URL+"/vies", s.URL+"/hmrc", "id", "secret"
		c.StripeURL, c.StripeKey = s.URL+"/stripe", "sk_test_x"
		c.AvalaraURL, c.AvalaraAccount, c.AvalaraKey, c.AvalaraCompany = s.URL+"/avalara", "1100", "license", "DEFAULT"
	})
}

func testRegisters(t *testing.T, w *world, s *httptest.Server) {
	const path = "/api/tax-assistant/tax-ids/validate/"
	ask := func(number string) reply {
		return w.must(t, 200, "viewer", "POST", path, map[string]any{"number": number, "country": number[:2], "register": true})
	}
	ask("DE136695976").expect(t, "valid", true, "registry.register", "vies", "registry.outcome", "registered", "registry.reference",
		"WAPIAAAAX")
	ask("DE811193231").expect(t, "valid", true, "registry.outcome", "not_registered")
	ask("DE129273398").expect(t, "valid", true, "registry.outcome", "not_reached", "registry.reason", "it answered MS_UNAVAILABLE")
	ask("GB980780684").expect(t, "registry.register", "hmrc", "registry.outcome", "registered", "registry.name", "Example Ltd",
		"registry.address", "1 Street, SW1A 1AA, GB")
	ask("GB434031494").expect(t, "registry.outcome", "not_registered")
}

// TestIndirectImports imports tables as the command line does, and computes
// with them.
func TestIndirectImports(t *testing.T) {
	w := sharedWorld(t)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	rates, err := fx.ReadECBCSV(strings.NewReader("Date,USD,GBP\n2026-11-19,1.25,0.8\n2026-11-18,1.2,N/A\n"))
	if err != nil {
		t.Fatal(err)
	}
	platform := local(tenancy.Platform)
	for round := range 2 {
		for _, cmd := range published.ByYear(fx.ECB, "eurofxref-hist.csv", "ab", civil.MustParse("2026-11-20"), rates) {
			done, err := commands.ImportExchange(ctx, w.Executor, platform, cmd)
			if err != nil || done.Nothing != (round == 1) {
				t.Fatalf("import %d: %v, nothing %v", round, err, done.Nothing)
			}
			if round == 0 {
				w.TaxBook.WaitFor(ctx, done.Position)
			}
		}
	}
	w.must(t, 200, "viewer", "POST", convertPath, map[string]any{"amount": "100.00", "from": "GBP", "to": "USD", "date": "2026-11-19"}).
		expect(t, "converted", "156.25", "retrieved_at", "2026-11-20", "source", "ecb")
	w.must(t, 200, "viewer", "POST", convertPath, map[string]any{"amount": "1", "from": "EUR", "to": "USD", "date": "2026-04-10"}).expect(t,
		"converted", "1.17")

	rows, err := ussales.ReadRates(strings.NewReader("27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231\n27,00,163,0.0050,0.0050,0.0050,0.0050,20211001,29991231\n"))
	if err != nil {
		t.Fatal(err)
	}
	bounds, n, err := ussales.ReadBoundaries(strings.NewReader("z,20240401,29991231,,,,,,,,,,,,,,,55001,,55003,,,27,27,163,,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := published.ImportSales{Rates: rows, Boundaries: bounds, SalesRatesCompleted: published.SalesRatesCompleted{State: "MN",
		RateFile: "MNR2026Q2FEB18", RateSHA256: "a", BoundFile: "MNB2026Q2FEB18", BoundSHA256: "b", Retrieved: civil.MustParse("2026-11-20"),
		Addresses: n}}
	done, err := commands.ImportSales(ctx, w.Executor, platform, cmd)
	if err != nil {
		t.Fatal(err)
	}
	w.TaxBook.WaitFor(ctx, done.Position)
	if done, err := commands.ImportSales(ctx, w.Executor, platform, cmd); err != nil || !done.Nothing {
		t.Errorf("the same files again: %v, nothing %v", err, done.Nothing)
	}
	other := cmd
	other.RateSHA256 = "c"
	if _, err := commands.ImportSales(ctx, w.Executor, platform, other); err == nil {
		t.Error("other content under a published name was accepted")
	}
	mn := sale("US", "US", "USD", map[string]any{
		"seller": map[string]any{"country": "US", "region": "WI", "status": "business", "registrations": []string{"US-MN"}},
		"buyer":  map[string]any{"country": "US", "region": "MN", "postal_code": "55002", "status": "consumer"}})
	w.must(t, 200, "viewer", "POST", salesPath, mn).expect(t, "tax", "7.38", "local_datasets.0", "MNR2026Q2FEB18")
	mn["buyer"].(map[string]any)["postal_code"] = "99999"
	if r := w.call(t, "viewer", "POST", salesPath, mn); r.status != 422 || r.faults(t) != "local_rate_missing buyer.postal_code" {
		t.Errorf("%d %s", r.status, r.body)
	}
}
