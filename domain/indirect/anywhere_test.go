package indirect_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// edges are places that belong to a country and not to its tax, or the other way round, by
// country, region or postal code.
var edges = []indirect.Address{
	{Country: "MC"}, {Country: "IM"}, {Country: "JE"}, {Country: "GG"}, {Country: "GB", Region: "northern_ireland"}, {Country: "XI"},
	{Country: "GB", PostalCode: "BT1 1AA"}, {Country: "GB", Region: "GB-NIR"}, {Country: "ES", Region: "ES-CN"}, {Country: "ES", Region: "ES-CE"},
	{Country: "ES", Region: "ES-ML"}, {Country: "ES", PostalCode: "35001"}, {Country: "ES", PostalCode: "51001"},
	{Country: "IT", PostalCode: "23041"}, {Country: "DE", PostalCode: "78266"}, {Country: "DE", PostalCode: "27498"}, {Country: "AX"},
	{Country: "FI", Region: "FI-01"}, {Country: "GR", Region: "mount_athos"}, {Country: "GP"}, {Country: "MQ"}, {Country: "RE"},
	{Country: "GF"}, {Country: "YT"}, {Country: "FR", Region: "FR-974"}, {Country: "FR", PostalCode: "97400"},
	{Country: "PT", Region: "PT-30"}, {Country: "PT", Region: "PT-20"}, {Country: "SM"}, {Country: "VA"}, {Country: "AD"},
	{Country: "GI"}, {Country: "FO"}, {Country: "GL"}, {Country: "CY"}, {Country: "XK"}, {Country: "US", Region: "PR"}, {Country: "CN"},
	{Country: "ZZ"}, {Country: "EU"}, {Country: "QQ"},
}

// sales draws sales of every kind that can be asked about.
type sales struct {
	*rand.Rand
	at []indirect.Address
}

func (s sales) place() indirect.Address {
	if s.IntN(3) == 0 {
		return edges[s.IntN(len(edges))]
	}
	return s.at[s.IntN(len(s.at))]
}

func pick[T any](s sales, of ...T) T { return of[s.IntN(len(of))] }

func (s sales) amount() money.Dec {
	return money.MustParse(pick(s, "0", "0.01", "0.005", "0.333", "1", "9.99", "10.005", "99.9999", "1234.56", "999999999999.99", "0.000001"))
}

var (
	numbers = []string{"", "FR40303265045", "DE136695976", "ATU13585627", "XI980780684", "GB980780684", "CHE-116.281.710 MWST", "DE136695970",
		"12"}
	days = []string{"2026-11-28", "2026-11-28", "2026-11-28", "2026-03-02", "2024-02-29", "2020-12-31", "2021-01-01", "2011-01-01",
		"1970-01-01", "2099-12-31", "2021-06-30", "2021-07-01", "2026-12-31"}
	wares = []string{"goods_standard", "goods_standard", "goods_standard", "food", "services", "books", "ebooks", "restaurant", "hotel",
		"digital_services", "natural_gas"}
)

func (s sales) draw() indirect.Request {
	from := s.place()
	to := from
	if s.IntN(3) == 0 {
		to = s.place()
	}
	q := indirect.Request{
		Date:             civil.MustParse(pick(s, days...)),
		Currency:         pick(s, "EUR", "EUR", "EUR", "GBP", "USD", "JPY", "KWD", "CHF", "CLF", "SEK"),
		PricesIncludeTax: s.IntN(2) == 0, Scope: pick(s, "", "state_only"),
		Seller: indirect.Seller{Address: from, Status: "business", Registrations: []string{from.Country, from.Region, to.Country, to.Region},
			OSS: s.IntN(2) == 0, AboveThreshold: s.IntN(2) == 0},
		Buyer: indirect.Buyer{Address: to, Status: pick(s, "consumer", "consumer", "business"), TaxID: pick(s, numbers...),
			TaxIDCountry: pick(s, "", "", "FR", "XI", "EL"), Evidence: pick(s, "", "certificate", "registry", "declared")},
	}
	if s.IntN(2) == 0 {
		q.PerformedAt = &to
	}
	if s.IntN(4) == 0 {
		q.ShippingTaxable = new(s.IntN(2) == 0)
		q.Shipping = money.MustParse(pick(s, "4.90", "0.01", "100"))
	}
	if s.IntN(6) == 0 {
		q.Rounding = &indirect.Rounding{Level: pick(s, "unit", "line", "document"),
			Mode: pick(s, "half_up", "half_even", "half_down", "down", "up")}
	}
	if s.IntN(5) == 0 {
		q.Discount = money.MustParse(pick(s, "0.01", "1", "3.33"))
	}
	for i := range 1 + s.IntN(3) {
		q.Lines = append(q.Lines, indirect.Line{ID: fmt.Sprint(i), Category: pick(s, wares...),
			Quantity: money.MustParse(pick(s, "1", "2", "0.333333", "7", "0")), UnitPrice: s.amount()})
	}
	return q
}

// Wherever something is sold, for whatever, a figure adds up to the last digit in the
// currency's own units, or what is missing or not held is named. Seed 20261128.
func TestSalesAnywhere(t *testing.T) {
	s := sales{rand.New(rand.NewPCG(20261128, 1)), places(civil.MustParse("2026-11-28"))}
	outcomes := map[string]int{}
	for n := range 20_000 {
		q := s.draw()
		r, err := indirect.Calculate(q, indirect.Env{})
		var open *indirect.Blockers
		var input *tax.InputError
		switch {
		case err == nil:
			outcomes["figure"]++
			if why := unsound(q, r); why != "" {
				t.Errorf("draw %d: %s\n%+v", n, why, q)
			}
		case errors.As(err, &open):
			outcomes["blocked"]++
			for _, b := range open.List {
				if b.Code == "" || b.Message == "" || b.Field == "" {
					t.Errorf("draw %d: %+v does not say what or why", n, b)
				}
			}
		case errors.As(err, &input):
			outcomes["input"]++
			for _, f := range input.Fields {
				if f.Field == "" || f.Message == "" {
					t.Errorf("draw %d: %+v", n, f)
				}
			}
		default:
			t.Errorf("draw %d: %v is neither a figure nor a refusal\n%+v", n, err, q)
		}
		if t.Failed() {
			return
		}
	}
	t.Log(outcomes)
	for _, of := range []string{"figure", "blocked", "input"} {
		if outcomes[of] < 400 {
			t.Errorf("only %v", outcomes)
		}
	}
}

// unsound says what of a figure does not hold; "" = nothing.
func unsound(q indirect.Request, r indirect.Result) string {
	places, _ := money.MinorUnits(q.Currency)
	for _, at := range []indirect.Address{q.Seller.Address, q.Buyer.Address} {
		if slices.Contains([]string{"ZZ", "EU", "QQ"}, at.Country) {
			return "a place that is none has a figure"
		}
	}
	units := func(amounts ...money.Dec) bool {
		return !slices.ContainsFunc(amounts, func(a money.Dec) bool { return !a.Equal(a.Round(places, money.Down)) || a.Sign() < 0 })
	}
	var net, vat, gross, totals, priced money.Dec
	for _, l := range r.Lines {
		if !l.Net.Add(l.Tax).Equal(l.Gross) || !units(l.Net, l.Tax, l.Gross) {
			return fmt.Sprintf("line %s: %s + %s is not %s", l.ID, l.Net, l.Tax, l.Gross)
		}
		of := money.Zero
		for _, c := range l.Components {
			of = of.Add(c.Amount)
		}
		if !of.Equal(l.Tax) {
			return fmt.Sprintf("line %s: its taxes come to %s, not %s", l.ID, of, l.Tax)
		}
		if !strings.HasPrefix(l.Treatment, "tax") && !l.Tax.IsZero() {
			return fmt.Sprintf("line %s is %s and bears %s", l.ID, l.Treatment, l.Tax)
		}
		if l.ID != "shipping" && (l.Decision >= len(r.Decisions) || len(l.CitationIDs) == 0 && strings.HasPrefix(l.Treatment, "tax")) {
			return fmt.Sprintf("line %s rests on nothing: %+v", l.ID, l)
		}
		net, vat, gross = net.Add(l.Net), vat.Add(l.Tax), gross.Add(l.Gross)
	}
	for _, c := range r.Totals {
		totals = totals.Add(c.Amount)
	}
	if !net.Equal(r.Net) || !vat.Equal(r.Tax) || !gross.Equal(r.Gross) || !totals.Equal(r.Tax) || !r.Net.Add(r.Tax).Equal(r.Gross) {
		return fmt.Sprintf("lines come to %s + %s = %s, the document to %s + %s = %s, its totals to %s", net, vat, gross, r.Net, r.Tax,
			r.Gross, totals)
	}
	if len(r.Citations) == 0 {
		return "no source"
	}
	for _, l := range q.Lines {
		priced = priced.Add(l.Quantity.Mul(l.UnitPrice).Round(places, money.HalfUp))
	}
	priced = priced.Add(q.Shipping).Sub(q.Discount)
	base := r.Net
	if q.PricesIncludeTax {
		base = r.Gross
	}
	if q.Rounding == nil && r.Rounding.Level != "unit" && !base.Equal(priced) {
		return fmt.Sprintf("prices come to %s, the document says %s", priced, base)
	}
	return rounded(r, places)
}

// rounded holds the tax of each rate on the document to its exact amount: less than a
// minor unit a line away, and on a document that is rounded whole, half a unit.
func rounded(r indirect.Result, places int) string {
	unit := money.One
	for range places {
		unit = unit.Quo(money.FromInt(10))
	}
	bases := map[string]money.Dec{}
	key := func(c calc.ComponentAmount) string { return c.Code + " " + c.Rate.Trim(0).String() }
	for _, l := range r.Lines {
		for _, c := range l.Components {
			bases[key(c)] = bases[key(c)].Add(l.Net)
		}
	}
	for _, c := range r.Totals {
		off := bases[key(c)].Mul(c.Rate).Sub(c.Amount).Abs()
		allowed := unit.Mul(money.FromInt(int64(len(r.Lines) + 1))).Mul(money.One.Add(c.Rate))
		if off.Greater(allowed) && r.Rounding.Level != "unit" {
			return fmt.Sprintf("%s at %s on %s is %s", c.Code, c.Rate, bases[key(c)], c.Amount)
		}
	}
	return ""
}
