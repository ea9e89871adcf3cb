package hk_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/hk"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(hk.Jurisdiction())

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "HK", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

// GovHK's table shows the cumulative tax: 1,000, 4,000, 9,000 and 16,000 on net
// chargeable income of 50,000 to 200,000.
func TestPublishedExamples(t *testing.T) {
	const page = "https://www.gov.hk/en/residents/taxes/taxfiling/taxrates/salariesrates.htm"
	var table []taxtest.Example
	for income, cumulative := range map[string]string{"182000": "1000.00", "232000": "4000.00", "282000": "9000.00", "332000": "16000.00"} {
		for _, year := range []string{"2023-24", "2024-25", "2025-26"} {
			table = append(table, taxtest.Example{Source: "GovHK, Tax Rates of Salaries Tax, 2018/19 onwards", URL: page,
				Request: ask(year, income, nil), Levies: map[string]string{"salaries_tax": cumulative}})
		}
	}
	// Of 6,000, 12,000 and 18,000 of mandatory contributions all is deductible,
	// of more 18,000.
	for paid, taxable := range map[string]string{"6000": "102000.00", "12000": "96000.00", "18000": "90000.00", "24000": "90000.00"} {
		table = append(table, taxtest.Example{Source: "GovHK, deduction for contributions to MPF schemes, example 1 and maximum",
			URL:     "http://www.gov.hk/en/residents/taxes/salaries/allowances/deductions/mpf.htm",
			Request: ask("2023-24", "240000", map[string]string{"mpf_contributions": paid}), Taxable: taxable})
	}
	taxtest.Examples(t, registry, table)
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		total        string
	}{
		// Net chargeable income of 300,000: 16,000 on the first 200,000, and 17 % of the rest.
		{"2025-26", "432000", nil, "33000.00"},
		{"2023-24", "432000", nil, "30000.00"},
		{"2024-25", "432000", nil, "31500.00"},
		{"2024-25", "182000", nil, "0.00"},
		{"2024-25", "450000", map[string]string{"mpf_contributions": "20000"}, "31500.00"},
		// 146,000 chargeable
		{"2024-25", "800000", map[string]string{"married_person_allowance": "true", "children": "1", "children_born_in_year": "1"}, "7100.00"},
		{"2024-25", "6000000", nil, "908500.00"}, // 750,000 + 160,000 − 1,500
		{"2023-24", "6000000", nil, "897000.00"}, // 15 % − 3,000
	} {
		req := ask(c.year, c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s of %s: %s, want %s", c.income, c.year, got.TotalTax, c.total)
		}
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023-24", "2024-25", "2025-26"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "HK " + year + " single", Max: "6000000", Request: tax.Request{Jurisdiction: "HK", TaxYear: year}},
			taxtest.Table{Title: "HK " + year + " married, two children", Max: "6000000",
				Request: tax.Request{Jurisdiction: "HK", TaxYear: year, Facts: map[string]string{"married_person_allowance": "true", "children": "2"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025-26", "900000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
