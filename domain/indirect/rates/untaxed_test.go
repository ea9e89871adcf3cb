package rates

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// A place without a tax on sales answers nothing to pay, with its source, for
// every category; it has no class, and no day before its source reaches.
func TestPlacesWithoutTaxOnSales(t *testing.T) {
	seen := 0
	for _, row := range Coverage(today) {
		if _, ok := row.Classes[None]; !ok {
			continue
		}
		seen++
		at := Location{Country: row.Country}
		for _, c := range category.All() {
			r, b := Lookup(at, c.Code, "", "category", today)
			if b != nil || !r.Total().IsZero() || len(r.Components) != 0 || len(r.Citations) == 0 || r.Class != None {
				t.Errorf("%s of %s: %+v %v", c.Code, row.Country, r, b)
			}
		}
		for _, class := range []string{Standard, "reduced", Zero, Exempt} {
			if _, b := Lookup(at, "goods_standard", class, "category", today); b == nil || b.Code != refusal.RateNotCovered {
				t.Errorf("%s has a class %s: %v", row.Country, class, b)
			}
		}
		if _, b := Lookup(at, "no_such", "", "category", today); b == nil || b.Code != refusal.CategoryNotMapped {
			t.Errorf("%s answers for no category: %v", row.Country, b)
		}
		if _, b := Lookup(at, "goods_standard", "", "category", row.Since.AddDays(-1)); b == nil || b.Code != refusal.RateNotCovered {
			t.Errorf("%s before %s: %v", row.Country, row.Since, b)
		}
	}
	if seen < 6 {
		t.Errorf("%d places", seen)
	}
	if _, b := Lookup(Location{Country: "DE"}, "goods_standard", None, "category", civil.Of(2026, 1, 1)); b == nil {
		t.Error("Germany has a class none")
	}
}
