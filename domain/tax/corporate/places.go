package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// place is what differs between places.
type place struct {
	places  int     // digits after the point to which tax is computed
	classes []class // companies with rates of their own
	usual   string  // the class that is assumed; "" = the standard one
	seldom  bool    // few companies are of a class of their own: the standard one is assumed without asking
	relief  bool    // has a marginal relief, and asks for its facts
	splits  bool    // a period over a change of rates is apportioned by days
	short   short
	begins  bool         // a period has the rates of the day on which it begins, to its end
	turns   []civil.Date // days within tax years from which periods that begin have other rates

	other     *tax.Fact // the part of the profit that has a rate of its own
	otherCode string    // the component that its tax is
	gate      string    // the fact on which the surcharge is owed; "" = always
	grant     string    // the fact on which the grant of the rebate is paid
	more      []tax.Fact
}

var places = merged(european, overseas)

func merged(lists ...map[string]*place) map[string]*place {
	out := map[string]*place{}
	for _, list := range lists {
		for code, p := range list {
			out[code] = p
		}
	}
	return out
}
