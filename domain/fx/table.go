package fx

import (
	"slices"
	"sort"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Rate is one published figure.
type Rate struct {
	Currency string       // ISO 4217
	Units    money.Dec    // of Currency for one unit of the table's base
	Period   civil.Period // the day, or the month, for which it is published
	PerUnit  bool         // Units is of the base, for one unit of Currency
}

// Table is the rates of one publisher. It is built once and not changed.
type Table struct {
	ID        string     // "ecb", "hmrc-monthly"
	Publisher string     //
	Base      string     // "EUR"
	URL       string     // where the publisher offers it
	Retrieved civil.Date // when the file was taken from there
	Embedded  bool       // the dated snapshot of this source tree, not an import

	rates map[string][]Rate // by currency, in order of date
	first civil.Date
	last  civil.Date
}

// Tables that can be imported.
const (
	ECB    = "ecb"
	HMRC   = "hmrc-monthly"
	IMF    = "imf-representative"
	IMFSDR = "imf-sdr"
)

// publishers are the tables with who publishes them, against what, and where.
var publishers = map[string]Table{
	ECB:    {Publisher: "European Central Bank", Base: "EUR", URL: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.csv"},
	HMRC:   {Publisher: "HM Revenue & Customs", Base: "GBP", URL: "https://www.trade-tariff.service.gov.uk/exchange_rates/monthly"},
	IMF:    {Publisher: "International Monetary Fund", Base: "USD", URL: "https://www.imf.org/external/np/fin/data/param_rms_mth.aspx"},
	IMFSDR: {Publisher: "International Monetary Fund", Base: "XDR", URL: "https://www.imf.org/external/np/fin/data/param_rms_mth.aspx"},
}

// NewTable builds one of the tables that can be imported; nil where there is
// none of that id.
func NewTable(id string, rates []Rate, retrieved civil.Date) *Table {
	p, known := publishers[id]
	if !known {
		return nil
	}
	t := &Table{ID: id, Publisher: p.Publisher, Base: p.Base, URL: p.URL, Retrieved: retrieved, rates: map[string][]Rate{}}
	t.fill(rates)
	return t
}

// NewECB builds the table of the ECB's reference rates.
func NewECB(rates []Rate, retrieved civil.Date) *Table { return NewTable(ECB, rates, retrieved) }

// NewHMRC builds the table of HMRC's monthly rates.
func NewHMRC(rates []Rate, retrieved civil.Date) *Table { return NewTable(HMRC, rates, retrieved) }

func (t *Table) fill(rates []Rate) {
	for _, r := range rates {
		t.rates[r.Currency] = append(t.rates[r.Currency], r)
		if t.first.IsZero() || r.Period.From.Before(t.first) {
			t.first = r.Period.From
		}
		if r.Period.To.After(t.last) {
			t.last = r.Period.To
		}
	}
	for _, list := range t.rates {
		slices.SortFunc(list, func(a, b Rate) int {
			switch {
			case a.Period.From.Before(b.Period.From):
				return -1
			case b.Period.From.Before(a.Period.From):
				return 1
			}
			return 0
		})
	}
}

// Range returns the first and last day of the table.
func (t *Table) Range() (first, last civil.Date) { return t.first, t.last }

// Currencies lists the currencies of the table, its base included.
func (t *Table) Currencies() []string {
	out := []string{t.Base}
	for c := range t.rates {
		out = append(out, c)
	}
	sort.Strings(out)
	return out
}

// on returns the rate of a day, and otherwise the nearest before and after.
func (t *Table) on(currency string, day civil.Date) (exact, before, after *Rate) {
	list := t.rates[currency]
	i := sort.Search(len(list), func(i int) bool { return list[i].Period.From.After(day) })
	if i > 0 {
		if list[i-1].Period.Contains(day) {
			return &list[i-1], nil, nil
		}
		before = &list[i-1]
	}
	if i < len(list) {
		after = &list[i]
	}
	return nil, before, after
}

// Rates lists every rate of the table.
func (t *Table) Rates() []Rate {
	var out []Rate
	for _, list := range t.rates {
		out = append(out, list...)
	}
	return out
}
