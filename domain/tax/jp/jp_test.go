package jp_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/jp"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(jp.Jurisdiction())

func salary(year, amount string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "JP", TaxYear: year, Income: money.MustParse(amount), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// A published worked example: 8,005,000 taxable gives 1,205,150 of income tax,
// with the surtax 1,230,458, of which 1,230,400 is due.
func TestWorkedExample(t *testing.T) {
	req := salary("2023", "10435000", nil) // less 1,950,000 and 480,000
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "8005000" && !got.TaxableIncome.Equal(money.FromInt(8_005_000)) ||
		!got.Components[0].Amount.Equal(money.FromInt(1_205_150)) || !got.TotalTax.Equal(money.FromInt(1_230_400)) {
		t.Errorf("%s, %s, %s", got.TaxableIncome, got.Components[0].Amount, got.TotalTax)
	}
}

// The same example from its taxable income, of which less than 1,000 yen counts for nothing. In
// 2024 the flat cut depends on an income that a taxable one does not say.
func TestTaxableIncomeAsTheBasis(t *testing.T) {
	req := salary("2023", "8005999", nil)
	req.IncomeBasis = tax.Taxable
	got, err := registry.Calculate(&req)
	if err != nil || !got.TaxableIncome.Equal(money.FromInt(8_005_000)) || !got.TotalTax.Equal(money.FromInt(1_230_400)) {
		t.Errorf("%s of %s, %v", got.TotalTax, got.TaxableIncome, err)
	}
	var gap *tax.Unavailable
	if req.TaxYear = "2024"; !errors.As(second(registry.Calculate(&req)), &gap) {
		t.Error("2024 is answered without the total income")
	}
	req.TaxYear, req.Facts = "2025", map[string]string{"social_insurance": "1", "other_deductions": "1"}
	var faults *tax.InputError
	if !errors.As(second(registry.Calculate(&req)), &faults) || len(faults.Fields) != 2 {
		t.Errorf("deductions from a taxable income: %v", faults)
	}
}

func second(_ tax.Result, err error) error { return err }

// Nothing is due up to 1,030,000 until 2024, 1,600,000 in 2025 and 1,780,000
// in 2026.
func TestWhereTaxBegins(t *testing.T) {
	for year, edge := range map[string]string{"2023": "1030000", "2025": "1600000", "2026": "1780000"} {
		at, above := salary(year, edge, nil), salary(year, money.MustParse(edge).Add(money.FromInt(10_000)).String(), nil)
		a, err := registry.Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&above)
		if err != nil {
			t.Fatal(err)
		}
		if !a.TotalTax.IsZero() || b.TotalTax.IsZero() {
			t.Errorf("%s: %s at %s and %s above", year, a.TotalTax, edge, b.TotalTax)
		}
	}
}

// By hand. 5,000,000 last year is an income of 3,560,000, a base of 3,130,000,
// 313,000 less 2,500, and 5,000 a head: 315,500; 10,000 less in 2024.
func TestInhabitantTax(t *testing.T) {
	for _, c := range []struct{ year, last, want string }{
		{"2023", "5000000", "315500"}, {"2024", "5000000", "305500"}, {"2025", "5000000", "315500"}, {"2025", "1000000", "0"},
	} {
		req := salary(c.year, "6000000", map[string]string{"previous_salary": c.last})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		last := got.Components[len(got.Components)-1]
		if !last.Amount.Equal(money.MustParse(c.want)) || last.InTotal {
			t.Errorf("%s: %s on %s, want %s", c.year, last.Amount, c.last, c.want)
		}
	}
}

// By hand, 2025, of 5,000,000 last year: with a spouse and a student the base is
// 3,560,000 − 430,000 − 330,000 − 450,000 = 2,350,000 and the credit that of the
// difference of 280,000 less 350,000, at least 2,500. Of 3,000,000 the income is
// 2,020,000, the base 810,000 and the credit 5 % of 280,000.
func TestInhabitantTaxOfAFamily(t *testing.T) {
	for last, want := range map[string]string{"5000000": "237500", "3000000": "72000", "1900000": "0"} {
		req := salary("2025", "6000000", map[string]string{"previous_salary": last, "spouse": "true", "dependants_19_to_22": "1"})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if levy := got.Components[len(got.Components)-1]; !levy.Amount.Equal(money.MustParse(want)) {
			t.Errorf("%s on %s, want %s", levy.Amount, last, want)
		}
	}
}

// By hand, of 8,000,000 in 2025: an income of 6,100,000, less 630,000 of basic
// deduction, 380,000 for the spouse and 630,000 for a student, is 4,460,000.
// Of 11,200,000 the income is 9,250,000 less the adjustment of 150,000, and the
// spouse counts for 260,000; above an income of 10,000,000 for nothing.
func TestFamily(t *testing.T) {
	facts := map[string]string{"spouse": "true", "dependants_19_to_22": "1"}
	for amount, want := range map[string]int64{"8000000": 4_460_000, "11200000": 7_630_000, "12100001": 8_790_000} {
		req := salary("2025", amount, facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TaxableIncome.Equal(money.FromInt(want)) {
			t.Errorf("%s: taxable %s, want %d", amount, got.TaxableIncome, want)
		}
	}
}

// By hand, art. 41-3-11 of the Act on Special Measures: of 9,000,000 with a
// small child 50,000 more is deducted than the 1,950,000, of 10,000,000 and of
// more 150,000, and of 8,500,000 nothing; there the basic deduction is 630,000,
// above it 580,000.
func TestAdjustmentOfHighSalaries(t *testing.T) {
	for amount, want := range map[string]int64{"8500000": 5_920_000, "9000000": 6_420_000, "10000000": 7_320_000, "20000000": 17_320_000} {
		req := salary("2025", amount, map[string]string{"under_23_or_special_disability": "true"})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TaxableIncome.Equal(money.FromInt(want)) {
			t.Errorf("%s: taxable %s, want %d", amount, got.TaxableIncome, want)
		}
	}
}

// The flat cut of 2024 is 30,000 a person and its share of the surtax.
func TestFlatCut(t *testing.T) {
	alone, family := salary("2024", "6000000", nil), salary("2024", "6000000", map[string]string{"flat_cut_persons": "2"})
	a, err := registry.Calculate(&alone)
	if err != nil {
		t.Fatal(err)
	}
	b, err := registry.Calculate(&family)
	if err != nil {
		t.Fatal(err)
	}
	if a.Components[1].Amount.String() == "0" || b.Components[1].Amount.Sub(a.Components[1].Amount).Sub(money.FromInt(60_000)).Sign() != 0 {
		t.Errorf("%s and %s", a.Components[1].Amount, b.Components[1].Amount)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "JP " + year + " basic deduction only", Max: "50000000",
			Request: tax.Request{Jurisdiction: "JP", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := salary("2025", "7500000", map[string]string{"previous_salary": "7000000"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
