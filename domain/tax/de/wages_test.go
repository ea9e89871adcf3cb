package de

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// grossFirst is the declaration with the gross wage as its default basis, so
// that what holds of every default holds of gross wages too.
func grossFirst() *tax.Registry {
	j := Jurisdiction()
	j.Bases = []tax.Basis{tax.Gross, tax.Taxable}
	return tax.NewRegistry(j)
}

func TestGrossConforms(t *testing.T) { taxtest.Conforms(t, grossFirst()) }

func TestGrossGolden(t *testing.T) {
	registry := grossFirst()
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		var tables []taxtest.Table
		for _, c := range []struct {
			title string
			land  string
			facts map[string]string
		}{
			{"single, childless", "", nil},
			{"single, Saxony, two children under 25", "sachsen", map[string]string{"care_children": "2"}},
			{"one wage of a couple, two children", "", map[string]string{"status": "married_joint", "child_allowances": "2"}},
			{"single, insured privately", "", map[string]string{"private_health_contributions": "4200"}},
		} {
			tables = append(tables, taxtest.Table{
				Title:   "DE " + year + " gross wage, " + c.title,
				Incomes: []string{"7236", "12000", "18000", "24000", "40000", "66150", "96600", "150000"},
				Request: tax.Request{Jurisdiction: "DE", TaxYear: year, SubRegion: c.land, Facts: c.facts},
			})
		}
		taxtest.Golden(t, registry, "gross-"+year, tables...)
	}
}

// The formulas that the statutory funds publish for the transition zone: both
// sides' base is slope × wage − constant a month.
// https://www.tk.de/firmenkunden/versicherung/beitraege-faq/zahlen-und-grenzwerte/faktor-f-2033036
// (2023, 2024); https://treuhand.de/midijob-beschaeftigung-im-uebergangsbereich-2023 (2025);
// https://www.haufe.de/steuern/steuerwissen-tipps/beitraege-fuer-midijobber-richtig-berechnen_170_665146.html (2026)
func TestTransitionZoneIsThePublishedFormula(t *testing.T) {
	for year, want := range map[string][4]string{
		"2023": {"1.1081459459", "216.2918918918", "1.3513513513", "702.7027027027"},
		"2024": {"1.116063748", "232.127496580", "", ""},
		"2025": {"1.127718283", "255.4365651", "1.385041551", "770.0831025"},
		"2026": {"1.145937223", "291.8744452", "1.431639227", "863.2784538"},
	} {
		z := &resolved.In(nil)[year].wages.zone
		near := func(what string, got money.Dec, text string) {
			if text != "" && got.Sub(dec(text)).Abs().Greater(dec("0.000002")) {
				t.Errorf("%s %s: %s, published %s", year, what, got, text)
			}
		}
		month := z.lower.QuoRound(monthsOfYear, 2, money.HalfUp)
		near("slope of both", z.whole, want[0])
		near("constant of both", z.whole.Mul(month).Sub(z.start.QuoRound(monthsOfYear, 10, money.HalfUp)), want[1])
		near("slope of the employee", z.employee, want[2])
		near("constant of the employee", z.employee.Mul(month), want[3])
	}
}

// The Ministry's annual constants of July 2023 are the means of both halves.
func TestCareInsuranceOf2023IsTheMean(t *testing.T) {
	v := &resolved.In(nil)["2023"].wages
	if !v.careHalf.Equal(dec("0.016125")) || !v.careChildless.Equal(dec("0.00475")) {
		t.Errorf("%s and %s, the programme flow chart of July 2023 has 0.016125 and 0.00475", v.careHalf, v.careChildless)
	}
}

// H 32b EStH (examples A and B): 7,429 on 50,000 make a special rate of
// 14.8580 %, 5,943 on 40,000; 3,915 on 37,000 make 10.5810 %, 4,232.
func TestSpecialRateOfTheHandbook(t *testing.T) {
	p := resolved.In(nil)["2025"]
	w := tax.NewWork(false)
	for _, c := range [][4]string{{"7429", "50000", "0.14858", "5943"}, {"3915", "37000", "0.10581", "4232"}} {
		rate := p.specialRate(&w, dec(c[0]), dec(c[1]))
		if !rate.Equal(dec(c[2])) {
			t.Errorf("rate %s, published %s", rate, c[2])
		}
		if due := dec("40000").Mul(rate).Whole(money.Down); !due.Equal(dec(c[3])) {
			t.Errorf("tax %s, published %s", due, c[3])
		}
	}
}

// A person on 50,000 in 2025, childless, in an average fund, by the statute.
func TestGrossWageByHand(t *testing.T) {
	req := &tax.Request{Jurisdiction: "DE", TaxYear: "2025", Income: dec("50000"), HasIncome: true, IncomeBasis: tax.Gross}
	got, err := tax.NewRegistry(Jurisdiction()).Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	health := dec("50000").Mul(dec("0.0855")).Mul(dec("0.96"))
	care := dec("50000").Mul(dec("0.024"))
	want := dec("50000").Sub(dec("1230")).Sub(dec("4650")).Sub(health).Sub(care).Sub(dec("36")).Whole(money.Down)
	if !got.TaxableIncome.Equal(want) {
		t.Errorf("taxable income %s, by hand %s", got.TaxableIncome, want)
	}
}

// A wage split between spouses saves contributions above the ceilings only by
// the second lump sum and the second ceiling: it never lowers what is deducted.
func TestTwoWagesDeductNoLess(t *testing.T) {
	registry := tax.NewRegistry(Jurisdiction())
	rapid.Check(t, func(r *rapid.T) {
		whole := rapid.Int64Range(60_000, 400_000).Draw(r, "whole")
		part := rapid.Int64Range(25_000, whole-25_000).Draw(r, "part")
		base := tax.Request{Jurisdiction: "DE", TaxYear: "2025", IncomeBasis: tax.Gross, Facts: map[string]string{"status": "married_joint"}}
		one, two := base, base
		one.Income, one.HasIncome = money.FromInt(whole), true
		two.Components = []tax.Component{
			{Kind: tax.Employment, Amount: money.FromInt(whole - part)},
			{Kind: tax.Employment, Amount: money.FromInt(part), Person: spouse},
		}
		a, err := registry.Calculate(&one)
		if err != nil {
			r.Fatal(err)
		}
		b, err := registry.Calculate(&two)
		if err != nil {
			r.Fatal(err)
		}
		if b.TaxableIncome.Greater(a.TaxableIncome) {
			r.Fatalf("%d in one wage: %s taxable; with %d the spouse's: %s", whole, a.TaxableIncome, part, b.TaxableIncome)
		}
	})
}

// Income that raises the rate never lowers the tax, and the slope is that of
// the formula.
func TestProgressionRaisesTheTax(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := resolved.In(nil)[rapid.SampledFrom([]string{"2023", "2024", "2025", "2026"}).Draw(r, "year")]
		income := money.FromInt(rapid.Int64Range(0, 300_000).Draw(r, "income"))
		plain := taxpayer{parts: money.FromInt(rapid.Int64Range(1, 2).Draw(r, "parts"))}
		raised := plain
		raised.progression = money.FromInt(rapid.Int64Range(1, 60_000).Draw(r, "progression"))
		if p.rawOf(&raised, income).Add(dec("0.000001")).Less(p.rawOf(&plain, income)) {
			r.Fatalf("%s with %s: %s, without %s", income, raised.progression, p.rawOf(&raised, income), p.rawOf(&plain, income))
		}
		slope, _ := tax.Slope(income, func(x money.Dec) money.Dec { return p.rawOf(&raised, x) })
		if got := p.slopeOf(&raised, income); got.Sub(slope).Abs().Greater(dec("0.0005")) {
			r.Fatalf("slope %s, difference quotient %s", got, slope)
		}
	})
}

func TestWageFactsNeedAGrossWage(t *testing.T) {
	req := &tax.Request{Jurisdiction: "DE", TaxYear: "2025", Income: dec("50000"), HasIncome: true,
		Facts: map[string]string{"care_children": "2"}}
	if _, err := tax.NewRegistry(Jurisdiction()).Calculate(req); err == nil {
		t.Error("a fact of wages was taken with a taxable income")
	}
}

func BenchmarkGross(b *testing.B) {
	registry := tax.NewRegistry(Jurisdiction())
	req := &tax.Request{Jurisdiction: "DE", TaxYear: "2025", Income: dec("60000.00"), HasIncome: true, IncomeBasis: tax.Gross}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
