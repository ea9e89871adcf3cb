package state

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Which of two spouses is named first changes no state's tax, and refuses a return
// nowhere: each has the other's age, wages, profit, interest, rents and pension.
func TestSpousesExchanged(t *testing.T) {
	type person struct {
		age                                     int
		wages, profit, interest, rents, pension int64
	}
	drawn := rapid.Custom(func(r *rapid.T) person {
		amount := func(most int64, name string) int64 {
			return rapid.SampledFrom([]int64{0, 0, 1500, most / 3, most}).Draw(r, name)
		}
		age := rapid.IntRange(25, 80).Draw(r, "age")
		if rapid.IntRange(0, 2).Draw(r, "has no income") == 0 { // some states know couples of one earner alone
			return person{age: age}
		}
		return person{age, amount(90000, "wages"), amount(30000, "profit"), amount(20000, "interest"),
			amount(24000, "rents"), amount(36000, "pension")}
	})
	filed := func(year int, you, spouse person) *form1040.Return {
		in := wagesOf(year, form1040.Joint, 0, 0, 0)
		in.You.Age, in.Spouse.Age = you.age, spouse.age
		for i, p := range []person{you, spouse} {
			in.Add(form1040.Wages, i == 1, dollars(p.wages))
			in.Add(form1040.Profit, i == 1, dollars(p.profit))
			in.Add(form1040.Interest, i == 1, dollars(p.interest))
			in.Add(form1040.Rents, i == 1, dollars(p.rents))
			in.Add(form1040.Pensions, i == 1, dollars(p.pension))
		}
		return in
	}
	for _, e := range Entries {
		computed := 0
		rapid.Check(t, func(r *rapid.T) {
			a, b := drawn.Draw(r, "one"), drawn.Draw(r, "other")
			year := rapid.IntRange(e.Held().From, e.Held().To).Draw(r, "year")
			one, other := filed(year, a, b), filed(year, b, a)
			if x, y := e.Refuse(one), e.Refuse(other); x != "" || y != "" {
				if (x == "") != (y == "") {
					r.Fatalf("%s refuses %+v, %+v in %d: %q, and exchanged: %q", e.Slug, a, b, year, x, y)
				}
				return
			}
			computed++
			x, err := e.Compute(one, sheet(t, one), false)
			if err != nil {
				r.Fatal(err)
			}
			y, err := e.Compute(other, sheet(t, other), false)
			if err != nil {
				r.Fatal(err)
			}
			if !x.Tax.Equal(y.Tax) {
				r.Fatalf("%s: %+v, %+v owe %s in %d, and exchanged %s", e.Slug, a, b, x.Tax, year, y.Tax)
			}
		})
		if computed == 0 {
			t.Errorf("%s: no couple was computed", e.Slug)
		}
	}
}
