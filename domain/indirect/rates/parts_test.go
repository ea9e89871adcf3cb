package rates

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// asked are the categories that a place taxes in parts by what no narrower
// category says, with the reason.
var asked = map[string]string{
	"IN/goods_standard":        "the classes follow the headings of the tariff",
	"VN/goods_standard":        "the cut leaves out headings of the tariff",
	"VN/services_standard":     "the cut leaves out services by their code",
	"VN/professional_services": "the cut leaves out services by their code",
	"VN/digital_services":      "the cut leaves out services by their code",
	"BE/hotel_accommodation":   "the day of the booking decides",
	"BE/prepared_food":         "no list of the luxury items was found",
	"CA/alcoholic_beverages":   "the strength decides",
	"DK/newspapers":            "how often they appear decides",
	"EG/food":                  "no list of luxury food was found",
	"EG/restaurant_services":   "the kind of restaurant decides",
	"GR/medicines":             "no list by substance was found",
	"NG/books":                 "their use in education decides",
	"NG/ebooks":                "their use in education decides",
	"NG/food":                  "additives decide",
	"TR/cultural_admission":    "the rate before the cut decides",
	"TR/restaurant_services":   "the rate before the cut decides",
}

var offered = regexp.MustCompile(`([a-z_0-9]+) \(([a-z_0-9]+)\)`)

// Wherever a place taxes a category in parts, the refusal names narrower
// categories, and each of them answers with the class that it names. A reason
// that no longer holds is one too many.
func TestPartsDecideWhereAPlaceTaxesInParts(t *testing.T) {
	unused := maps.Clone(asked)
	places := map[string]bool{}
	for country := range countries() {
		c := open(country)
		if c == nil {
			continue
		}
		loc := Location{Country: country}
		if country == "CA" {
			loc.Territory = "on"
		}
		for code, values := range c.categories {
			for _, v := range values {
				if !strings.Contains(v.text, "|") {
					continue
				}
				r, b := Lookup(loc, code, "", "category", v.period.From)
				if general := at(c.rules["general_"+code], v.period.From); general != nil {
					heldAtLarge(t, c, r, b, general, v.text)
					continue
				}
				if b == nil || b.Code != refusal.RateClassRequired {
					t.Errorf("%s %s from %s: %v", country, code, v.period.From, b)
					continue
				}
				parts := offered.FindAllStringSubmatch(b.Message, -1)
				if _, excused := asked[country+"/"+code]; excused {
					delete(unused, country+"/"+code)
					if len(parts) > 0 {
						t.Errorf("%s %s from %s is asked, but there are %v", country, code, v.period.From, parts)
					}
					continue
				}
				if len(parts) == 0 {
					t.Errorf("%s %s from %s names no narrower category: %s", country, code, v.period.From, b.Message)
				}
				for _, p := range parts {
					r, refused := Lookup(loc, p[1], "", "category", v.period.From)
					if refused != nil || r.Class != p[2] || len(r.Citations) == 0 {
						t.Errorf("%s %s from %s offers %s (%s): %+v, %v", country, code, v.period.From, p[1], p[2], r, refused)
					}
				}
				for _, class := range strings.Split(v.text, "|") {
					given := slices.ContainsFunc(parts, func(p []string) bool { return p[2] == class })
					if said := strings.Contains(b.Message, "no category held has") && strings.Contains(b.Message, class); !given && !said {
						t.Errorf("%s %s from %s: nothing is said of %s: %s", country, code, v.period.From, class, b.Message)
					}
				}
				places[country] = true
			}
		}
	}
	for name, why := range unused {
		t.Errorf("%s is not taxed in parts any more: %s", name, why)
	}
	if len(places) == 0 {
		t.Error("no place taxes anything in parts")
	}
}

// heldAtLarge reports an answer that is not of the class at large, or that does
// not name what is excepted from it.
func heldAtLarge(t *testing.T, c *country, r Rate, b *refusal.Blocked, general *dated, classes string) {
	t.Helper()
	if b != nil || r.Class != general.text || !slices.Contains(strings.Split(classes, "|"), general.text) || len(r.Citations) < 2 {
		t.Errorf("%s %s at large: %+v, %v", r.Location.Country, r.Category, r, b)
		return
	}
	for _, part := range category.Parts(r.Category) {
		own := at(c.categories[part.Code], general.period.From)
		if named := strings.Contains(r.Assumption, part.Code); own != nil && named != (own.text != general.text) {
			t.Errorf("%s %s (%s): %s", r.Location.Country, part.Code, own.text, r.Assumption)
		}
		if own != nil && own.text != general.text && !part.Apart {
			t.Errorf("%s has %s at %s, so that %s is no class at large", r.Location.Country, part.Code, own.text, general.text)
		}
	}
}

// A part of which a place says nothing follows a whole that the place taxes
// alike, unless it is where such laws make their exceptions.
func TestAPartFollowsItsWhole(t *testing.T) {
	on := civil.MustParse("2026-11-20")
	followed, apart := 0, 0
	for country := range countries() {
		c := open(country)
		if c == nil || country == "CA" {
			continue
		}
		for _, part := range category.All() {
			whole := at(c.categories[part.Within], on)
			if part.Within == "" || whole == nil || strings.Contains(whole.text, "|") || at(c.categories[part.Code], on) != nil {
				continue
			}
			r, b := Lookup(Location{Country: country}, part.Code, "", "category", on)
			if part.Apart {
				apart++
				if b == nil || b.Code != refusal.CategoryNotMapped {
					t.Errorf("%s %s: %+v, %v", country, part.Code, r, b)
				}
				continue
			}
			followed++
			if b != nil || r.Class != whole.text || !strings.Contains(r.Assumption, "no rule apart") {
				t.Errorf("%s %s: %+v, %v; the whole is %s", country, part.Code, r, b, whole.text)
			}
		}
	}
	if followed == 0 || apart == 0 {
		t.Errorf("%d followed, %d apart", followed, apart)
	}
}

// What the sources say in words, by place and day.
func TestPartsByPlace(t *testing.T) {
	for _, c := range []struct{ place, code, day, want string }{
		{"DE", "lobster_oysters", "2026-01-01", "0.19"}, {"DE", "fish", "2026-01-01", "0.07"}, {"DE", "bread", "2020-12-31", "0.05"},
		{"FR", "confectionery", "2026-01-01", "0.2"}, {"FR", "cheese", "2015-01-01", "0.055"}, {"GB", "cakes", "2026-01-01", "0"},
		{"GB", "savoury_snacks", "2026-01-01", "0.2"}, {"IE", "livestock", "2026-01-01", "0.048"}, {"IE", "cakes", "2015-06-01", "0.135"},
		{"ES", "bread", "2022-12-31", "0.04"}, {"ES", "bread", "2024-09-30", "0"}, {"ES", "bread", "2024-12-31", "0.02"},
		{"ES", "olive_oil", "2024-06-30", "0.05"}, {"ES", "olive_oil", "2024-07-01", "0"}, {"ES", "seed_oils", "2024-11-01", "0.075"},
		{"ES", "seed_oils", "2025-01-01", "0.1"}, {"AT", "milk", "2026-07-01", "0.049"}, {"AT", "milk", "2026-06-30", "0.1"},
		{"AT", "beef", "2026-07-01", "0.1"}, {"AT", "air_transport", "2026-01-01", "0.13"}, {"DE", "rail_transport", "2026-01-01", "0.07"},
		{"DE", "coach_transport", "2026-01-01", "0.19"}, {"PL", "bread", "2024-03-31", "0"}, {"PL", "bread", "2024-04-01", "0.05"},
		{"PL", "spices", "2026-01-01", "0.08"}, {"PL", "caviar", "2026-01-01", "0.23"}, {"HU", "poultry", "2016-12-31", "0.27"},
		{"HU", "poultry", "2017-01-01", "0.05"}, {"HU", "milk", "2016-12-31", "0.18"}, {"SK", "ice_cream", "2025-12-31", "0.19"},
		{"SK", "ice_cream", "2026-01-01", "0.23"}, {"SK", "bread", "2026-01-01", "0.05"}, {"RO", "museums", "2026-01-01", "0.11"},
		{"CZ", "electronic_books", "2026-01-01", "0"}, {"CZ", "electronic_periodicals", "2026-01-01", "0.12"},
		{"FR", "electronic_periodicals", "2026-01-01", "0.021"}, {"JP", "newspapers_single", "2026-01-01", "0.1"},
		{"BE", "margarine", "2026-01-01", "0.12"}, {"BE", "restaurant_drinks", "2021-06-01", "0.06"}, {"LV", "eggs", "2026-07-01", "0.12"},
		{"HR", "fruit", "2022-03-31", "0.13"}, {"HR", "fruit", "2022-04-01", "0.05"}, {"SE", "bread", "2026-04-01", "0.06"},
	} {
		r, b := Lookup(Location{Country: c.place}, c.code, "", "category", civil.MustParse(c.day))
		if b != nil || fmt.Sprint(r.Total()) != c.want {
			t.Errorf("%+v: %v, %v", c, r.Total(), b)
		}
	}
}
