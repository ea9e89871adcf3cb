package za_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
	"github.com/tallystick/tallystick/domain/tax/za"
)

var registry = tax.NewRegistry(za.Jurisdiction())

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "ZA", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

// The revenue service publishes the tax at the lower edge of each band
// (https://www.sars.gov.za/tax-rates/income-tax/rates-of-tax-for-individuals, one
// table for 2024 to 2026) and the thresholds below which nobody of an age owes
// tax, which are reprinted by https://irp5.co.za/?p=280 and
// https://www.bgr.co.za/budget-2025-your-tax-tables-and-tax-calculator/; those of
// 2027 by https://github.com/EPIUSECX/cohenix_local_za, and by others who quote
// the service's guide for employers, PAYE-GEN-01-G01 revision 16.
func TestTablesAndThresholds(t *testing.T) {
	unchanged := map[string]string{"237100": "42678.00", "370500": "77362.00", "512800": "121475.00", "673000": "179147.00",
		"857900": "251258.00", "1817000": "644489.00"}
	for year, edges := range map[string]map[string]string{
		"2024": unchanged, "2025": unchanged, "2026": unchanged,
		"2027": {"245100": "44118.00", "383100": "79998.00", "530200": "125599.00", "695800": "185215.00", "887000": "259783.00",
			"1878600": "666339.00"},
	} {
		for income, want := range edges {
			req := ask(year, income, nil)
			got, err := registry.Calculate(&req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Components[0].Amount.String() != want {
				t.Errorf("%s of %s: %s, table %s", income, year, got.Components[0].Amount, want)
			}
		}
	}
	for year, ages := range map[string]map[string]string{
		"2024": {"64": "95750", "65": "148217", "75": "165689"},
		"2027": {"64": "99000", "65": "153250", "75": "171300"},
	} {
		for age, threshold := range ages {
			at := ask(year, threshold, map[string]string{"age": age})
			above := ask(year, threshold, map[string]string{"age": age})
			above.Income = above.Income.Add(money.FromInt(6))
			none, err := registry.Calculate(&at)
			if err != nil {
				t.Fatal(err)
			}
			some, err := registry.Calculate(&above)
			if err != nil {
				t.Fatal(err)
			}
			// The thresholds are published in whole rands, 0.06 of tax apart.
			if none.TotalTax.Greater(money.MustParse("0.10")) || some.TotalTax.IsZero() {
				t.Errorf("%s, age %s: tax %s at the threshold, %s above", year, age, none.TotalTax, some.TotalTax)
			}
		}
	}
}

func TestMedicalCredit(t *testing.T) {
	req := ask("2026", "300000", map[string]string{"medical_scheme_members": "4"})
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	// 42,678 + 26 % of 62,900 − 17,235 − 12 × (2 × 364 + 2 × 246).
	if got.TotalTax.String() != "27157.00" {
		t.Errorf("total %s", got.TotalTax)
	}
}

// By hand, the Income Tax Act s. 10(1)(i): of 30,000 of interest beside
// 300,000 of pay, 6,200 is taxed at 26 % below 65 and nothing from 65.
func TestInterest(t *testing.T) {
	for age, taxable := range map[string]string{"40": "306200.00", "65": "300000.00"} {
		req := tax.Request{Jurisdiction: "ZA", TaxYear: "2026", Facts: map[string]string{"age": age}, Components: []tax.Component{
			{Kind: tax.Employment, Amount: money.FromInt(300_000)}, {Kind: tax.Interest, Amount: money.FromInt(30_000)},
		}}
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != taxable || got.MarginalRate.String() != "0.26" {
			t.Errorf("aged %s: taxable %s at %s", age, got.TaxableIncome, got.MarginalRate)
		}
		req.TaxYear = "2027"
		if _, err := registry.Calculate(&req); err == nil {
			t.Error("interest of 2027 is computed")
		}
	}
}

// The example of
// https://www.morebo.co.za/maximise-your-deductions-before-the-close-of-the-2020-2021-tax-year/
// deducts 137,500 from 500,000; the others are by hand, s. 11F(2).
func TestRetirementContributions(t *testing.T) {
	for _, c := range []struct{ income, paid, taxable string }{
		{"500000", "137500", "362500.00"}, {"500000", "200000", "362500.00"}, {"2000000", "500000", "1650000.00"},
		{"500000", "10000", "490000.00"},
	} {
		req := ask("2026", c.income, map[string]string{"retirement_contributions": c.paid})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.taxable {
			t.Errorf("%s of %s: taxable %s", c.paid, c.income, got.TaxableIncome)
		}
	}
	for _, req := range []tax.Request{
		ask("2027", "500000", map[string]string{"retirement_contributions": "1"}),
		{Jurisdiction: "ZA", TaxYear: "2026", IncomeBasis: tax.Taxable, HasIncome: true, Income: money.One,
			Facts: map[string]string{"retirement_contributions": "1"}},
	} {
		if _, err := registry.Calculate(&req); err == nil {
			t.Errorf("%s, %s: computed", req.TaxYear, req.IncomeBasis)
		}
	}
}

func TestYearLabels(t *testing.T) {
	req := ask("2026", "300000", nil)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxPeriod.From.String() != "2025-03-01" || got.TaxPeriod.To.String() != "2026-02-28" {
		t.Errorf("period %v", got.TaxPeriod)
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026", "2027"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "ZA " + year + " below 65", Max: "2000000", Request: tax.Request{Jurisdiction: "ZA", TaxYear: year}},
			taxtest.Table{Title: "ZA " + year + " aged 65", Max: "2000000",
				Request: tax.Request{Jurisdiction: "ZA", TaxYear: year, Facts: map[string]string{"age": "65"}}},
			taxtest.Table{Title: "ZA " + year + " aged 75, two members of a medical scheme", Max: "2000000",
				Request: tax.Request{Jurisdiction: "ZA", TaxYear: year, Facts: map[string]string{"age": "75", "medical_scheme_members": "2"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2026", "900000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
