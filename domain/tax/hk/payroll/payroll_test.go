package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	hkpayroll "github.com/tallystick/tallystick/domain/tax/hk/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// The rows of the Authority's tables (mandatory contributions).
func TestTheAuthoritysTable(t *testing.T) {
	registry := payroll.NewRegistry(hkpayroll.Jurisdiction())
	for _, c := range []struct{ frequency, days, pay, employee, employer string }{
		{"monthly", "", "7099.99", "0.00", "355.00"}, {"monthly", "", "7100", "355.00", "355.00"}, {"monthly", "", "30000", "1500.00", "1500.00"},
		{"monthly", "", "80000", "1500.00", "1500.00"}, {"weekly", "7", "1959", "0.00", "97.95"}, {"weekly", "7", "1960", "98.00", "98.00"},
		{"weekly", "7", "9000", "350.00", "350.00"},
	} {
		facts := map[string]string{"fund_member": "true"}
		if c.days != "" {
			facts["days"] = c.days
		}
		got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "HK", PayDate: civil.Of(2025, 6, 30), Frequency: c.frequency,
			Pay: money.MustParse(c.pay), Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.employee || got.Components[0].Amount.Sign() != 0 || got.Components[2].Amount.String() != c.employer {
			t.Errorf("%s %s: %+v", c.frequency, c.pay, got.Components)
		}
	}
}
