package ussales

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Sourcing says whose local taxes a sale of goods within a state takes. A sale
// into a state takes those of the buyer in every state.
type Sourcing string

const (
	AtDestination Sourcing = "destination"
	AtOrigin      Sourcing = "origin"
	Mixed         Sourcing = "mixed" // county and place of the seller, districts of the buyer
)

// SourcingRule is the sourcing of a state.
type SourcingRule struct {
	Sourcing Sourcing
	// LocalCap, when not zero: a lower local rate at the origin is topped up
	// with taxes of the destination, so origin alone answers only from here on.
	LocalCap  money.Dec
	Citations []law.Citation
}

// SourcingOf returns the sourcing of sales within a state, when it is held.
func SourcingOf(b *law.Book, state string, on civil.Date) (SourcingRule, bool) {
	r := b.On(on)
	name := "sales_" + strings.ToLower(state) + "_sourcing"
	if !r.Has(name) {
		return SourcingRule{}, false
	}
	text, _ := r.Text(name)
	rule := SourcingRule{Sourcing: Sourcing(text)}
	if r.Has(name + "_cap") {
		rule.LocalCap = r.Num(name + "_cap").Dec
	}
	rule.Citations = r.Citations()
	return rule, true
}

// Marketplace is the duty of a marketplace to collect.
type Marketplace struct {
	Note      string // what the duty leaves to the seller
	Citations []law.Citation
}

// MarketplaceOf returns the duty of marketplaces in a state, when one is held
// for the day.
func MarketplaceOf(b *law.Book, state string, on civil.Date) (Marketplace, bool) {
	p := b.Parameters["sales_"+strings.ToLower(state)+"_marketplace"]
	if p == nil {
		return Marketplace{}, false
	}
	v := p.On(on)
	if v == nil {
		return Marketplace{}, false
	}
	return Marketplace{v.Note, v.Citations()}, true
}

// Holiday is a sales tax holiday on a category.
type Holiday struct {
	Period    civil.Period
	Cap       money.Dec // price of an item
	Below     bool      // the price must be below the cap, not at it
	AnyPrice  bool
	LocalToo  bool // local taxes are lifted too; false = not held, or the localities choose
	Citations []law.Citation
}

// Covers reports whether an item at a price is within the holiday.
func (h Holiday) Covers(price money.Dec) bool {
	switch {
	case h.AnyPrice:
		return true
	case h.Below:
		return price.Less(h.Cap)
	}
	return !price.Greater(h.Cap)
}

// HolidayOf returns the holiday of a state on a category on a day, and whether
// one is held for any day of that year.
func HolidayOf(b *law.Book, state, category string, on civil.Date) (h Holiday, today, thisYear bool) {
	p := b.Parameters["sales_"+strings.ToLower(state)+"_holiday_"+category]
	if p == nil {
		return Holiday{}, false, false
	}
	for _, v := range p.Values {
		thisYear = thisYear || v.From.Year() == on.Year()
	}
	v := p.On(on)
	if v == nil {
		return Holiday{}, false, thisYear
	}
	h = Holiday{Period: v.Period(), Citations: v.Citations()}
	if upTo, ok := v.Table["item_up_to"]; ok {
		h.Cap = upTo
	}
	if below, ok := v.Table["item_below"]; ok {
		h.Cap, h.Below = below, true
	}
	_, h.AnyPrice = v.Table["any_price"]
	local := v.Table["local"]
	h.LocalToo = local.Sign() > 0
	return h, true, thisYear
}
