package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Moving interest or rents from one spouse to the other changes the tax exactly in the
// states that tax spouses apart, and refuses it nowhere else.
func TestWhoseIncomeItIs(t *testing.T) {
	for _, e := range Entries {
		for name, kind := range map[string]form1040.Income{"interest": form1040.Interest, "rents": form1040.Rents} {
			refused, differs := false, false
			for _, passive := range []int64{400, 6000, 25000} {
				for _, wages := range [][2]int64{{60000, 0}, {60000, 12000}, {60000, 45000}, {12000, 60000}} {
					computed, moved := whoseChanges(t, e, kind, wages, passive)
					refused, differs = refused || !computed, differs || moved
				}
			}
			if differs != e.Apart && !(refused && e.Apart) {
				t.Errorf("%s: whose %s it is changes the tax: %t; the law taxes spouses apart: %t", e.Slug, name, differs, e.Apart)
			}
			if e.modelsCouple(wagesOf(e.Held().To, form1040.Joint, 1, 0, 0)) && e.Apart && !differs {
				t.Errorf("%s: whose %s it is changes no tax, although couples are modelled", e.Slug, name)
			}
		}
	}
}

// whoseChanges reports whether both returns are computed, with passive income of the one
// spouse and of the other, and whether they owe otherwise.
func whoseChanges(t *testing.T, e *Entry, kind form1040.Income, wages [2]int64, passive int64) (computed, differs bool) {
	t.Helper()
	yours := wagesOf(e.Held().To, form1040.Joint, wages[0], 0, 0)
	yours.Spouse.Wages = dollars(wages[1])
	spouses := *yours
	yours.Add(kind, false, dollars(passive))
	spouses.Add(kind, true, dollars(passive))
	if a, b := e.Refuse(yours), e.Refuse(&spouses); a != "" || b != "" {
		if (a == "") != (b == "") && !e.Apart {
			t.Errorf("%s refuses income of one spouse and not of the other", e.Slug)
		}
		return false, false
	}
	a, err := e.Compute(yours, sheet(t, yours), false)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Compute(&spouses, sheet(t, &spouses), false)
	if err != nil {
		t.Fatal(err)
	}
	return true, !a.Tax.Equal(b.Tax)
}

// Of a couple with 60,000 of wages and 20,000 of the spouse's interest, or rents,
// Mississippi taxes each apart: (80000 − 4600 − 12000 − 2 × 10000) × 4.4 %, where
// one spouse's income alone would use one band: 440 more.
func TestASpousesIncomeInMississippi(t *testing.T) {
	for _, c := range []struct {
		kind     form1040.Income
		ofSpouse bool
		want     string
	}{{form1040.Interest, true, "1910"}, {form1040.Interest, false, "2350"}, {form1040.Rents, true, "1910"}, {form1040.Rents, false, "2350"}} {
		in := wagesOf(2025, form1040.Joint, 60000, 0, 0)
		in.Add(c.kind, c.ofSpouse, dollars(20000))
		got, err := Of("mississippi").Compute(in, sheet(t, in), false)
		if err != nil || !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("the spouse's: %t: %s, want %s (%v)", c.ofSpouse, got.Tax, c.want, err)
		}
	}
}

// A spouse of 67 with 3,000 of income owes Kentucky nothing, so that the credit
// of 40 for the age is lost: it is no credit of the other spouse.
func TestKentuckysCreditForTheAgedIsOnePersons(t *testing.T) {
	tax := func(yourAge, spouseAge int) money.Dec {
		in := wagesOf(2025, form1040.Joint, 90000, 0, 0)
		in.You.Age, in.Spouse.Age = yourAge, spouseAge
		in.Spouse.Wages = dollars(3000)
		got, err := Of("kentucky").Compute(in, sheet(t, in), false)
		if err != nil {
			t.Fatal(err)
		}
		return got.Tax
	}
	none := tax(40, 40)
	if got := tax(40, 67); !got.Equal(none) {
		t.Errorf("the spouse's age takes %s off the other's tax", none.Sub(got))
	}
	if got := none.Sub(tax(67, 40)); !got.Equal(dollars(40)) {
		t.Errorf("the taxpayer's own age takes %s off, not 40", got)
	}
}
