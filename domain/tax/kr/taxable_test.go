package kr

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func TestTaxableOfPay(t *testing.T) {
	taxtest.TaxableOfPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "KR", TaxYear: "2025",
		Facts: map[string]string{"dependants": "1"}}, "salary", 15_000_000, 33_000_000, 60_000_000, 100_000_000, 300_000_000)
}
