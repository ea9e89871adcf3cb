package plan

import (
	"strings"

	"golang.org/x/text/currency"
	bcp47 "golang.org/x/text/language"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
)

// The rates, regions and currencies of the day on which something was sold.

// statedRate returns the percentage that the question states, as a fraction, and
// whether the standard rate is named.
func (r *reader) statedRate() (rate money.Dec, standard bool) {
	for _, s := range r.spans[priceWord] {
		standard = standard || s.code == "standard"
	}
	standard = standard || strings.EqualFold(r.said["rate"], "standard") || strings.EqualFold(r.said["rate_class"], "standard")
	for i := 1; i < len(r.tokens); i++ {
		if to, ok := r.percentAt(i); ok && to > 0 {
			if plain, doubt := amount.Plain(r.word(i-1), r.style(nil)); doubt == amount.Certain {
				if v, err := money.Parse(plain); err == nil {
					rate = v.Quo(money.FromInt(100))
				}
			}
		}
	}
	return rate, standard
}

// StandardGoods is the category of what has no special rate.
const StandardGoods = "goods_standard"

// lineSold returns the category and the rate class of what is sold: as a line below the question
// says them, or the category that the question is heard to name. A line that says that the rate is
// the standard one sets aside what was heard.
func (r *reader) lineSold() indirect.Line {
	out := indirect.Line{Category: StandardGoods}
	heard := r.soldThing()
	for _, key := range []string{"category", "rate_class", "rate"} {
		said := r.said[key]
		if c, known := category.Find(said); known && said != rates.Standard {
			heard = c.Code
		} else if rateClass(said) {
			if said = strings.ToLower(said); said == rates.Standard {
				return out
			}
			out.RateClass = said
		}
	}
	switch {
	case heard != "":
		out.Category = heard
	case out.RateClass == rates.Zero || out.RateClass == rates.Exempt:
		out.RateClass = "" // no law says that of nothing in particular
	}
	return out
}

// rateClass reports a word that may name a class of rates, as the choices of a rate do.
func rateClass(said string) bool {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz_", "0123456789"
	return strings.Trim(strings.ToLower(said), letters+digits) == "" && strings.Trim(said, digits) != ""
}

// rateNamed returns what is sold, and the rate that the question names. A reply goes before what
// the question names.
func (r *reader) rateNamed() (what indirect.Line, s *Supply) {
	s = &Supply{RateSaid: r.said["rate"] != ""}
	s.Rate, s.Standard = r.statedRate()
	what = r.lineSold()
	if what.RateClass != "" || what.Category != StandardGoods && what.Category == category.Code(r.said["rate"]) {
		s.Rate, s.Standard = money.Zero, false
		return what, s
	}
	s.Reduced, s.Relieved = !s.Standard && r.has(priceWord, "reduced"), !s.Standard && r.has(priceWord, "relieved")
	return what, s
}

// severalRates reports a place with reduced rates beside the standard one.
func severalRates(held []money.Dec) bool {
	positive := 0
	for _, v := range held {
		if v.Sign() > 0 {
			positive++
		}
	}
	return positive > 1
}

// stateOnly reports that the tax of the state alone is asked for.
func (r *reader) stateOnly() bool {
	for i := range r.tokens {
		if r.word(i) == "state" && r.tokens[i].Kind == token.Word && r.at(taxWord, i+1) != nil {
			return true
		}
	}
	return r.said["scope"] == "state_only"
}

// supplyRegion is the ISO code of the part of a place, "" for the whole, and where the part is
// taxed as the whole is.
func (r *reader) supplyRegion(p place, on civil.Date) string {
	if p.part != "" {
		return p.part
	}
	g := r.p.regionOf(p)
	switch {
	case g == nil:
		return ""
	case g.Code != "" && (p.code == "US" || p.code == "CA" || p.code == "IN"):
		return g.Code
	case g.Code != "" && (p.code == "ES" || p.code == "PT"):
		if at, _ := rates.Locate(p.code, g.Code, "", on); at.Territory != "" {
			return g.Code
		}
	}
	return ""
}

func (r *reader) regionName(p place) string {
	if g := r.p.regionOf(p); g != nil && (p.code == "US" || p.code == "CA") {
		return g.Name
	}
	return ""
}

// changed are currencies that the table of currencies does not know yet.
var changed = map[string]string{"HR": "EUR", "MR": "MRU", "ST": "STN", "VE": "VES", "SL": "SLE"}

// currencyOf returns the currency of a place on a day.
func (r *reader) currencyOf(code string, on civil.Date) string {
	if j := r.p.byCode[code]; j != nil {
		return j.CurrencyOn(on)
	}
	if c := changed[code]; c != "" {
		return c
	}
	region, err := bcp47.ParseRegion(code)
	if err != nil {
		return ""
	}
	unit, ok := currency.FromRegion(region)
	if !ok {
		return ""
	}
	return unit.String()
}
