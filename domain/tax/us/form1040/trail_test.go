package form1040

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// drawRare adds to a drawn return what few returns have.
func drawRare(t *rapid.T) Return {
	dollars := func(name string, most int64) money.Dec {
		return money.FromInt(rapid.Int64Range(0, most).Draw(t, name)).Add(money.MustParse("0.37"))
	}
	r := drawReturn(t)
	r.Claimable, r.Abroad = rapid.Bool().Draw(t, "claimable"), rapid.Bool().Draw(t, "abroad")
	r.PassiveBusinessIncome = r.RentalAndPassthrough
	if rapid.Bool().Draw(t, "care") {
		r.CarePersons, r.CareExpenses = rapid.IntRange(1, 3).Draw(t, "care persons"), dollars("care", 9000)
	}
	if rapid.Bool().Draw(t, "marketplace") {
		r.Marketplace = Marketplace{Months: rapid.IntRange(1, 12).Draw(t, "months"), Premiums: dollars("premiums", 12_000),
			Benchmark: dollars("benchmark", 12_000), Advance: dollars("advance", 9000)}
	}
	switch rapid.IntRange(0, 3).Draw(t, "rare") {
	case 0:
		r.You.ForeignIncome, r.You.ForeignDays = money.Min(r.You.Wages, dollars("foreign", 200_000)), rapid.IntRange(1, 365).Draw(t, "days")
	case 1:
		r.Parent = Parent{Applies: true, Status: Status(rapid.IntRange(0, int(statuses)-1).Draw(t, "parent")),
			TaxableIncome: dollars("parent income", 400_000)}
	}
	return r
}

// answer evaluates what an answer shows.
func answer(s *Sheet) {
	s.At(F34)
	s.At(F37)
	s.Components()
	s.Bands()
	s.EmployeeTaxes()
}

// Each citation is in one group, on which the bits of a trail rely.
func TestGroupsShareNoCitation(t *testing.T) {
	for year := 2022; year <= 2026; year++ {
		seen := map[string]bool{}
		for _, g := range params(t, year).groups {
			for _, c := range g {
				if seen[c.ID] {
					t.Errorf("%d: %s is in two groups", year, c.ID)
				}
				seen[c.ID] = true
			}
		}
	}
}

// A sheet used again cites what a new one does, and that is what the lines
// noted, each citation once.
func TestCitationsAreThoseOfTheLines(t *testing.T) {
	var used Sheet
	rapid.Check(t, func(t *rapid.T) {
		r := drawRare(t)
		p, err := ForYear(r.Year)
		if err != nil {
			t.Fatal(err)
		}
		fresh := NewSheet(p, &r, LineNotes)
		answer(fresh)
		used.Begin(p, &r, Sources)
		answer(&used)
		got := fresh.Citations()
		if !slices.Equal(got, used.Citations()) {
			t.Fatalf("a sheet used again cites otherwise than a new one")
		}
		want := map[law.Citation]bool{}
		cite := func(groups ...group) {
			for _, g := range groups {
				for _, c := range p.groups[g] {
					want[c] = true
				}
			}
		}
		for id := range fresh.lines.cites {
			cite(fresh.lines.cites[id]...)
		}
		for _, who := range r.people() {
			if who.Wages.Sign() > 0 {
				cite(p.wageBase.cite, p.oasdi.cite, p.medicare.cite)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d citations, the lines used %d", len(got), len(want))
		}
		for _, c := range got {
			if !want[c] {
				t.Fatalf("no line used %s", c.ID)
			}
			delete(want, c)
		}
	})
}

// What was taken from a sheet stays as it is when the sheet is used again.
func TestASheetUsedAgainLeavesItsAnswers(t *testing.T) {
	p := params(t, 2025)
	first := Return{Year: 2025, You: Person{Age: 40, Wages: money.FromInt(90_000)}}
	second := Return{Year: 2025, Status: Joint, You: Person{Age: 70, SelfEmployment: money.FromInt(500_000)}, Children: 2}
	s := NewSheet(p, &first, Sources)
	answer(s)
	cites, bands := s.Citations(), s.Bands()
	parts, _ := s.Components()
	wantCites, wantParts, wantBands := slices.Clone(cites), slices.Clone(parts), slices.Clone(bands)
	s.Begin(p, &second, Sources)
	answer(s)
	s.Citations()
	s.EndNotes()
	if !slices.Equal(cites, wantCites) || !slices.Equal(parts, wantParts) || !slices.Equal(bands, wantBands) {
		t.Error("an answer changed with the sheet")
	}
}

// Lines taken over from another method, and kept from other incomes, are those
// that a new sheet computes: every line, for every income.
func TestLinesTakenOverAreRight(t *testing.T) {
	var s, slope Sheet
	rapid.Check(t, func(t *rapid.T) {
		r := drawRare(t)
		p, err := ForYear(r.Year)
		if err != nil {
			t.Fatal(err)
		}
		equal := func(at *Return, when string) {
			fresh := NewSheet(p, at, Nothing)
			for id := range ID(lineCount) {
				if got, want := slope.At(id), fresh.At(id); !got.Equal(want) {
					t.Fatalf("%s: %s line %s is %s, computed anew %s", when, table[id].Form, table[id].No, got, want)
				}
			}
		}
		s.Begin(p, &r, Sources)
		answer(&s)
		for id := range ID(lineCount) {
			s.At(id)
		}
		further := r
		further.Method = Slope
		slope.BeginSlope(&s, &further)
		equal(&further, "by another method")
		more := money.MustParse(rapid.SampledFrom([]string{"0.000001", "0.01", "1", "12345.67"}).Draw(t, "more"))
		for income := Wages; income <= Other; income <<= 1 {
			for _, ofSpouse := range []bool{false, true} {
				further.Add(income, ofSpouse, more)
				slope.Earn(&further, income)
				equal(&further, fmt.Sprintf("more of income %d, spouse %t", income, ofSpouse))
			}
		}
	})
}

// A sheet used again, moved along the slope of an income between, has on every line
// what a new one has: nothing of the last return is left where the next lacks a form.
func TestASheetUsedAgainKnowsNothingOfTheLast(t *testing.T) {
	var used Sheet
	rapid.Check(t, func(t *rapid.T) {
		r := drawRare(t)
		p, err := ForYear(r.Year)
		if err != nil {
			t.Fatal(err)
		}
		fresh := NewSheet(p, &r, Nothing)
		used.Begin(p, &r, Nothing)
		answer(fresh)
		answer(&used)
		for id := range table {
			switch worked := fresh.state[id] >= known; {
			case used.state[id] != fresh.state[id]:
				t.Fatalf("%s line %s is in state %d, of a new sheet %d", table[id].Form, table[id].No, used.state[id], fresh.state[id])
			case worked && !used.value[id].Equal(fresh.value[id]):
				t.Fatalf("%s line %s is %s, of a new sheet %s", table[id].Form, table[id].No, used.value[id], fresh.value[id])
			}
		}
		r.Method = Slope
		used.BeginSlope(&used, &r)
		used.At(F24)
		what := rapid.SampledFrom([]Income{Wages, Profit, Interest, Dividends, Pensions, Rents, Gains, Other}).Draw(t, "what")
		r.Add(what, false, money.FromInt(rapid.Int64Range(1, 5000).Draw(t, "more")))
		used.Earn(&r, what)
		if got, want := used.At(F24), NewSheet(p, &r, Nothing).At(F24); !got.Equal(want) {
			t.Fatalf("earned on, line 24 is %s, of a new sheet %s", got, want)
		}
	})
}
