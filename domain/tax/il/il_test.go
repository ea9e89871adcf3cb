package il_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/il"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(il.Jurisdiction())

func wages(year, amount, points string) tax.Request {
	return tax.Request{Jurisdiction: "IL", TaxYear: year, Income: money.MustParse(amount), HasIncome: true,
		Facts: map[string]string{"credit_points": points}}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// Globes of January 2024, from the authority's booklet: the tax before credit
// points is 2,920 a month on 18,000 and 16,689 on 55,000, without agorot.
func TestPublishedExamples(t *testing.T) {
	for monthly, want := range map[string]string{"18000": "2920", "55000": "16689"} {
		req := wages("2024", money.MustParse(monthly).Mul(money.FromInt(12)).String(), "0")
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if month := got.TotalTax.QuoRound(money.FromInt(12), 0, money.HalfUp); !month.Equal(money.MustParse(want)) {
			t.Errorf("%s a month: %s, published %s", monthly, month, want)
		}
	}
}

func TestCreditPointsAndSurtax(t *testing.T) {
	low, none := wages("2025", "60000", "2.25"), wages("2025", "70000", "2.25")
	a, err := registry.Calculate(&low)
	if err != nil {
		t.Fatal(err)
	}
	b, err := registry.Calculate(&none)
	if err != nil {
		t.Fatal(err)
	}
	if !a.TotalTax.IsZero() || b.TotalTax.String() != "466.00" {
		t.Errorf("%s and %s", a.TotalTax, b.TotalTax)
	}
	high := wages("2025", "821560", "2.25")
	c, err := registry.Calculate(&high)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Components[2].Amount; got.String() != "3000.00" || !c.StatutoryRate.Equal(money.MustParse("0.5")) {
		t.Errorf("surtax %s at %s", got, c.StatutoryRate)
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "IL " + year, Max: "1200000",
			Request: tax.Request{Jurisdiction: "IL", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2025", "300000", "2.25")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
