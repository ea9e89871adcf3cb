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
	f := orders.Figures{SHA256: "ab", PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), SuppliedOn: civil.MustParse("2026-03-05"), Currency: "EUR", Net: dec("100.00"),
		Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}, Gross: dec("119.00"), Country: "DE", SnapshotID: "s1", RefundOf: "1000",
		TaxCheck: orders.Agrees, Content: sealed.Text{Subject: "order-e1", Cipher: []byte("sealed")}}
	eventtest.Golden(t, *update, []event.Payload{
		orders.EntryRecorded{EntryID: "e1", Source: "shop", SourceRef: "1001", Kind: orders.Sale, Figures: f},
		orders.EntryRevised{Figures: f}, orders.DifferenceFound{Fields: []string{"gross"}, Figures: f}, orders.EntryVoided{SHA256: "ab"},
		orders.MissingAtSource{ResyncID: "r1"}, orders.SeenAgain{SHA256: "ab"},
		orders.ResyncRequested{ResyncID: "r1", Source: "shop", IDs: []string{"1"}, From: civil.MustParse("2026-03-01"), To: civil.MustParse("2026-03-31")},
		orders.ResyncEnded{Read: 2, ByOutcome: map[string]int{"unchanged": 1}, Skipped: []string{"7"}},
	}, orders.Category, orders.Resyncs)
}

// Said again alike it changes nothing; otherwise it is another version, and once
// something rests on the entry a difference that names the fields, once.
func TestRecord(t *testing.T) {
	o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR", Net: dec("100.00"), Gross: dec("119.00"),
		Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}}
	other := o
	other.Gross, other.Net, other.Taxes = dec("120.00"), dec("100.84"), []booking.Tax{{Rate: dec("0.19"), Base: dec("100.84"), Tax: dec("19.16")}}
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
		"orders[3].placed_at":            func(o *orders.Order) { o.PlacedAt = time.Date(2, 1, 1, 0, 0, 0, 0, time.UTC) },
		"orders[3].supplied_on":          func(o *orders.Order) { o.SuppliedOn = civil.MustParse("9999-12-31") },
		"orders[3].lines[0].supply_kind": func(o *orders.Order) { o.Lines = []orders.Line{{ID: "1", SupplyKind: "magic"}} },
	} {
		o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR", Net: dec("100.00"),
			Gross: dec("119.00"), Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("100.00"), Tax: dec("19.00")}}}
		edit(&o)
		var bad fault.Fields
		o.Faults(&bad, "orders[3].")
		want = strings.TrimSpace(want)
		if want == "" && len(bad) != 0 || want != "" && (len(bad) != 1 || bad[0].Field != want) {
			t.Errorf("%s: %+v", want, bad)
		}
	}
}

// A rate that was meant per cent would stand on an invoice as a hundredfold.
func TestRatesAreFractions(t *testing.T) {
	for rate, fine := range map[string]bool{"0": true, "0.2": true, "1": true, "1.01": false, "20": false} {
		o := orders.Order{SourceRef: "1", Kind: orders.Sale, PlacedAt: time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), Currency: "EUR", Net: dec("100.00"), Gross: dec("120.00"),
			Lines: []orders.Line{{ID: "1", Rate: dec(rate)}}, Taxes: []booking.Tax{{Rate: dec(rate), Base: dec("100.00"), Tax: dec("20.00")}}}
		var bad fault.Fields
		o.Faults(&bad, "orders[0].")
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
