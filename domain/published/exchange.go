package published

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/money"
)

// streams are the tables that can be imported, with how their streams' ids
// begin.
var streams = map[string]string{fx.ECB: "ecb", fx.HMRC: "hmrc", fx.IMF: "imf", fx.IMFSDR: "imfsdr"}

// ImportExchange records the rates of one file that fall into one year.
type ImportExchange struct {
	Table     string     `json:"table"`
	Year      int        `json:"year"`
	File      string     `json:"file"`
	SHA256    string     `json:"sha256"`
	Retrieved civil.Date `json:"retrieved"`
	Rates     []fx.Rate  `json:"-"`
}

// StreamID is the id of the year's stream: ecb_2026, imfsdr_2026.
func (c ImportExchange) StreamID() string {
	return fmt.Sprintf("%s_%d", streams[c.Table], c.Year)
}

// ByYear splits a file's rates into one command a year, oldest first.
func ByYear(table, file, sha256 string, retrieved civil.Date, rates []fx.Rate) []ImportExchange {
	years := map[int][]fx.Rate{}
	for _, r := range rates {
		y := r.Period.From.Year()
		years[y] = append(years[y], r)
	}
	out := make([]ImportExchange, 0, len(years))
	for y, list := range years {
		out = append(out, ImportExchange{table, y, file, sha256, retrieved, list})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Year < out[j].Year })
	return out
}

// ExchangeYear is what a stream holds: the latest figure of each rate.
type ExchangeYear struct {
	Events int
	held   map[rateKey]figure
}

// figure is a rate with the day on which its file was taken.
type figure struct {
	units     money.Dec
	perUnit   bool
	retrieved civil.Date
}

type rateKey struct {
	currency string
	period   civil.Period
}

// Evolve adds an event. The year is the caller's own: it changes in place.
func (y ExchangeYear) Evolve(e event.Recorded) ExchangeYear {
	p, ok := e.Payload.(ExchangeRatesImported)
	if !ok {
		return y
	}
	if y.held == nil {
		y.held = map[rateKey]figure{}
	}
	for _, r := range p.FX() {
		y.held[rateKey{r.Currency, r.Period}] = figure{r.Units, r.PerUnit, p.Retrieved}
	}
	y.Events++
	return y
}

// FX returns the rates of an event, ordered by period and currency.
func (e ExchangeRatesImported) FX() []fx.Rate {
	var out []fx.Rate
	for _, p := range e.Rates {
		for currency, units := range p.Units {
			out = append(out, fx.Rate{Currency: currency, Units: units, Period: p.Period, PerUnit: slices.Contains(p.PerUnit, currency)})
		}
	}
	sortRates(out)
	return out
}

func sortRates(rates []fx.Rate) {
	sort.Slice(rates, func(i, j int) bool {
		a, b := rates[i], rates[j]
		switch {
		case a.Period.From != b.Period.From:
			return a.Period.From.Before(b.Period.From)
		case a.Period.To != b.Period.To:
			return a.Period.To.Before(b.Period.To)
		}
		return a.Currency < b.Currency
	})
}

// Bounds of an event and a stream.
const (
	periodsPerEvent = 40 // of some 30 currencies each: 25 KiB
	ratesPerEvent   = 1500
	eventsMax       = 900
)

// Decide gives the events that hold what is new or has changed; none when the
// file says nothing new.
func (c ImportExchange) Decide(y ExchangeYear) ([]event.Payload, error) {
	fresh := make([]fx.Rate, 0, len(c.Rates))
	for _, r := range c.Rates {
		had, held := y.held[rateKey{r.Currency, r.Period}]
		if !held || (!had.units.Equal(r.Units) || had.perUnit != r.PerUnit) && !c.Retrieved.Before(had.retrieved) {
			fresh = append(fresh, r)
		}
	}
	sortRates(fresh)
	var out []event.Payload
	var now *ExchangeRatesImported
	count := 0
	for _, r := range fresh {
		last := func() *Period { return &now.Rates[len(now.Rates)-1] }
		if now == nil || last().Period != r.Period {
			if now == nil || len(now.Rates) >= periodsPerEvent || count >= ratesPerEvent {
				if now != nil {
					out = append(out, *now)
				}
				now, count = &ExchangeRatesImported{Table: c.Table, File: c.File, SHA256: c.SHA256, Retrieved: c.Retrieved}, 0
			}
			now.Rates = append(now.Rates, Period{Period: r.Period, Units: map[string]money.Dec{}})
		}
		last().Units[r.Currency] = r.Units
		if r.PerUnit {
			last().PerUnit = append(last().PerUnit, r.Currency)
		}
		count++
	}
	if now != nil {
		out = append(out, *now)
	}
	if y.Events+len(out) > eventsMax {
		return nil, fault.New(fault.BodyTooLarge, "the year %d of %s would pass %d events", c.Year, c.Table, eventsMax)
	}
	return out, nil
}
