package indirect

import (
	"strings"

	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/money"
)

// withLocal adds the local rates of the address, or says why it cannot.
func (c *calculation) withLocal(out LineResult, s ussales.StateTax, kind supply.Kind, l Line, place string) (LineResult, []calc.Component,
	error) {
	stateOnly := func() (LineResult, []calc.Component, error) {
		if s.Rate.Sign() == 0 {
			return out, nil, nil
		}
		return out, []calc.Component{{Code: place + "-state", Rate: s.Rate}}, nil
	}
	if !s.LocalToo {
		return stateOnly()
	}
	if c.q.Scope == "state_only" {
		c.assume("local taxes of " + place + " are left out, as asked (scope state_only)")
		return stateOnly()
	}
	_, field := c.destination()
	data := c.local[s.State]
	if data == nil {
		return out, nil, refusal.New(refusal.LocalRateMissing, field,
			"no rate and boundary files of %s are imported; scope state_only leaves local taxes out", place)
	}
	base := ussales.General
	switch {
	case l.Category == "food" || l.Category == "prescription_medicines":
		base = ussales.FoodAndDrugs
	case s.Taxability == ussales.Exempt:
		c.assume("localities tax what the state taxes (section 302 of the Streamlined Sales and Use Tax Agreement)")
		return out, nil, nil
	case s.Taxability != ussales.Taxable:
		return out, nil, refusal.New(refusal.TaxabilityNotCovered, field, "whether the localities of %s follow the state on %s is not held",
			place, l.Category)
	}
	c.reads(data.RateFile)
	js, b := c.localRates(data, base, kind)
	if b != nil {
		return out, nil, b
	}
	var comps []calc.Component
	for _, j := range js {
		if j.Rate.Sign() > 0 {
			comps = append(comps, calc.Component{Code: j.Code, Rate: j.Rate})
			out.CitationIDs = append(out.CitationIDs, c.cite(j.Citations)...)
		}
	}
	return out, comps, nil
}

// destination is the address of the buyer's place, and its field.
func (c *calculation) destination() (Address, string) {
	if c.q.ShipTo != nil {
		return *c.q.ShipTo, "ship_to.postal_code"
	}
	return c.q.Buyer.Address, "buyer.postal_code"
}

// origin is the address of the seller's place, and its field.
func (c *calculation) origin() (Address, string) {
	if c.q.ShipFrom != nil {
		return *c.q.ShipFrom, "ship_from.postal_code"
	}
	return c.q.Seller.Address, "seller.postal_code"
}

// localRates are the rates of the state and of the localities whose taxes the
// sale takes: the buyer's, the seller's, or of both.
func (c *calculation) localRates(data *ussales.Dataset, base ussales.Base, kind supply.Kind) ([]ussales.Jurisdiction, *Blocked) {
	within := c.from.Territory == c.to.Territory
	at := func(a Address, field string) ([]ussales.Jurisdiction, *Blocked) {
		zip5, zip4, _ := strings.Cut(a.PostalCode, "-")
		return data.Lookup(zip5, zip4, base, !within, c.q.Date, field)
	}
	if !within {
		return at(c.destination())
	}
	rule, held := ussales.SourcingOf(c.us(), data.State, c.q.Date)
	switch {
	case !held:
		return nil, refusal.New(refusal.SupplyRuleNotCovered, "ship_from", "whose local taxes a sale within US-%s takes is not held for %s",
			data.State, c.q.Date)
	case rule.Sourcing == ussales.AtDestination:
		return at(c.destination())
	case kind != supply.Goods:
		return nil, refusal.New(refusal.SupplyRuleNotCovered, "ship_from", "whose local taxes a service within US-%s takes is not held",
			data.State)
	}
	c.assume("the goods are sold from the address that ship_from or the seller names, where the order is received")
	theirs, b := at(c.origin())
	if b != nil {
		return nil, b
	}
	if rule.Sourcing == ussales.Mixed {
		return c.mixed(theirs, at)
	}
	local := money.Zero
	for _, j := range theirs[1:] {
		local = local.Add(j.Rate)
	}
	if local.Less(rule.LocalCap) {
		return nil, refusal.New(refusal.SupplyRuleNotCovered, "ship_from",
			"local taxes of the seller's place come to %s; below %s US-%s adds taxes of the buyer's, which is not modelled", local, rule.LocalCap,
			data.State)
	}
	return theirs, nil
}

// mixed takes the county and place of the seller and the districts of the buyer.
func (c *calculation) mixed(origin []ussales.Jurisdiction,
	at func(Address, string) ([]ussales.Jurisdiction, *Blocked)) ([]ussales.Jurisdiction, *Blocked) {
	dest, b := at(c.destination())
	if b != nil {
		return nil, b
	}
	var out []ussales.Jurisdiction
	for _, j := range origin {
		if !j.District {
			out = append(out, j)
		}
	}
	for _, j := range dest {
		if j.District {
			out = append(out, j)
		}
	}
	return out, nil
}
