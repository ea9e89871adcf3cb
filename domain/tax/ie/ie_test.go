package ie_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ie"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ie.Jurisdiction())

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "IE", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestPublishedExamples(t *testing.T) {
	const cib = "https://www.citizensinformation.ie/en/money-and-tax/tax/income-tax/case-study-calculating-your-income-tax-case-studies/"
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Citizens Information Board, case study 2024, Joan", URL: cib,
			Request: ask("2024", "28000", nil), Total: "2274.62",
			Levies: map[string]string{"income_tax": "5600.00", "tax_credits": "3750.00", "usc": "424.62"}},
		{Source: "Citizens Information Board, case study 2024, rates", URL: cib,
			Request: ask("2024", "43200", nil), Levies: map[string]string{"income_tax": "8880.00"}},
		{Source: "Revenue, tax rate band, Aoife on 4,000 a month in 2024: 900 a month before credits",
			URL:     "https://www.revenue.ie/en/jobs-and-pensions/calculating-your-income-tax/tax-rate-band.aspx",
			Request: ask("2024", "48000", nil), Levies: map[string]string{"income_tax": "10800.00"}},
	})
}

// The sample of PwC Worldwide Tax Summaries, no authority's: 50,000 of pay and a
// benefit of 1,500 charged like pay; its medical insurance credit is not
// modelled. https://taxsummaries.pwc.com/ireland/individual/sample-personal-income-tax-calculation
func TestIndependentSample(t *testing.T) {
	req := ask("2025", "51500", nil)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"income_tax": "11800.00", "usc": "1091.00"} {
		for _, l := range got.Components {
			if l.Code == code && l.Amount.String() != want {
				t.Errorf("%s %s, want %s", code, l.Amount, want)
			}
			if l.Code == "prsi_employee" && l.Amount.Sub(money.MustParse("2124.38")).Abs().Greater(money.MustParse("0.26")) {
				t.Errorf("prsi %s, published 2124.38 for the year, 0.005 a week apart", l.Amount)
			}
		}
	}
}

func TestHouseholds(t *testing.T) {
	for _, c := range []struct {
		name, income string
		facts        map[string]string
		total        string
	}{
		// 53,000 × 20 % + 37,000 × 40 % − 6,000 + USC 3,047.28 (2025: 60.06 + 307.40 + 1,279.86 + 1,596.48 on 90,000).
		{"one income", "90000", map[string]string{"status": "married"}, "22643.80"},
		// Band 53,000 + 30,000; both employee credits; USC of 60,000 is 1,346.00, of 30,000 is 446.00.
		{"two incomes", "90000", map[string]string{"status": "married", "spouse_income": "30000"}, "13192.00"},
		{"home carer", "90000", map[string]string{"status": "married", "home_carer": "true"}, "20693.80"},
		{"single parent", "50000", map[string]string{"status": "single_parent"}, "5546.00"},
		{"widowed", "30000", map[string]string{"status": "widowed"}, "1906.00"},
		{"medical card", "30000", map[string]string{"full_medical_card": "true"}, "2419.82"},
		{"medical card above its limit", "60000.01", map[string]string{"full_medical_card": "true"}, "12546.00"},
	} {
		req := ask("2025", c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s: %s, want %s", c.name, got.TotalTax, c.total)
		}
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	for _, facts := range []map[string]string{
		{"spouse_income": "1000"},
		{"home_carer": "true"},
		{"status": "married", "spouse_income": "50000.01"},
		{"status": "married", "spouse_income": "1000", "home_carer": "true"},
	} {
		req := ask("2025", "50000", facts)
		if _, err := registry.Calculate(&req); err == nil {
			t.Errorf("%v is accepted", facts)
		} else if _, ok := err.(*tax.InputError); !ok {
			t.Errorf("%v: %v", facts, err)
		}
	}
	req := ask("2025", "50000", map[string]string{"aged_65_or_over": "true"})
	if _, err := registry.Calculate(&req); err == nil {
		t.Error("a person of 65 is computed without the age credit")
	} else if _, ok := err.(*tax.Unavailable); !ok {
		t.Error(err)
	}
}

func TestUSCCliffIsNamed(t *testing.T) {
	req := ask("2025", "13000", nil)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TotalTax.String() != "0.00" || got.MarginalRate.String() != "0.02" || len(got.Assumptions) == 0 {
		t.Errorf("at the exemption limit: total %s, marginal %s", got.TotalTax, got.MarginalRate)
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "IE " + year + " single", Request: tax.Request{Jurisdiction: "IE", TaxYear: year}},
			taxtest.Table{Title: "IE " + year + " married, one income",
				Request: tax.Request{Jurisdiction: "IE", TaxYear: year, Facts: map[string]string{"status": "married"}}},
			taxtest.Table{Title: "IE " + year + " single parent",
				Request: tax.Request{Jurisdiction: "IE", TaxYear: year, Facts: map[string]string{"status": "single_parent"}}},
			taxtest.Table{Title: "IE " + year + " widowed",
				Request: tax.Request{Jurisdiction: "IE", TaxYear: year, Facts: map[string]string{"status": "widowed"}}},
			taxtest.Table{Title: "IE " + year + " full medical card",
				Request: tax.Request{Jurisdiction: "IE", TaxYear: year, Facts: map[string]string{"full_medical_card": "true"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "90000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
