package za

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Net profit and rent are taxed at the rates of pay.
func TestProfitAndRentAreTaxedAsPay(t *testing.T) {
	taxtest.TaxedAsPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "ZA", TaxYear: "2026"}, 600_000,
		tax.SelfEmployment, tax.Property, tax.OtherIncome)
}

// Dividends of South African companies bear 20 % and nothing else: what stands beside
// them owes what it owes alone.
func TestDividendsBearTheirOwnTax(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	rapid.Check(t, func(t *rapid.T) {
		req := tax.Request{Jurisdiction: "ZA", TaxYear: rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(t, "year"), Facts: map[string]string{}}
		for _, kind := range []tax.Kind{tax.Employment, tax.Interest, tax.OtherIncome} {
			req.Components = append(req.Components, tax.Component{Kind: kind, Amount: money.FromInt(rapid.Int64Range(0, 900_000).Draw(t, string(kind)))})
		}
		if rapid.Bool().Draw(t, "contributes") {
			req.Facts["retirement_contributions"] = "90000"
		}
		without, err := r.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		paid := money.FromInt(rapid.Int64Range(0, 9_000_000).Draw(t, "dividends in cents")).Quo(money.FromInt(100))
		req.Components = append(req.Components, tax.Component{Kind: tax.Dividends, Amount: paid})
		if paid.Sign() > 0 {
			req.Facts[dividendsFrom] = southAfrican
		}
		got, err := r.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if more := got.TotalTax.Sub(without.TotalTax); !more.Equal(paid.Mul(money.MustParse("0.2")).Round(2, money.HalfUp)) ||
			!got.TaxableIncome.Equal(without.TaxableIncome) {
			t.Fatalf("dividends of %s owe %s of %s", paid, more, got.TaxableIncome)
		}
	})
}

func TestWhoPaidTheDividendsIsAsked(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	taxtest.AsksBesideKind(t, r, tax.Request{Jurisdiction: "ZA", TaxYear: "2026"}, tax.Dividends, dividendsFrom)
	ask := func(basis tax.Basis, from string, kind tax.Kind) error {
		_, err := r.Calculate(&tax.Request{Jurisdiction: "ZA", TaxYear: "2026", IncomeBasis: basis, Facts: map[string]string{dividendsFrom: from},
			Components: []tax.Component{{Kind: kind, Amount: money.FromInt(1000)}}})
		return err
	}
	var unavailable *tax.Unavailable
	if err := ask(tax.Gross, foreignPayers, tax.Dividends); !errors.As(err, &unavailable) {
		t.Errorf("foreign dividends: %v", err)
	}
	var faults *tax.InputError
	if err := ask(tax.Taxable, southAfrican, tax.Dividends); !errors.As(err, &faults) {
		t.Errorf("dividends within a taxable income: %v", err)
	}
	if err := ask(tax.Gross, southAfrican, tax.Interest); !errors.As(err, &faults) {
		t.Errorf("who paid dividends, without any: %v", err)
	}
}
