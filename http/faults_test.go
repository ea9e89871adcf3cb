package http

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
)

// What the domain says of a field counts only where the schema left whole what
// the field is read with.
func TestDoubtfulFields(t *testing.T) {
	for _, c := range []struct {
		faulted, name string
		want          bool
	}{
		{"income", "income", true}, {"income", "tax_year", false},
		{"facts.age", "facts.age", true}, {"facts.age", "facts.children", false}, {"facts", "facts.age", true}, {"facts.age", "facts", true},
		{"seller.country", "seller.status", true}, {"seller.country", "buyer.status", false}, {"sell", "seller.status", false},
		{"lines[1].quantity", "lines[1].category", false}, {"lines[1].quantity", "lines[1].quantity", true},
		{"lines[1].quantity", "lines[0].quantity", false},
		{"lines[1].a.b", "lines[1].a.c", true}, {"lines[1].a[0]", "lines[1].a", true}, {"lines[1]", "lines[1].id", true},
		{"lines[1]", "lines[10].id", false},
		{"lines", "lines[3].id", true}, {"components[0].amount", "components", true}, {"places[1]", "places[1]", true},
		{"places[1]", "places[2]", false},
		{"body", "anything", true},
	} {
		if got := doubts(fault.Fields{{Field: c.faulted}}).cover(c.name); got != c.want {
			t.Errorf("%s faulted: %s is doubtful: %v", c.faulted, c.name, got)
		}
	}
}

// A member that the schema takes and encoding/json does not is named.
func TestUnreadFieldsAreNamed(t *testing.T) {
	var v struct {
		Deep struct {
			Priority int `json:"priority"`
		} `json:"deep"`
	}
	err := json.Unmarshal([]byte(`{"deep":{"priority":1e3}}`), &v)
	if name, ok := unreadField(fmt.Sprint(err)); !ok || name != "deep.priority" {
		t.Errorf("%q, %v of %v", name, ok, err)
	}
	if name, ok := unreadField("json: cannot unmarshal number into Go value of type string"); ok {
		t.Errorf("%q", name)
	}
}

// Whatever else cannot be read, every other member of the body and of the
// objects in its lists is.
func TestReadingGoesOnAfterAFault(t *testing.T) {
	const sales = `{"currency":"EUR","date":"2026-02-30","seller":{"country":"DE","status":"business"},"lines":[{"quantity":3,"id":"a","category":"books","unit_price":"1.00"},` +
		`7,{"unit_price":"x","id":"b","quantity":"2","discount":"1.50","rate_class":true}],"shipping":"4.90"}`
	var got salesDocument
	if err := unmarshalJSON([]byte(sales), &got); err == nil {
		t.Fatal("it has no faults")
	}
	l := got.Lines
	if got.Currency != "EUR" || !got.Date.IsZero() || got.Seller.Status != "business" || got.Shipping.String() != "4.90" || len(l) != 3 ||
		fmt.Sprint(l[0].ID, l[0].Category, l[0].Quantity, l[0].UnitPrice) != "abooks0 1.00" || l[1].ID != "" ||
		fmt.Sprint(l[2].ID, l[2].Quantity, l[2].UnitPrice, l[2].Discount, l[2].RateClass) != "b2 0 1.50" {
		t.Errorf("%+v", got)
	}
}
