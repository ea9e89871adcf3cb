package anomaly_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// habit is how a supplier bills, so that what is usual of it looks odd of another.
type habit int

const (
	varied     habit = iota // some fifth up or down, every few days
	subscribed              // the same each month, the same day
	twice                   // two bills of the same amount on one day, each month
	seasonal                // small ones, and one of eight times that each quarter
	heavy                   // some are several times the usual, now and then
	delivered               // every two to four days, between half and all of the threshold
	growing                 // three in a hundred more each month
	byDebit                 // drawn each week, the same amount, against no item
)

// habits are how many suppliers have each, of 300.
var habits = map[habit]int{subscribed: 70, twice: 8, seasonal: 30, heavy: 40, delivered: 20, growing: 20, byDebit: 12, varied: 100}

type supplier struct {
	habit habit
	party string
	usual int // cents
	phase int
}

// unkind are books of which a fifth is of a kind that a rule could take for something
// else: habits of suppliers, prepayments and instalments, refunds in parts, vouchers that
// come late, taxes that are rounded line by line.
func unkind(seed uint64) *generated {
	g := &generated{r: rand.New(rand.NewPCG(seed, 9)), next: map[string]int64{}, wanted: map[anomaly.Rule][]string{},
		marked: map[string]bool{}}
	g.Threshold = func(int64, string) (money.Dec, bool) { return money.FromInt(1000), true }
	g.InForce = func(_ string, rate money.Dec, _ civil.Date) bool {
		return rate.Equal(money.MustParse("0.19")) || rate.Equal(money.MustParse("0.07"))
	}
	var list []supplier
	for h := varied; h <= byDebit; h++ {
		for range habits[h] {
			n := len(list)
			s := supplier{h, fmt.Sprintf("s%03d", n), 3000 + n*37, g.r.IntN(28)}
			if h == delivered {
				s.usual = 75000
			}
			list = append(list, s)
		}
	}
	g.suppliers = list
	each := 0
	for n := 0; len(g.Entries) < cleanEntries+1000; n++ {
		day := yearBegins.AddDays(n)
		for _, s := range list {
			g.bills(s, n, day)
		}
		for range 13 {
			g.sells(day)
		}
		for range 5 {
			if n < 60 {
				continue
			}
			g.inject(anomaly.Rules()[each%len(anomaly.Rules())], day, each)
			each++
		}
	}
	return g
}

// bills books what a supplier bills on a day, and how it is paid.
func (g *generated) bills(s supplier, n int, day civil.Date) {
	monthly := n%30 == s.phase
	buy := func(amount int) {
		e := g.post("purchases", day, s.party, cents(amount))
		if late := g.r.IntN(100); late < 4 { // its voucher came late
			e.Date = e.Date.AddDays(-g.r.IntN(40))
			e.TaxDate = e.Date
		}
		l := g.tax(e, "0.19", e.Total.QuoRound(money.MustParse("1.19"), 2, money.HalfUp))
		l.Tax = l.Tax.Add(cents(g.r.IntN(3) - 1)) // rounded line by line
		if g.r.IntN(3) > 0 {
			p := g.post("bank", day.AddDays(10+g.r.IntN(9)), s.party, cents(amount))
			p.Settles = true
			p.PostedOn = p.Date
		}
	}
	around := func(amount, part int) int { return amount + g.r.IntN(amount*2/part+1) - amount/part }
	switch s.habit {
	case subscribed:
		if monthly {
			buy(s.usual)
		}
	case twice:
		if monthly {
			buy(s.usual)
			buy(s.usual)
		}
	case seasonal:
		if n%90 == s.phase {
			buy(around(s.usual*8, 10))
		} else if n%6 == s.phase%6 {
			buy(around(s.usual, 10))
		}
	case heavy:
		if n%5 == s.phase%5 {
			amount := around(s.usual, 3)
			for g.r.IntN(5) == 0 {
				amount *= 2
			}
			buy(amount)
		}
	case delivered:
		if n%3 == s.phase%3 {
			buy(around(s.usual, 4))
		}
	case growing:
		if n%7 == s.phase%7 {
			buy(around(s.usual+s.usual*n/1000, 12))
		}
	case byDebit:
		if n%7 == s.phase%7 {
			g.post("bank", day, s.party, cents(s.usual))
		}
	default:
		if n%6 == s.phase%6 {
			buy(around(s.usual, 5))
		}
	}
}

// sells books an order, some of which are given back in parts.
func (g *generated) sells(day civil.Date) {
	e := g.post("sales", day, "", cents(1000+g.r.IntN(90000)))
	ref := e.ID
	g.Orders = append(g.Orders, anomaly.Order{ID: "o" + ref, Site: 1, Source: "shop", Ref: ref, Kind: "order", Status: "posted",
		Currency: "EUR", Gross: e.Total})
	if g.r.IntN(15) > 0 {
		return
	}
	left := e.Total
	for i := range 1 + g.r.IntN(3) {
		part := left.QuoRound(money.FromInt(int64(1+g.r.IntN(3))), 2, money.Down)
		left = left.Sub(part)
		if part.Sign() > 0 {
			g.Orders = append(g.Orders, anomaly.Order{ID: fmt.Sprintf("r%s-%d", ref, i), Site: 1, Source: "shop", Ref: fmt.Sprintf("r%s-%d", ref, i),
				RefundOf: ref, Kind: "refund", Status: "posted", Currency: "EUR", Gross: part})
		}
	}
}

// The same shares hold, rule by rule, in books that are not kind to the rules.
func TestAnomaliesInUnkindBooks(t *testing.T) {
	const seed = 20261125
	g := unkind(seed)
	findings := anomaly.Scan(g.Books)
	hits, alarms := map[anomaly.Rule]map[string]bool{}, map[anomaly.Rule]map[string]bool{}
	for _, r := range anomaly.Rules() {
		hits[r], alarms[r] = map[string]bool{}, map[string]bool{}
	}
	for _, f := range findings {
		known := false
		for _, s := range f.Subjects {
			known = known || g.marked[s]
		}
		for _, s := range f.Subjects {
			hits[f.Rule][s] = true
			if !known && !strings.HasPrefix(s, "party/") {
				alarms[f.Rule][s] = true
			}
		}
	}
	clean := len(g.Entries) - len(g.marked)
	t.Logf("seed %d, %d entries, of which %d are clean, %d findings", seed, len(g.Entries), clean, len(findings))
	if clean < cleanEntries {
		t.Fatalf("%d clean entries", clean)
	}
	for _, r := range anomaly.Rules() {
		got := 0
		for _, s := range g.wanted[r] {
			if hits[r][s] {
				got++
			}
		}
		t.Logf("%-26s found %d of %d, clean ones complained of: %d", r, got, len(g.wanted[r]), len(alarms[r]))
		if len(g.wanted[r]) != 50 || got*100 < 95*50 {
			t.Errorf("%s: %d of %d", r, got, len(g.wanted[r]))
		}
		if len(alarms[r])*1000 > clean*5 {
			t.Errorf("%s: %d of %d clean ones are complained of", r, len(alarms[r]), clean)
		}
	}
}
