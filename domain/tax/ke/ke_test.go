package ke_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ke"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ke.Jurisdiction())

// grossFirst is the declaration of the years whose deductions are known, with
// the gross wage as its default basis.
func grossFirst() *tax.Registry {
	j := ke.Jurisdiction()
	j.Bases = []tax.Basis{tax.Gross, tax.Taxable}
	j.Coverage = slices.DeleteFunc(j.Coverage, func(r tax.CoverageRow) bool { return r.TaxYear == "2024" })
	return tax.NewRegistry(j)
}

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "KE", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T)      { taxtest.Conforms(t, registry) }
func TestGrossConforms(t *testing.T) { taxtest.Conforms(t, grossFirst()) }

// A payroll provider prints the contributions of two salaries; from February
// on they are those of eleven months, and January's limit is lower.
func TestPrintedContributions(t *testing.T) {
	const page = "https://support.payspace.com/portal/en/kb/articles/kenya-update-to-nssf-rates-effective-february-2025"
	for monthly, printed := range map[string]string{"50000": "3000", "80000": "4320"} {
		january := money.MustParse("2160") // 6 % of 36,000
		year := money.MustParse(printed).Mul(money.FromInt(11)).Add(january)
		taxtest.Examples(t, registry, []taxtest.Example{{Source: "PaySpace, examples A and B", URL: page,
			Request: ask("2025", money.MustParse(monthly).Mul(money.FromInt(12)).String(), tax.Gross, nil),
			Levies:  map[string]string{"nssf": year.Pad(2).String()}}})
	}
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		basis        tax.Basis
		facts        map[string]string
		taxable, tax string
	}{
		// 28,800 at 288,000; 53,800 at 388,000; 1,737,400 at 6 million; 2,907,400 at 9.6 million, each less 28,800.
		{"2025", "288000", tax.Taxable, nil, "288000.00", "0.00"},
		{"2025", "388000", tax.Taxable, nil, "388000.00", "25000.00"},
		{"2024", "6000000", tax.Taxable, nil, "6000000.00", "1708600.00"},
		{"2025", "9600000", tax.Taxable, nil, "9600000.00", "2878600.00"},
		{"2025", "9601000", tax.Taxable, nil, "9601000.00", "2878950.00"},
		// 1,200,000 − (2,160 + 11 × 4,320) − 33,000 − 18,000 = 1,099,320; 53,800 + 30 % of 711,320 − 28,800.
		{"2025", "1200000", tax.Gross, nil, "1099320.00", "238396.00"},
		// Pension 400,000 is cut so that with NSSF it is 360,000; interest 400,000 to 360,000: 429,000.
		{"2025", "1200000", tax.Gross, map[string]string{"pension_contributions": "400000", "mortgage_interest": "400000"}, "429000.00",
			"37300.00"},
		// Of 60,000 a year, SHIF is 300 a month: 60,000 − 3,600 − 3,600 − 900.
		{"2025", "60000", tax.Gross, nil, "51900.00", "0.00"},
	} {
		req := ask(c.year, c.income, c.basis, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.taxable || got.TotalTax.String() != c.tax {
			t.Errorf("%s %s of %s with %v: taxable %s, tax %s, want %s and %s", c.basis, c.income, c.year, c.facts, got.TaxableIncome,
				got.TotalTax, c.taxable, c.tax)
		}
	}
}

func TestWhatIsNotComputed(t *testing.T) {
	gross := ask("2024", "600000", tax.Gross, nil)
	var gap *tax.Unavailable
	if _, err := registry.Calculate(&gross); !errors.As(err, &gap) {
		t.Errorf("gross wages of 2024: %v", err)
	}
	later := ask("2026", "600000", tax.Taxable, nil)
	if _, err := registry.Calculate(&later); !errors.As(err, &gap) {
		t.Errorf("2026, whose Finance Act was not read: %v", err)
	}
	taxable := ask("2025", "600000", tax.Taxable, map[string]string{"mortgage_interest": "1000"})
	var faults *tax.InputError
	if _, err := registry.Calculate(&taxable); !errors.As(err, &faults) {
		t.Errorf("interest of taxable income: %v", err)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "KE " + year + ", taxable income", Max: "12000000", Request: tax.Request{Jurisdiction: "KE", TaxYear: year}})
	}
	taxtest.Golden(t, grossFirst(), "gross-2025",
		taxtest.Table{Title: "KE 2025, gross wages", Max: "2000000", Request: tax.Request{Jurisdiction: "KE", TaxYear: "2025"}})
}

func BenchmarkGross(b *testing.B) {
	req := ask("2025", "1200000", tax.Gross, nil)
	if _, err := registry.Calculate(&req); err != nil { // reads the law
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
