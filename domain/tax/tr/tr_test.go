package tr_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
	"github.com/tallystick/tallystick/domain/tax/tr"
)

var registry = tax.NewRegistry(tr.Jurisdiction())

func wage(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "TR", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestPublishedExamples(t *testing.T) {
	base := *wage("2025", "500000", nil)
	base.IncomeBasis = tax.Taxable
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "KRM, exempt tax of the minimum wage, twelve months that are rounded apart", URL: "https://www.krm.com.tr/en/payroll-parameters",
			Request: *wage("2025", "900000", nil), Levies: map[string]string{"minimum_wage_exemption": "45151.19"}, Within: "0.06"},
		{Source: "Remoly, tariff of 500,000", URL: "https://remoly.net/blog-detail/947", Request: base,
			Levies: map[string]string{"income_tax": "104000.00"}},
		{Source: "Megayaz, premiums of the minimum wage, twelve months that are rounded apart",
			URL: "https://www.megayaz.com.tr/notification.aspx?ID=24", Request: *wage("2024", "240030", nil),
			Levies: map[string]string{"social_security": "33604.20", "unemployment_insurance": "2400.36"}, Within: "0.06"},
	})
}

// By hand: of 600,000 in 2025 premiums are 90,000, the tariff of 510,000 is 58,100
// and 27 % of 180,000, and 45,151.22 of it are exempt: 15 % of 158,000 and 20 % of
// what 265,256.10, twelve minimum wages less 15 %, is above them. Premiums end at
// 195,041.40 a month in 2025, at 297,270 in 2026, at 150,018.90 in 2024.
func TestByHand(t *testing.T) {
	for _, c := range []struct{ year, income, deductions, base, total, premiums string }{
		{"2025", "600000", "0", "510000.00", "61548.78", "84000.00"},
		{"2025", "600000", "68400", "441600.00", "43080.78", "84000.00"},
		{"2025", "312066", "0", "265256.10", "0.00", "43689.24"},
		{"2025", "200000", "0", "170000.00", "0.00", "28000.00"},
		{"2025", "6000000", "0", "5648925.48", "1872418.97", "327669.55"},
		{"2026", "1200000", "0", "1020000.00", "180018.80", "168000.00"},
		{"2026", "4000000", "0", "3464914.00", "997338.70", "499413.60"},
		{"2024", "3000000", "0", "2729965.98", "828982.99", "252031.75"},
	} {
		got, err := registry.Calculate(wage(c.year, c.income, map[string]string{"deductions": c.deductions}))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.base || got.TotalTax.String() != c.total || got.Components[2].Amount.String() != c.premiums {
			t.Errorf("%s of %s less %s: base %s, tax %s, premiums %s; want %s, %s, %s", c.income, c.year, c.deductions, got.TaxableIncome,
				got.TotalTax, got.Components[2].Amount, c.base, c.total, c.premiums)
		}
	}
}

func TestABaseTakesNoDeductions(t *testing.T) {
	req := wage("2025", "500000", map[string]string{"deductions": "10"})
	req.IncomeBasis = tax.Taxable
	var input *tax.InputError
	if _, err := registry.Calculate(req); !errors.As(err, &input) {
		t.Errorf("deductions from a base: %v", err)
	}
}

// A wage owes what its base owes, never less for more, and nothing up to the minimum wage.
func TestProperties(t *testing.T) {
	least := map[string]string{"2024": "240030", "2025": "312066", "2026": "396360"}
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(0, 8_000_000).Draw(r, "income")
		of := func(income string, basis tax.Basis) tax.Result {
			req := wage(year, income, nil)
			req.IncomeBasis = basis
			got, err := registry.Calculate(req)
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		text := money.FromInt(income).String()
		got := of(text, tax.Gross)
		base, more := of(got.TaxableIncome.String(), tax.Taxable), of(money.FromInt(income+1).String(), tax.Gross)
		if !base.TotalTax.Equal(got.TotalTax) || more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d owes %s, its base %s, one more %s", income, got.TotalTax, base.TotalTax, more.TotalTax)
		}
		if free := !money.FromInt(income).Greater(money.MustParse(least[year])); free != got.TotalTax.IsZero() {
			r.Fatalf("%d of %s owes %s, the minimum wage is %s", income, year, got.TotalTax, least[year])
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "TR " + year + ", gross wage", Request: tax.Request{Jurisdiction: "TR", TaxYear: year}},
			taxtest.Table{Title: "TR " + year + ", tax base",
				Request: tax.Request{Jurisdiction: "TR", TaxYear: year, IncomeBasis: tax.Taxable}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wage("2025", "900000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
