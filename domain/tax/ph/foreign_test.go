package ph_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Dividends of foreign corporations bear no final tax.
func TestForeignDividendsAreRefused(t *testing.T) {
	taxtest.RefusesForeignDividends(t, registry, tax.Request{Jurisdiction: "PH", TaxYear: "2025"})
}
