package br_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/br"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(br.Jurisdiction())

func wages(year, amount string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "BR", TaxYear: year, Income: money.MustParse(amount), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The authority prints its table with an amount to subtract, which must give
// the same tax as the bands, to a few centavos.
func TestAmountsToSubtract(t *testing.T) {
	for _, c := range []struct{ year, base, rate, subtract string }{
		{"2023", "30000", "0.075", "1838.39"}, {"2023", "40000", "0.15", "4382.38"}, {"2023", "50000", "0.225", "7758.32"},
		{"2023", "100000", "0.275", "10557.13"},
		{"2024", "30000", "0.075", "2022.24"}, {"2024", "40000", "0.15", "4566.23"}, {"2024", "50000", "0.225", "7942.17"},
		{"2024", "100000", "0.275", "10740.98"},
		{"2025", "30000", "0.075", "2135.04"}, {"2025", "40000", "0.15", "4679.03"}, {"2025", "50000", "0.225", "8054.97"},
		{"2025", "100000", "0.275", "10853.78"},
		{"2026", "30000", "0.075", "2185.92"}, {"2026", "40000", "0.15", "4729.91"}, {"2026", "50000", "0.225", "8105.85"},
		{"2026", "100000", "0.275", "10904.66"},
	} {
		base := money.MustParse(c.base)
		deduction := money.FromInt(20_000)
		req := wages(c.year, base.Add(deduction).String(), map[string]string{"social_security": "20000"})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		want := base.Mul(money.MustParse(c.rate)).Sub(money.MustParse(c.subtract))
		if !got.TaxableIncome.Equal(base) || got.Components[0].Amount.Sub(want).Abs().Greater(money.MustParse("0.02")) {
			t.Errorf("%s on %s: %s of %s, the table gives %s", c.year, c.base, got.Components[0].Amount, got.TaxableIncome, want)
		}
	}
}

// The authority's simulator cuts what is left after the reduction. By hand, 2026:
// 101,640 leaves a base of 84,000 and owes 12,195.342; 84,001 leaves 67,200.80
// and owes 7,575.562 less 8,429.73 − 0.095575 × 84,001, which is 7,174.227575.
func TestCutsToTheCentavo(t *testing.T) {
	for income, want := range map[string]string{"101640": "12195.34", "84001": "7174.22"} {
		req := wages("2026", income, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(money.MustParse(want)) {
			t.Errorf("%s: %s, want %s", income, got.TotalTax, want)
		}
	}
}

// By hand, Lei 15.270/2025 art. 16-A: 250,000 of wages and 750,000 of dividends
// are 1,000,000, of which 6.67 % is the least; 900,000 is taxed at 5 % and
// 2,000,000 at 10 %. Wages alone are taxed above it.
func TestMinimumTax(t *testing.T) {
	for _, c := range []struct{ wages, other, paid, want string }{
		{"250000", "750000", "0", "0.0666667"}, {"200000", "700000", "0", "0.05"}, {"100000", "1900000", "0", "0.10"},
		{"100000", "400000", "0", ""}, {"2000000", "0", "0", ""},
		{"100000", "1900000", "190000", ""},
	} {
		req := wages("2026", c.wages, map[string]string{"minimum_tax_income": c.other, "minimum_tax_paid": c.paid})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		levy := got.Components[len(got.Components)-1]
		if c.want == "" {
			if !levy.Amount.IsZero() {
				t.Errorf("%+v: minimum tax %s", c, levy.Amount)
			}
			continue
		}
		want := money.MustParse(c.wages).Add(money.MustParse(c.other)).Mul(money.MustParse(c.want))
		if got.TotalTax.Sub(want).Abs().Greater(money.One) {
			t.Errorf("%+v: %s, want %s", c, got.TotalTax, want)
		}
	}
}

// Lei 15.270/2025: nothing is due up to 60,000 a year, and nothing is reduced
// above 88,200.
func TestReductionOf2026(t *testing.T) {
	for _, income := range []string{"60000", "88200", "88300"} {
		req := wages("2026", income, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if income == "60000" && !got.TotalTax.IsZero() {
			t.Errorf("tax on 60,000 is %s", got.TotalTax)
		}
		if reduction := got.Components[1].Amount; income != "60000" && reduction.Greater(money.MustParse("0.02")) {
			t.Errorf("reduction at %s is %s", income, reduction)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "BR " + year, Max: "300000",
			Request: tax.Request{Jurisdiction: "BR", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "75000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
