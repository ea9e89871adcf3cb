package state

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Wages that rise do not lower a state's tax by its own law. The federal Tax
// Table and rounded lines would let it fall by a dollar; the rate schedule does
// not. Where the federal tax is deducted, its own steps are left out, such as
// the 50 dollars of the child tax credit that a dollar can cost.
func TestMoreWagesAreNotTaxedLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.SampledFrom(Entries).Draw(t, "state")
		year := rapid.IntRange(e.Held().From, e.Held().To).Draw(t, "year")
		h := rapid.SampledFrom(households).Draw(t, "household")
		low := rapid.Int64Range(0, 400_000).Draw(t, "wages")
		more := rapid.Int64Range(1, 50_000).Draw(t, "more")
		of := func(wages int64) (amount, federal money.Dec, compare bool) {
			in := wagesOf(year, h.status, wages, h.children, 0)
			in.Method = form1040.Schedule
			if e.Refuse(in) != "" {
				return money.Zero, money.Zero, false
			}
			p, err := form1040.ForYear(year)
			if err != nil {
				t.Fatal(err)
			}
			f := form1040.NewSheet(p, in, form1040.Nothing)
			got, err := e.Compute(in, f, false)
			if err != nil {
				t.Fatal(err)
			}
			if got.Tax.Sign() < 0 {
				t.Fatalf("a tax of %s on %d", got.Tax, wages)
			}
			return got.Tax, f.At(form1040.F24), !chooses(t, e, f, year)
		}
		before, federal, compare := of(low)
		after, risen, ok := of(low + more)
		stepped := e.FederalTax && risen.Sub(federal).Greater(dollars(more))
		if compare && ok && !stepped && after.Less(before) {
			t.Fatalf("%s %d, %s: %s on %d, %s on %d", e.Name, year, h.name, before, low, after, low+more)
		}
	})
}
