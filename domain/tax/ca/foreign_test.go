package ca_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Dividends of foreign corporations have no dividend tax credit.
func TestForeignDividendsAreRefused(t *testing.T) {
	taxtest.RefusesForeignDividends(t, registry, tax.Request{Jurisdiction: "CA", TaxYear: "2024", SubRegion: "ontario"})
}
