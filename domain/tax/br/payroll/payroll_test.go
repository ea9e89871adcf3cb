package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	brpayroll "github.com/tallystick/tallystick/domain/tax/br/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(brpayroll.Jurisdiction())

func withheld(t *testing.T, pay string, facts map[string]string) tax.Result {
	t.Helper()
	given := map[string]string{"dependants": "0", "ordinary_company": "true", "accident_rate": "0.02"}
	for name, text := range facts {
		if given[name] = text; text == "" {
			delete(given, name)
		}
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "BR",
		PayDate: civil.Of(2026, 3, 31), Frequency: payroll.Monthly, Pay: money.MustParse(pay), Facts: given, Explain: true})
	if err != nil {
		t.Fatalf("%s: %v", pay, err)
	}
	return got
}

// The most that an employee contributes (988.09) and the figures of 6,000 are
// published; the others are kept by public payroll programs as checked by hand.
func TestKeptFigures(t *testing.T) {
	for _, c := range []struct{ pay, dependants, insurance, tax string }{
		{"1000", "0", "75.00", "0.00"}, {"1621", "0", "121.58", "0.00"}, {"3000", "0", "248.60", "0.00"},
		{"3243.89", "0", "277.87", "0.00"}, {"4000", "2", "368.60", "0.00"}, {"5000", "0", "501.51", "0.00"},
		{"5500", "0", "571.51", "190.47"}, {"6000", "0", "641.51", "385.10"}, {"8000", "0", "921.51", "1037.85"},
		{"8475.55", "0", "988.09", ""}, {"12000", "0", "988.09", ""},
	} {
		got := withheld(t, c.pay, map[string]string{"dependants": c.dependants})
		if insurance := got.Components[1].Amount.String(); insurance != c.insurance {
			t.Errorf("%s: social security %s, want %s", c.pay, insurance, c.insurance)
		}
		if due := got.Components[0].Amount.String(); c.tax != "" && due != c.tax {
			t.Errorf("%s: tax %s, want %s", c.pay, due, c.tax)
		}
	}
}

// Of 5,500 the contribution is below the simplified discount; the steps are those
// that a public payroll program keeps.
func TestTheSimplifiedDiscountIsTakenWhereItIsMore(t *testing.T) {
	steps := map[string]string{}
	for _, s := range withheld(t, "5500", nil).Steps {
		steps[s.Code] = s.Amount.String()
	}
	if steps["base"] != "4892.80" || steps["table_tax"] != "436.79" || steps["reduction"] != "246.32" {
		t.Errorf("steps %v", steps)
	}
}

// More pay never leaves less of it, but for the cent at each edge of the table.
func TestNetPayGrows(t *testing.T) {
	var last money.Dec
	cent := money.MustParse("0.02")
	for pay := int64(0); pay < 12_000; pay += 37 {
		amount := money.FromInt(pay)
		net := amount.Sub(withheld(t, amount.String(), nil).TotalTax)
		if net.Add(cent).Less(last) {
			t.Errorf("pay of %d leaves %s, less than 37 less does (%s)", pay, net, last)
		}
		last = net
	}
}

func TestTheCompanyContributes(t *testing.T) {
	got := withheld(t, "3243.89", nil)
	if len(got.Components) != 4 || got.Components[2].Amount.String() != "648.78" || got.Components[3].Amount.String() != "64.88" {
		t.Errorf("components %+v", got.Components)
	}
	if got := withheld(t, "3000", map[string]string{"ordinary_company": "false", "accident_rate": ""}); len(got.Components) != 2 {
		t.Errorf("of another employer: %+v", got.Components)
	}
}
