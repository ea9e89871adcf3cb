package invoicing_test

import (
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/settings"

	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// recorded is an order that a source pushed.
func recorded(t *testing.T, o orders.Order) orders.State {
	t.Helper()
	events, err := orders.Record{EntryID: "e", Source: "shop", Order: o, TaxCheck: orders.Agrees}.Decide(orders.State{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return orders.State{}.Evolve(event.Recorded{Payload: events[0], Meta: event.Metadata{Tenant: "t", Site: 1}})
}

func pushed() orders.Order {
	return orders.Order{SourceRef: "SO-1", Kind: orders.Sale, PlacedAt: time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC), Currency: "EUR",
		Buyer: orders.Buyer{Name: "Ada", Country: "DE", Address: &orders.Address{Street: "Weg 2", City: "Ulm"}},
		Lines: []orders.Line{{ID: "a", Description: "Lamp", Quantity: dec("1"), UnitPrice: dec("10.01"), Net: dec("10.01"), Rate: dec("0.19")},
			{ID: "b", Description: "Chair", Quantity: dec("3"), UnitPrice: dec("10.01"), Net: dec("30.03"), Rate: dec("0.19")},
			{ID: "c", Description: "Book", Quantity: dec("1"), UnitPrice: dec("5.00"), Net: dec("5.00"), Rate: dec("0.07")}},
		Taxes: []booking.Tax{{Rate: dec("0.19"), Base: dec("40.04"), Tax: dec("7.61")}, {Rate: dec("0.07"), Base: dec("5.00"), Tax: dec("0.35")}},
		Net:   dec("45.04"), Gross: dec("53.00")}
}

func blockersOf(o invoicing.Order, v settings.Values) map[string]bool {
	m := invoicing.Making{Order: o, Today: day, Held: settings.InForce{Values: v}}
	got := map[string]bool{}
	for _, b := range m.Blockers(civil.Date{}) {
		got[b.Code] = true
	}
	return got
}

// A pushed order says its tax by rate; its lines share it to the cent, and what it
// does not say is not guessed.
func TestAPushedOrder(t *testing.T) {
	seller := invoicingtest.Seller()
	held := settings.Values{Seller: &seller}
	o := invoicing.FromLedger(recorded(t, pushed()))
	if got := blockersOf(o, held); len(got) != 0 {
		t.Fatalf("%v", got)
	}
	unchecked := recorded(t, pushed())
	unchecked.Versions[len(unchecked.Versions)-1].TaxCheck = orders.Differs
	if got := blockersOf(invoicing.FromLedger(unchecked), held); !got["draft_coverage_not_accepted"] {
		t.Errorf("a tax that differs from the law's: %v", got)
	}
	d := invoicing.Making{Order: o, Today: day, Held: settings.InForce{Values: held}}.Document()
	checkSums(t, d)
	if d.Tax.String() != "7.96" || d.Gross.String() != "53.00" || d.SuppliedOn.String() != "2026-11-02" || d.OrderReference != "SO-1" {
		t.Errorf("%+v", d)
	}
	for name, c := range map[string]struct {
		change func(*orders.Order)
		code   string
	}{
		"lines that are not the net": {func(o *orders.Order) { o.Lines[0].Net = dec("9.00") }, "amounts_do_not_add_up"},
		"a base that is not theirs":  {func(o *orders.Order) { o.Taxes[0].Base = dec("40.00") }, "amounts_do_not_add_up"},
		"a tax that is not its rate's": {func(o *orders.Order) {
			o.Taxes[0].Tax, o.Gross = dec("6.61"), dec("52.00")
		}, "amounts_do_not_add_up"},
		"a cent more than rounding": {func(o *orders.Order) {
			o.Taxes[0].Tax, o.Gross = dec("7.63"), dec("53.02")
		}, "amounts_do_not_add_up"},
		"a line that names nothing": {func(o *orders.Order) { o.Lines[1].Description = " " }, "description_missing"},
		"a refund":                  {func(o *orders.Order) { o.Kind, o.RefundOf = orders.Refund, "SO-0" }, "order_is_refund"},
		"a payout":                  {func(o *orders.Order) { o.Kind = orders.Payout }, "order_not_final"},
		"a checkout":                {func(o *orders.Order) { o.SnapshotID = "s" }, "order_not_final"},
		"no buyer":                  {func(o *orders.Order) { o.Buyer = orders.Buyer{} }, "buyer_details_missing"},
	} {
		said := pushed()
		c.change(&said)
		if got := blockersOf(invoicing.FromLedger(recorded(t, said)), held); !got[c.code] {
			t.Errorf("%s: %v", name, got)
		}
	}
	free := pushed()
	free.Lines, free.Taxes = free.Lines[:1], nil
	free.Lines[0].Rate, free.Net, free.Gross = money.Zero, dec("10.01"), dec("10.01")
	untaxed := invoicing.FromLedger(recorded(t, free))
	if got := blockersOf(untaxed, held); !got["supply_rule_not_covered"] {
		t.Errorf("a line without tax, and without a reason: %v", got)
	}
	held.Invoicing = &settings.Invoicing{SmallBusiness: "§ 19 UStG"}
	if got := blockersOf(untaxed, held); len(got) != 0 {
		t.Errorf("a small business: %v", got)
	}
	paid := pushed()
	paid.Discount, paid.Net, paid.Gross = dec("4.00"), dec("41.04"), dec("48.29")
	paid.Payment = &booking.Paid{Method: "card", PaidOn: day}
	paid.Taxes = []booking.Tax{{Rate: dec("0.19"), Base: dec("36.48"), Tax: dec("6.93")}, {Rate: dec("0.07"), Base: dec("4.56"),
		Tax: dec("0.32")}}
	o = invoicing.FromLedger(recorded(t, paid))
	if got := blockersOf(o, held); len(got) != 0 {
		t.Fatalf("%v: %s", got, o.Unsound)
	}
	d = invoicing.Making{Order: o, Today: day, Held: settings.InForce{Values: held}}.Document()
	checkSums(t, d)
	if d.Due.String() != "0.00" {
		t.Errorf("due %s", d.Due)
	}
	off := money.Zero
	for _, l := range d.Lines {
		if off = off.Add(l.WholeAllowance); !l.Allowance.IsZero() {
			t.Errorf("line %s takes %s off that is taken off the whole", l.ID, l.Allowance)
		}
	}
	if before := money.Sum(netsOf(paid)...); !before.Sub(off).Equal(paid.Net) || off.IsZero() {
		t.Errorf("%s is taken off the whole", off)
	}
}

// An order that says who in an authority asked for it, and where to write, is an
// XRechnung without another word.
func TestAPushedOrderOfAnAuthority(t *testing.T) {
	said := pushed()
	said.Buyer.Status, said.Buyer.Reference, said.Buyer.Email, said.Buyer.Address.PostalCode = "business", "04011000-12345-03",
		"rechnung@amt.example", "89073"
	seller := invoicingtest.Seller()
	d := invoicing.Making{Order: invoicing.FromLedger(recorded(t, said)), Today: day,
		Held: settings.InForce{Values: settings.Values{Seller: &seller}}}.Document()
	if d.Profile != invoicing.XRechnung || d.Buyer.Reference != said.Buyer.Reference || d.BuyerElectronic().Scheme != "EM" {
		t.Errorf("%q, %+v", d.Profile, d.Buyer)
	}
}

func netsOf(o orders.Order) (nets []money.Dec) {
	for _, l := range o.Lines {
		nets = append(nets, l.Net)
	}
	return nets
}
