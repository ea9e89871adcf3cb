package mx_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/mx"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(mx.Jurisdiction())

func wages(year, amount string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "MX", TaxYear: year, Income: money.MustParse(amount), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The fixed amounts that the tariff prints are the tax on the bands below, to
// within a peso: a slip in an edge, a rate or an amount shows here.
func TestFixedAmountsAreTheTaxBelow(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		req := wages(year, "9000000", nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		from := got.Bands[0].Amount
		total := got.Bands[0].Tax
		fixed := printed(t, year)
		for i := 1; i < len(got.Bands); i++ {
			if total.Sub(fixed[i]).Abs().Greater(money.MustParse("0.1")) {
				t.Errorf("%s: tax below %s is %s, the tariff prints %s", year, from, total, fixed[i])
			}
			from, total = from.Add(got.Bands[i].Amount), total.Add(got.Bands[i].Tax)
		}
	}
}

func TestByHand(t *testing.T) {
	for _, c := range []struct{ year, income, claimed, want string }{
		{"2026", "500000", "0", "85773.86"},        // 67,981.92 + 23.52 % of 75,646.02
		{"2026", "500000", "100000", "68133.86"},   // 15 % is the limit: on 425,000
		{"2024", "2000000", "500000", "493636.52"}, // five UMA are the limit: on 1,801,968.20
		{"2025", "8000", "0", "153.60"},            // 153.60
	} {
		req := wages(c.year, c.income, map[string]string{"personal_deductions": c.claimed})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %s: %s, want %s", c.year, c.income, got.TotalTax, c.want)
		}
	}
}

// By hand: 120,000 of wages in 2025, all months within the limit, owe 9,250.82
// by the tariff and have 474.95 + 11 × 474.65 = 5,696.10 of subsidy.
func TestEmploymentSubsidy(t *testing.T) {
	for _, c := range []struct{ year, income, months, want string }{
		{"2025", "120000", "12", "3554.72"}, {"2025", "60000", "12", "0"}, {"2025", "120000", "4", "7352.22"},
		{"2026", "120000", "12", "2319.80"},
	} {
		req := wages(c.year, c.income, map[string]string{"subsidy_months": c.months})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %s, %s months: %s, want %s", c.year, c.income, c.months, got.TotalTax, c.want)
		}
	}
	over := wages("2025", "130000", map[string]string{"subsidy_months": "12"})
	var fault *tax.InputError
	if _, err := registry.Calculate(&over); !errors.As(err, &fault) {
		t.Errorf("twelve months of low wages that make 130,000: %v", err)
	}
}

func printed(t *testing.T, year string) (fixed []money.Dec) {
	r := law.MustOpen("mx").On(civil.MustParse(year + "-01-01"))
	for _, key := range []string{"fixed_1", "fixed_2", "fixed_3", "fixed_4", "fixed_5", "fixed_6", "fixed_7", "fixed_8", "fixed_9", "fixed_10",
		"fixed_11"} {
		fixed = append(fixed, r.Entry("income_fixed", key).Dec)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return fixed
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "MX " + year, Max: "6000000",
			Request: tax.Request{Jurisdiction: "MX", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "750000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
