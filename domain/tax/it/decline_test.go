package it

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"pgregory.net/rapid"
)

// Without roundings a decline is its quotient to far below a cent, and a step
// below a cent moves it by the slope alone.
func TestDeclineIsItsQuotient(t *testing.T) {
	step := money.MustParse("0.000001")
	rapid.Check(t, func(t *rapid.T) {
		p := resolved.In(nil)[rapid.SampledFrom([]string{"2023", "2024", "2025", "2026"}).Draw(t, "year")]
		d := rapid.SampledFrom([]decline{p.employment.middle, p.employment.high}).Draw(t, "decline")
		most, _ := d.width.Int64()
		rest := money.FromInt(rapid.Int64Range(1, most*100).Draw(t, "cents")).Mul(money.MustParse("0.01"))
		got, want := d.exact(rest), d.amount.Mul(rest).Quo(d.width)
		if got.Sub(want).Abs().Greater(money.MustParse("0.00000000000001")) {
			t.Fatalf("of %s over %s, %s leave %s, want %s", d.amount, d.width, rest, got, want)
		}
		if fall := got.Sub(d.exact(rest.Sub(step))); !fall.Equal(step.Mul(d.slope)) {
			t.Fatalf("of %s over %s, a step below %s loses %s", d.amount, d.width, rest, fall)
		}
	})
}
