package sg_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/sg"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(sg.Jurisdiction())

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "SG", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

// The authority's example of earned income relief (55 years old, earned income
// of 5,000, relief of 5,000) and its sample calculations, whose donations of 250
// are taken off the income first. Mr Heng's parenthood tax rebate, which takes
// all of what is left, is left out.
func TestPublishedExamples(t *testing.T) {
	const samples = "https://www.iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-residency-and-tax-rates/sample-income-tax-calculations"
	taxtest.Examples(t, registry, []taxtest.Example{
		{
			Source:  "IRAS, Earned Income Relief, example for the year of assessment 2024",
			URL:     "https://iras.gov.sg/taxes/individual-income-tax/employees/deductions-for-individuals/personal-reliefs-and-tax-rebates/earned-income-relief",
			Request: ask("YA 2024", "5000", tax.Gross, map[string]string{"age": "55"}), Taxable: "0.00", Total: "0.00",
		},
		{
			Source: "IRAS, sample income tax calculations, Mr Heng", URL: samples,
			Request: ask("YA 2025", "49750", tax.Gross, map[string]string{"age": "35", "qualifying_children": "1", "cpf_contributions": "10000"}),
			Taxable: "34750.00", Total: "166.25", Levies: map[string]string{"income_tax": "366.25"},
		},
		{
			Source: "IRAS, sample income tax calculations, Mr Fong", URL: samples,
			Request: ask("YA 2025", "249750", tax.Gross, map[string]string{"age": "64", "cpf_contributions": "7650"}),
			Taxable: "234100.00", Levies: map[string]string{"income_tax": "27629.00"},
		},
	})
}

// The authority's examples of families and of the cap on reliefs, for the year
// of assessment 2024. Reliefs without a fact of their own are added up.
func TestExamplesOfFamilies(t *testing.T) {
	const (
		families = "https://www.iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-reliefs-rebates-and-deductions/tax-savings-for-married-couples-and-families"
		reliefs  = "https://www.iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-reliefs-rebates-and-deductions/tax-reliefs"
	)
	claims := func(cpf, other, ptr string) map[string]string {
		return map[string]string{"cpf_contributions": cpf, "other_reliefs": other, "parenthood_tax_rebate": ptr}
	}
	taxtest.Examples(t, registry, []taxtest.Example{
		{
			Source: "IRAS, Tax savings for families, example 6, Mr Ng", URL: families,
			Request: ask("YA 2024", "100000", tax.Gross, claims("20000", "5000", "2500")), Taxable: "74000.00", Total: "230.00",
			Levies: map[string]string{"income_tax": "2930.00", "personal_income_tax_rebate": "200.00", "parenthood_tax_rebate": "2500.00"},
		},
		{
			Source: "IRAS, Tax savings for families, example 6, Mrs Ng", URL: families,
			Request: ask("YA 2024", "100000", tax.Gross, claims("20000", "21110", "2500")), Taxable: "57890.00", Total: "0.00",
			Levies: map[string]string{"income_tax": "1802.30", "personal_income_tax_rebate": "200.00", "parenthood_tax_rebate": "1602.30"},
		},
		{
			Source: "IRAS, Tax savings for families, example 7, Mrs Chua (reliefs of 95,590, capped)", URL: families,
			Request: ask("YA 2024", "120000", tax.Gross, claims("20400", "74190", "0")), Taxable: "40000.00", Total: "350.00",
			Levies: map[string]string{"income_tax": "550.00", "personal_income_tax_rebate": "200.00"},
		},
		{
			Source: "IRAS, Tax reliefs, example 1 of the cap, Mrs Chua (reliefs of 98,590, capped)", URL: reliefs,
			Request: ask("YA 2024", "125000", tax.Gross, claims("20400", "77190", "0")), Taxable: "45000.00", Total: "700.00",
			Levies: map[string]string{"income_tax": "900.00", "personal_income_tax_rebate": "200.00"},
		},
	})
}

// The table of rates shows the gross tax at the edge of each band; the rebate
// of YA 2026 is nil, so total is gross tax there.
func TestTableOfRates(t *testing.T) {
	for _, c := range []struct{ chargeable, tax string }{
		{"20000", "0.00"}, {"30000", "200.00"}, {"40000", "550.00"}, {"80000", "3350.00"}, {"120000", "7950.00"}, {"160000", "13950.00"},
		{"200000", "21150.00"}, {"240000", "28750.00"}, {"280000", "36550.00"}, {"320000", "44550.00"}, {"500000", "84150.00"},
		{"1000000", "199150.00"},
	} {
		req := ask("YA 2026", c.chargeable, tax.Taxable, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.tax {
			t.Errorf("chargeable %s: %s, table %s", c.chargeable, got.TotalTax, c.tax)
		}
	}
}

func TestRebatesAndReliefs(t *testing.T) {
	for _, c := range []struct {
		req   tax.Request
		total string
	}{
		// Rebate of YA 2024: 50 %, at most 200 (two examples of
		// https://www.singaporesecretaryservices.com/how-to-reduce-your-personal-income-tax-bill-in-singapore-2024-edition/,
		// whose second gives 350).
		{ask("YA 2024", "30000", tax.Taxable, nil), "100.00"},
		{ask("YA 2024", "40000", tax.Taxable, nil), "350.00"},
		{ask("YA 2025", "30000", tax.Taxable, nil), "80.00"},
		{ask("YA 2025", "40000", tax.Taxable, nil), "350.00"},
		{ask("YA 2026", "60000", tax.Gross, nil), "1880.00"}, // 59,000 chargeable
		{ask("YA 2026", "160000", tax.Gross, map[string]string{"cpf_contributions": "20400", "spouse_relief": "true",
			"qualifying_children": "2"}), "9240.00"},
		{ask("YA 2026", "400000", tax.Gross, map[string]string{"other_reliefs": "90000"}), "44550.00"}, // capped at 80,000
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s of %s: %s, want %s", c.req.TaxYear, c.req.Income, got.TotalTax, c.total)
		}
	}
}

func TestNonResident(t *testing.T) {
	for income, total := range map[string]string{"100000": "15000.00", "400000": "62150.00"} {
		req := ask("YA 2026", income, tax.Gross, nil)
		req.Residence = &tax.Residence{Status: "non_resident"}
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s: %s, want %s", income, got.TotalTax, total)
		}
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"YA 2024", "YA 2025", "YA 2026", "YA 2027"} {
		taxtest.Golden(t, registry, "ya-"+year[3:],
			taxtest.Table{Title: "SG " + year + " resident", Max: "1200000", Request: tax.Request{Jurisdiction: "SG", TaxYear: year}},
			taxtest.Table{Title: "SG " + year + " chargeable income", Max: "1200000",
				Request: tax.Request{Jurisdiction: "SG", TaxYear: year, IncomeBasis: tax.Taxable}},
			taxtest.Table{Title: "SG " + year + " non-resident", Max: "1200000",
				Request: tax.Request{Jurisdiction: "SG", TaxYear: year, Residence: &tax.Residence{Status: "non_resident"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("YA 2026", "90000", tax.Gross, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
