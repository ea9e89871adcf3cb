package co_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/co"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(co.Jurisdiction())

func ask(year, income string, basis tax.Basis, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "CO", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// An accountant works out the exempt quarter of a wage of 124,160,000 with
// deductions of 33,026,000 in all: 25 % of 80,766,000. The amounts are of 2023;
// the quarter is the same in each year whose most lies above it.
func TestPublishedExemptQuarter(t *testing.T) {
	const page = "https://dalmervargascontador.blogspot.com/2024/05/claculo-de-la-renta-exenta-general-del.html"
	for _, year := range []string{"2024", "2025", "2026"} {
		req := ask(year, "124160000", tax.Gross, map[string]string{"contributions": "10368000", "deductions": "33026000"})
		req.Explain = true
		got, err := registry.Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i := range got.Steps {
			if s := &got.Steps[i]; s.Code == "exempt_quarter" {
				found = true
				if s.Amount.String() != "20191500.00" {
					t.Errorf("%s (%s): the exempt quarter is %s", year, page, s.Amount)
				}
			}
		}
		if !found {
			t.Errorf("%s: no step for the exempt quarter", year)
		}
	}
}

// By hand, in 2024, of 47,065 a UVT. 1,340 of them are 63,067,100, 790 are 37,181,350.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income  string
		basis   tax.Basis
		facts   map[string]string
		taxable string
		tax     string
	}{
		{"51300850", tax.Taxable, nil, "51300850.00", "0.00"},
		// 2,000 UVT: (2,000 − 1,700) × 28 % + 116 = 200 UVT.
		{"94130000", tax.Taxable, nil, "94130000.00", "9413000.00"},
		// 40,000 UVT: 9,000 × 39 % + 10,352 = 13,862 UVT.
		{"1882600000", tax.Taxable, nil, "1882600000.00", "652415030.00"},
		// 40 % of 113,792,000 is less than the deductions: 68,275,200 are left, of which 16,974,350 bear 19 %.
		{"124160000", tax.Gross, map[string]string{"contributions": "10368000", "deductions": "33026000"}, "68275200.00", "3225126.50"},
		// A quarter of 92,000,000: 69,000,000 are left; two dependants take 6,777,360, invoices 1 %.
		{"100000000", tax.Gross, map[string]string{"contributions": "8000000"}, "69000000.00", "3362838.50"},
		{"100000000", tax.Gross, map[string]string{"contributions": "8000000", "dependants": "2", "electronic_purchases": "30000000"},
			"61922640.00", "2018140.10"},
		// The quarter ends at 790 UVT: 500,000,000 − 40,000,000 − 37,181,350; 35 % of what is above 8,670 UVT, and 2,296 of them.
		{"500000000", tax.Gross, map[string]string{"contributions": "40000000"}, "422818650.00", "113229025.00"},
	} {
		got, err := registry.Calculate(ask("2024", c.income, c.basis, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.taxable || got.TotalTax.String() != c.tax {
			t.Errorf("%s %s with %v: taxable %s, tax %s; want %s, %s", c.basis, c.income, c.facts, got.TaxableIncome, got.TotalTax, c.taxable, c.tax)
		}
	}
}

// An amount of pesos that the law states in UVT cites the UVT of the year beside it.
func TestAmountsInUVTCiteIt(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		req := ask(year, "500000000", tax.Gross, map[string]string{"contributions": "0", "dependants": "1", "electronic_purchases": "1000000"})
		req.Explain = true
		got, err := registry.Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		in := map[string]bool{"exempt_quarter": true, "deductions_and_exempt": true, "dependants": true, "electronic_invoices": true,
			"income_tax": true}
		for i := range got.Steps {
			s := &got.Steps[i]
			if in[s.Code] && !slices.ContainsFunc(s.CitationIDs, func(id string) bool { return strings.HasPrefix(id, "co:uvt@"+year) }) {
				t.Errorf("%s: the step %s cites %v, not the UVT", year, s.Code, s.CitationIDs)
			}
			delete(in, s.Code)
		}
		if len(in) > 0 {
			t.Errorf("%s: no steps for %v", year, in)
		}
	}
}

func TestWhatIsAskedOrRefused(t *testing.T) {
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(ask("2025", "90000000", tax.Gross, nil)); !errors.As(err, &missing) {
		t.Errorf("wages without their contributions: %v", err)
	}
	var input *tax.InputError
	if _, err := registry.Calculate(ask("2025", "90000000", tax.Taxable, map[string]string{"dependants": "1"})); !errors.As(err, &input) {
		t.Errorf("dependants from taxable income: %v", err)
	}
}

// Wages owe what their taxable income owes, never less for more; deductions are
// worth at most what the limit leaves of them.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(r, "year")
		wages := rapid.Int64Range(0, 1_500_000_000).Draw(r, "wages")
		facts := map[string]string{
			"contributions": money.FromInt(rapid.Int64Range(0, wages/10).Draw(r, "contributions")).String(),
			"deductions":    money.FromInt(rapid.Int64Range(0, wages).Draw(r, "deductions")).String(),
		}
		owed := func(income string, basis tax.Basis, facts map[string]string) tax.Result {
			got, err := registry.Calculate(ask(year, income, basis, facts))
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		got, more := owed(money.FromInt(wages).String(), tax.Gross, facts), owed(money.FromInt(wages+1000).String(), tax.Gross, facts)
		if plain := owed(got.TaxableIncome.String(), tax.Taxable, nil); !plain.TotalTax.Equal(got.TotalTax) || more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d of %s owes %s, its taxable income %s, more %s", wages, year, got.TotalTax, plain.TotalTax, more.TotalTax)
		}
		net := money.FromInt(wages).Sub(money.MustParse(facts["contributions"]))
		if least := net.Mul(money.MustParse("0.6")); got.TaxableIncome.Less(least.Round(0, money.HalfUp).Sub(money.One)) {
			r.Fatalf("of %s %s are taxable, less than 60 %%", net, got.TaxableIncome)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "CO " + year + ", taxable income", Max: "2000000000", Request: tax.Request{Jurisdiction: "CO", TaxYear: year}},
			taxtest.Table{Title: "CO " + year + ", gross wages", Max: "1000000000",
				Request: tax.Request{Jurisdiction: "CO", TaxYear: year, IncomeBasis: tax.Gross, Facts: map[string]string{"contributions": "8000000"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "150000000", tax.Gross, map[string]string{"contributions": "12000000", "dependants": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
