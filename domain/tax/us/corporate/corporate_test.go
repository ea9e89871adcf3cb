package corporate

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
)

func dollars(x int64) money.Dec { return money.FromInt(x) }

// Figures worked out by hand from the rules in the package comment.
func TestDeductions(t *testing.T) {
	for _, c := range []struct {
		name                           string
		year                           int
		income, gifts, losses, credits int64
		taxable, total, giftDeducted   string
	}{
		{"the rate alone", 2025, 1000000, 0, 0, 0, "1000000", "210000", "0"},
		{"gifts at the limit", 2025, 100000, 20000, 0, 0, "90000", "18900", "10000"},
		{"gifts below the limit", 2025, 100000, 4000, 0, 0, "96000", "20160", "4000"},
		{"losses within 80 %", 2025, 100000, 0, 60000, 0, "40000", "8400", "0"},
		{"losses at 80 %", 2025, 100000, 0, 90000, 0, "20000", "4200", "0"},
		// B = 100000 − 60000: 4000 of gifts, and 36000 taxed.
		{"losses lower the limit of gifts", 2025, 100000, 20000, 60000, 0, "36000", "7560", "4000"},
		// g = 0.1 B, B = 20000 + 0.8 g: g = 2000/0.92 = 2173.91, n = 0.8 × 97826.09 = 78260.87.
		{"both limits at once", 2025, 100000, 20000, 90000, 0, "19565.22", "4108.70", "2173.91"},
		{"the floor of 2026", 2026, 100000, 4000, 0, 0, "97000", "20370", "3000"},
		{"limit and floor of 2026", 2026, 100000, 20000, 0, 0, "91000", "19110", "9000"},
		{"gifts below the floor of 2026", 2026, 100000, 900, 0, 0, "100000", "21000", "0"},
		{"credits", 2026, 100000, 0, 0, 30000, "100000", "0", "0"},
	} {
		got, err := Compute(nil, strconv.Itoa(c.year), Company{Income: dollars(c.income), Charity: dollars(c.gifts), Losses: dollars(c.losses),
			Credits: dollars(c.credits)}, true)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TaxableIncome.Equal(money.MustParse(c.taxable)) || !got.TotalTax.Equal(money.MustParse(c.total)) {
			t.Errorf("%s: taxable %s, tax %s; want %s, %s", c.name, got.TaxableIncome, got.TotalTax, c.taxable, c.total)
		}
		if c.gifts == 0 {
			continue
		}
		if s := got.Steps[0]; s.Code != "contributions" || !s.Amount.Equal(money.MustParse(c.giftDeducted)) {
			t.Errorf("%s: %s %s, want contributions %s", c.name, s.Code, s.Amount, c.giftDeducted)
		}
	}
	if _, err := Compute(nil, "2021", Company{}, false); err == nil {
		t.Error("2021 is computed, though no law is known there")
	}
}

// Both limits hold together, whatever the amounts.
func TestLimitsHoldTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Company{
			Income:  dollars(rapid.Int64Range(0, 10_000_000).Draw(t, "income")),
			Charity: dollars(rapid.Int64Range(0, 2_000_000).Draw(t, "gifts")),
			Losses:  dollars(rapid.Int64Range(0, 12_000_000).Draw(t, "losses")),
		}
		p := Law.In(nil)[strconv.Itoa(rapid.IntRange(2022, 2026).Draw(t, "year"))]
		gifts, losses := p.deductions(&c)
		slack := money.MustParse("0.000001")
		if want := p.gifts(&c, c.Income.Sub(losses)); gifts.Sub(want).Abs().Greater(slack) {
			t.Fatalf("gifts %s, of income less losses %s they would be %s", gifts, c.Income.Sub(losses), want)
		}
		if want := money.Min(c.Losses, c.Income.Sub(gifts).Mul(p.lossLimit.Dec)); losses.Sub(want).Abs().Greater(slack) {
			t.Fatalf("losses %s, of income less gifts they would be %s", losses, want)
		}
	})
}
