package indirect

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
)

// The same document gives the same totals whatever the order of its lines, and
// its lines add up to it.
func TestOrderAndSums(t *testing.T) {
	cats := []string{"goods_standard", "books", "newspapers", "services_standard"}
	rapid.Check(t, func(t *rapid.T) {
		q := request(at("FR"), at("FR"), "EUR")
		q.PricesIncludeTax = rapid.Bool().Draw(t, "inclusive")
		for i := range rapid.IntRange(1, 9).Draw(t, "lines") {
			q.Lines = append(q.Lines, Line{ID: strconv.Itoa(i), Category: rapid.SampledFrom(cats).Draw(t, "category"),
				Quantity:  money.FromInt(rapid.Int64Range(1, 9).Draw(t, "quantity")),
				UnitPrice: money.FromInt(rapid.Int64Range(0, 9999).Draw(t, "cents")).Quo(dec("100"))})
		}
		q.Rounding = &Rounding{rapid.SampledFrom([]string{"unit", "line", "document"}).Draw(t, "level"),
			rapid.SampledFrom([]string{"half_up", "half_even", "down"}).Draw(t, "mode")}
		r, err := Calculate(q, Env{})
		if err != nil {
			t.Fatal(err)
		}
		var net, vat money.Dec
		for _, l := range r.Lines {
			net, vat = net.Add(l.Net), vat.Add(l.Tax)
		}
		if !net.Equal(r.Net) || !vat.Equal(r.Tax) {
			t.Fatalf("%s and %s, the document says %s and %s", net, vat, r.Net, r.Tax)
		}
		seed := rapid.Uint64().Draw(t, "shuffle")
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(q.Lines), func(i, j int) { q.Lines[i], q.Lines[j] = q.Lines[j], q.Lines[i] })
		if s, err := Calculate(q, Env{}); err != nil || !s.Tax.Equal(r.Tax) || !s.Net.Equal(r.Net) {
			t.Fatalf("shuffled: %+v, %v", s, err)
		}
	})
}

// An invoice of 1,000 lines at four rates adds up, to its lines and to the
// prices, and no order of its lines changes it.
func TestAThousandLines(t *testing.T) {
	for _, inclusive := range []bool{false, true} {
		q := request(at("FR"), at("FR"), "EUR")
		q.PricesIncludeTax, q.Discount, q.Shipping = inclusive, dec("123.45"), dec("67.89")
		priced := q.Shipping.Sub(q.Discount)
		for i := range 1000 {
			l := line(strconv.Itoa(i), []string{"goods_standard", "books", "newspapers", "restaurant_services"}[i%4], strconv.Itoa(1+i%9),
				"0."+strconv.Itoa(11+i%89))
			if l.Category == "restaurant_services" {
				l.SupplyKind = "goods"
			}
			q.Lines = append(q.Lines, l)
			priced = priced.Add(l.Quantity.Mul(l.UnitPrice))
		}
		r, err := Calculate(q, Env{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Lines) != 1000 || len(r.Totals) != 4 {
			t.Fatalf("%d lines, totals %+v", len(r.Lines), r.Totals)
		}
		var net, vat, gross, totals money.Dec
		for _, l := range r.Lines {
			net, vat, gross = net.Add(l.Net), vat.Add(l.Tax), gross.Add(l.Gross)
		}
		for _, c := range r.Totals {
			totals = totals.Add(c.Amount)
		}
		if !net.Equal(r.Net) || !vat.Equal(r.Tax) || !gross.Equal(r.Gross) || !totals.Equal(r.Tax) || !r.Net.Add(r.Tax).Equal(r.Gross) {
			t.Errorf("lines come to %s + %s = %s, the document to %s + %s = %s, its totals to %s", net, vat, gross, r.Net, r.Tax, r.Gross, totals)
		}
		if base := map[bool]money.Dec{false: r.Net, true: r.Gross}[inclusive]; !base.Equal(priced) {
			t.Errorf("prices come to %s, the document says %s", priced, base)
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(q.Lines), func(i, j int) { q.Lines[i], q.Lines[j] = q.Lines[j], q.Lines[i] })
		if s, err := Calculate(q, Env{}); err != nil || !s.Tax.Equal(r.Tax) || !s.Net.Equal(r.Net) || !s.Gross.Equal(r.Gross) {
			t.Errorf("shuffled: %s + %s, %v", s.Net, s.Tax, err)
		}
	}
}
