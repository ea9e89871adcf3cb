package taxtest

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// TaxedAsPay holds that an income owes the same whichever of the kinds it is of, and
// divided between each and employment, as pay does alone.
func TaxedAsPay(t *testing.T, r *tax.Registry, req tax.Request, income int64, kinds ...tax.Kind) {
	t.Helper()
	of := func(kinds ...tax.Kind) money.Dec {
		asked := req
		for _, kind := range kinds {
			asked.Components = append(asked.Components, tax.Component{Kind: kind, Amount: money.FromInt(income / int64(len(kinds)))})
		}
		got, err := r.Calculate(&asked)
		if err != nil {
			t.Fatal(err)
		}
		return got.TotalTax
	}
	want := of(tax.Employment)
	if want.IsZero() {
		t.Fatalf("pay of %d owes nothing, which tells nothing", income)
	}
	for _, kind := range kinds {
		if alone, beside := of(kind), of(tax.Employment, kind); !alone.Equal(want) || !beside.Equal(want) {
			t.Errorf("%s: %s alone and %s beside pay, of pay %s", kind, alone, beside, want)
		}
	}
}
