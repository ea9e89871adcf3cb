package commerce

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
)

// Region is a place where the merchant sells, with what holds there.
type Region struct {
	Name              string   `json:"name" minLength:"1" maxLength:"200"`
	Country           string   `json:"country" pattern:"^[A-Z]{2}$" example:"DE" doc:"ISO 3166-1."`
	Region            string   `json:"region,omitempty" maxLength:"40" doc:"ISO 3166-2, or a territory's slug; left out: the whole country."`
	PostalPrefixes    []string `json:"postal_prefixes,omitempty" maxItems:"200" nullable:"false" doc:"Only postal codes that begin so."`
	Currency          string   `json:"currency,omitempty" pattern:"^[A-Z]{3}$" doc:"Of carts that name none."`
	PricesIncludeTax  *bool    `json:"prices_include_tax,omitempty" doc:"Of carts that do not say."`
	ShippingTaxable   *bool    `json:"shipping_taxable,omitempty" doc:"US states: whether charges for shipping are taxable, as the merchant states."`
	Provider          string   `json:"provider,omitempty" enum:"internal,stripe_tax,avalara" doc:"Who computes carts of this region; left out: internal."`
	OnProviderFailure string   `json:"on_provider_failure,omitempty" enum:"refuse,internal" doc:"When the provider does not answer: refuse (422), or compute internally and say so. Left out: refuse. Tax is never left out."`
	Effective
}

// Regions is how tax regions are written down.
var Regions = Kind[Region]{
	Noun: "tax region",
	Category: event.Category{Name: "taxregion", Types: []event.Type{
		event.Of[RegionCreated](), event.Of[RegionChanged](), event.Of[RegionRetired](),
	}},
	created: func(id string, c Region) event.Payload { return RegionCreated{id, c} },
	changed: func(c Region) event.Payload { return RegionChanged{c} },
	retired: func(on civil.Date) event.Payload { return RegionRetired{on} },
	read: func(p event.Payload) (change[Region], bool) {
		switch p := p.(type) {
		case RegionCreated:
			return change[Region]{created: &p.Region}, true
		case RegionChanged:
			return change[Region]{changed: &p.Region}, true
		case RegionRetired:
			return change[Region]{retired: p.On}, true
		}
		return change[Region]{}, false
	},
}

// RegionCreated begins a tax region.
type RegionCreated struct {
	RegionID string `json:"region_id"`
	Region   Region `json:"region"`
}

// RegionChanged holds the whole of what the region says from its
// effective_from on.
type RegionChanged struct {
	Region Region `json:"region"`
}

// RegionRetired ends a tax region.
type RegionRetired struct {
	On civil.Date `json:"on"`
}

func (RegionCreated) EventType() string { return "commerce.region_created.v1" }
func (RegionChanged) EventType() string { return "commerce.region_changed.v1" }
func (RegionRetired) EventType() string { return "commerce.region_retired.v1" }

func (r Region) effective() Effective { return r.Effective }
func (r Region) regionID() string     { return "" }

func (r Region) check(f *fault.Fields) {
	checkText(f, "name", r.Name)
	checkPlace(f, r.Country, r.Region, r.EffectiveFrom)
	for i, p := range r.PostalPrefixes {
		if p == "" || len(p) > 12 {
			f.Add(index("postal_prefixes", i), "1 to 12 characters")
		}
	}
	if _, known := money.MinorUnits(r.Currency); r.Currency != "" && !known {
		f.Add("currency", "an ISO 4217 code, such as EUR")
	}
	if r.Country != "" && r.Country != "US" && r.ShippingTaxable != nil {
		f.Add("shipping_taxable", "for US regions only; elsewhere shipping follows what is shipped")
	}
	if r.Provider == "" || r.Provider == Internal {
		if r.OnProviderFailure != "" {
			f.Add("on_provider_failure", "goes with an external provider")
		}
	}
}

// RegionDuplicate is the code of a region whose destinations another one names.
const RegionDuplicate = "tax_region_duplicate"

// twin finds a region of the same site that could stand beside r for one
// destination on one day, and name it as closely.
func (c Config) twin(r Region, id string, site int64) string {
	for _, other := range slices.Sorted(maps.Keys(c.regions)) {
		record := c.regions[other]
		if other == id || record.Site != site || !record.RetiredOn.IsZero() && !record.RetiredOn.After(r.EffectiveFrom) {
			continue
		}
		for _, v := range record.Versions {
			if r.beside(v.Content) {
				return other
			}
		}
	}
	return ""
}

// Twin is twin as a decision's facts give it.
func (c Config) Twin(site int64) func(Region, string) string {
	return func(r Region, id string) string { return c.twin(r, id, site) }
}

// overlap reports whether two spans share a day; one that ends before it begins has none.
func overlap(a, b Effective) bool {
	ends := func(from, to Effective) bool {
		return !to.EffectiveTo.IsZero() && to.EffectiveTo.Before(from.EffectiveFrom)
	}
	return !ends(a, b) && !ends(b, a) && !ends(a, a) && !ends(b, b)
}

// sharePostal reports whether two lists of postal prefixes, none of them
// being every code, leave a code to both at the same closeness.
func sharePostal(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	plain := func(p string) string { return strings.ToUpper(strings.ReplaceAll(p, " ", "")) }
	return slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool {
			return strings.HasPrefix(plain(x), plain(y)) || strings.HasPrefix(plain(y), plain(x))
		})
	})
}

// matches reports whether an address lies in the region, and how closely the
// region names it: 1 country, 2 region, 3 postal code.
func (r Region) matches(at rates.Location, country, postal string, on civil.Date) (closeness int, ok bool) {
	loc, b := rates.Locate(r.Country, r.Region, "", on)
	if b != nil || loc.Country != at.Country {
		return 0, false
	}
	closeness = 1
	if r.Region != "" || loc.Territory != "" {
		if loc.Territory != at.Territory {
			return 0, false
		}
		closeness = 2
	}
	if len(r.PostalPrefixes) == 0 {
		return closeness, true
	}
	code := strings.ToUpper(strings.ReplaceAll(postal, " ", ""))
	for _, p := range r.PostalPrefixes {
		if code != "" && strings.HasPrefix(code, strings.ToUpper(strings.ReplaceAll(p, " ", ""))) {
			return 3, true
		}
	}
	return 0, false
}
