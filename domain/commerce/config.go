package commerce

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
)

// Config is a tenant's whole configuration. Add changes it in place; who keeps
// one while it changes takes a Clone.
type Config struct {
	regions       map[string]Record[Region]
	rates         map[string]Record[Rate]
	rules         map[string]Record[Rule]
	registrations map[string]Record[Registration]
	exemptions    map[string]Record[Exemption]
	customers     map[string][]string // customer → exemptions that name it, or did
}

// NewConfig returns an empty configuration.
func NewConfig() Config {
	return Config{map[string]Record[Region]{}, map[string]Record[Rate]{}, map[string]Record[Rule]{}, map[string]Record[Registration]{},
		map[string]Record[Exemption]{}, map[string][]string{}}
}

// Clone returns a copy that Add to the other does not change.
func (c Config) Clone() Config {
	return Config{maps.Clone(c.regions), maps.Clone(c.rates), maps.Clone(c.rules), maps.Clone(c.registrations), maps.Clone(c.exemptions),
		maps.Clone(c.customers)}
}

// Categories of the records of a configuration.
func Categories() []event.Category {
	return []event.Category{Regions.Category, Rates.Category, Rules.Category, Registrations.Category, Exemptions.Category}
}

// Add applies an event of one of the configuration's records.
func (c Config) Add(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	switch s.Category {
	case Regions.Category.Name:
		c.regions[s.ID] = Regions.Evolve(c.regions[s.ID], e)
	case Rates.Category.Name:
		c.rates[s.ID] = Rates.Evolve(c.rates[s.ID], e)
	case Rules.Category.Name:
		c.rules[s.ID] = Rules.Evolve(c.rules[s.ID], e)
	case Registrations.Category.Name:
		c.registrations[s.ID] = Registrations.Evolve(c.registrations[s.ID], e)
	case Exemptions.Category.Name:
		r := Exemptions.Evolve(c.exemptions[s.ID], e)
		c.exemptions[s.ID] = r
		if of := r.Latest().CustomerID; of != "" && !slices.Contains(c.customers[of], s.ID) {
			// Clipped, so that a clone's list never shares what is appended.
			c.customers[of] = append(slices.Clip(c.customers[of]), s.ID)
		}
	}
}

// Forget empties what speaks of a customer who was forgotten; subject is that of
// CustomerSubject.
func (c Config) Forget(subject string) {
	for id, r := range c.exemptions {
		if !slices.ContainsFunc(r.Versions, func(v Version[Exemption]) bool { return v.Content.subject == subject }) {
			continue
		}
		r.Versions = slices.Clone(r.Versions)
		for i := range r.Versions {
			if e := &r.Versions[i].Content; e.subject == subject {
				delete(c.customers, e.CustomerID)
				e.forget()
			}
		}
		c.exemptions[id] = r
	}
}

// exemptionsOf lists a customer's exemptions that hold on a day for a site.
func (c Config) exemptionsOf(customer string, site int64, day civil.Date) []inEffect[Exemption] {
	of := map[string]Record[Exemption]{}
	for _, id := range c.customers[customer] {
		of[id] = c.exemptions[id]
	}
	return slices.DeleteFunc(on(of, site, day), func(e inEffect[Exemption]) bool { return e.Content.CustomerID != customer })
}

// HasRegion reports whether records of a site (0 = of the whole tenant) may
// belong to a region: it is there, not retired, and of that site or of the
// whole tenant.
func (c Config) HasRegion(id string, site int64) bool {
	r, ok := c.regions[id]
	return ok && r.RetiredOn.IsZero() && (r.Site == 0 || r.Site == site)
}

// inEffect is a record's content on a day.
type inEffect[C Content] struct {
	ID      string
	Site    int64
	Content C
}

// on lists what holds on a day for a site, ordered by id.
func on[C Content](m map[string]Record[C], site int64, day civil.Date) []inEffect[C] {
	var out []inEffect[C]
	for id, r := range m {
		if r.Site != 0 && r.Site != site {
			continue
		}
		if c, ok := r.On(day); ok {
			out = append(out, inEffect[C]{id, r.Site, c})
		}
	}
	slices.SortFunc(out, func(a, b inEffect[C]) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Registrations lists those of a tenant, retired ones too, by id.
func (c Config) Registrations() []Record[Registration] {
	out := make([]Record[Registration], 0, len(c.registrations))
	for _, r := range c.registrations {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Record[Registration]) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Registered reports whether the merchant is registered under a scheme in a
// country, or in a region of it, on a day: for a site, what is said of the
// tenant as a whole holds too. An empty scheme is the authority's own.
func (c Config) Registered(country, scheme string, site int64, on civil.Date) bool {
	if scheme == "" {
		scheme = Standard
	}
	for _, r := range c.registrations {
		if r.Site != 0 && r.Site != site {
			continue
		}
		if x, in := r.On(on); in && x.Country == country && x.Scheme == scheme && x.Standing == "registered" {
			return true
		}
	}
	return false
}
