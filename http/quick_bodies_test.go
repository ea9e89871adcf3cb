package http

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"pgregory.net/rapid"
)

const plainCheckout = `{"cart_id":"c-1","customer_id":"k","date":"2026-03-02","currency":"EUR","prices_include_tax":false,"shipping":"4.90","discount":"10.00",` +
	`"seller":{"country":"DE","region":"DE-BY","above_threshold":true,"establishments":["FR"],"cross_border_sales_eur":"8500.00"},` +
	`"buyer":{"country":"FR","status":"business","tax_id":"FR59542051180","tax_id_country":"FR"},"ship_to":{"country":"FR","postal_code":"75001"},` +
	`"lines":[{"id":"1","sku":"S","category":"books","quantity":"2","unit_price":"19.99","discount":"1.50"},{"id":"2","quantity":"1.5","unit_price":"3"}],` +
	`"provider":"internal","on_provider_failure":"refuse","site":3,"commit":true,"explain":true}`

// A plain checkout is read in one pass; otherwise the schema would decide it
// and the pass would be for nothing.
func TestPlainCheckoutsAreReadInOnePass(t *testing.T) {
	var got, want checkout
	if !checkoutReader().Read([]byte(plainCheckout), &got) {
		t.Fatal("declined")
	}
	if err := json.Unmarshal([]byte(plainCheckout), &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// So is a plain sales document.
func TestPlainSalesAreReadInOnePass(t *testing.T) {
	const plain = `{"date":"2026-03-02","currency":"EUR","prices_include_tax":true,"seller":{"country":"DE","status":"business","oss":true,"registrations":["FR"],"marketplace":false},` +
		`"buyer":{"country":"FR","status":"consumer","exemption":{"kind":"resale","number":"1","places":["US-MN"],"until":"2026-12-31"}},"performed_at":{"country":"FR"},` +
		`"platform":{"country":"IE","ioss":true},"import":{"intrinsic_value_eur":"120.00"},"lines":[{"id":"1","category":"books","quantity":"2","unit_price":"19.99"}],` +
		`"rounding":{"level":"line","mode":"half_up"},"scope":"state_only","explain":true,"site":3}`
	var got, want salesDocument
	if !salesReader().Read([]byte(plain), &got) {
		t.Fatal("declined")
	}
	if err := json.Unmarshal([]byte(plain), &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// Whatever the one pass takes, the schema takes too, and it says the same.
func TestTheOnePassIsNoWiderThanTheSchema(t *testing.T) {
	schemas := huma.NewMapRegistry("#/components/schemas/", schemaName)
	schema := quickBody[checkout]{}.Schema(schemas)
	names := []string{"cart_id", "date", "currency", "discount", "shipping", "provider", "site", "commit", "scope", "colour",
		"prices_include_tax", "lines", "seller", "buyer"}
	values := []string{`""`, `"x"`, `"EUR"`, `"eur"`, `"2026-13-01"`, `"2026-01-01"`, `"1.00"`, `"1.00000"`, `"-1"`, `1`, `0`, `-3`, `1.5`, `true`, `null`, `[]`, `{}`,
		`"state_only"`, `"internal"`, `"vertex"`, `"é"`, `"` + strings.Repeat("x", 101) + `"`, `"` + strings.Repeat("9", 16) + `"`}
	parts := strings.SplitAfter(plainCheckout, `"`)
	taken, declined := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := plainCheckout
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 0: // a member more, or another value of one
			name, value := rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(values).Draw(t, "value")
			text = fmt.Sprintf(`{%q:%s,"seller":{"country":"DE"},"buyer":{"country":"FR","status":"consumer"},"lines":[{"id":"1","quantity":"1","unit_price":"3"}]}`, name, value)
		case 1: // another value somewhere
			old := rapid.SampledFrom([]string{`"c-1"`, `"2026-03-02"`, `"EUR"`, `false`, `"4.90"`, `"DE"`, `"business"`, `"books"`, `"2"`, `"19.99"`, `"1.50"`, `"internal"`, `3`, `["FR"]`, `"8500.00"`, `"1"`}).Draw(t, "old")
			text = strings.Replace(text, old, rapid.SampledFrom(values).Draw(t, "value"), 1)
		case 2: // a piece missing
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "part")
			text = strings.Join(append(append([]string{}, parts[:i]...), parts[i+1:]...), "")
		default: // any byte another
			b := []byte(text)
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.ByteRange(' ', '~').Draw(t, "byte")
			text = string(b)
		}
		var got, want checkout
		if !checkoutReader().Read([]byte(text), &got) {
			declined++
			return
		}
		taken++
		var decoded any
		if err := json.Unmarshal([]byte(text), &decoded); err != nil {
			t.Fatalf("%s is no JSON: %v", text, err)
		}
		var result huma.ValidateResult
		at := huma.NewPathBuffer(nil, 0)
		huma.Validate(schemas, schema, at, huma.ModeWriteToServer, decoded, &result)
		if len(result.Errors) > 0 {
			t.Fatalf("%s: the schema says %v", text, result.Errors)
		}
		if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is read as %+v, not %+v (%v)", text, got, want, err)
		}
	})
	if taken == 0 || declined == 0 {
		t.Errorf("%d taken, %d declined", taken, declined)
	}
}
