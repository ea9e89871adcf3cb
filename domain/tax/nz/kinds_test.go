package nz

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Net profit and rent are taxed at the rates of pay.
func TestProfitAndRentAreTaxedAsPay(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	of := func(kinds ...tax.Kind) money.Dec {
		req := &tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26"}
		for _, kind := range kinds {
			req.Components = append(req.Components, tax.Component{Kind: kind, Amount: money.FromInt(600_000 / int64(len(kinds)))})
		}
		got, err := r.Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		return got.TotalTax
	}
	want := of(tax.Employment)
	for _, kinds := range [][]tax.Kind{{tax.SelfEmployment}, {tax.Property}, {tax.OtherIncome}, {tax.Employment, tax.SelfEmployment}} {
		if got := of(kinds...); !got.Equal(want) || want.IsZero() {
			t.Errorf("%v: %s, of pay %s", kinds, got, want)
		}
	}
}
