package id_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/id"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(id.Jurisdiction())

// taxableFirst is the declaration with taxable income as its default basis.
func taxableFirst() *tax.Registry {
	j := id.Jurisdiction()
	j.Bases = []tax.Basis{tax.Taxable, tax.Gross}
	return tax.NewRegistry(j)
}

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "ID", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T)        { taxtest.Conforms(t, registry) }
func TestTaxableConforms(t *testing.T) { taxtest.Conforms(t, taxableFirst()) }

// The amounts of income that is not taxable are printed by status: TK/0 to K/3.
func TestPrintedStatuses(t *testing.T) {
	for _, c := range []struct{ married, dependants, ptkp string }{
		{"false", "0", "54000000"}, {"false", "1", "58500000"}, {"false", "3", "67500000"}, {"true", "0", "58500000"},
		{"true", "1", "63000000"}, {"true", "2", "67500000"}, {"true", "3", "72000000"}, {"true", "5", "72000000"},
	} {
		req := ask("2025", "200000000", tax.Gross, map[string]string{"married": c.married, "dependants": c.dependants})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		// 6 million of 200 are occupational costs.
		if want := money.MustParse("194000000").Sub(money.MustParse(c.ptkp)); !got.TaxableIncome.Equal(want) {
			t.Errorf("married %s with %s: taxable %s, want %s", c.married, c.dependants, got.TaxableIncome, want)
		}
	}
}

// The authority's example of occupational costs: 5 % of 25 million, and of 150
// million the most.
func TestPublishedOccupationalCosts(t *testing.T) {
	const page = "https://text-id.123dok.com/document/eqol5pwmq-biaya-jabatan-biaya-pensiun.html"
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Direktorat Jenderal Pajak, biaya jabatan, PT. YY", URL: page, Request: ask("2025", "150000000", tax.Gross, nil),
			Taxable: "90000000.00"}, // 150 − 6 − 54 million
	})
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income string
		basis  tax.Basis
		facts  map[string]string
		total  string
	}{
		// Cumulated: 3, 31.5, 94 and 1,444 million at the ends of the bands.
		{"60000000", tax.Taxable, nil, "3000000.00"}, {"250000000", tax.Taxable, nil, "31500000.00"},
		{"500000000", tax.Taxable, nil, "94000000.00"}, {"5000000000", tax.Taxable, nil, "1444000000.00"},
		{"5001000000", tax.Taxable, nil, "1444350000.00"},
		// 100 − 5 − 54 = 41 million.
		{"100000000", tax.Gross, nil, "2050000.00"},
		// 180 − 6 − 4.5 − 63 = 106.5 million.
		{"180000000", tax.Gross, map[string]string{"married": "true", "dependants": "1", "pension_contributions": "4500000"}, "9975000.00"},
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
	later := ask("2026", "180000000", tax.Gross, nil)
	var gap *tax.Unavailable
	if _, err := registry.Calculate(&later); !errors.As(err, &gap) {
		t.Errorf("2026, of which nothing was read: %v", err)
	}
	taxable := ask("2025", "180000000", tax.Taxable, map[string]string{"married": "true"})
	var faults *tax.InputError
	if _, err := registry.Calculate(&taxable); !errors.As(err, &faults) {
		t.Errorf("marriage of taxable income: %v", err)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "ID " + year + ", gross income", Max: "6000000000", Request: tax.Request{Jurisdiction: "ID", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "180000000", tax.Gross, nil)
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
