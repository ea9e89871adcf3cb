package commerce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// Ambiguous is the code of two records that fit equally well.
const Ambiguous = "configuration_ambiguous"

// Assembled is a cart with what the configuration adds to it.
type Assembled struct {
	Cart      Cart
	Request   indirect.Request
	Region    string // id, "" = none
	Provider  string
	OnFailure string
	Applied   []Applied

	rates []inEffect[Rate]
	named map[string]inEffect[Region]
}

// Assemble completes a cart from a configuration. Malformed carts are an
// InvalidInput that names every field; what is unmet is *indirect.Blockers.
func Assemble(cart Cart, c Config, site int64, today civil.Date) (*Assembled, error) {
	a := &Assembled{Cart: cart, Provider: cart.Provider, OnFailure: cart.OnProviderFailure, Applied: []Applied{},
		named: map[string]inEffect[Region]{}}
	day := cart.Date
	if day.IsZero() {
		day = today
	}
	regions := on(c.regions, site, day)
	for _, r := range regions {
		a.named[r.ID] = r
	}
	region, b := closest(regions, cart.destination(), day)
	if b != nil {
		return nil, &indirect.Blockers{List: []*indirect.Blocked{b}}
	}
	a.Request = cart.request()
	a.Request.Date = day
	if err := a.defaults(region); err != nil {
		return nil, err
	}
	registrations, b := a.standing(on(c.registrations, site, day))
	if b != nil {
		return nil, &indirect.Blockers{List: []*indirect.Blocked{b}}
	}
	a.seller(registrations)
	a.exempt(c, site)
	if err := a.lines(on(c.rules, site, day)); err != nil {
		return nil, err
	}
	a.rates = on(c.rates, site, day)
	return a, nil
}

// closest finds the region of an address.
func closest(regions []inEffect[Region], to indirect.Address, day civil.Date) (*inEffect[Region], *indirect.Blocked) {
	at, b := rates.Locate(to.Country, to.Region, to.PostalCode, day)
	if b != nil {
		return nil, nil // the calculation refuses the address with its field
	}
	var best *inEffect[Region]
	rank, twice := 0, ""
	for i, r := range regions {
		close, ok := r.Content.matches(at, to.Country, to.PostalCode, day)
		if !ok {
			continue
		}
		close *= 2
		if r.Site != 0 {
			close++
		}
		switch {
		case close > rank:
			best, rank, twice = &regions[i], close, ""
		case close == rank:
			twice = r.ID
		}
	}
	if twice != "" {
		return nil, refusal.New(Ambiguous, "ship_to", "tax regions %s and %s name the destination equally closely", best.ID, twice)
	}
	return best, nil
}

func (a *Assembled) applied(kind, id, name string) {
	one := Applied{kind, id, name}
	if !slices.Contains(a.Applied, one) {
		a.Applied = append(a.Applied, one)
	}
}

// defaults takes what the cart leaves open from its region.
func (a *Assembled) defaults(region *inEffect[Region]) error {
	included := a.Cart.PricesIncludeTax
	if region != nil {
		r := region.Content
		a.Region = region.ID
		a.applied("region", region.ID, r.Name)
		if a.Request.Currency == "" {
			a.Request.Currency = r.Currency
		}
		if included == nil {
			included = r.PricesIncludeTax
		}
		if a.Request.ShippingTaxable == nil {
			a.Request.ShippingTaxable = r.ShippingTaxable
		}
		if a.Provider == "" {
			a.Provider = r.Provider
		}
		if a.OnFailure == "" {
			a.OnFailure = r.OnProviderFailure
		}
	}
	if a.Provider == "" {
		a.Provider = Internal
	}
	if a.OnFailure == "" {
		a.OnFailure = Refuse
	}
	var fields fault.Fields
	a.Cart.checkCertificate(&fields)
	if a.Request.Currency == "" {
		fields.Add("currency", "is required where no tax region gives it")
	}
	if included == nil {
		fields.Add("prices_include_tax", "is required where no tax region gives it")
	} else {
		a.Request.PricesIncludeTax = *included
	}
	return fields.Err()
}

// standing leaves out the tenant's registrations where the site has its own of
// the same place and scheme, and refuses two that contradict each other about a
// country of the cart.
func (a *Assembled) standing(all []inEffect[Registration]) ([]inEffect[Registration], *indirect.Blocked) {
	type subject struct{ country, region, scheme string }
	of := func(r inEffect[Registration]) subject {
		return subject{r.Content.Country, strings.ToUpper(r.Content.Region), r.Content.Scheme}
	}
	ofSite, first := map[subject]bool{}, map[subject]inEffect[Registration]{}
	for _, r := range all {
		ofSite[of(r)] = ofSite[of(r)] || r.Site != 0
	}
	kept := make([]inEffect[Registration], 0, len(all))
	for _, r := range all {
		if ofSite[of(r)] && r.Site == 0 {
			continue
		}
		kept = append(kept, r)
		other, twice := first[of(r)]
		if !twice {
			first[of(r)] = r
		} else if other.Content.Standing != r.Content.Standing && a.touches(r.Content.Country) {
			return nil, refusal.New(Ambiguous, "seller.registrations",
				"registrations %s and %s say that the merchant is and is not registered in %s",
				other.ID, r.ID, r.Content.place())
		}
	}
	return kept, nil
}

// touches reports whether an address of the cart lies in a country.
func (a *Assembled) touches(country string) bool {
	return slices.ContainsFunc(a.Cart.addresses(), func(at indirect.Address) bool { return at.Country == country })
}

// seller gives the merchant its registrations.
func (a *Assembled) seller(all []inEffect[Registration]) {
	s := a.Cart.Seller.seller()
	for _, r := range all {
		switch place := r.Content.place(); {
		case r.Content.Standing == "not_registered":
			s.NotRegistered = append(s.NotRegistered, place)
		case r.Content.Scheme == UnionOSS, r.Content.Scheme == NonUnionOSS:
			s.OSS = true
		case r.Content.Scheme == IOSS:
			if a.Request.Import != nil {
				with := *a.Request.Import
				with.IOSS = true
				a.Request.Import = &with
			}
		default:
			s.Registrations = append(s.Registrations, place)
		}
		a.applied("registration", r.ID, r.Content.place()+" "+r.Content.Scheme)
	}
	a.Request.Seller = s
}

// exempt gives the buyer the customer's certificate for the destination. What
// the cart itself carries wins.
func (a *Assembled) exempt(c Config, site int64) {
	to := a.Cart.destination()
	if a.Cart.CustomerID == "" || a.Request.Buyer.Exemption != nil || to.Country != "US" {
		return
	}
	at, b := rates.Locate(to.Country, to.Region, to.PostalCode, a.Request.Date)
	if b != nil {
		return
	}
	state := "US-" + strings.ToUpper(at.Territory)
	for _, e := range c.exemptionsOf(a.Cart.CustomerID, site, a.Request.Date) {
		if slices.Contains(e.Content.Places, state) {
			a.Request.Buyer.Exemption = &indirect.Exemption{Kind: e.Content.Kind, Number: e.Content.Number, Places: e.Content.Places,
				Until: e.Content.EffectiveTo}
			a.applied("exemption", e.ID, e.Content.Kind)
			return
		}
	}
}

// lines gives each line its category.
func (a *Assembled) lines(rules []inEffect[Rule]) error {
	slices.SortStableFunc(rules, func(x, y inEffect[Rule]) int { return x.Content.Priority - y.Content.Priority })
	var open []*indirect.Blocked
	a.Request.Lines = make([]indirect.Line, len(a.Cart.Lines))
	for i, l := range a.Cart.Lines {
		out := l.line()
		for _, r := range rules {
			if out.Category != "" {
				break
			}
			if (r.Content.RegionID != "" && r.Content.RegionID != a.Region) || !r.Content.matches(l) {
				continue
			}
			out.Category = r.Content.Set.Category
			if out.RateClass == "" {
				out.RateClass = r.Content.Set.RateClass
			}
			if out.SupplyKind == "" {
				out.SupplyKind = r.Content.Set.SupplyKind
			}
			a.applied("rule", r.ID, r.Content.Name)
		}
		if out.Category == "" {
			open = append(open, refusal.New(refusal.CategoryNotMapped, fmt.Sprintf("lines[%d].category", i),
				"the line names no category, and no tax rule gives it one"))
		}
		a.Request.Lines[i] = out
	}
	if len(open) > 0 {
		return &indirect.Blockers{List: open}
	}
	return nil
}

// Rates is the tenant's overlay on a place that taxes a line of the cart. Of those that
// replace, the closest region goes first, then the rate of the category itself, then
// that of the one that it lies within, then the site's.
func (a *Assembled) Rates(place rates.Location, of, field string) (indirect.OwnRates, *indirect.Blocked) {
	var best []inEffect[Rate]
	rank := 0
	var adding []inEffect[Rate]
	for _, r := range a.rates {
		region, ok := a.named[r.Content.RegionID]
		reach := reaches(r.Content.Category, of)
		if !ok || reach == 0 {
			continue
		}
		close := a.closeness(region.Content, place)
		if close == 0 {
			continue
		}
		if r.Content.Mode == "add" {
			adding = append(adding, r)
			continue
		}
		const reachesMost, sites = 3, 2
		close = (close*(reachesMost+1) + reach) * sites
		if r.Site != 0 {
			close++
		}
		switch {
		case close > rank:
			best, rank = []inEffect[Rate]{r}, close
		case close == rank:
			best = append(best, r)
		}
	}
	if len(best) > 1 {
		return nil, refusal.New(Ambiguous, field, "rates %s and %s replace the same rate equally closely", best[0].ID, best[1].ID)
	}
	var out indirect.OwnRates
	for _, r := range append(best, adding...) {
		out = append(out, indirect.OwnRate{ID: r.ID, Name: r.Content.Name, Code: r.Content.Code, Rate: r.Content.Rate,
			Adds: r.Content.Mode == "add", Source: r.Content.Source})
		a.applied("rate", r.ID, r.Content.Name)
	}
	return out, nil
}

// reaches is how closely a rate's category names a line's: 3 it is the same, 2 the line's
// lies within it and is not apart, so that what is said of the whole holds of it
// (category.Category), 1 the rate names none, 0 not at all.
func reaches(rate, line string) int {
	const same, whole, every = 3, 2, 1
	rate, line = category.Code(rate), category.Code(line)
	switch c, _ := category.Get(line); {
	case rate == "":
		return every
	case rate == line:
		return same
	case c.Within == rate && !c.Apart:
		return whole
	}
	return 0
}

// closeness is how closely a region names the place that taxes a line, through
// the cart's addresses there; 0 = not at all.
func (a *Assembled) closeness(r Region, place rates.Location) int {
	for _, to := range a.Cart.addresses() {
		at, b := rates.Locate(to.Country, to.Region, to.PostalCode, a.Request.Date)
		if b != nil || at != place {
			continue
		}
		close, _ := r.matches(at, to.Country, to.PostalCode, a.Request.Date)
		return close
	}
	return 0
}

// HasOwnRates reports whether the cart's region has rates of the tenant's own.
func (a *Assembled) HasOwnRates() bool {
	return slices.ContainsFunc(a.rates, func(r inEffect[Rate]) bool { return r.Content.RegionID == a.Region })
}
