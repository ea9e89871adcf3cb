package jp_test

import (
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

// Nothing is due up to 1,030,000 until 2024 and 1,600,000 from 2025.
func TestWhereTaxBegins(t *testing.T) {
	for year, edge := range map[string]string{"2023": "1030000", "2025": "1600000"} {
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
	for _, year := range []string{"2023", "2024", "2025"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "JP " + year + " basic deduction only", Max: "50000000", Request: tax.Request{Jurisdiction: "JP", TaxYear: year}})
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
