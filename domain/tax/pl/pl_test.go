package pl_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/pl"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(pl.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The law prints the tax at the edge of the scale; a free amount of 30,000
// follows from the reducing amount.
func TestTheScaleAtItsEdges(t *testing.T) {
	for income, total := range map[string]string{"30000": "0.00", "120000": "10800.00", "1000000": "292400.00", "1000100": "292436.00", "25768.59": "0.00", "50000.50": "2400.00"} {
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse(income), HasIncome: true})
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s owes %s, want %s", income, got.TotalTax, total)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "PL " + year + ", tax base", Max: "1200000", Request: tax.Request{Jurisdiction: "PL", TaxYear: year}})
	}
}
