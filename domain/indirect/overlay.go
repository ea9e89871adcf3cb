package indirect

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Overlay is a tenant's own rates. A result that rests on one is of draft
// coverage and names it.
type Overlay interface {
	// Rates returns the rates in effect for a category at a place that taxes a
	// line; none when the tenant has none. Two that contradict are Blocked.
	Rates(place rates.Location, category, field string) (OwnRates, *Blocked)
}

// OwnRate is one rate that a tenant has entered.
type OwnRate struct {
	ID     string
	Name   string
	Code   string    // of the component: "IPSI"
	Rate   money.Dec // fraction
	Adds   bool      // beside the rates of law, rather than in their place
	Source string    // where the tenant has it from
}

// OwnRates are those of one line: any number that add, or one that replaces.
type OwnRates []OwnRate

// ownClass is the rate class of a line at a tenant's rate.
const ownClass = "tenant"

func (o OwnRates) replaces() bool {
	for _, r := range o {
		if !r.Adds {
			return true
		}
	}
	return false
}

func (o OwnRates) components() []calc.Component {
	var out []calc.Component
	for _, r := range o {
		out = append(out, calc.Component{Code: r.Code, Rate: r.Rate})
	}
	return out
}

// own asks the overlay, and says in the result what it gave.
func (c *calculation) own(place rates.Location, category, field string) (OwnRates, *Blocked) {
	if c.overlay == nil {
		return nil, nil
	}
	own, b := c.overlay.Rates(place, category, field)
	if b != nil {
		return nil, b
	}
	for _, r := range own {
		how := "in place of the rate of law"
		if r.Adds {
			how = "beside the rates of law"
		}
		c.assume(fmt.Sprintf("%s at %s is the tenant's own rate %q (%s), %s, not checked against law; its source as stated: %s",
			r.Code, r.Rate, r.Name, r.ID, how, r.Source))
		c.tier = tax.Draft
	}
	return own, nil
}
