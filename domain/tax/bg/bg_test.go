package bg_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/bg"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(bg.Jurisdiction())

func wage(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "BG", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// Eurofast: of the most insured pay the employee contributes 516.75 a month until
// March 2025 and 569.11 (569.114) from April on; three and nine of them in a year.
func TestPublishedExamples(t *testing.T) {
	const page = "https://www.mondaq.com/employee-benefits-compensation/1605096/important-updates-bulgarias-state-budget-effective-01042025"
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Eurofast, contributions from 3,750 and 4,130, twelve months", URL: page, Request: *wage("2025", "100000", nil),
			Levies: map[string]string{"contributions": "6672.24"}, Within: "0.04"},
		{Source: "Eurofast, contributions from 3,750", URL: page, Request: *wage("2024", "45000", nil),
			Levies: map[string]string{"contributions": "6201.00"}},
	})
}

// By hand: of 30,000 contributions are 4,134, and 10 % of the rest 2,586.60; of
// 48,000 in 2025, 4,000 a month, 3 × 3,750 and 9 × 4,000 are insured.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		base, total  string
	}{
		{"2025", "30000", nil, "25866.00", "2586.60"},
		{"2025", "30000", map[string]string{"children": "1"}, "19866.00", "1986.60"},
		{"2025", "30000", map[string]string{"children": "3"}, "7866.00", "786.60"},
		{"2025", "30000", map[string]string{"children": "5", "other_reliefs": "9000"}, "0.00", "0.00"},
		{"2025", "48000", nil, "41488.95", "4148.90"},
		{"2024", "48000", nil, "41799.00", "4179.90"},
	} {
		got, err := registry.Calculate(wage(c.year, c.income, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.base || got.TotalTax.String() != c.total {
			t.Errorf("%s of %s with %v: base %s, tax %s; want %s, %s", c.income, c.year, c.facts, got.TaxableIncome, got.TotalTax, c.base,
				c.total)
		}
	}
}

func TestTheYearInEuroIsNotComputed(t *testing.T) {
	if _, err := registry.Calculate(wage("2026", "30000", nil)); err == nil {
		t.Error("2026 was computed in leva")
	}
}

// A wage owes what its base owes, and never less for more.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025"}).Draw(r, "year")
		income := rapid.Int64Range(0, 200_000).Draw(r, "income")
		got, err := registry.Calculate(wage(year, money.FromInt(income).String(), nil))
		if err != nil {
			r.Fatal(err)
		}
		plain := wage(year, got.TaxableIncome.String(), nil)
		plain.IncomeBasis = tax.Taxable
		base, err := registry.Calculate(plain)
		if err != nil {
			r.Fatal(err)
		}
		more, err := registry.Calculate(wage(year, money.FromInt(income+1).String(), nil))
		if err != nil {
			r.Fatal(err)
		}
		if !base.TotalTax.Equal(got.TotalTax) || more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d owes %s, its base %s, one more %s", income, got.TotalTax, base.TotalTax, more.TotalTax)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "BG " + year + ", gross wage", Request: tax.Request{Jurisdiction: "BG", TaxYear: year}},
			taxtest.Table{Title: "BG " + year + ", two children",
				Request: tax.Request{Jurisdiction: "BG", TaxYear: year, Facts: map[string]string{"children": "2"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wage("2025", "48000", map[string]string{"children": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
