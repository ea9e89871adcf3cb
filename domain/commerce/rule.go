package commerce

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/supply"
)

// Rule gives products their tax category.
type Rule struct {
	Name     string    `json:"name" minLength:"1" maxLength:"200"`
	Priority int       `json:"priority" minimum:"0" maximum:"100000" doc:"The lowest that matches counts."`
	RegionID string    `json:"region_id,omitempty" pattern:"^[0-9a-f]{32}$" doc:"Only for carts of this region."`
	Match    RuleMatch `json:"match" doc:"At least one; all that are given must hold."`
	Set      RuleSet   `json:"set"`
	Effective
}

// RuleMatch says which lines a rule is for.
type RuleMatch struct {
	SKUs        []string `json:"skus,omitempty" maxItems:"500" nullable:"false"`
	SKUPrefix   string   `json:"sku_prefix,omitempty" maxLength:"100"`
	ProductType string   `json:"product_type,omitempty" maxLength:"100"`
}

// RuleSet is what a rule fills in where a line leaves it open.
type RuleSet struct {
	Category   string `json:"category" minLength:"1" maxLength:"60" doc:"Of the tax category catalogue."`
	RateClass  string `json:"rate_class,omitempty" maxLength:"40" doc:"Where the place taxes parts of the category differently."`
	SupplyKind string `json:"supply_kind,omitempty" maxLength:"40"`
}

// Rules is how rules are written down.
var Rules = Kind[Rule]{
	Noun: "tax rule",
	Category: event.Category{Name: "taxrule", Types: []event.Type{
		event.Of[RuleCreated](), event.Of[RuleChanged](), event.Of[RuleRetired](),
	}},
	created: func(id string, c Rule) event.Payload { return RuleCreated{id, c} },
	changed: func(c Rule) event.Payload { return RuleChanged{c} },
	retired: func(on civil.Date) event.Payload { return RuleRetired{on} },
	read: func(p event.Payload) (change[Rule], bool) {
		switch p := p.(type) {
		case RuleCreated:
			return change[Rule]{created: &p.Rule}, true
		case RuleChanged:
			return change[Rule]{changed: &p.Rule}, true
		case RuleRetired:
			return change[Rule]{retired: p.On}, true
		}
		return change[Rule]{}, false
	},
}

// RuleCreated begins a rule.
type RuleCreated struct {
	RuleID string `json:"rule_id"`
	Rule   Rule   `json:"rule"`
}

// RuleChanged holds the whole of what the rule says from its effective_from on.
type RuleChanged struct {
	Rule Rule `json:"rule"`
}

// RuleRetired ends a rule.
type RuleRetired struct {
	On civil.Date `json:"on"`
}

func (RuleCreated) EventType() string { return "commerce.rule_created.v1" }
func (RuleChanged) EventType() string { return "commerce.rule_changed.v1" }
func (RuleRetired) EventType() string { return "commerce.rule_retired.v1" }

func (r Rule) effective() Effective { return r.Effective }
func (r Rule) regionID() string     { return r.RegionID }

func (r Rule) check(f *fault.Fields) {
	checkText(f, "name", r.Name)
	if len(r.Match.SKUs) == 0 && r.Match.SKUPrefix == "" && r.Match.ProductType == "" {
		f.Add("match", "at least one of skus, sku_prefix and product_type")
	}
	for i, sku := range r.Match.SKUs {
		if sku == "" || len(sku) > 100 {
			f.Add(index("match.skus", i), "1 to 100 characters")
		}
	}
	checkCategory(f, "set.category", r.Set.Category)
	if k := r.Set.SupplyKind; k != "" && !slices.Contains(supply.Kinds, supply.Kind(k)) {
		f.Add("set.supply_kind", "one of %v", supply.Kinds)
	}
}

// matches reports whether the rule is for a line.
func (r Rule) matches(l CartLine) bool {
	m := r.Match
	return (len(m.SKUs) == 0 || slices.Contains(m.SKUs, l.SKU)) &&
		(m.SKUPrefix == "" || l.SKU != "" && strings.HasPrefix(l.SKU, m.SKUPrefix)) &&
		(m.ProductType == "" || m.ProductType == l.ProductType)
}
