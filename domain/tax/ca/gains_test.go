package ca_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// TestCapitalGains is PwC's sample calculation for Alberta in 2025, before its
// foreign tax credit: federal 17,973 and Alberta 7,666, each line in whole dollars.
// https://taxsummaries.pwc.com/canada/individual/sample-personal-income-tax-calculation
func TestCapitalGains(t *testing.T) {
	req := kinds("2025", "alberta", "employment", "110000", "interest", "11000", "capital_gains", "16000")
	req.Facts = map[string]string{"amount_claimed_for": "spouse", "supported_net_income": "0"}
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "127926.00" || got.TotalTax.Sub(money.FromInt(17973+7666)).Abs().Greater(money.FromInt(2)) {
		t.Errorf("taxable %s, total %s; published 127,926 and 25,639", got.TaxableIncome, got.TotalTax)
	}
}

// TestGainsCostHalf holds that a gain costs what half of it costs as interest,
// in every province, and that the next dollar of gain costs half the rate.
func TestGainsCostHalf(t *testing.T) {
	for _, region := range registry.Find("CA").Regions {
		if region.Uncovered != "" {
			continue
		}
		gains, interest := kinds("2025", region.Slug, "capital_gains", "90000"), kinds("2025", region.Slug, "interest", "45000")
		a, err := registry.Calculate(&gains)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&interest)
		if err != nil {
			t.Fatal(err)
		}
		if !a.TotalTax.Equal(b.TotalTax) || !a.TaxableIncome.Equal(b.TaxableIncome) {
			t.Errorf("%s: a gain of 90,000 costs %s, interest of 45,000 %s", region.Slug, a.TotalTax, b.TotalTax)
		}
		if gap := a.MarginalRate.Add(a.MarginalRate).Sub(b.MarginalRate).Abs(); gap.Greater(money.MustParse("0.0002")) {
			t.Errorf("%s: marginal %s of gains, %s of interest", region.Slug, a.MarginalRate, b.MarginalRate)
		}
	}
}

// Minimum tax can reach large gains, and a taxable income holds the taxable part.
func TestGainsThatAreRefused(t *testing.T) {
	large := kinds("2025", "ontario", "employment", "50000", "capital_gains", "100001")
	var none *tax.Unavailable
	if _, err := registry.Calculate(&large); !errors.As(err, &none) {
		t.Errorf("a gain of 100,001: %v", err)
	}
	taxable := kinds("2025", "ontario", "interest", "50000", "capital_gains", "10")
	taxable.IncomeBasis = tax.Taxable
	var input *tax.InputError
	if _, err := registry.Calculate(&taxable); !errors.As(err, &input) {
		t.Errorf("a gain within a taxable income: %v", err)
	}
}
