package commerce

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
)

// shop is a merchant's configuration as it is entered and changed.
type shop struct {
	config  Config
	records []record
	made    int
	today   civil.Date
}

// record is a configured one, with what can be done to it.
type record struct {
	change func(s *shop, t *rapid.T, from civil.Date)
	retire func(s *shop, t *rapid.T, on civil.Date)
}

// enter creates a record of a kind, and remembers how it may change. What is
// refused (a rule of a region that was retired) changes nothing.
func enter[C Content](s *shop, t *rapid.T, k Kind[C], c C, patches ...string) string {
	s.made++
	id := idOf(s.made)
	stream := k.Category.Name + "-" + tenant + "-" + id
	facts := func() Facts {
		return Facts{Today: s.today, Region: func(id string) bool { return s.config.HasRegion(id, 0) }}
	}
	var now Record[C]
	add := func(payloads []event.Payload, err error) {
		if err != nil && fault.As(err) == nil {
			t.Fatalf("%s: %v", k.Noun, err)
		}
		for _, p := range payloads {
			e := event.Recorded{Stream: stream, Payload: p}
			s.config.Add(e)
			now = k.Evolve(now, e)
		}
	}
	add(k.Create(c, act.Context{}, facts()))
	s.records = append(s.records, record{
		change: func(s *shop, t *rapid.T, from civil.Date) {
			patch := rapid.SampledFrom(patches).Draw(t, "patch")
			add(k.Change(now, fmt.Appendf(nil, `{%s,"effective_from":%q}`, patch, from), facts()))
		},
		retire: func(s *shop, t *rapid.T, on civil.Date) {
			add(k.Retire(now, on, facts()))
		},
	})
	return id
}

// fill gives the shop records that its carts use.
func (s *shop) fill(t *rapid.T) {
	fr := enter(s, t, Regions, Region{Name: "France", Country: "FR", Currency: "EUR", PricesIncludeTax: ptr(rapid.Bool().Draw(t, "inclusive")),
		Effective: always},
		`"name":"Hexagone"`, `"prices_include_tax":true`, `"prices_include_tax":false`, `"currency":"USD"`, `"country":"IT"`, `"postal_prefixes":["75"]`)
	enter(s, t, Rules, Rule{Name: "Books", Priority: 5, Match: RuleMatch{SKUPrefix: "BK-"}, Set: RuleSet{Category: "books"},
		Effective: always},
		`"set":{"category":"newspapers"}`, `"priority":50`, `"match":{"sku_prefix":"XX-"}`)
	enter(s, t, Rules, Rule{Name: "All else", Priority: 10, RegionID: fr, Match: RuleMatch{ProductType: "thing"},
		Set: RuleSet{Category: "goods_standard"}, Effective: always},
		`"set":{"category":"books"}`, `"region_id":null`, `"match":{"product_type":"other"}`)
	enter(s, t, Registrations, Registration{Country: "DE", Standing: "registered", Scheme: UnionOSS, Effective: always}, `"scheme":"standard"`, `"standing":"not_registered","scheme":"standard"`)
	if rapid.Bool().Draw(t, "own rate") {
		s.rate(t, fr, always)
	}
}

func (s *shop) rate(t *rapid.T, region string, e Effective) {
	enter(s, t, Rates, Rate{RegionID: region, Name: "own", Code: "X", Mode: rapid.SampledFrom([]string{"add", "replace"}).Draw(t, "mode"),
		Category: "books",
		Rate:     dec("0.031"), Source: "a test", Effective: e}, `"rate":"0.5"`, `"mode":"add"`, `"category":null`)
}

// aCart is of a few products, whose categories the shop's rules mostly give.
func aCart(t *rapid.T, date civil.Date) Cart {
	c := Cart{Date: date, Seller: CartSeller{Address: indirect.Address{Country: "DE"}}, Shipping: dec("4.90"),
		Buyer: indirect.Buyer{Address: indirect.Address{Country: "FR", PostalCode: "75001"}, Status: "consumer"}}
	for i := range rapid.IntRange(1, 12).Draw(t, "lines") {
		l := CartLine{ID: fmt.Sprint("line ", i), Quantity: dec(fmt.Sprint(rapid.IntRange(1, 9).Draw(t, "quantity"))),
			UnitPrice: dec(fmt.Sprintf("%d.%02d", rapid.IntRange(1, 50).Draw(t, "whole"), rapid.IntRange(0, 99).Draw(t, "cents")))}
		switch rapid.IntRange(0, 2).Draw(t, "what") {
		case 0:
			l.SKU = "BK-1"
		case 1:
			l.ProductType = "thing"
		default:
			l.Category = "newspapers"
		}
		c.Lines = append(c.Lines, l)
	}
	c.Discount = rapid.Map(rapid.IntRange(0, 99), func(n int) money.Dec { return dec(fmt.Sprintf("0.%02d", n)) }).Draw(t, "discount")
	return c
}

// computed is a cart's whole answer, or why there is none.
func computed(cart Cart, c Config) (r indirect.Result, answer string) {
	a, err := Assemble(cart, c, 0, day("2026-11-21"))
	if err == nil {
		r, err = indirect.Calculate(a.Request, indirect.Env{Overlay: a})
	}
	if err != nil {
		return r, err.Error()
	}
	text, err := json.Marshal(Preview{RegionID: a.Region, Applied: a.Applied, Result: r})
	if err != nil {
		return r, err.Error()
	}
	return r, string(text)
}

// Whatever is entered, changed or retired, the answer for a date before it is
// the one that it was.
func TestChangesLeaveEarlierDatesAsTheyWere(t *testing.T) {
	changed := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &shop{config: NewConfig(), today: day("2026-11-21")}
		s.fill(t)
		at := day("2026-01-01").AddDays(rapid.IntRange(0, 200).Draw(t, "date"))
		cart := aCart(t, at)
		_, before := computed(cart, s.config)
		later := cart
		later.Date = at.AddDays(300)
		_, then := computed(later, s.config)
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			from := at.AddDays(rapid.IntRange(1, 90).Draw(t, "days"))
			one := s.records[rapid.IntRange(0, len(s.records)-1).Draw(t, "record")]
			switch rapid.IntRange(0, 3).Draw(t, "how") {
			case 0:
				one.retire(s, t, from)
			case 1:
				s.rate(t, idOf(1), Effective{EffectiveFrom: from})
			default:
				one.change(s, t, from)
			}
		}
		if _, after := computed(cart, s.config); after != before {
			t.Fatalf("for %s the answer was\n%s\nand is\n%s", at, before, after)
		}
		if _, now := computed(later, s.config); now != then {
			changed++
		}
	})
	if changed == 0 {
		t.Error("no change ever changed anything")
	}
}

// No order of lines changes a total, nor what a line comes to.
func TestNoOrderOfLinesChangesATotal(t *testing.T) {
	taxed := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &shop{config: NewConfig(), today: day("2026-11-21")}
		s.fill(t)
		cart := aCart(t, day("2026-03-02"))
		want, why := computed(cart, s.config)
		shuffled := cart
		shuffled.Lines = rapid.Permutation(cart.Lines).Draw(t, "order")
		got, whyNot := computed(shuffled, s.config)
		if want.Calculator == "" || got.Calculator == "" {
			t.Fatalf("%s\n%s", why, whyNot)
		}
		if want.Tax.Sign() > 0 {
			taxed++
		}
		of := func(r indirect.Result) string {
			lines := map[string]any{}
			for _, l := range r.Lines {
				lines[l.ID] = []any{l.Amount, l.DocDiscount, l.ShippingShare, l.Net, l.Tax, l.Gross, l.Components, l.Category, l.Treatment}
			}
			text, err := json.Marshal([]any{r.Net, r.Tax, r.Gross, r.Totals, r.CoverageStatus, lines})
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		if of(got) != of(want) {
			t.Fatalf("in one order\n%s\nin another\n%s", of(want), of(got))
		}
	})
	if taxed == 0 {
		t.Error("nothing was ever taxed")
	}
}
