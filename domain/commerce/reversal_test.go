package commerce

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/money"
)

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// checkedOut is a computed cart as a snapshot, after its way through the log.
func checkedOut(t fataler, cart Cart, r indirect.Result) Snapshot {
	t.Helper()
	sum, err := cart.SHA256()
	if err != nil {
		t.Fatalf("%v", err)
	}
	p := Preview{CartID: cart.CartID, CartSHA256: sum, SnapshotID: idOf(1), Committed: true, Provider: ProviderUsed{Used: Internal}, Result: r}
	events, err := Commit{Cart: cart, Preview: p}.Decide(Snapshot{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return written(t, Snapshot{}, events)
}

// written applies events as the log gives them back: decoded from their own bytes.
func written(t fataler, s Snapshot, events []event.Payload) Snapshot {
	t.Helper()
	for i, p := range events {
		switch back := p.(type) {
		case CheckoutReversed:
			p = decoded(t, back)
		case ReversalLines:
			p = decoded(t, back)
		}
		stream := event.Stream{Category: Snapshots.Name, Tenant: tenant, ID: idOf(1)}.String()
		s = s.Evolve(event.Recorded{Stream: stream, Revision: uint64(i), Payload: p, Type: p.EventType()})
	}
	return s
}

func decoded[P any](t fataler, p P) (out P) {
	t.Helper()
	text, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out
}

var reversalFacts = ReversalFacts{Today: day("2026-11-27"), CommittedOn: day("2026-11-20")}

// reversedBy is the snapshot after a command that must be taken.
func reversedBy(t fataler, s Snapshot, c Reverse) Snapshot {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	events, err := c.Decide(s, act.Context{}, reversalFacts)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return written(t, s, events)
}

// aResult is a document of one to six lines under any policy, in a currency of none to three
// decimals, with one to three taxes a line.
func aResult(t *rapid.T) (Cart, indirect.Result) {
	currency := rapid.SampledFrom([]string{"EUR", "EUR", "JPY", "KWD"}).Draw(t, "currency")
	places, _ := money.MinorUnits(currency)
	amount := rapid.Custom(func(t *rapid.T) money.Dec {
		return dec(fmt.Sprintf("%d.%02d", rapid.IntRange(0, 90).Draw(t, "units"), rapid.IntRange(0, 99).Draw(t, "cents")))
	})
	quantity := rapid.SampledFrom([]string{"1", "2", "3", "7", "1.5", "0.333"})
	rate := rapid.SampledFrom([]string{"0.19", "0.07", "0.0125", "0.00375", "0"})
	d := calc.Document{MinorUnits: places, PricesGross: rapid.Bool().Draw(t, "inclusive"), Policy: calc.Policy{Mode: money.HalfUp,
		Level: rapid.SampledFrom([]calc.Level{calc.PerLine, calc.PerDocument}).Draw(t, "level")}}
	cart := Cart{CartID: "c", Currency: currency}
	for i := range rapid.IntRange(1, 6).Draw(t, "lines") {
		l := calc.Line{ID: fmt.Sprint("line ", i), Quantity: dec(quantity.Draw(t, "quantity")), UnitPrice: amount.Draw(t, "price")}
		for n := range rapid.IntRange(0, 3).Draw(t, "taxes") {
			l.Components = append(l.Components, calc.Component{Code: fmt.Sprint("T", n), Rate: dec(rate.Draw(t, "rate"))})
		}
		d.Lines = append(d.Lines, l)
		cart.Lines = append(cart.Lines, CartLine{ID: l.ID, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Category: "goods_standard"})
	}
	got, err := calc.Compute(d)
	if err != nil {
		t.Skip(err.Error()) // rounded so, tax is more than a price that includes it
	}
	r := indirect.Result{Date: day("2026-03-02"), Currency: currency, PricesIncludeTax: d.PricesGross, Net: got.Net, Tax: got.Tax, Gross: got.Gross}
	for _, l := range got.Lines {
		r.Lines = append(r.Lines, indirect.LineResult{LineResult: l})
	}
	return cart, r
}

// aPart asks for a part of a line that is left.
func aPart(t *rapid.T, l CommittedLine, places int) ReverseLine {
	a := ReverseLine{ID: l.ID}
	part := func(of money.Dec, places int) *money.Dec {
		share := of.Mul(dec(fmt.Sprintf("0.%02d", rapid.IntRange(1, 99).Draw(t, "share")))).Round(places, money.HalfUp)
		if share.Sign() <= 0 {
			return nil
		}
		return &share
	}
	switch rapid.IntRange(0, 3).Draw(t, "how") {
	case 0:
		a.Quantity = part(l.Quantity, 3)
	case 1:
		a.Net = part(l.Net, places)
	case 2:
		a.Gross = part(l.Gross, places)
	}
	return a
}

// However a checkout is taken back, part by part, no part is more than what is left, each line's
// taxes are its tax, and all parts together are the checkout, tax by tax, to the cent.
func TestPartsOfACheckoutAreTheWhole(t *testing.T) {
	parts := 0
	rapid.Check(t, func(t *rapid.T) {
		cart, result := aResult(t)
		s := checkedOut(t, cart, result)
		for range rapid.IntRange(0, 12).Draw(t, "reversals") {
			left, ok := s.Left()
			if !ok {
				t.Fatalf("the content is gone")
			}
			left = slices.DeleteFunc(left, CommittedLine.nothing)
			if len(left) == 0 {
				break
			}
			var c Reverse
			for _, l := range rapid.Permutation(left).Draw(t, "order")[:rapid.IntRange(1, len(left)).Draw(t, "at once")] {
				part := aPart(t, l, s.digits())
				if back, ok := l.share(part, s.digits()); ok && back.Gross.IsZero() && !l.Gross.IsZero() {
					continue // refused: it comes to nothing
				}
				c.Lines = append(c.Lines, part)
			}
			if len(c.Lines) == 0 {
				continue
			}
			s = reversedBy(t, s, c)
			parts += len(c.Lines)
			soundly(t, s)
		}
		if !s.Remaining().Gross.IsZero() {
			s = reversedBy(t, s, Reverse{})
			soundly(t, s)
		}
		if r := s.Remaining(); !r.Net.IsZero() || !r.Tax.IsZero() || !r.Gross.IsZero() {
			t.Fatalf("%+v is left of all", r)
		}
		left, _ := s.Left()
		for _, l := range left {
			for _, tax := range l.Taxes {
				if !tax.IsZero() {
					t.Fatalf("of line %s %v is left", l.ID, l.Taxes)
				}
			}
		}
	})
	if parts < 50 {
		t.Errorf("only %d parts were tried", parts)
	}
}

// soundly holds the last reversal to its own sums and to what was left.
func soundly(t *rapid.T, s Snapshot) {
	r := s.Reversals[len(s.Reversals)-1]
	if !r.Sound() || r.Number != len(s.Reversals) || r.Parts < 1 || !r.Remaining.Gross.Equal(s.Remaining().Gross) {
		t.Fatalf("%+v", r)
	}
	sum, byTax := Totals{}, money.Zero
	for _, l := range r.Lines {
		sum = Totals{sum.Net.Add(l.Net), sum.Tax.Add(l.Tax), sum.Gross.Add(l.Gross)}
		if !l.Net.Add(l.Tax).Equal(l.Gross) || !money.Sum(l.Taxes...).Equal(l.Tax) || l.Net.Sign() < 0 || l.Tax.Sign() < 0 {
			t.Fatalf("%+v does not add up", l)
		}
	}
	for _, tax := range r.Taxes {
		byTax = byTax.Add(tax.Tax)
	}
	if !sum.Net.Equal(r.Reversed.Net) || !sum.Tax.Equal(r.Reversed.Tax) || !sum.Gross.Equal(r.Reversed.Gross) || !byTax.Equal(sum.Tax) {
		t.Fatalf("%+v is not %+v", sum, r.Reversed)
	}
	left, _ := s.Left()
	for _, l := range left {
		for _, x := range append([]money.Dec{l.Quantity, l.Net, l.Tax, l.Gross}, l.Taxes...) {
			if x.Sign() < 0 {
				t.Fatalf("less than nothing is left: %+v", l)
			}
		}
	}
}

// oneLine is a checkout of three pieces at 9.99 with tax of 19 %, as German prices are.
func oneLine(t fataler) Snapshot {
	t.Helper()
	cart := Cart{CartID: "c", Currency: "EUR", Lines: []CartLine{{ID: "1", Quantity: dec("3"), UnitPrice: dec("9.99")}}}
	got, err := calc.Compute(calc.Document{MinorUnits: 2, PricesGross: true, Policy: calc.Policy{Level: calc.PerLine, Mode: money.HalfUp},
		Lines: []calc.Line{{ID: "1", Quantity: dec("3"), UnitPrice: dec("9.99"), Components: []calc.Component{{Code: "VAT", Rate: dec("0.19")}}}}})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return checkedOut(t, cart, indirect.Result{Date: day("2026-03-02"), Currency: "EUR", PricesIncludeTax: true, Net: got.Net, Tax: got.Tax,
		Gross: got.Gross, Lines: []indirect.LineResult{{LineResult: got.Lines[0]}}})
}

// Of prices that include tax, a piece comes back at the price that was paid for it.
func TestAPieceComesBackAtItsPrice(t *testing.T) {
	s, tax := oneLine(t), money.Zero
	for n := range 3 {
		s = reversedBy(t, s, Reverse{Lines: []ReverseLine{{ID: "1", Quantity: ptr(dec("1"))}}})
		r := s.Reversals[n]
		if r.Reversed.Gross.String() != "9.99" || r.Taxes[0].Rate.String() != "0.19" || !r.Taxes[0].Base.Equal(r.Reversed.Net) {
			t.Errorf("%d: %+v", n, r)
		}
		tax = tax.Add(r.Reversed.Tax)
	}
	if !tax.Equal(s.Taken.Tax) || s.Reversals[2].ReversalID != idOf(1)+"_3" {
		t.Errorf("the tax of three pieces is %s, of the checkout %s", tax, s.Taken.Tax)
	}
}

// What a reversal is refused for is told whole.
func TestReversalsThatAreRefused(t *testing.T) {
	all := reversedBy(t, oneLine(t), Reverse{})
	taken := reversedBy(t, oneLine(t), Reverse{Lines: []ReverseLine{{ID: "1", Gross: ptr(dec("20.00"))}}})
	forgotten := oneLine(t)
	forgotten.Preview = nil
	often := oneLine(t)
	often.Reversals = make([]Reversal, reversalsMax)
	const exceeds = "blocked " + ReversalExceedsCheckout
	of := func(lines ...ReverseLine) Reverse { return Reverse{Lines: lines} }
	for name, c := range map[string]struct {
		of   Snapshot
		cmd  Reverse
		want string // code, then blockers or fields
	}{
		"nothing is left":  {all, Reverse{}, exceeds},
		"no piece is left": {all, of(ReverseLine{ID: "1", Quantity: ptr(dec("1"))}), exceeds + " lines[0]"},
		"the line is gone": {all, of(ReverseLine{ID: "1"}), exceeds + " lines[0]"},
		"a cent too much":  {taken, of(ReverseLine{ID: "1", Gross: ptr(dec("9.98"))}), exceeds + " lines[0]"},
		"more pieces":      {taken, of(ReverseLine{ID: "1", Quantity: ptr(dec("3.000001"))}), exceeds + " lines[0]"},
		"more net":         {taken, of(ReverseLine{ID: "1", Net: ptr(dec("9.97"))}), exceeds + " lines[0]"},
		"all at once": {taken, of(ReverseLine{ID: "2"}, ReverseLine{ID: "1", Gross: ptr(dec("999999999999999.00"))}),
			exceeds + " lines[0] reversal_exceeds_checkout lines[1]"},
		"too little":    {taken, of(ReverseLine{ID: "1", Quantity: ptr(dec("0.000001"))}), "blocked reversal_comes_to_nothing lines[0]"},
		"another total": {taken, Reverse{ExpectedGross: ptr(dec("29.97"))}, "blocked total_changed expected_gross"},
		"half a cent": {taken, of(ReverseLine{ID: "1", Gross: ptr(dec("0.005"))}, ReverseLine{ID: "2", Net: ptr(dec("0.001"))}),
			"invalid_input lines[0].gross lines[1].net"},
		"tomorrow":            {taken, Reverse{Date: day("2026-11-28")}, "invalid_input date"},
		"before the commit":   {taken, Reverse{Date: day("2026-11-19")}, "invalid_input date"},
		"forgotten":           {forgotten, Reverse{}, "immutable"},
		"reversed very often": {often, Reverse{}, "immutable"},
		"twice, and no amount": {taken, of(ReverseLine{ID: "1", Quantity: ptr(dec("0"))}, ReverseLine{ID: "1"}),
			"invalid_input lines[0].quantity lines[1].id"},
		"two measures": {taken, Reverse{Reason: " ", Lines: []ReverseLine{{ID: "1", Net: ptr(dec("1")), Gross: ptr(dec("1"))}}},
			"invalid_input lines[0] reason"},
		"words read otherwise": {taken, Reverse{Reason: "paid \u202e00.05"}, "invalid_input reason"},
	} {
		err := c.cmd.Validate()
		if err == nil {
			_, err = c.cmd.Decide(c.of, act.Context{}, reversalFacts)
		}
		f := fault.As(err)
		if f == nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := []string{f.Code.Name()}
		for _, b := range f.Blockers {
			got = append(got, strings.TrimSpace(b.Code+" "+b.Field))
		}
		for _, x := range f.Fields {
			got = append(got, x.Field)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// A checkout of a thousand lines with long amounts is taken back in events that fit the log, and
// what they hold was not altered.
func TestAReversalFitsTheLog(t *testing.T) {
	s := Snapshot{ID: idOf(1), Taken: SnapshotTaken{Currency: "EUR", Date: day("2026-03-02")}}
	amount := dec("999999999999999.99")
	r := Reversal{CheckoutReversed: CheckoutReversed{ReversalID: ReversalID(s.ID, 1), SnapshotID: s.ID}}
	for i := range 1000 {
		taxes := []money.Dec{amount, amount, amount, amount, amount, amount}
		r.Lines = append(r.Lines, ReversedLine{i + 1, dec("999999999999.999999"), amount, amount, amount, taxes})
	}
	events, err := r.events()
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil || len(text) >= 64<<10 {
			t.Errorf("%s has %d bytes, %v", e.EventType(), len(text), err)
		}
		whole += len(text)
	}
	if whole > 1<<20 {
		t.Errorf("all have %d bytes", whole)
	}
	s = written(t, s, events)
	if got := s.Reversals[0]; len(got.Lines) != 1000 || !got.Sound() || got.Parts != len(events)-1 {
		t.Errorf("%d lines, sound %v", len(got.Lines), got.Sound())
	}
	s.Reversals[0].Lines[17].Tax = dec("0.01")
	if s.Reversals[0].Sound() {
		t.Error("an altered line is not told")
	}
}
