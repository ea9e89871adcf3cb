package fi

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func TestTaxableOfPay(t *testing.T) {
	taxtest.TaxableOfPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "FI", TaxYear: "2025",
		Facts: map[string]string{"municipal_rate": "0.076"}}, "wages", 9_000, 16_000, 25_000, 48_000, 95_000, 180_000)
}
