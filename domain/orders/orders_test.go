package orders_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func dec(s string) money.Dec { return money.MustParse(s) }

func TestEventsAreFrozen(t *testing.T) {
	f := orders.Figures{SHA256: "ab", PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), SuppliedOn: civil.MustParse("2026-03-05"),
		Currency: "EUR", Net: dec("100.00"),
		Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}, Gross: dec("119.00"), Country: "DE", SnapshotID: "s1",
		RefundOf: "1000",
		TaxCheck: orders.Agrees, Content: sealed.Text{Subject: "order-e1", Cipher: []byte("sealed")}}
	eventtest.Golden(t, *update, []event.Payload{
		orders.EntryRecorded{EntryID: "e1", Source: "shop", SourceRef: "1001", Kind: orders.Sale, Figures: f},
		orders.EntryRevised{Figures: f}, orders.DifferenceFound{Fields: []string{"gross"}, Figures: f}, orders.EntryVoided{SHA256: "ab"},
		orders.MissingAtSource{ResyncID: "r1"}, orders.SeenAgain{SHA256: "ab"}, orders.Superseded{By: "e2"},
		orders.Held{By: "entry/j1", Revision: 2, SHA256: "ab"}, orders.DifferenceWithdrawn{SHA256: "ab"},
		orders.DifferenceDecided{Choice: orders.TakeTheirs, SHA256: "ab", Reason: sealed.Text{Subject: "order-e1", Cipher: []byte("sealed")},
			Reverses: "j1"},
		orders.ResyncRequested{ResyncID: "r1", Source: "shop", IDs: []string{"1"}, From: civil.MustParse("2026-03-01"),
			To: civil.MustParse("2026-03-31")},
		orders.ResyncEnded{Read: 2, ByOutcome: map[string]int{"unchanged": 1}, Skipped: []string{"7"}},
	}, orders.Category, orders.Resyncs)
}

// Said again alike it changes nothing; otherwise it is another version, and once
// something rests on the entry a difference that names the fields, once.
func TestRecord(t *testing.T) {
	o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR",
		Net: dec("100.00"), Gross: dec("119.00"),
		Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}}
	other := o
	other.Gross, other.Net, other.Taxes = dec("120.00"), dec("100.84"),
		[]booking.Tax{{Rate: dec("0.19"), Base: dec("100.84"), Tax: dec("19.16")}}
	var s orders.State
	step := func(o orders.Order, final bool) (types []string) {
		t.Helper()
		events, err := orders.Record{EntryID: "e", Source: "shop", Order: o}.Decide(s, final)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range events {
			types = append(types, p.EventType())
			s = s.Evolve(event.Recorded{Payload: p})
		}
		return types
	}
	is := func(got []string, want ...string) {
		t.Helper()
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%v, want %v", got, want)
		}
	}
	is(step(o, false), "ledgerentry.recorded.v1")
	is(step(o, false))
	is(step(other, false), "ledgerentry.revised.v1")
	is(step(other, true))
	is(step(o, true), "ledgerentry.difference_found.v1")
	is(step(o, true))
	if len(s.Versions) != 2 || len(s.DifferentFields) != 1 || len(s.DifferentFields[0]) != 3 || !s.Latest().Gross.Equal(dec("120.00")) {
		t.Errorf("%+v", s.DifferentFields)
	}
}

// What could not be booked whatever else is said is refused before anything of a
// push is taken, and named with its order.
func TestFaultsNameTheOrder(t *testing.T) {
	for want, edit := range map[string]func(*orders.Order){
		"":                               func(*orders.Order) {},
		"orders[3].taxes[0]":             func(o *orders.Order) { o.Taxes[0].Tax = dec("-19.00") },
		"orders[3].taxes[0] ":            func(o *orders.Order) { o.Taxes[0].Tax = dec("19.001") },
		"orders[3].net":                  func(o *orders.Order) { o.Net = dec("100.001") },
		"orders[3].net ":                 func(o *orders.Order) { o.Net = dec("-1.00") },
		"orders[3].placed_at ":           func(o *orders.Order) { o.PlacedAt = time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC) },
		"orders[3].placed_at":            func(o *orders.Order) { o.PlacedAt = time.Date(2, 1, 1, 0, 0, 0, 0, time.UTC) },
		"orders[3].supplied_on":          func(o *orders.Order) { o.SuppliedOn = civil.MustParse("9999-12-31") },
		"orders[3].lines[0].supply_kind": func(o *orders.Order) { o.Lines = []orders.Line{{ID: "1", SupplyKind: "magic"}} },
	} {
		o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR",
			Net:   dec("100.00"),
			Gross: dec("119.00"), Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}}
		edit(&o)
		var bad fault.Fields
		o.Faults(&bad, "orders[3].", time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
		want = strings.TrimSpace(want)
		if want == "" && len(bad) != 0 || want != "" && (len(bad) != 1 || bad[0].Field != want) {
			t.Errorf("%s: %+v", want, bad)
		}
	}
}

// A rate that was meant per cent would stand on an invoice as a hundredfold.
func TestRatesAreFractions(t *testing.T) {
	for rate, fine := range map[string]bool{"0": true, "0.2": true, "1": true, "1.01": false, "20": false} {
		o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR",
			Net: dec("100.00"), Gross: dec("120.00"),
			Lines: []orders.Line{{ID: "1", Rate: dec(rate)}}, Taxes: []booking.Tax{{Rate: dec(rate), Base: dec("100.00"), Tax: dec("20.00")}}}
		var bad fault.Fields
		o.Faults(&bad, "orders[0].", time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
		var named []string
		if f := fault.As(bad.Err()); f != nil {
			for _, x := range f.Fields {
				named = append(named, x.Field)
			}
		}
		if want := []string{"orders[0].taxes[0].rate", "orders[0].lines[0].rate"}; fine && named != nil || !fine && !slices.Equal(named, want) {
			t.Errorf("rate %s: %v", rate, named)
		}
	}
}

// withDifference is an entry with a difference that is open.
func withDifference(t *testing.T) orders.State {
	t.Helper()
	o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR",
		Net: dec("100.00"), Gross: dec("100.00")}
	var s orders.State
	for _, final := range []bool{false, true} {
		events, err := orders.Record{EntryID: "e", Source: "shop", Order: o}.Decide(s, final)
		if err != nil {
			t.Fatal(err)
		}
		s = apply(s, events)
		o.Net, o.Gross = dec("90.00"), dec("90.00")
	}
	if !s.DifferenceOpen {
		t.Fatalf("%+v", s)
	}
	return s
}

func apply(s orders.State, events []event.Payload) orders.State {
	for _, p := range events {
		s = s.Evolve(event.Recorded{Payload: p})
	}
	return s
}

// A difference is decided once. What is taken is in force, voids the entry where the
// source has called it off, and gives the order another journal entry where one was
// posted; what is bound is not taken, and says all that binds it.
func TestDecideDifference(t *testing.T) {
	s := withDifference(t)
	first := s.JournalID()
	if first != orders.JournalID("e") {
		t.Error("the first journal entry of an order is another than it was")
	}
	take := orders.DecideDifference{Choice: orders.TakeTheirs, Reason: "they paid less"}
	_, err := take.Decide(s, orders.Rests{Invoices: []string{"i1", "i2"}, Bound: fault.Blockers{{Code: "entry_settled"}}})
	if f := fault.As(err); f == nil || len(f.Blockers) != 3 || f.Blockers[0].Code != "order_already_invoiced" {
		t.Errorf("%+v", err)
	}
	for _, bad := range []orders.DecideDifference{{Choice: orders.TakeTheirs, Reason: " "}, {Reason: "why"}} {
		if f := fault.As(second(bad.Decide(s, orders.Rests{}))); f == nil || f.Code != fault.InvalidInput {
			t.Errorf("%+v is taken", bad)
		}
	}
	events, err := orders.DecideDifference{Choice: orders.KeepOurs, Reason: "theirs is wrong"}.Decide(s, orders.Rests{Posted: first})
	kept := apply(s, events)
	if err != nil || kept.DifferenceOpen || !kept.Latest().Gross.Equal(dec("100.00")) || kept.JournalID() != first {
		t.Errorf("%+v, %v", kept, err)
	}
	if f := fault.As(second(take.Decide(kept, orders.Rests{}))); f == nil || f.Code != fault.Immutable {
		t.Error("decided twice")
	}
	seen := map[string]bool{first: true}
	for range 3 { // each that was posted is replaced by another
		if events, err = take.Decide(s, orders.Rests{Posted: s.JournalID()}); err != nil {
			t.Fatal(err)
		}
		s = apply(s, events)
		if seen[s.JournalID()] || s.DifferenceOpen || !s.Latest().Gross.Equal(dec("90.00")) {
			t.Errorf("%+v", s)
		}
		seen[s.JournalID()] = true
		s = apply(s, []event.Payload{orders.DifferenceFound{Fields: []string{"gross"}, Figures: s.Latest().Figures}})
	}
	before := s.JournalID()
	events, _ = take.Decide(s, orders.Rests{})
	if s = apply(s, events); s.JournalID() != before {
		t.Error("nothing was posted, and yet the journal entry is another")
	}
	o, _ := s.Latest().Order()
	o.Status = "cancelled"
	events, _ = orders.Record{EntryID: "e", Source: "shop", Order: o}.Decide(s, true)
	events, err = take.Decide(apply(s, events), orders.Rests{})
	if s = apply(s, events); err != nil || !s.Voided {
		t.Errorf("what the source calls off: %+v, %v", events, err)
	}
	forgotten := withDifference(t)
	forgotten.Differences[0].Content.Plain = ""
	if f := fault.As(second(take.Decide(forgotten, orders.Rests{}))); f == nil || f.Code != fault.Immutable {
		t.Error("what was forgotten is taken")
	}
}

func second(_ []event.Payload, err error) error { return err }

// Of two reports of one checkout the first stands, also where it comes before the
// checkout itself; what is final is not given up.
func TestSupersede(t *testing.T) {
	first := orders.Supersede{By: "other"}
	events, err := first.Decide(orders.State{}, "s1", false)
	if err != nil || len(events) != 1 {
		t.Fatalf("%v, %v", events, err)
	}
	s := apply(orders.State{}, events)
	checkout := orders.Order{SourceRef: "s1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR"}
	if events, err = (orders.Record{EntryID: "e", Source: orders.Checkouts, Order: checkout}).Decide(s, false); err != nil || len(events) != 0 {
		t.Errorf("a superseded checkout is recorded: %v, %v", events, err)
	}
	if events, err = first.Decide(s, "s1", true); err != nil || len(events) != 0 {
		t.Errorf("said again: %v, %v", events, err)
	}
	for name, err := range map[string]error{
		"a third report":    second(orders.Supersede{By: "third"}.Decide(s, "s1", false)),
		"a posted checkout": second(first.Decide(orders.State{ID: "e"}, "s1", true)),
	} {
		if f := fault.As(err); f == nil || f.Code != fault.Blocked || f.Blockers[0].Code != "order_already_recorded" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What rests on an order holds the version that it rests on: one that says otherwise by
// now is not held, and a hold that stands is not said again.
func TestHold(t *testing.T) {
	o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR",
		Net: dec("100.00"), Gross: dec("100.00")}
	var s orders.State
	record := func(final bool) {
		t.Helper()
		events, err := orders.Record{EntryID: "e", Source: "shop", Order: o}.Decide(s, final)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range events {
			s = s.Evolve(event.Recorded{Payload: p})
		}
	}
	hold := func(by string, revision uint64, sha string) (events int, current bool) {
		out, current := orders.Hold{Held: orders.Held{By: by, Revision: revision, SHA256: sha}}.Decide(s)
		for _, p := range out {
			s = s.Evolve(event.Recorded{Payload: p})
		}
		return len(out), current
	}
	if n, current := hold("entry/j", 1, ""); n != 0 || current {
		t.Error("an order that is not there is held")
	}
	record(false)
	sha := s.Latest().SHA256
	for i, c := range []struct {
		by       string
		revision uint64
		sha      string
		events   int
		current  bool
	}{{"entry/j", 1, sha, 1, true}, {"entry/j", 1, sha, 0, true}, {"entry/j", 3, sha, 1, true}, {"invoice/i", 0, sha, 1, true},
		{"entry/j", 4, "other", 0, false}} {
		if n, current := hold(c.by, c.revision, c.sha); n != c.events || current != c.current {
			t.Errorf("%d: %d events, current %v", i, n, current)
		}
	}
	if len(s.Holds) != 2 || s.Holds[0].Revision != 3 {
		t.Errorf("%+v", s.Holds)
	}
	o.Net, o.Gross = dec("90.00"), dec("90.00")
	record(false)
	if n, current := hold("entry/j", 5, sha); n != 0 || current {
		t.Error("a version that was replaced is held")
	}
	if n, _ := hold("entry/j", 5, s.Latest().SHA256); n != 1 || len(s.Holds) != 1 {
		t.Errorf("%+v", s.Holds)
	}
}

// A number that an order says apart from its country is booked with it, as one with its
// prefix is; the country is not put before a second time.
func TestABuyersNumberHasItsCountry(t *testing.T) {
	for _, x := range []struct{ country, number, want string }{
		{"FR", "40303265045", "FR40303265045"}, {"FR", "FR40303265045", "FR40303265045"}, {"", "40303265045", "40303265045"},
		{"FR", "ｆｒ40303265045", "ｆｒ40303265045"}, {"GR", "EL094019245", "EL094019245"}, {"FR", "", ""},
	} {
		o := orders.Order{PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC),
			Buyer: orders.Buyer{TaxID: x.number, TaxIDCountry: x.country}}
		if got := o.Transaction().Counterparty.TaxID; got != x.want {
			t.Errorf("%s of %s: %q, not %q", x.number, x.country, got, x.want)
		}
	}
}
