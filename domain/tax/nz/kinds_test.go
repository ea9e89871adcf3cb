package nz

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Net profit and rent are taxed at the rates of pay.
func TestProfitAndRentAreTaxedAsPay(t *testing.T) {
	taxtest.TaxedAsPay(t, tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26"}, 600_000,
		tax.SelfEmployment, tax.Property, tax.OtherIncome)
}
