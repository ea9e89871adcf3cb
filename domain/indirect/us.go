package indirect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/tax"
)

// originStates source sales within the state at the seller, for at least some
// taxes; their rule is not modelled.
var originStates = []string{"oh", "tn", "ut", "tx", "pa", "mo", "il", "va", "ms", "az", "ca"}

// inUS reports whether goods stay within the United States.
func (c *calculation) inUS(kind supply.Kind) bool {
	if kind == supply.Goods {
		return c.from.Country == "US" && c.to.Country == "US"
	}
	return c.seller.Country == "US" && c.buyer.Country == "US"
}

// american rates a line under the sales tax of the state of delivery.
func (c *calculation) american(out LineResult, kind supply.Kind, l Line, field string) (LineResult, []calc.Component, error) {
	state := strings.ToUpper(c.to.Territory)
	if state == "" {
		return out, nil, refusal.New(refusal.SubRegionRequired, "ship_to.region", "a state is needed: US-MN")
	}
	if c.q.PricesIncludeTax {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "prices_include_tax", "prices that include sales tax are not modelled")
	}
	if c.q.Platform != nil {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "platform", "marketplace sales: state the sale with the marketplace as seller, who must collect under the states' marketplace laws")
	}
	place := "US-" + state
	out.Decision = c.americanDecision(place)
	s, b := ussales.Lookup(state, l.Category, c.q.Date, field)
	if b != nil {
		return out, nil, b
	}
	out.CitationIDs = c.cite(s.Citations)
	c.assume(s.Assumption)
	c.assume("sales tax holidays are not held")
	c.tier = tax.Draft
	if exempt, b := c.certificate(place); b != nil {
		return out, nil, b
	} else if exempt {
		out.Treatment = "exempt_buyer"
		return out, nil, nil
	}
	collects, b := c.collects(place, "sales tax")
	if b != nil && s.Taxability != ussales.NoTax {
		return out, nil, b
	}
	if b == nil && !collects {
		out.Treatment = "not_collected"
		return out, nil, nil
	}
	own, b := c.own(c.to, l.Category, field)
	if b != nil {
		return out, nil, b
	}
	if own.replaces() {
		out.Treatment, out.RateClass = string(supply.Taxed), ownClass
		return out, own.components(), nil
	}
	out.Treatment = string(s.Taxability)
	out, comps, err := c.withLocal(out, s, l, place)
	return out, append(comps, own.components()...), err
}

// withLocal adds the local rates of the address, or says why it cannot.
func (c *calculation) withLocal(out LineResult, s ussales.StateTax, l Line, place string) (LineResult, []calc.Component, error) {
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
	address, field := c.q.Buyer.Address, "buyer.postal_code"
	if c.q.ShipTo != nil {
		address, field = *c.q.ShipTo, "ship_to.postal_code"
	}
	data := c.local[s.State]
	if data == nil {
		return out, nil, refusal.New(refusal.LocalRateMissing, field, "no rate and boundary files of %s are imported; scope state_only leaves local taxes out", place)
	}
	intrastate := c.from.Territory == c.to.Territory
	if intrastate && slices.Contains(originStates, c.to.Territory) {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "ship_from", "sales within %s are sourced at the seller for some taxes; that rule is not modelled", place)
	}
	zip5, zip4, _ := strings.Cut(address.PostalCode, "-")
	base := ussales.General
	switch {
	case l.Category == "food" || l.Category == "prescription_medicines":
		base = ussales.FoodAndDrugs
	case s.Taxability == ussales.Exempt:
		c.assume("localities tax what the state taxes (section 302 of the Streamlined Sales and Use Tax Agreement)")
		return out, nil, nil
	case s.Taxability != ussales.Taxable:
		return out, nil, refusal.New(refusal.TaxabilityNotCovered, field, "whether the localities of %s follow the state on %s is not held", place, l.Category)
	}
	c.reads(data.RateFile)
	js, b := data.Lookup(zip5, zip4, base, !intrastate, c.q.Date, field)
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

// reads notes an imported file that the result rests on.
func (c *calculation) reads(file string) {
	if !slices.Contains(c.files, file) {
		c.files = append(c.files, file)
	}
}

func (c *calculation) americanDecision(place string) int {
	for i, d := range c.decisions {
		if d.Rule == "us_destination" {
			return i
		}
	}
	c.decisions = append(c.decisions, Decision{Rule: "us_destination", Treatment: string(supply.Taxed), Place: c.to, Liable: "supplier",
		Reason: fmt.Sprintf("the buyer receives what is sold in %s", place)})
	return len(c.decisions) - 1
}

// certificate reports whether the buyer's exemption covers a state.
func (c *calculation) certificate(place string) (bool, *Blocked) {
	e := c.q.Buyer.Exemption
	if e == nil || !slices.Contains(e.Places, place) {
		return false, nil
	}
	if e.Number == "" || e.Kind == "" {
		return false, refusal.New(refusal.BuyerEvidenceMissing, "buyer.exemption", "a certificate needs its kind and number")
	}
	if !e.Until.IsZero() && e.Until.Before(c.q.Date) {
		return false, refusal.New(refusal.BuyerEvidenceMissing, "buyer.exemption.until", "the certificate ended on %s", e.Until)
	}
	c.assume(fmt.Sprintf("the buyer is exempt in %s by certificate %s (%s); the seller keeps it", place, e.Number, e.Kind))
	return true, nil
}
