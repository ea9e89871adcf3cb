package settings

import (
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Replaced holds all settings of a scope from a day on.
type Replaced struct {
	EffectiveFrom civil.Date `json:"effective_from"`
	Values
}

func (Replaced) EventType() string { return "settings.replaced.v1" }

// Category of the streams settings-<tenant>-<site>; site 0 is the tenant.
var Category = event.Category{Name: "settings", Types: []event.Type{event.Of[Replaced]()}}

// StreamID is the stream of a site's settings.
func StreamID(site int64) string { return strconv.FormatInt(site, 10) }

// Version is what was said of a scope from a day on.
type Version struct {
	EffectiveFrom civil.Date
	Values
	RecordedAt time.Time
	RecordedBy string
}

// State is all that was said of a scope, by EffectiveFrom.
type State struct {
	Versions []Version
	Changes  int
}

// Evolve applies one event. What was said for the same or a later day before is
// kept for days before it, and no longer holds from it on.
func (s State) Evolve(e event.Recorded) State {
	p, ok := e.Payload.(Replaced)
	if !ok {
		return s
	}
	s.Changes++
	v := Version{p.EffectiveFrom, p.Values, e.Meta.Time, e.Meta.Principal}
	at := sort.Search(len(s.Versions), func(i int) bool { return !s.Versions[i].EffectiveFrom.Before(v.EffectiveFrom) })
	s.Versions = append(slices.Clone(s.Versions[:at]), v)
	return s
}

// On returns what holds on a day.
func (s State) On(day civil.Date) (Version, bool) {
	for i := len(s.Versions) - 1; i >= 0; i-- {
		if !day.Before(s.Versions[i].EffectiveFrom) {
			return s.Versions[i], true
		}
	}
	return Version{}, false
}

// changesMax keeps the stream short enough to load whole.
const changesMax = 900

// Replace asks for new settings of a scope.
type Replace struct {
	EffectiveFrom civil.Date `json:"effective_from,omitzero" format:"date" required:"false" doc:"From this day on; left out: today, where the site is."`
	Values
}

// Validate reports every malformed field.
func (c Replace) Validate() error {
	var f fault.Fields
	c.Values.validate(&f)
	return f.Err()
}

// Decide replaces the settings. today is the day where the scope is.
//
// Blockers: too_many_changes.
func (c Replace) Decide(s State, _ act.Context, today civil.Date) ([]event.Payload, error) {
	if c.EffectiveFrom.IsZero() {
		c.EffectiveFrom = today
	}
	if s.Changes >= changesMax {
		var b fault.Blockers
		b.Add("too_many_changes", "settings of one scope change at most %d times", changesMax)
		return nil, b.Err()
	}
	if c.Seller != nil {
		seller := *c.Seller
		seller.TaxID, seller.TaxNumber = taxid.Written(seller.TaxID), taxid.Written(seller.TaxNumber)
		c.Seller = &seller
	}
	return []event.Payload{Replaced(c)}, nil
}

// InForce are the settings that hold for a site on a day: its own, and the
// tenant's where it has none. Inherited names the members that are the tenant's.
type InForce struct {
	Values
	Inherited []string
}

// On returns what holds on a day for a site, given the tenant's and its own
// settings.
func On(tenant, site State, day civil.Date) InForce {
	own, _ := site.On(day)
	general, _ := tenant.On(day)
	out := InForce{Values: own.Values}
	if out.Seller == nil && general.Seller != nil {
		out.Seller, out.Inherited = general.Seller, append(out.Inherited, "seller")
	}
	if out.Invoicing == nil && general.Invoicing != nil {
		out.Invoicing, out.Inherited = general.Invoicing, append(out.Inherited, "invoicing")
	}
	if out.Thresholds == nil && general.Thresholds != nil {
		out.Thresholds, out.Inherited = general.Thresholds, append(out.Inherited, "thresholds")
	}
	if out.Exports == nil && general.Exports != nil {
		out.Exports, out.Inherited = general.Exports, append(out.Inherited, "exports")
	}
	if out.DraftCoverage == nil && general.DraftCoverage != nil {
		out.DraftCoverage, out.Inherited = general.DraftCoverage, append(out.Inherited, "draft_coverage")
	}
	if out.ResponsibleAdviser == "" && general.ResponsibleAdviser != "" {
		out.ResponsibleAdviser, out.Inherited = general.ResponsibleAdviser, append(out.Inherited, "responsible_adviser")
	}
	return out
}

// Threshold is the amount of a currency from which on a step needs approval.
func (v Values) Threshold(currency string) (money.Dec, bool) {
	amount, ok := v.Thresholds[currency]
	return amount, ok
}

// AcceptsDraft reports whether draft coverage may be rested on, on a day.
func (v Values) AcceptsDraft(day civil.Date) bool {
	return v.DraftCoverage != nil && !day.After(v.DraftCoverage.AcceptedUntil)
}

// Transmits names the system that hands invoices in to a country's authority;
// "" where none is named.
func (v Values) Transmits(country string) string {
	if v.Invoicing == nil {
		return ""
	}
	for _, t := range v.Invoicing.Transmission {
		if t.Country == country {
			return t.System
		}
	}
	return ""
}

// SellerSize is the seller's size, "" where it is not said.
func (v Values) SellerSize() string {
	if v.Invoicing == nil {
		return ""
	}
	return v.Invoicing.SellerSize
}
