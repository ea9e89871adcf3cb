package calc

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func dec(s string) money.Dec { return money.MustParse(s) }

func vat(rate string) []Component { return []Component{{Code: "VAT", Rate: dec(rate)}} }

var rateSets = [][]Component{
	vat("0.2"), vat("0.055"), vat("0"), vat("0.081"),
	{{Code: "CGST", Rate: dec("0.09")}, {Code: "SGST", Rate: dec("0.09")}},
	{{Code: "GST", Rate: dec("0.05")}, {Code: "QST", Rate: dec("0.09975")}},
}

func policies() *rapid.Generator[Policy] {
	return rapid.Custom(func(t *rapid.T) Policy {
		return Policy{
			Level: rapid.SampledFrom([]Level{PerUnit, PerLine, PerDocument}).Draw(t, "level"),
			Mode:  rapid.SampledFrom([]money.Rounding{money.HalfUp, money.HalfEven, money.HalfDown, money.Down, money.Up}).Draw(t, "mode"),
		}
	})
}

func documents(sets [][]Component) *rapid.Generator[Document] {
	return rapid.Custom(func(t *rapid.T) Document {
		d := Document{Policy: policies().Draw(t, "policy"), PricesGross: rapid.Bool().Draw(t, "gross"),
			MinorUnits: rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "minor units")}
		cents := func(max int64, label string) money.Dec {
			return money.FromInt(rapid.Int64Range(0, max).Draw(t, label)).Mul(minorUnit(d.MinorUnits))
		}
		sum := money.Zero
		for i := range rapid.IntRange(1, 12).Draw(t, "lines") {
			l := Line{ID: "line-" + strconv.Itoa(i), Quantity: money.FromInt(rapid.Int64Range(1, 40).Draw(t, "quantity")),
				UnitPrice: cents(200_000, "price"), Components: rapid.SampledFrom(sets).Draw(t, "rates")}
			amount := l.Quantity.Mul(l.UnitPrice)
			l.Discount = money.Min(amount, cents(5_000, "discount"))
			sum = sum.Add(amount.Sub(l.Discount))
			d.Lines = append(d.Lines, l)
		}
		d.Discount = money.Min(sum, cents(10_000, "document discount"))
		if sum.Sign() > 0 {
			d.Shipping = cents(3_000, "shipping")
		}
		return d
	})
}

func compute(t interface{ Fatal(...any) }, d Document) Result {
	r, err := Compute(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// roundedAway reports whether the policy leaves less than nothing of an
// inclusive price, which Compute refuses.
func roundedAway(d Document) bool {
	var in *tax.InputError
	_, err := Compute(d)
	return errors.As(err, &in) && in.Fields[0].Field == "rounding.mode" && d.PricesGross
}

func TestTaxNeverExceedsAPriceThatIncludesIt(t *testing.T) {
	d := Document{PricesGross: true, Policy: Policy{PerUnit, money.Up}, Discount: dec("1"), Lines: []Line{
		{ID: "1", Quantity: dec("40"), UnitPrice: dec("1"), Components: vat("0.2")}}}
	if !roundedAway(d) {
		t.Error("one yen of tax on every yen but one")
	}
	if d.Policy.Level = PerLine; roundedAway(d) {
		t.Error("seven yen of thirty-nine were refused")
	}
}

// Under every policy the lines add up to the document, each line's net and tax
// add up to its gross, the components add up to the tax, and what the document
// charges is what its prices, discounts and shipping say.
func TestEverythingAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents(rateSets).Draw(t, "document")
		if roundedAway(d) {
			return
		}
		r := compute(t, d)
		var net, tax, gross, priced money.Dec
		for i, l := range r.Lines {
			if !l.Net.Add(l.Tax).Equal(l.Gross) || l.Net.Sign() < 0 {
				t.Fatalf("line %+v", l)
			}
			var parts money.Dec
			for _, c := range l.Components {
				parts = parts.Add(c.Amount)
			}
			if !parts.Equal(l.Tax) {
				t.Fatalf("components of line %s come to %s, its tax is %s", l.ID, parts, l.Tax)
			}
			net, tax, gross = net.Add(l.Net), tax.Add(l.Tax), gross.Add(l.Gross)
			priced = priced.Add(d.Lines[i].Quantity.Mul(d.Lines[i].UnitPrice)).Sub(d.Lines[i].Discount)
		}
		priced = priced.Sub(d.Discount).Add(d.Shipping)
		var totals money.Dec
		for _, c := range r.Totals {
			totals = totals.Add(c.Amount)
		}
		if !net.Equal(r.Net) || !tax.Equal(r.Tax) || !gross.Equal(r.Gross) || !totals.Equal(r.Tax) {
			t.Fatalf("lines come to %s + %s = %s, the document says %+v", net, tax, gross, r)
		}
		if want := r.Net; d.PricesGross && !priced.Equal(r.Gross) || !d.PricesGross && !priced.Equal(want) {
			t.Fatalf("prices come to %s, the document to net %s, gross %s", priced, r.Net, r.Gross)
		}
	})
}

func TestOrderOfLinesChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents(rateSets).Draw(t, "document")
		if roundedAway(d) {
			return
		}
		r := compute(t, d)
		byID := map[string]LineResult{}
		for _, l := range r.Lines {
			byID[l.ID] = l
		}
		seed := rapid.Uint64().Draw(t, "shuffle")
		rnd := rand.New(rand.NewPCG(seed, seed))
		rnd.Shuffle(len(d.Lines), func(i, j int) { d.Lines[i], d.Lines[j] = d.Lines[j], d.Lines[i] })
		s := compute(t, d)
		if !s.Tax.Equal(r.Tax) || !s.Net.Equal(r.Net) {
			t.Fatalf("shuffled: %s and %s, before: %s and %s", s.Net, s.Tax, r.Net, r.Tax)
		}
		for _, l := range s.Lines {
			if was := byID[l.ID]; !l.Tax.Equal(was.Tax) || !l.Net.Equal(was.Net) {
				t.Fatalf("line %s is %+v, was %+v", l.ID, l, was)
			}
		}
	})
}

// A gross amount that was built from a net amount gives that net amount back,
// line by line, under every policy.
func TestNetToGrossToNetIsAnIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// One tax a line and one rate a document: with several taxes the
		// rounding of each is its own.
		d := documents([][]Component{rateSets[rapid.IntRange(0, 3).Draw(t, "rate")]}).Draw(t, "document")
		d.PricesGross = false
		for i := range d.Lines {
			d.Lines[i].Quantity = money.One
			d.Lines[i].Discount = money.Zero
		}
		d.Discount, d.Shipping = money.Zero, money.Zero
		there := compute(t, d)
		back := d
		back.PricesGross = true
		back.Lines = append([]Line(nil), d.Lines...)
		for i, l := range there.Lines {
			back.Lines[i].UnitPrice = l.Gross
		}
		for i, l := range compute(t, back).Lines {
			if !l.Net.Equal(there.Lines[i].Net) || !l.Tax.Equal(there.Lines[i].Tax) {
				t.Fatalf("%+v: net %s became gross %s became net %s", d.Policy, there.Lines[i].Net, l.Gross, l.Net)
			}
		}
	})
}

// A price that includes tax holds the tax that its rate makes of it, rounded
// once, and net is what is left: it is never computed a second time.
func TestInclusivePricesHoldTheirTax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SampledFrom(rateSets[:4]).Draw(t, "rate")
		d := documents([][]Component{set}).Draw(t, "document")
		d.PricesGross, d.Policy.Level, d.Discount, d.Shipping = true, PerLine, money.Zero, money.Zero
		if roundedAway(d) {
			return
		}
		rate := set[0].Rate
		for _, l := range compute(t, d).Lines {
			want := l.Gross.Mul(rate).Quo(money.One.Add(rate)).Round(d.MinorUnits, d.Policy.Mode)
			if !l.Tax.Equal(want) || !l.Net.Equal(l.Gross.Sub(l.Tax)) {
				t.Fatalf("%s with tax at %s holds %s and leaves %s; want %s", l.Gross, rate, l.Tax, l.Net, want)
			}
		}
	})
}

// Rounding per document never leaves more than half a minor unit between the
// tax of a component and its exact amount.
func TestDocumentRoundingIsWithinHalfAUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents(rateSets[:1]).Draw(t, "document")
		d.Policy = Policy{PerDocument, money.HalfUp}
		half := minorUnit(d.MinorUnits).Quo(money.FromInt(2))
		for _, c := range compute(t, d).Totals {
			if c.Difference.Abs().Sub(dec("0.0000001")).Greater(half) {
				t.Fatalf("%+v is %s from the exact tax", c, c.Difference)
			}
		}
	})
}

func TestRemaindersGoToTheLargest(t *testing.T) {
	d := Document{MinorUnits: 2, Policy: Policy{PerDocument, money.HalfUp}}
	for _, id := range []string{"c", "a", "b"} {
		d.Lines = append(d.Lines, Line{ID: id, Quantity: money.One, UnitPrice: dec("0.33"), Components: vat("0.1")})
	}
	// Exact tax 0.033 a line, 0.099 in all: ten cents, of which each line has
	// three truncated and the least id the tenth.
	got := map[string]string{}
	for _, l := range compute(t, d).Lines {
		got[l.ID] = l.Tax.String()
	}
	if got["a"] != "0.04" || got["b"] != "0.03" || got["c"] != "0.03" {
		t.Errorf("allocated %v", got)
	}
}

func TestPoliciesDiffer(t *testing.T) {
	lines := []Line{
		{ID: "1", Quantity: money.FromInt(3), UnitPrice: dec("1.12"), Components: vat("0.2")},
		{ID: "2", Quantity: money.FromInt(7), UnitPrice: dec("0.63"), Components: vat("0.2")},
	}
	for level, want := range map[Level]string{
		PerUnit:     "1.57", // 3 × 0.22 + 7 × 0.13
		PerLine:     "1.55", // 0.67 + 0.88
		PerDocument: "1.55", // 7.77 × 0.2 = 1.554
	} {
		r := compute(t, Document{Lines: lines, MinorUnits: 2, Policy: Policy{level, money.HalfUp}})
		if r.Tax.String() != want {
			t.Errorf("%s: %s, want %s", level, r.Tax, want)
		}
	}
	r := compute(t, Document{Lines: lines, MinorUnits: 2, Policy: Policy{PerLine, money.Down}})
	if r.Tax.String() != "1.55" {
		t.Errorf("down: %s", r.Tax)
	}
}

func TestFaultsAreNamedByField(t *testing.T) {
	d := Document{MinorUnits: 2, Policy: Policy{PerUnit, money.HalfUp}, Discount: dec("5"), Lines: []Line{
		{ID: "1", Quantity: dec("1.5"), UnitPrice: dec("-1")},
		{ID: "1", Quantity: money.Zero, UnitPrice: dec("1"), Discount: dec("-2")},
	}}
	_, err := Compute(d)
	var in *tax.InputError
	if !errors.As(err, &in) {
		t.Fatalf("error %v", err)
	}
	got := map[string]bool{}
	for _, f := range in.Fields {
		got[f.Field] = true
	}
	for _, want := range []string{"lines[0].quantity", "lines[0].unit_price", "lines[1].id", "lines[1].quantity", "lines[1].discount"} {
		if !got[want] {
			t.Errorf("%s is not named in %v", want, in)
		}
	}
	for field, d := range map[string]Document{
		"discount":          {Discount: dec("5"), Lines: []Line{{ID: "1", Quantity: money.One, UnitPrice: dec("4")}}},
		"shipping":          {Shipping: dec("5"), Lines: []Line{{ID: "1", Quantity: money.One}}},
		"lines[0].discount": {Lines: []Line{{ID: "1", Quantity: money.One, UnitPrice: dec("4"), Discount: dec("4.01")}}},
		"lines":             {},
	} {
		d.MinorUnits, d.Policy = 2, Policy{PerLine, money.HalfUp}
		if _, err := Compute(d); !errors.As(err, &in) || in.Fields[0].Field != field {
			t.Errorf("want %s, got %v", field, err)
		}
	}
}

func document(lines int) Document {
	d := Document{MinorUnits: 2, Policy: Policy{PerDocument, money.HalfUp}, Discount: dec("12.34"), Shipping: dec("4.95")}
	for i := range lines {
		d.Lines = append(d.Lines, Line{ID: strconv.Itoa(i), Quantity: money.FromInt(int64(1 + i%7)),
			UnitPrice: money.FromInt(int64(199 + i*37%5000)).Quo(money.FromInt(100)), Components: rateSets[i%4]})
	}
	return d
}

func benchmark(b *testing.B, lines int) {
	d := document(lines)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compute(d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompute35Lines(b *testing.B)   { benchmark(b, 35) }
func BenchmarkCompute1000Lines(b *testing.B) { benchmark(b, 1000) }
