package vn_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
	"github.com/tallystick/tallystick/domain/tax/vn"
)

var registry = tax.NewRegistry(vn.Jurisdiction())

// taxableFirst is the declaration with taxable income as its default basis.
func taxableFirst() *tax.Registry {
	j := vn.Jurisdiction()
	j.Bases = []tax.Basis{tax.Taxable, tax.Gross}
	return tax.NewRegistry(j)
}

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "VN", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

func TestConforms(t *testing.T)        { taxtest.Conforms(t, registry) }
func TestTaxableConforms(t *testing.T) { taxtest.Conforms(t, taxableFirst()) }

// A newspaper's example of the law in force until 2025: 20 million a month with
// one dependant owes 125,000 a month after insurance of 10.5 %.
func TestPrintedExample(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{{
		Source:  "VnNow, individual with one dependant earning 20 million VND a month",
		URL:     "https://vnnow.net/en/business/ministry-of-finance-maintains-top-personal-income-tax-rate-at-35-131151.html",
		Request: ask("2025", "240000000", tax.Gross, map[string]string{"dependants": "1", "mandatory_insurance": "25200000"}), Total: "1500000",
	}})
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income string
		basis  tax.Basis
		facts  map[string]string
		total  string
	}{
		// Cumulated: 3, 9, 23.4, 57, 117 and 217.8 million at the ends of the bands.
		{"60000000", tax.Taxable, nil, "3000000"}, {"120000000", tax.Taxable, nil, "9000000"}, {"216000000", tax.Taxable, nil, "23400000"},
		{"384000000", tax.Taxable, nil, "57000000"}, {"624000000", tax.Taxable, nil, "117000000"},
		{"960000000", tax.Taxable, nil, "217800000"}, {"961000000", tax.Taxable, nil, "218150000"},
		{"132000000", tax.Gross, nil, "0"},
		// 300 − 132 − 2 × 52.8 = 62.4 million.
		{"300000000", tax.Gross, map[string]string{"dependants": "2"}, "3240000"},
		// 300 − 132 − 31.5 − 4 = 132.5 million.
		{"300000000", tax.Gross, map[string]string{"mandatory_insurance": "31500000", "other_deductions": "4000000"}, "10875000"},
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
	later := ask("2026", "300000000", tax.Gross, nil)
	var gap *tax.Unavailable
	if _, err := registry.Calculate(&later); !errors.As(err, &gap) {
		t.Errorf("2026, in which the tariff changes: %v", err)
	}
	taxable := ask("2025", "300000000", tax.Taxable, map[string]string{"dependants": "1"})
	var faults *tax.InputError
	if _, err := registry.Calculate(&taxable); !errors.As(err, &faults) {
		t.Errorf("dependants of taxable income: %v", err)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "VN " + year + ", gross wages", Max: "1500000000", Request: tax.Request{Jurisdiction: "VN", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "300000000", tax.Gross, nil)
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
