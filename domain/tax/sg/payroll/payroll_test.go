package payroll_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	sgpayroll "github.com/tallystick/tallystick/domain/tax/sg/payroll"
)

// By hand: 37 % of 3,333.33 is 1,233.33 and 20 % of it 666.67; 34 % of the
// ceiling of 8,000 is 2,720.
func TestContributions(t *testing.T) {
	registry := payroll.NewRegistry(sgpayroll.Jurisdiction())
	pay := func(amount, age, pass string) (tax.Result, error) {
		return registry.Calculate(&payroll.Payment{Jurisdiction: "SG", PayDate: civil.Of(2026, 6, 30), Frequency: payroll.Monthly,
			Pay:   money.MustParse(amount),
			Facts: map[string]string{"pass": pass, "age_last_month": age}})
	}
	for _, c := range []struct{ pay, age, employee, employer string }{
		{"3333.33", "30", "666.00", "567.00"}, {"12000", "57", "1440.00", "1280.00"}, {"5000", "54", "1000.00", "850.00"},
		{"5000", "55", "900.00", "800.00"},
	} {
		got, err := pay(c.pay, c.age, "citizen")
		if err != nil || got.TotalTax.String() != c.employee || got.Components[2].Amount.String() != c.employer {
			t.Errorf("%s at %s: %+v %v", c.pay, c.age, got.Components, err)
		}
	}
	if got, err := pay("5000", "30", "foreigner"); err != nil || got.TotalTax.Sign() != 0 {
		t.Errorf("a foreigner: %v %v", got.TotalTax, err)
	}
	var none *tax.Unavailable
	if _, err := pay("750", "30", "citizen"); !errors.As(err, &none) {
		t.Errorf("wages of 750: %v", err)
	}
}
