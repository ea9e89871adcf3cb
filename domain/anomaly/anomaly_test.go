package anomaly_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	text := sealed.Text{Subject: "tenant-t", Cipher: []byte("sealed")}
	eventtest.Golden(t, *update, []event.Payload{
		anomaly.Found{AnomalyID: "a1", Rule: anomaly.NumberGap, Version: 1, Severity: anomaly.Critical, Subjects: []string{"series/2026/sales/7"},
			Evidence: []anomaly.Fact{{Key: "first_missing", Value: "7"}}, Digest: "ab", Causers: []string{"p1"}, ScanID: "s1"},
		anomaly.Resolved{Reason: text}, anomaly.Ignored{Reason: text},
		anomaly.ScanRequested{ScanID: "s1", Site: 1, Rules: []anomaly.Rule{anomaly.NumberGap}},
		anomaly.ScanEnded{Entries: 2, Orders: 3, Found: 4, New: 1, ByRule: map[string]int{"number_gap": 4}},
	}, anomaly.Category, anomaly.Scans)
}

// The same evidence is told once; decided once; other evidence opens it again; a
// critical one is not closed by who caused it.
func TestDecisions(t *testing.T) {
	var s anomaly.State
	take := func(ps []event.Payload, err error) []event.Payload {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			s = s.Evolve(event.Recorded{Payload: p})
		}
		return ps
	}
	code := func(_ []event.Payload, err error) string {
		if e := fault.As(err); e != nil && len(e.Blockers) > 0 {
			return e.Blockers[0].Code
		} else if e != nil {
			return fmt.Sprint(e.Code == fault.Immutable)
		}
		return ""
	}
	a := act.Context{Tenant: "t", Principal: "causer"}
	f := anomaly.Finding{Rule: anomaly.SelfApproval, Severity: anomaly.Critical, Subjects: []string{"entry/1"},
		Evidence: []anomaly.Fact{{Key: "k", Value: "1"}}, Causers: []string{"causer"}}
	if n := len(take(anomaly.Note{Finding: f}.Decide(s, a))); n != 1 || s.Status != anomaly.Open {
		t.Fatal(n)
	}
	if n := len(take(anomaly.Note{Finding: f}.Decide(s, a))); n != 0 {
		t.Error("told twice")
	}
	if got := code(anomaly.Ignore{Reason: "fine"}.Decide(s, a)); got != "separation_of_duties" {
		t.Errorf("its causer: %q", got)
	}
	a.Principal = "other"
	take(anomaly.Ignore{Reason: "fine"}.Decide(s, a))
	if got := code(anomaly.Resolve{Reason: "fine"}.Decide(s, a)); got != "true" || s.Status != anomaly.StatusIgnored {
		t.Errorf("decided twice: %q", got)
	}
	f.Evidence[0].Value = "2"
	if take(anomaly.Note{Finding: f}.Decide(s, a)); s.Status != anomaly.Open || s.Times != 2 {
		t.Errorf("%+v", s)
	}
}

// One order that two sources report is told, whatever its kind; what only looks like one, or
// was tied to the other or called off, is not.
func TestOrdersOfTwoSources(t *testing.T) {
	first := anomaly.Order{ID: "a", Site: 1, Source: "shop", Ref: "1001", Kind: "order", Status: "posted", Currency: "EUR",
		Gross: money.MustParse("119.00"), PlacedOn: civil.MustParse("2026-03-04"), RecordedBy: "p1"}
	for name, x := range map[string]struct {
		told int
		edit func(*anomaly.Order)
	}{
		"alike":                       {1, func(*anomaly.Order) {}},
		"a day later, not booked yet": {1, func(o *anomaly.Order) { o.PlacedOn, o.Status = o.PlacedOn.AddDays(1), "pending" }},
		"days before":                 {1, func(o *anomaly.Order) { o.PlacedOn = o.PlacedOn.AddDays(-anomaly.SameOrderDays) }},
		"other digits":                {1, func(o *anomaly.Order) { o.Gross = money.MustParse("119") }},
		"of the same source":          {0, func(o *anomaly.Order) { o.Source = "shop" }},
		"another name":                {0, func(o *anomaly.Order) { o.Ref = "1002" }},
		"another amount":              {0, func(o *anomaly.Order) { o.Gross = money.MustParse("119.01") }},
		"another currency":            {0, func(o *anomaly.Order) { o.Currency = "USD" }},
		"another kind":                {0, func(o *anomaly.Order) { o.Kind = "refund" }},
		"another site":                {0, func(o *anomaly.Order) { o.Site = 2 }},
		"another week":                {0, func(o *anomaly.Order) { o.PlacedOn = o.PlacedOn.AddDays(anomaly.SameOrderDays + 1) }},
		"called off":                  {0, func(o *anomaly.Order) { o.Status = "voided" }},
	} {
		second := first
		second.ID, second.Source, second.RecordedBy = "b", "market", "p2"
		x.edit(&second)
		for _, list := range [][]anomaly.Order{{first, second}, {second, first}} {
			found := anomaly.Scan(anomaly.Books{Orders: list}, anomaly.DuplicateDocument)
			if len(found) != x.told {
				t.Errorf("%s: %+v", name, found)
			}
			for _, f := range found {
				if !slices.Equal(f.Subjects, []string{"order/a", "order/b"}) || !slices.Equal(f.Causers, []string{"p1", "p2"}) {
					t.Errorf("%s: %+v", name, f)
				}
			}
		}
	}
}

// generated are books of 20,000 clean entries, and what was put into them.
type generated struct {
	anomaly.Books
	r      *rand.Rand
	next   map[string]int64
	wanted map[anomaly.Rule][]string // by its last subject, "rule subject"
	marked map[string]bool           // subjects that were put in, or stand beside one
	// suppliers are those that have habits; none = each is as usual as the other.
	suppliers []supplier
}

var yearBegins = civil.MustParse("2026-01-01")

func cents(n int) money.Dec {
	return money.FromInt(int64(n)).QuoRound(money.FromInt(100), 2, money.HalfUp)
}

// post adds an entry to a journal and returns it for changes.
func (g *generated) post(journal string, day civil.Date, party string, total money.Dec) *anomaly.Entry {
	g.next[journal]++
	n := len(g.Entries)
	g.Entries = append(g.Entries, anomaly.Entry{
		ID: fmt.Sprintf("e%05d", n), Site: 1, FiscalYear: "2026", Journal: journal, Origin: "document", Number: g.next[journal], Date: day,
		TaxDate:  day,
		PostedOn: day.AddDays(g.r.IntN(5)), Currency: "EUR", Total: total, Party: party, Documents: []string{fmt.Sprintf("d%05d", n)},
		Vouched:   true,
		Preparers: []string{fmt.Sprintf("p%d", n%3)}, ApprovedBy: "boss", PostedBy: "clerk", InputTax: journal == "purchases",
	})
	return &g.Entries[n]
}

func (g *generated) tax(e *anomaly.Entry, rate string, base money.Dec) *anomaly.TaxLine {
	r := money.MustParse(rate)
	g.TaxLines = append(g.TaxLines, anomaly.TaxLine{Entry: e.ID, Code: "de.input.domestic", Rate: r, Base: base,
		Tax:      base.Mul(r).Round(2, money.HalfUp),
		Currency: "EUR", Itself: true, On: e.TaxDate})
	return &g.TaxLines[len(g.TaxLines)-1]
}

func (g *generated) want(r anomaly.Rule, subjects ...string) {
	g.wanted[r] = append(g.wanted[r], subjects[len(subjects)-1])
	for _, s := range subjects {
		g.marked[s] = true
	}
}

// amount is a supplier's usual one, some fifth up or down.
func (g *generated) amount(supplier int) money.Dec {
	usual := 4000 + supplier*37
	return cents(usual + g.r.IntN(usual/3) - usual/6)
}

const cleanEntries, suppliers = 20000, 120

func generate(seed uint64) *generated {
	g := &generated{r: rand.New(rand.NewPCG(seed, 7)), next: map[string]int64{}, wanted: map[anomaly.Rule][]string{},
		marked: map[string]bool{}}
	g.Threshold = func(int64, string) (money.Dec, bool) { return money.FromInt(1000), true }
	g.InForce = func(_ string, rate money.Dec, _ civil.Date) bool {
		return rate.Equal(money.MustParse("0.19")) || rate.Equal(money.MustParse("0.07"))
	}
	each := 0
	for n := range cleanEntries {
		day := yearBegins.AddDays(n * 330 / cleanEntries)
		supplier := g.r.IntN(suppliers)
		party := fmt.Sprintf("s%03d", supplier)
		switch n % 4 {
		case 0, 1:
			e := g.post("purchases", day, party, g.amount(supplier))
			g.tax(e, "0.19", e.Total.QuoRound(money.MustParse("1.19"), 2, money.HalfUp))
		case 2:
			g.post("bank", day, party, g.amount(supplier)).Settles = true
		default:
			e := g.post("sales", day, "", cents(1000+g.r.IntN(90000)))
			g.Orders = append(g.Orders, anomaly.Order{ID: fmt.Sprintf("o%05d", n), Site: 1, Source: "shop", Ref: fmt.Sprint(n), Kind: "order",
				Status: "posted", Currency: "EUR", Gross: e.Total})
			if n%20 == 19 {
				g.Orders = append(g.Orders, anomaly.Order{ID: fmt.Sprintf("r%05d", n), Site: 1, Source: "shop", Ref: fmt.Sprint("r", n),
					RefundOf: fmt.Sprint(n), Kind: "refund", Status: "posted", Currency: "EUR", Gross: e.Total})
			}
		}
		if n > 2000 && n%25 == 0 {
			g.inject(anomaly.Rules()[each%len(anomaly.Rules())], day, each)
			each++
		}
	}
	for len(g.wanted[anomaly.LedgerVsSource]) < 50 {
		g.inject(anomaly.Rules()[each%len(anomaly.Rules())], yearBegins.AddDays(330), each)
		each++
	}
	return g
}

// inject puts one thing for a rule into the books.
func (g *generated) inject(r anomaly.Rule, day civil.Date, n int) {
	if len(g.wanted[r]) == 50 {
		return
	}
	supplier := n % suppliers
	party, amount := fmt.Sprintf("s%03d", supplier), g.amount(supplier)
	if len(g.suppliers) > 0 {
		s := g.suppliers[g.r.IntN(len(g.suppliers))]
		party, amount = s.party, cents(s.usual+g.r.IntN(s.usual/5)-s.usual/10)
		if s.habit == subscribed || s.habit == twice || s.habit == byDebit {
			amount = cents(s.usual)
		}
	}
	subject := func(e *anomaly.Entry) string { return "entry/" + e.ID }
	purchase := func(total money.Dec) *anomaly.Entry { return g.post("purchases", day, party, total) }
	switch r {
	case anomaly.DuplicateDocument:
		first := subject(purchase(amount))
		g.want(r, first, subject(purchase(amount)))
	case anomaly.DuplicatePayment:
		first := g.post("bank", day, party, amount)
		first.Settles = true
		name := subject(first)
		g.want(r, name, subject(g.post("bank", day.AddDays(3), party, amount)))
	case anomaly.NumberGap:
		g.next["general"]++
		missing := g.next["general"]
		g.post("general", day, "", amount)
		g.want(r, fmt.Sprintf("series/2026/general/%d", missing))
	case anomaly.TaxMismatch:
		e := purchase(amount)
		l := g.tax(e, "0.19", amount)
		l.Tax = l.Tax.Add(money.MustParse("0.10"))
		g.want(r, subject(e))
	case anomaly.RateNotInForce:
		e := purchase(amount)
		g.tax(e, "0.16", amount)
		g.want(r, subject(e))
	case anomaly.AccountChanged:
		other := fmt.Sprintf("c%03d", n)
		g.Accounts = append(g.Accounts, anomaly.Account{Party: other, Site: 1, SeenOn: day, LastFour: "3000", By: "p1"})
		g.want(r, "party/"+other, subject(g.post("bank", day.AddDays(g.r.IntN(20)), other, amount)))
	case anomaly.SplitBelow:
		party = fmt.Sprintf("c%03d", n)
		first := subject(purchase(cents(60000 + g.r.IntN(39999))))
		g.want(r, first, subject(purchase(cents(60000+g.r.IntN(39999)))))
	case anomaly.AmountUnusual:
		g.want(r, subject(purchase(amount.Mul(money.FromInt(int64(4+g.r.IntN(20)))).Add(money.FromInt(1000)))))
	case anomaly.RefundExceedsSale:
		sale := g.Orders[g.r.IntN(len(g.Orders)/4)*1]
		for sale.Kind != "order" || g.marked["order/"+sale.ID] {
			sale = g.Orders[g.r.IntN(len(g.Orders))]
		}
		id := fmt.Sprintf("x%05d", n)
		g.Orders = append(g.Orders, anomaly.Order{ID: id, Site: 1, Source: "shop", Ref: id, RefundOf: sale.Ref, Kind: "refund", Status: "posted",
			Currency: "EUR", Gross: sale.Gross.Add(cents(1))})
		g.want(r, "order/"+sale.ID, "order/"+id)
	case anomaly.RefundWithoutOrder, anomaly.LedgerVsSource:
		o := anomaly.Order{ID: fmt.Sprintf("x%05d", n), Site: 1, Source: "shop", Ref: fmt.Sprint("x", n), Kind: "refund", Status: "posted",
			Currency: "EUR", Gross: amount}
		if r == anomaly.LedgerVsSource {
			o.Kind, o.Status = "order", []string{"difference", "missing_at_source"}[n%2]
		}
		g.Orders = append(g.Orders, o)
		g.want(r, "order/"+o.ID)
	default:
		g.misconduct(r, purchase(amount), subject)
	}
}

func (g *generated) misconduct(r anomaly.Rule, e *anomaly.Entry, subject func(*anomaly.Entry) string) {
	switch r {
	case anomaly.Backdated:
		e.Date = e.Date.AddDays(-60 - g.r.IntN(20))
	case anomaly.PostedIntoClosed:
		e.Late = true
	case anomaly.SelfApproval:
		e.ApprovedBy, e.Waived = e.Preparers[0], g.r.IntN(2) == 0
	case anomaly.MissingVoucher:
		e.Documents, e.Vouched, e.Origin = nil, false, "manual"
	}
	g.want(r, subject(e))
}

// Fifty of each rule among 20,000 clean entries: at least 95 of 100 are found, and
// at most five in a thousand clean entries are complained of.
func TestInjectedAnomaliesAreFound(t *testing.T) {
	const seed = 20261122
	g := generate(seed)
	findings := anomaly.Scan(g.Books)
	hits, alarms := map[anomaly.Rule]map[string]bool{}, map[anomaly.Rule]map[string]bool{}
	falsely := map[string]bool{}
	for _, f := range findings {
		known := false
		for _, s := range f.Subjects {
			known = known || g.marked[s]
		}
		if hits[f.Rule] == nil {
			hits[f.Rule], alarms[f.Rule] = map[string]bool{}, map[string]bool{}
		}
		for _, s := range f.Subjects {
			hits[f.Rule][s] = true
			if !known && strings.HasPrefix(s, "entry/") {
				alarms[f.Rule][s], falsely[s] = true, true
			}
		}
	}
	t.Logf("seed %d, %d entries, %d findings", seed, len(g.Entries), len(findings))
	for _, r := range anomaly.Rules() {
		got := 0
		for _, s := range g.wanted[r] {
			if hits[r][s] {
				got++
			}
		}
		t.Logf("%-26s found %d of %d, clean entries complained of: %d", r, got, len(g.wanted[r]), len(alarms[r]))
		if len(g.wanted[r]) != 50 || got*100 < 95*50 {
			t.Errorf("%s: %d of %d", r, got, len(g.wanted[r]))
		}
	}
	if len(falsely)*1000 > cleanEntries*5 {
		t.Errorf("%d clean entries are complained of", len(falsely))
	}
	again := anomaly.Scan(g.Books)
	same := slices.EqualFunc(findings, again, func(a, b anomaly.Finding) bool {
		return a.ID("t") == b.ID("t") && slices.Equal(a.Evidence,
			b.Evidence)
	})
	ids := map[string]bool{}
	for _, f := range findings {
		ids[f.ID("t")] = true
	}
	if !same || len(ids) != len(findings) {
		t.Errorf("another scan finds other things, or one twice: %d ids of %d findings", len(ids), len(findings))
	}
}
