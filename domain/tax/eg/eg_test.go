package eg_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/eg"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(eg.Jurisdiction())

func ask(year, income string, basis tax.Basis, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "EG", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// A payroll provider prints the insurance of a month at the most insured wage.
func TestPublishedExamples(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Remoly, 1,595 a month of 100,200", URL: "https://remoly.net/blog-detail/910",
			Request: *ask("2025", "1202400", tax.Gross, nil), Levies: map[string]string{"social_insurance": "19140.00"}},
		{Source: "AfroTools, free up to 60,000 a year after insurance", URL: "https://afrotools.com/egypt/eg-paye",
			Request: *ask("2025", "67415.73", tax.Gross, nil), Total: "0.00", Within: "0.01"},
	})
}

// By hand, of net incomes: 1,500, 2,250, 26,000, 45,000 and 25 % above 400,000 make
// 124,750 at 600,000; of 650,000 the first 55,000 bear 10 %, of 750,000 the first
// 70,000 15 %, of 850,000 the first 200,000 20 %, of 1,000,000 the first 400,000
// 22.5 %, and of more than 1,200,000 all that 25 %.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income string
		basis  tax.Basis
		facts  map[string]string
		net    string
		tax    string
	}{
		{"40000", tax.Taxable, nil, "40000.00", "0.00"},
		{"600000", tax.Taxable, nil, "600000.00", "124750.00"},
		{"650000", tax.Taxable, nil, "650000.00", "141250.00"},
		{"750000", tax.Taxable, nil, "750000.00", "169000.00"},
		{"850000", tax.Taxable, nil, "850000.00", "197500.00"},
		{"1000000", tax.Taxable, nil, "1000000.00", "240000.00"},
		{"1300000", tax.Taxable, nil, "1300000.00", "327500.00"},
		// 13,200 of 120,000 are insurance; 1,500, 2,250 and 20 % of 16,800.
		{"120000", tax.Gross, nil, "86800.00", "7110.00"},
		{"120000", tax.Gross, map[string]string{"deductions": "16800"}, "70000.00", "3750.00"},
	} {
		got, err := registry.Calculate(ask("2025", c.income, c.basis, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.net || got.TotalTax.String() != c.tax {
			t.Errorf("%s %s with %v: net %s, tax %s; want %s, %s", c.basis, c.income, c.facts, got.TaxableIncome, got.TotalTax, c.net, c.tax)
		}
	}
}

// 16,700 a month are insured at most in 2026: 22,044 a year.
func TestMostInsuredOf2026(t *testing.T) {
	got, err := registry.Calculate(ask("2026", "600000", tax.Gross, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got.Components[1].Amount.String() != "22044.00" || got.TaxableIncome.String() != "557956.00" {
		t.Errorf("insurance %s, net income %s", got.Components[1].Amount, got.TaxableIncome)
	}
}

func TestANetIncomeTakesNoDeductions(t *testing.T) {
	var input *tax.InputError
	if _, err := registry.Calculate(ask("2025", "500000", tax.Taxable, map[string]string{"deductions": "10"})); !errors.As(err, &input) {
		t.Errorf("deductions from a net income: %v", err)
	}
}

// A salary owes what its net income owes, and never less for more.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(0, 2_000_000).Draw(r, "income")
		owed := func(income string, basis tax.Basis) tax.Result {
			got, err := registry.Calculate(ask(year, income, basis, nil))
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		got, more := owed(money.FromInt(income).String(), tax.Gross), owed(money.FromInt(income+1).String(), tax.Gross)
		if net := owed(got.TaxableIncome.String(), tax.Taxable); !net.TotalTax.Equal(got.TotalTax) || more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d of %s owes %s, its net income %s, one more %s", income, year, got.TotalTax, net.TotalTax, more.TotalTax)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "EG " + year + ", gross salary", Max: "1500000", Request: tax.Request{Jurisdiction: "EG", TaxYear: year}},
			taxtest.Table{Title: "EG " + year + ", net income", Max: "1500000",
				Request: tax.Request{Jurisdiction: "EG", TaxYear: year, IncomeBasis: tax.Taxable}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "900000", tax.Gross, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
