package nz

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Net profit and rent are taxed at the rates of pay.
func TestProfitAndRentAreTaxedAsPay(t *testing.T) {
	taxtest.TaxedAsPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26"}, 600_000,
		tax.SelfEmployment, tax.Property, tax.OtherIncome)
	taxtest.TaxedAsPay(t, tax.NewRegistry(Jurisdiction()),
		tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26", Facts: map[string]string{"imputation_credits": "0", "dividends_from": "new_zealand_companies"}}, 600_000, tax.Dividends)
}

func dividends(pay, paid, credits string) tax.Request {
	return tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26", Facts: map[string]string{"imputation_credits": credits, "dividends_from": "new_zealand_companies"},
		Components: []tax.Component{{Kind: tax.Employment, Amount: money.MustParse(pay)}, {Kind: tax.Dividends, Amount: money.MustParse(paid)}}}
}

// A fully imputed dividend of 720 costs who pays 30 % another 20, and who pays 39 % 110:
// https://dividends.co.nz/guides/imputation-credits-explained
func TestImputedDividends(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	total := func(req tax.Request) money.Dec {
		got, err := r.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		return got.TotalTax
	}
	for pay, more := range map[string]string{"60000": "20.00", "200000": "110.00"} {
		bare := tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26", Income: money.MustParse(pay), HasIncome: true}
		if rise := total(dividends(pay, "720", "280")).Sub(total(bare)); rise.String() != more {
			t.Errorf("a dividend beside %s costs %s, published %s", pay, rise, more)
		}
	}
	if alone := total(dividends("0", "7200", "2800")); !alone.IsZero() {
		t.Errorf("imputed dividends alone owe %s, and credits are not refunded", alone)
	}
}

// Whatever the pay, a dividend with its credits owes the tax of its sum less the credits,
// and never less than nothing.
func TestCreditsAreIncomeAndTax(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023-24", "2024-25", "2025-26", "2026-27"}).Draw(t, "year")
		pay, paid := rapid.Int64Range(0, 400_000).Draw(t, "pay"), rapid.Int64Range(1, 400_000).Draw(t, "dividend")
		credits := rapid.Int64Range(0, paid*28/72).Draw(t, "credits")
		with := dividends(money.FromInt(pay).String(), money.FromInt(paid).String(), money.FromInt(credits).String())
		with.TaxYear = year
		got, err := r.Calculate(&with)
		if err != nil {
			t.Fatal(err)
		}
		bare := tax.Request{Jurisdiction: "NZ", TaxYear: year, Income: money.FromInt(pay + paid + credits), HasIncome: true}
		of, err := r.Calculate(&bare)
		if err != nil {
			t.Fatal(err)
		}
		if want := of.TotalTax.Sub(money.FromInt(credits)).Positive(); !got.TotalTax.Equal(want) || !got.NetPayable.Equal(want) ||
			!got.TaxableIncome.Equal(of.TaxableIncome) {
			t.Fatalf("%d and %d with %d: %s of %s, want %s", pay, paid, credits, got.TotalTax, got.TaxableIncome, want)
		}
	})
}

func TestDividendsWithoutTheirCreditsAreAskedFor(t *testing.T) {
	taxtest.AsksBesideKind(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26"}, tax.Dividends,
		"imputation_credits", "dividends_from")
	r := tax.NewRegistry(Jurisdiction())
	taxtest.RefusesForeignDividends(t, r, tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26", Facts: map[string]string{"imputation_credits": "0"}})
	for name, req := range map[string]tax.Request{
		"more than the company can attach": dividends("0", "720", "282"),
		"without dividends":                dividends("1000", "0", "1"),
		"within a taxable income": func() tax.Request {
			req := dividends("1000", "720", "280")
			req.IncomeBasis = tax.Taxable
			return req
		}(),
	} {
		var faults *tax.InputError
		if _, err := r.Calculate(&req); !errors.As(err, &faults) || !strings.Contains(err.Error(), "credits") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
