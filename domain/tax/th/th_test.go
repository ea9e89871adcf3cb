package th_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
	"github.com/tallystick/tallystick/domain/tax/th"
)

var registry = tax.NewRegistry(th.Jurisdiction())

// taxableFirst is the declaration with net income as its default basis.
func taxableFirst() *tax.Registry {
	j := th.Jurisdiction()
	j.Bases = []tax.Basis{tax.Taxable, tax.Gross}
	return tax.NewRegistry(j)
}

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "TH", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T)        { taxtest.Conforms(t, registry) }
func TestTaxableConforms(t *testing.T) { taxtest.Conforms(t, taxableFirst()) }

// The Government's page prints the cumulative tax at the end of each band.
func TestPublishedTable(t *testing.T) {
	var table []taxtest.Example
	for income, cumulative := range map[string]string{"150000": "0.00", "300000": "7500.00", "500000": "27500.00", "750000": "65000.00",
		"1000000": "115000.00", "2000000": "365000.00", "5000000": "1265000.00"} {
		for _, year := range []string{"2024", "2025", "2026"} {
			req := ask(year, income, nil)
			req.IncomeBasis = tax.Taxable
			table = append(table, taxtest.Example{Source: "Government of Thailand, Setting personal income tax rates",
				URL: "https://thailand.go.th/guide-book-detail/007_053", Request: req, Total: cumulative})
		}
	}
	taxtest.Examples(t, registry, table)
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		net, total   string
	}{
		// 600,000 − 100,000 − 60,000 − 9,000 = 431,000.
		{"2025", "600000", nil, "431000.00", "20600.00"},
		{"2026", "600000", nil, "429500.00", "20450.00"}, // 17,500 × 5 % × 12 = 10,500
		// 150,000 a year: half are expenses, 12,500 × 5 % × 12 = 7,500.
		{"2025", "150000", nil, "7500.00", "0.00"},
		// Spouse 60,000, two children of whom one counts for more 90,000, two parents 60,000.
		{"2025", "600000", map[string]string{"spouse_without_income": "true", "children": "2", "children_born_2018_or_later": "1",
			"parents": "2"}, "221000.00", "3550.00"},
		{"2025", "600000", map[string]string{"disabled_persons": "1", "other_allowances": "50000"}, "321000.00", "9600.00"},
		// 410,000 beyond the exemption, of which 100,000 are expenses.
		{"2025", "600000", map[string]string{"aged_65_or_disabled": "true", "social_security_paid": "0"}, "250000.00", "5000.00"},
	} {
		req := ask(c.year, c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.net || got.TotalTax.String() != c.total {
			t.Errorf("%s of %s with %v: net %s, tax %s, want %s and %s", c.income, c.year, c.facts, got.TaxableIncome, got.TotalTax, c.net,
				c.total)
		}
	}
}

func TestRefused(t *testing.T) {
	taxable := ask("2025", "100000", map[string]string{"children": "1"})
	taxable.IncomeBasis = tax.Taxable
	for name, req := range map[string]tax.Request{
		"allowances of net income":     taxable,
		"more later children than any": ask("2025", "100000", map[string]string{"children": "1", "children_born_2018_or_later": "2"}),
		"contributions above wages":    ask("2025", "100000", map[string]string{"social_security_paid": "100001"}),
	} {
		_, err := registry.Calculate(&req)
		var faults *tax.InputError
		if !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "TH " + year + ", gross wages", Max: "6000000", Request: tax.Request{Jurisdiction: "TH", TaxYear: year}})
	}
}

func BenchmarkGross(b *testing.B) {
	req := ask("2025", "600000", nil)
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
