package notax_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/notax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(notax.Jurisdictions()...)

func wages(code, amount string) *tax.Request {
	return &tax.Request{Jurisdiction: code, TaxYear: "2025", Income: money.MustParse(amount), HasIncome: true}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// Qatar's authority says that salaries and wages are outside the law:
// https://gta.gov.qa/en/corporate-income-tax/, item 4.
func TestWagesAreNotTaxed(t *testing.T) {
	for _, code := range registry.Codes() {
		got, err := registry.Calculate(wages(code, "250000"))
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.IsZero() || !got.MarginalRate.IsZero() || len(got.Citations) == 0 {
			t.Errorf("%s: %s at %s, %d citations", code, got.TotalTax, got.MarginalRate, len(got.Citations))
		}
	}
}

func TestAnythingButWagesIsUnavailable(t *testing.T) {
	for _, kind := range []tax.Kind{tax.SelfEmployment, tax.Dividends, tax.Property, tax.CapitalGains} {
		req := wages("AE", "2000000")
		req.Components = []tax.Component{{Kind: kind, Amount: req.Income}}
		var gap *tax.Unavailable
		if _, err := registry.Calculate(req); !errors.As(err, &gap) {
			t.Errorf("%s in AE: %v", kind, err)
		}
	}
}

func TestFrenchNationalsInMonaco(t *testing.T) {
	req := wages("MC", "80000")
	req.Facts = map[string]string{"french_national": "true"}
	var gap *tax.Unavailable
	if _, err := registry.Calculate(req); !errors.As(err, &gap) || !strings.Contains(gap.Reason, "France") {
		t.Errorf("a French national in Monaco: %v", err)
	}
}

func TestWhatRemainsIsNamed(t *testing.T) {
	for code, word := range map[string]string{"AE": "1,000,000", "BM": "Payroll tax", "MC": "French nationals", "SA": "zakat"} {
		got, err := registry.Calculate(wages(code, "100000"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(got.Assumptions, "\n"), word) {
			t.Errorf("%s does not name %q: %q", code, word, got.Assumptions)
		}
	}
}

func TestGolden(t *testing.T) {
	var tables []taxtest.Table
	for _, code := range registry.Codes() {
		tables = append(tables, taxtest.Table{Title: code + " 2025, employment income", Request: tax.Request{Jurisdiction: code, TaxYear: "2025"},
			Incomes: []string{"100000"}})
	}
	taxtest.Golden(t, registry, "2025", tables...)
}

func BenchmarkIncome(b *testing.B) {
	req := wages("AE", "300000")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
