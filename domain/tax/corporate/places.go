package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// place is what differs between places.
type place struct {
	years   []year
	places  int // digits after the point to which tax is computed
	grades  []grade
	classes []class // companies with rates of their own
	usual   string  // the class that is assumed; "" = the standard one
	relief  bool    // has a marginal relief, and asks for its facts
	splits  bool    // a period over a change of rates is apportioned by days
	short   short
	scope   []string
	read    civil.Date   // state of the law that was read for years that have not ended
	begins  bool         // a period has the rates of the day on which it begins, to its end
	turns   []civil.Date // days within tax years from which periods that begin have other rates

	other     *tax.Fact // the part of the profit that has a rate of its own
	otherCode string    // the component that its tax is
	gate      string    // the fact on which the surcharge is owed; "" = always
	grant     string    // the fact on which the grant of the rebate is paid
	more      []tax.Fact
	rounded   bool // rounds as the law says, not to the smallest unit
}

// year is a tax year by the day on which it begins.
type year struct{ begins, month, day int }

func (y year) from() civil.Date { return civil.Of(y.begins, y.month, y.day) }

func (y year) period() civil.Period {
	return civil.Period{From: y.from(), To: yearFrom(y.from()).AddDays(-1)}
}

// asOf is the end of the year, or the state of the law that was read where
// that is earlier.
func (p *place) asOf(y year) civil.Date {
	if end := y.period().To; p.read.IsZero() || end.Before(p.read) {
		return end
	}
	return p.read
}

// from lists years that begin on a day, from one to another.
func from(first, last, month, day int) (out []year) {
	for y := first; y <= last; y++ {
		out = append(out, year{y, month, day})
	}
	return out
}

func calendar(first, last int) []year { return from(first, last, 1, 1) }

// read is the day on which what was read for the current years was read.
var read = civil.Of(2026, 11, 22)

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
