package no_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/no"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(no.Jurisdiction())

func wages(year, amount string) tax.Request {
	return tax.Request{Jurisdiction: "NO", TaxYear: year, Income: money.MustParse(amount), HasIncome: true}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The table of rates for 2025 and 2026 at https://www.efacta.no/demo/book/m-6335
// prints the highest marginal rate on wages without employer's contribution,
// the national insurance contribution included: 47.4 % in both years.
func TestPublishedHighestMarginalRate(t *testing.T) {
	for year, want := range map[string]string{"2025": "0.474", "2026": "0.474"} {
		low, high := wages(year, "3000000"), wages(year, "3100000")
		a, err := registry.Calculate(&low)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&high)
		if err != nil {
			t.Fatal(err)
		}
		insurance := b.Components[2].Amount.Sub(a.Components[2].Amount).Mul(money.MustParse("0.00001"))
		if got := b.MarginalRate.Add(insurance); !got.Equal(money.MustParse(want)) {
			t.Errorf("%s: highest marginal rate %s, published %s", year, got, want)
		}
	}
}

// By hand: 650,000 in 2025 less 92,000 and 108,550 is 449,450; 22 % of it is
// 98,879. Bracket tax: 1.7 % of 88,650 and 4 % of 343,950 are 15,265.05.
func TestByHand(t *testing.T) {
	req := wages("2025", "650000")
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"98879.00", "15265.00", "50050.00"} {
		if got.Components[i].Amount.String() != want {
			t.Errorf("%s is %s, want %s", got.Components[i].Code, got.Components[i].Amount, want)
		}
	}
	req.Facts = map[string]string{"other_deductions": "50000"}
	less, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if diff := got.TotalTax.Sub(less.TotalTax); diff.String() != "11000.00" {
		t.Errorf("a deduction of 50,000 saves %s", diff)
	}
}

func TestSvalbardIsUnavailable(t *testing.T) {
	for _, region := range []string{"svalbard"} {
		req := wages("2025", "650000")
		req.SubRegion = region
		var gap *tax.Unavailable
		if _, err := registry.Calculate(&req); !errors.As(err, &gap) {
			t.Errorf("%s: %v", region, err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "NO " + year + " class 1", Max: "2500000", Request: tax.Request{Jurisdiction: "NO", TaxYear: year}},
			taxtest.Table{Title: "NO " + year + " class 1, action zone", Max: "2500000",
				Request: tax.Request{Jurisdiction: "NO", TaxYear: year, SubRegion: "finnmark"}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "750000")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
