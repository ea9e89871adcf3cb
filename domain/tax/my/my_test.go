package my_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/my"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(my.Jurisdiction())

// grossFirst is the declaration of the years whose reliefs are known, with the
// gross wage as its default basis.
func grossFirst() *tax.Registry {
	j := my.Jurisdiction()
	j.Bases = []tax.Basis{tax.Gross, tax.Taxable}
	j.Coverage = slices.DeleteFunc(j.Coverage, func(r tax.CoverageRow) bool { return r.TaxYear == "2026" })
	return tax.NewRegistry(j)
}

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "MY", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T)      { taxtest.Conforms(t, registry) }
func TestGrossConforms(t *testing.T) { taxtest.Conforms(t, grossFirst()) }

// The booklet prints the tax at the end of each band; below 35,000 the rebate
// is taken from it.
func TestPrintedTable(t *testing.T) {
	var table []taxtest.Example
	for income, printed := range map[string]string{"5000": "0.00", "20000": "150.00", "35000": "600.00", "50000": "1500.00",
		"70000": "3700.00", "100000": "9400.00", "400000": "84400.00", "600000": "136400.00", "2000000": "528400.00"} {
		for _, year := range []string{"2024", "2025", "2026"} {
			table = append(table, taxtest.Example{Source: "PwC, 2025/2026 Malaysian Tax Booklet, rates of tax",
				URL:     "https://www.pwc.com/my/en/publications/mtb/personal-income-tax.html",
				Request: ask(year, income, tax.Taxable, nil), Levies: map[string]string{"income_tax": printed}})
		}
	}
	taxtest.Examples(t, registry, table)
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income string
		basis  tax.Basis
		facts  map[string]string
		total  string
	}{
		{"35000", tax.Taxable, nil, "200.00"},
		{"35000.01", tax.Taxable, nil, "600.00"},
		{"35000", tax.Taxable, map[string]string{"spouse_relief": "true"}, "0.00"},
		{"20000", tax.Taxable, nil, "0.00"},
		// 60,000 − 9,000 = 51,000.
		{"60000", tax.Gross, nil, "1610.00"},
		// 6,600 of EPF counts 4,000, 400 of SOCSO 350: 46,650.
		{"60000", tax.Gross, map[string]string{"epf_contributions": "6600", "socso_and_eis_contributions": "400"}, "1299.00"},
		// 9,000 + 4,000 + 2 × 2,000 + 8,000 + 4,000 + 1,000 = 30,000 of 120,000.
		{"120000", tax.Gross, map[string]string{"spouse_relief": "true", "children_under_18": "2", "children_in_higher_education": "1",
			"epf_contributions": "4000", "other_reliefs": "1000"}, "7500.00"},
	} {
		req := ask("2025", c.income, c.basis, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s %s with %v: %s, want %s", c.basis, c.income, c.facts, got.TotalTax, c.total)
		}
	}
}

func TestWhatIsNotComputed(t *testing.T) {
	gross := ask("2026", "60000", tax.Gross, nil)
	var gap *tax.Unavailable
	if _, err := registry.Calculate(&gross); !errors.As(err, &gap) {
		t.Errorf("gross wages of 2026: %v", err)
	}
	chargeable := ask("2025", "60000", tax.Taxable, map[string]string{"epf_contributions": "4000"})
	var faults *tax.InputError
	if _, err := registry.Calculate(&chargeable); !errors.As(err, &faults) {
		t.Errorf("contributions of chargeable income: %v", err)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "MY " + year + ", chargeable income", Max: "2500000", Request: tax.Request{Jurisdiction: "MY", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "120000", tax.Gross, nil)
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
