package indirect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// us is the law of the States as the tenant reads it.
func (c *calculation) us() *law.Book {
	b, err := c.laid.Book("us")
	if err != nil {
		panic(err) // embedded and tested
	}
	return b
}

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
		return out, nil, refusal.New(refusal.SubRegionRequired, "ship_to.region", "a state is needed, such as US-MN")
	}
	if c.q.PricesIncludeTax {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "prices_include_tax", "prices that include sales tax are not modelled")
	}
	place := "US-" + state
	c.tier = tax.Draft
	if done, b := c.byMarketplace(&out, state); b != nil || done {
		return out, nil, orNil(b)
	}
	out.Decision = c.sourced(state, kind)
	if done, b := c.onHoliday(&out, state, l, field); b != nil || done {
		return out, nil, orNil(b)
	}
	s, b := ussales.Lookup(c.us(), state, l.Category, c.q.Date, field)
	if b != nil {
		return out, nil, b
	}
	out.CitationIDs = c.cite(s.Citations)
	c.assume(s.Assumption)
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
	out, comps, err := c.withLocal(out, s, kind, l, place)
	return out, append(comps, own.components()...), err
}

// orNil keeps a nil *Blocked from becoming an error that is not nil.
func orNil(b *Blocked) error {
	if b == nil {
		return nil
	}
	return b
}

// byMarketplace reports whether a marketplace collects in the seller's stead.
func (c *calculation) byMarketplace(out *LineResult, state string) (bool, *Blocked) {
	field := "seller.marketplace"
	if c.q.Platform != nil {
		field = "platform"
	} else if !c.q.Seller.Marketplace {
		return false, nil
	}
	m, held := ussales.MarketplaceOf(c.us(), state, c.q.Date)
	if !held {
		if !ussales.Taxes(c.us(), state, c.q.Date) {
			return false, nil
		}
		return false, refusal.New(refusal.SupplyRuleNotCovered, field, "no duty of marketplaces to collect in US-%s is held for %s", state,
			c.q.Date)
	}
	ids := c.cite(m.Citations)
	out.Decision = c.decided(Decision{Rule: "us_marketplace", Treatment: string(supply.ByPlatform), Place: c.to, Liable: "platform",
		Reason: "the marketplace that facilitates the sale collects the tax of US-" + state, CitationIDs: ids})
	out.Treatment, out.CitationIDs = string(supply.ByPlatform), ids
	c.assume("the marketplace is one that must collect in US-" + state + "; the seller keeps its confirmation")
	if m.Note != "" {
		c.assume("marketplaces in US-" + state + ": " + m.Note)
	}
	return true, nil
}

// sourced decides whose local taxes a line takes.
func (c *calculation) sourced(state string, kind supply.Kind) int {
	d := Decision{Rule: "us_destination", Treatment: string(supply.Taxed), Place: c.to, Liable: "supplier",
		Reason: fmt.Sprintf("the buyer receives what is sold in US-%s", state), CitationIDs: []string{}}
	if rule, held := ussales.SourcingOf(c.us(), state, c.q.Date); held && kind == supply.Goods && c.from.Territory == c.to.Territory {
		d.CitationIDs = c.cite(rule.Citations)
		switch rule.Sourcing {
		case ussales.AtOrigin:
			d.Rule, d.Reason = "us_origin", fmt.Sprintf("goods sold within US-%s take the local taxes of the place from which they are sold", state)
		case ussales.Mixed:
			d.Rule, d.Reason = "us_mixed", fmt.Sprintf("goods sold within US-%s take the county and city taxes of the place from which they are "+
				"sold, and the district taxes of the buyer's", state)
		}
	}
	return c.decided(d)
}

// decided returns the index of a decision, which is listed once.
func (c *calculation) decided(d Decision) int {
	for i, had := range c.decisions {
		if had.Rule == d.Rule && had.Place == d.Place {
			return i
		}
	}
	c.decisions = append(c.decisions, d)
	return len(c.decisions) - 1
}

// onHoliday reports whether a sales tax holiday exempts a line.
func (c *calculation) onHoliday(out *LineResult, state string, l Line, field string) (bool, *Blocked) {
	h, today, thisYear := ussales.HolidayOf(c.us(), state, l.Category, c.q.Date)
	switch {
	case !thisYear:
		c.assume(fmt.Sprintf("no sales tax holiday of US-%s on %s is held for %d", state, l.Category, c.q.Date.Year()))
		return false, nil
	case !today:
		return false, nil
	}
	item := l.UnitPrice.Sub(l.Discount.Quo(l.Quantity))
	if !h.Covers(item) {
		c.assume(fmt.Sprintf("an item at %s is over the limit of the sales tax holiday of US-%s on %s, %s; discounts off the document are not "+
			"counted", item.Round(2, money.HalfUp), state, l.Category, h.Cap))
		return false, nil
	}
	if !h.LocalToo && c.q.Scope != "state_only" && ussales.LocalTaxes(c.us(), state, c.q.Date) {
		return false, refusal.New(refusal.SupplyRuleNotCovered, field,
			"whether the localities of US-%s join its sales tax holiday is not held; scope state_only leaves local taxes out", state)
	}
	out.Treatment, out.CitationIDs = "exempt_holiday", c.cite(h.Citations)
	c.assume(fmt.Sprintf("%s of US-%s are exempt during its sales tax holiday from %s to %s; what the law leaves out of the category is not "+
		"sold", l.Category, state, h.Period.From, h.Period.To))
	return true, nil
}

// reads notes an imported file that the result rests on.
func (c *calculation) reads(file string) {
	if !slices.Contains(c.files, file) {
		c.files = append(c.files, file)
	}
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
