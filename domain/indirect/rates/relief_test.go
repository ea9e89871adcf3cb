package rates

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
)

// The levies of Ghana stand beside the tax on one base: 15 + 2.5 + 2.5 = 20 per
// cent, as the Ghana Revenue Authority announced Act 1151; reliefs at zero
// carry none.
func TestLeviesBesideTheStandardRate(t *testing.T) {
	on := civil.MustParse("2026-03-01")
	r, b := Lookup(Location{Country: "GH"}, "goods_standard", "", "category", on)
	if b != nil || !r.Total().Equal(money.MustParse("0.2")) || len(r.Components) != 3 || r.Components[0].Code != "VAT" ||
		r.Components[2].Code != "NHIL" {
		t.Errorf("%+v, %v", r.Components, b)
	}
	if r, b := Lookup(Location{Country: "GH"}, "goods_standard", Zero, "category",
		on); b != nil || r.Total().Sign() != 0 || len(r.Components) != 1 {
		t.Errorf("zero: %+v, %v", r.Components, b)
	}
	if _, b := Lookup(Location{Country: "GH"}, "goods_standard", "", "category", civil.MustParse("2025-12-31")); b == nil {
		t.Error("the compound of 2025 is answered with the sum of 2026")
	}
}

// The tax break of the winter of 2024 lifts GST and HST, and no tax that a
// province levies itself.
func TestTheTaxBreakOfCanada(t *testing.T) {
	for _, c := range []struct{ province, category, day, want, code string }{
		{"on", "restaurant_services", "2024-12-14", "0", ""}, {"ab", "books", "2025-02-15", "0", ""},
		{"on", "restaurant_services", "2025-02-16", "", refusal.CategoryNotMapped},
		{"qc", "children_clothing", "2025-01-02", "", refusal.RateNotCovered},
		{"bc", "children_clothing", "2025-01-02", "", refusal.CategoryNotMapped},
		{"on", "food", "2025-01-02", "", refusal.RateClassRequired},
		{"on", "goods_standard", "2025-01-02", "0.13", ""},
	} {
		r, b := Lookup(Location{Country: "CA", Territory: c.province}, c.category, "", "category", civil.MustParse(c.day))
		switch {
		case c.code == "" && (b != nil || r.Total().String() != c.want):
			t.Errorf("%+v: %+v, %v", c, r.Components, b)
		case c.code != "" && (b == nil || b.Code != c.code):
			t.Errorf("%+v: %+v, %v", c, r.Components, b)
		}
	}
}

// Temporary cuts by category, and what stands after them.
func TestTemporaryCuts(t *testing.T) {
	for _, c := range []struct{ place, category, day, want, code string }{
		{"TR", "hotel_accommodation", "2020-07-31", "0.01", ""}, {"TR", "hotel_accommodation", "2021-07-31", "0.01", ""},
		{"TR", "hotel_accommodation", "2021-08-01", "", refusal.CategoryNotMapped},
		{"TR", "hairdressing", "2021-01-01", "0.08", ""}, {"TR", "restaurant_services", "2021-01-01", "", refusal.RateClassRequired},
		{"CY", "books", "2023-07-21", "0.03", ""}, {"CY", "books", "2023-07-20", "", refusal.CategoryNotMapped},
		{"VN", "goods_standard", "2026-06-01", "", refusal.RateClassRequired}, {"VN", "goods_standard", "2027-01-01", "0.1", ""},
		{"PT", "food", "2023-05-01", "", refusal.RateClassRequired},
	} {
		r, b := Lookup(Location{Country: c.place}, c.category, "", "category", civil.MustParse(c.day))
		switch {
		case c.code == "" && (b != nil || r.Total().String() != c.want):
			t.Errorf("%+v: %+v, %v", c, r.Components, b)
		case c.code != "" && (b == nil || b.Code != c.code):
			t.Errorf("%+v: %+v, %v", c, r.Components, b)
		}
	}
}
