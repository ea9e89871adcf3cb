package filing

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// Line is a posted line with a tax code.
type Line struct {
	EntryID string
	Line    int32
	Code    journal.TaxCode
	Rate    money.Dec
	TaxLine bool       // the amount is the tax; else it is what the tax is on
	Amount  money.Dec  // base currency, signed
	Base    money.Dec  // what the tax is on, base currency, signed
	On      civil.Date // tax point
	Own     string     // month of the tax point: 2026-03
	Counts  string     // month in which it counts
	Capital bool       // of a purchase: an asset
	Partner Partner
}

// treatment is the last part of the line's code.
func (l Line) treatment() string {
	_, t, _ := strings.Cut(string(l.Code), ".")
	_, t, _ = strings.Cut(t, ".")
	return t
}

// output and input report on which side a line stands, and that it is of one of
// some treatments.
func (l Line) output(treatments ...string) bool { return l.Code.Output() && l.is(treatments) }
func (l Line) input(treatments ...string) bool  { return !l.Code.Output() && l.is(treatments) }

func (l Line) is(treatments []string) bool {
	t := l.treatment()
	for _, x := range treatments {
		if x == t {
			return true
		}
	}
	return false
}

// union reports whether the partner is in another Member State; known is false
// where their country is not known.
func (l Line) union() (member, known bool) {
	if l.Partner.Country == "" {
		return false, false
	}
	return rates.IsMember(l.Partner.Country, l.On), true
}

func rate(s string) money.Dec { return money.MustParse(s) }
