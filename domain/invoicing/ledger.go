package invoicing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/settings"
)

// FromLedger is a recorded order or refund as an order. What it says of its tax is
// by rate; each line takes its share by largest remainder. A tax that was not found
// to be what the law asks for rests on draft coverage, which the seller may accept. Why a line bears no tax
// an order does not say: such a line has no category, and is refused unless the
// seller charges none at all.
func FromLedger(s orders.State) Order {
	v := s.Latest()
	o := Order{ID: s.ID, Kind: string(s.Kind), Reference: s.SourceRef, Site: s.Site, SuppliedOn: v.SuppliedOn, Currency: v.Currency,
		Coverage: "covered", Subject: orders.Subject(s.ID), SHA256: v.SHA256}
	if v.TaxCheck != orders.Agrees {
		o.Coverage = "draft"
	}
	said, ok := v.Order()
	switch {
	case !ok:
		o.Mismatch = "what the order says was forgotten"
		return o
	case s.Voided:
		o.NotFinal = "its source cancelled the order"
	case s.DifferenceOpen:
		o.NotFinal = "its source says otherwise of the order, and nobody has decided that"
	case s.Kind != orders.Sale && s.Kind != orders.Refund:
		o.NotFinal = "it is no sale and no refund"
	case said.SnapshotID != "":
		o.NotFinal = "it came from the committed checkout " + said.SnapshotID + "; invoice that"
	case said.ReversalID != "":
		o.NotFinal = "it is the reversal " + said.ReversalID + " of a committed checkout; credit that"
	case len(said.Lines) == 0:
		o.NotFinal = "it has no lines"
	}
	if o.SuppliedOn.IsZero() {
		o.SuppliedOn = civil.FromTime(v.PlacedAt)
	}
	o.PricesIncludeTax = said.PricesIncludeTax
	o.Buyer = buyerOf(said.Buyer)
	if said.Payment != nil && !said.Payment.PaidOn.IsZero() {
		o.Prepaid = said.Gross
	}
	o.Lines, ok = ledgerLines(said)
	if !ok {
		o.Unsound = "its lines are not its net amount, or not what its taxes are on"
	} else if t, wrong := misrated(said, o.Lines); wrong {
		o.Unsound = fmt.Sprintf("%s on %s is not a tax of %s %%", t.Tax, t.Base, t.Rate.Mul(money.FromInt(100)))
	}
	return o
}

func buyerOf(b orders.Buyer) InvoiceBuyer {
	out := InvoiceBuyer{Name: b.Name, Status: b.Status, TaxID: b.TaxID, TaxIDCountry: b.TaxIDCountry, Evidence: b.TaxIDEvidence,
		Consultation: b.Consultation, Email: b.Email, Reference: b.Reference}
	if a := b.Address; a != nil {
		out.Address = settings.Address{Street: a.Street, City: a.City, PostalCode: a.PostalCode, Region: a.Region, Country: a.Country}
	}
	out.Address.Country = cmp.Or(b.Country, out.Address.Country)
	return out
}

// ledgerLines are the lines with their tax; ok is false where they do not add up.
func ledgerLines(said orders.Order) (out []OrderLine, ok bool) {
	places, _ := money.MinorUnits(said.Currency)
	nets := make([]money.Dec, len(said.Lines))
	sum := money.Zero
	for i, l := range said.Lines {
		nets[i], sum = l.Net, sum.Add(l.Net)
	}
	off := make([]money.Dec, len(nets))
	if left := sum.Sub(said.Net); left.Sign() > 0 && said.Discount.Sign() > 0 {
		off = shares(left, nets, places) // the discount of the document, without tax
	} else if !left.IsZero() {
		return nil, false
	}
	for i, l := range said.Lines {
		net := l.Net.Sub(off[i])
		out = append(out, OrderLine{ID: l.ID, Description: l.Description, Quantity: l.Quantity, UnitPrice: l.UnitPrice, WholeDiscount: off[i],
			Net: net, Tax: money.Zero.Pad(places), Gross: net, Treatment: "taxed",
			Taxes: []InvoiceTax{{Code: "VAT", Rate: l.Rate, Base: net, Tax: money.Zero.Pad(places)}}})
	}
	for _, t := range said.Taxes {
		var at []int
		var bases []money.Dec
		base := money.Zero
		for i, l := range out {
			if l.Taxes[0].Rate.Equal(t.Rate) {
				at, bases, base = append(at, i), append(bases, l.Net), base.Add(l.Net)
			}
		}
		if !base.Equal(t.Base) {
			return nil, false
		}
		for n, tax := range shares(t.Tax, bases, places) {
			l := &out[at[n]]
			l.Tax, l.Gross = tax, l.Net.Add(tax)
			l.Taxes[0].Tax = tax
		}
	}
	gross := money.Zero
	for i := range out {
		gross = gross.Add(out[i].Gross)
		if out[i].Taxes[0].Rate.Sign() > 0 {
			out[i].Taxes[0].Category = Standard
		}
	}
	return out, gross.Equal(said.Gross)
}

// misrated finds a tax that its rate does not come to. Rounding explains half a
// minor unit a line, and as much again of the tax where prices include it.
func misrated(said orders.Order, lines []OrderLine) (booking.Tax, bool) {
	places, _ := money.MinorUnits(said.Currency)
	half := money.MustParse("0.5")
	for range places {
		half = half.Quo(money.FromInt(10))
	}
	for _, t := range said.Taxes {
		n := int64(0)
		for _, l := range lines {
			if l.Taxes[0].Rate.Equal(t.Rate) {
				n++
			}
		}
		allowed := half.Mul(money.FromInt(max(n, 1))).Mul(money.One.Add(t.Rate))
		if off := t.Base.Mul(t.Rate).Sub(t.Tax).Abs(); allowed.Less(off) {
			return t, true
		}
	}
	return booking.Tax{}, false
}

// shares parts an amount in proportion to weights, by largest remainder: the parts
// add up to it.
func shares(amount money.Dec, weights []money.Dec, places int) []money.Dec {
	out := make([]money.Dec, len(weights))
	total, given := money.Sum(weights...), money.Zero
	order := make([]int, len(weights))
	rest := make([]money.Dec, len(weights))
	for i, w := range weights {
		order[i] = i
		if total.IsZero() {
			continue
		}
		exact := amount.Mul(w).Quo(total)
		out[i] = exact.Round(places, money.Down).Pad(places)
		rest[i], given = exact.Sub(out[i]), given.Add(out[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return rest[b].Cmp(rest[a]) })
	unit := money.One
	for range places {
		unit = unit.Quo(money.FromInt(10))
	}
	for n := 0; len(order) > 0 && given.Less(amount); n++ {
		i := order[n%len(order)]
		out[i], given = out[i].Add(unit).Pad(places), given.Add(unit)
	}
	return out
}
