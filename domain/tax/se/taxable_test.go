package se

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func TestTaxableOfPay(t *testing.T) {
	taxtest.TaxableOfPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "SE", TaxYear: "2025",
		Facts: map[string]string{"municipal_rate": "0.3238"}}, "wages", 50_000, 100_000, 180_000, 350_000, 420_000, 640_000, 1_200_000)
}
