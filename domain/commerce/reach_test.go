package commerce

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/indirect"
)

// full is a cart of which nothing is left out.
const full = `{"cart_id":"c","customer_id":"u","date":"2026-03-02","currency":"EUR","prices_include_tax":true,
 "seller":{"country":"DE","region":"bavaria","postal_code":"80331","establishments":["AT"],"cross_border_sales_eur":"8500.00","above_threshold":true,"marketplace":true},
 "buyer":{"country":"US","region":"US-MN","postal_code":"55101","status":"business","tax_id":"123","tax_id_country":"DE","tax_id_evidence":"registry","tax_id_consultation":"c1",
  "exemption":{"kind":"resale","number":"R-1","places":["US-MN"],"until":"2026-12-31"}},
 "ship_from":{"country":"DE","region":"hesse","postal_code":"60311"},"ship_to":{"country":"US","region":"MN","postal_code":"55101"},
 "performed_at":{"country":"DE","region":"hesse","postal_code":"60311"},"virtual":true,"platform":{"country":"DE","ioss":true},
 "import":{"intrinsic_value_eur":"120.00","ioss":true},
 "lines":[{"id":"1","sku":"S","product_type":"p","category":"books","rate_class":"reduced","supply_kind":"goods","quantity":"2","unit_price":"3.00","discount":"1.00"}],
 "discount":"1.00","shipping":"4.90","shipping_taxable":true,"rounding":{"level":"line","mode":"half_up"},"scope":"state_only",
 "provider":"internal","on_provider_failure":"refuse"}`

// Every fact that a sales calculation takes can be told by a cart or by the
// configuration, and comes through; "explain" is asked of the preview itself.
func TestEveryFactReachesTheCalculation(t *testing.T) {
	var cart Cart
	if err := json.Unmarshal([]byte(full), &cart); err != nil {
		t.Fatal(err)
	}
	if unset := leftOut(reflect.ValueOf(cart), ""); len(unset) > 0 {
		t.Fatalf("the cart leaves out %v", unset)
	}
	reg := func(n int, country, standing, scheme string) made {
		return made{0, RegistrationCreated{idOf(n), Registration{Country: country, Standing: standing, Scheme: scheme, Effective: always}}, n}
	}
	a, err := Assemble(cart, configure(reg(1, "FR", "registered", Standard), reg(2, "CH", "not_registered", Standard),
		reg(3, "DE", "registered", UnionOSS)), 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	if unset := leftOut(reflect.ValueOf(a.Request), ""); !slices.Equal(unset, []string{"explain"}) {
		t.Errorf("the calculation is not told %v", unset)
	}
	// What the calculation is told is what the cart says, word for word.
	var said, told map[string]any
	request, err := json.Marshal(a.Request)
	if err != nil {
		t.Fatal(err)
	}
	if json.Unmarshal([]byte(full), &said) != nil || json.Unmarshal(request, &told) != nil {
		t.Fatal("not JSON")
	}
	compare(t, "", said, told)
}

// compare looks for what is said in what is told, except what only the
// configuration reads.
func compare(t *testing.T, at string, said, told map[string]any) {
	for name, v := range said {
		path := strings.TrimPrefix(at+"."+name, ".")
		switch path {
		case "cart_id", "customer_id", "provider", "on_provider_failure", "lines.sku", "lines.product_type":
			continue
		}
		if inner, ok := v.(map[string]any); ok {
			other, _ := told[name].(map[string]any)
			compare(t, path, inner, other)
			continue
		}
		if list, ok := v.([]any); ok && path == "lines" {
			compare(t, path, list[0].(map[string]any), told[name].([]any)[0].(map[string]any))
			continue
		}
		if !reflect.DeepEqual(v, told[name]) {
			t.Errorf("%s: %v is told as %v", path, v, told[name])
		}
	}
}

// leftOut names the fields of a value, by their JSON, that are zero; of a list
// it looks at the first.
func leftOut(v reflect.Value, at string) (unset []string) {
	switch {
	case v.IsZero():
		return []string{at}
	case v.Kind() == reflect.Pointer:
		return leftOut(v.Elem(), at)
	case v.Kind() == reflect.Slice:
		return leftOut(v.Index(0), at)
	case v.Kind() != reflect.Struct || v.Type().Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return nil
	}
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		unset = append(unset, leftOut(v.Field(i), strings.Trim(at+"."+name, "."))...)
	}
	return unset
}

// A cart that is sold through a marketplace is taxed by the marketplace where
// the state's law says so, whatever the seller's registrations are.
func TestMarketplaceCarts(t *testing.T) {
	cart := german()
	cart.Currency = "USD"
	cart.Seller = CartSeller{Address: indirect.Address{Country: "US", Region: "NV"}, Marketplace: true}
	cart.Buyer = indirect.Buyer{Address: indirect.Address{Country: "US", Region: "CA", PostalCode: "90001"}, Status: "consumer"}
	through, err := Assemble(cart, Config{}, 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := indirect.Calculate(through.Request, indirect.Env{Overlay: through})
	if err != nil || !r.Tax.IsZero() || r.Lines[0].Treatment != "deemed_supplier" || r.Decisions[0].Liable != "platform" ||
		len(r.Decisions[0].CitationIDs) == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	own := cart
	own.Seller.Marketplace = false
	direct, err := Assemble(own, Config{}, 0, day("2026-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	if r, err := indirect.Calculate(direct.Request, indirect.Env{Overlay: direct}); err == nil {
		t.Errorf("a sale of one's own without a registration is taxed at %s", r.Tax)
	}
	// Carts of before have the bytes, and so the hash, that they had.
	text, err := json.Marshal(own)
	if err != nil || strings.Contains(string(text), "marketplace") {
		t.Errorf("%s, %v", text, err)
	}
}
