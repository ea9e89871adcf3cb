package de

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// The derivative is that of the formula itself.
func TestMarginalIsTheSlopeOfTheFormula(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := resolved.In(nil)[rapid.SampledFrom([]string{"2023", "2024", "2025", "2026"}).Draw(r, "year")]
		who := &taxpayer{
			parts:    money.FromInt(rapid.Int64Range(1, 2).Draw(r, "parts")),
			children: money.FromInt(rapid.Int64Range(0, 3).Draw(r, "children")),
			church:   money.MustParse(rapid.SampledFrom([]string{"0", "0.08", "0.09"}).Draw(r, "church")),
		}
		income := money.FromInt(rapid.Int64Range(0, 40_000_000).Draw(r, "cents")).Mul(money.MustParse("0.01"))
		slope, _ := tax.Slope(income, func(x money.Dec) money.Dec {
			exact := tax.ExactWork()
			due := p.assess(&exact, who, x)
			return due.total()
		})
		// The statute's rounded coefficients leave the tariff's zones a
		// fraction of a cent apart; the difference quotient sees that gap.
		if got := p.marginal(who, income); got.Sub(slope).Abs().Greater(money.MustParse("0.000001")) {
			r.Fatalf("at %s: %s, the difference quotient is %s", income, got, slope)
		}
	})
}
