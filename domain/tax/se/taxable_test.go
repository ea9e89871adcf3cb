package se

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// A taxable income with the wages that leave it owes what the wages owe.
func TestTaxableIncomeOfWages(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	for _, wages := range []int64{50_000, 100_000, 180_000, 350_000, 420_000, 640_000, 1_200_000} {
		req := tax.Request{Jurisdiction: "SE", TaxYear: "2025", Income: money.FromInt(wages), HasIncome: true,
			Facts: map[string]string{"municipal_rate": "0.3238"}}
		of, err := r.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		taxed := req
		taxed.IncomeBasis, taxed.Income = tax.Taxable, of.TaxableIncome
		taxed.Facts = map[string]string{"municipal_rate": "0.3238", "wages": fmt.Sprint(wages)}
		got, err := r.Calculate(&taxed)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(of.TotalTax) || !got.TaxableIncome.Equal(of.TaxableIncome) {
			t.Errorf("%d: %s of the taxable income %s, %s of the wages", wages, got.TotalTax, of.TaxableIncome, of.TotalTax)
		}
	}
}

// The wages are asked for where they are not said, and refused where the income is wages.
func TestWagesBesideTaxableIncome(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	for name, c := range map[string]struct {
		basis tax.Basis
		wages string
	}{"absent": {tax.Taxable, ""}, "too low": {tax.Taxable, "399999"}, "beside wages": {tax.Gross, "500000"}} {
		req := tax.Request{Jurisdiction: "SE", TaxYear: "2025", Income: money.FromInt(400_000), HasIncome: true, IncomeBasis: c.basis,
			Facts: map[string]string{"municipal_rate": "0.3238"}}
		if c.wages != "" {
			req.Facts["wages"] = c.wages
		}
		var faults *tax.InputError
		var missing *tax.MissingFacts
		if _, err := r.Calculate(&req); !errors.As(err, &faults) && !errors.As(err, &missing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
