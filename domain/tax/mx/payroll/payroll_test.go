package payroll_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	mxpayroll "github.com/tallystick/tallystick/domain/tax/mx/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(mxpayroll.Jurisdiction())

func paid(day civil.Date, pay, base, days string) (tax.Result, error) {
	return registry.Calculate(&payroll.Payment{Jurisdiction: "MX", PayDate: day, Frequency: payroll.Monthly, Pay: money.MustParse(pay),
		Facts: map[string]string{"daily_base": base, "days": days, "risk_rate": "0.0054355", "minimum_wage": "false"}})
}

func withheld(t *testing.T, day civil.Date, pay, base, days string) tax.Result {
	t.Helper()
	got, err := paid(day, pay, base, days)
	if err != nil {
		t.Fatalf("%s: %v", pay, err)
	}
	return got
}

var january, march = civil.Of(2026, 1, 31), civil.Of(2026, 3, 31)

func sides(r tax.Result) (own, employer money.Dec) {
	for _, c := range r.Components {
		switch {
		case c.Code == "income_tax" || c.Code == "housing_fund_employer":
		case c.InTotal:
			own = own.Add(c.Amount)
		default:
			employer = employer.Add(c.Amount)
		}
	}
	return own, employer
}

// 30,000 a month, and a base of 500 for 15 days, are kept by a public engine as
// accountants checked them; it rounds the sum, here each line is rounded.
func TestKeptFigures(t *testing.T) {
	if got := withheld(t, march, "30000", "1000", "30").Components[0].Amount.String(); got != "4519.65" {
		t.Errorf("tax of 30,000: %s", got)
	}
	own, employer := sides(withheld(t, march, "15000", "500", "15"))
	near := func(got money.Dec, want string) bool {
		return !got.Sub(money.MustParse(want)).Abs().Greater(money.MustParse("0.03"))
	}
	if !near(own, "187.01") || !near(employer, "1475.14") {
		t.Errorf("contributions %s and %s", own, employer)
	}
}

// The subsidy is January's or the later months', ends at a limit of pay, and takes
// no more than the tax.
func TestTheSubsidy(t *testing.T) {
	for _, c := range []struct {
		day  civil.Date
		pay  string
		want string
	}{
		{march, "11492.66", "355.77"},   // 420.95 + 4,324.14 × 10.88 % = 891.42, less 535.65
		{january, "11492.66", "355.21"}, // less 536.21
		{march, "11492.67", "891.42"},
		{march, "8000", "0.00"}, {march, "0", "0.00"},
	} {
		if got := withheld(t, c.day, c.pay, "400", "30").Components[0].Amount.String(); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.pay, c.day, got, c.want)
		}
	}
}

// The unit changes in February, and the base counts up to 25 of it.
func TestTheUnitChangesInFebruary(t *testing.T) {
	first := func(day civil.Date, code string) string {
		for _, c := range withheld(t, day, "90000", "5000", "10").Components {
			if c.Code == code {
				return c.Amount.String()
			}
		}
		return ""
	}
	for code, want := range map[string][2]string{"old_age": {"318.21", "329.93"}, "sickness_flat_employer": {"230.81", "239.31"}} {
		if got := [2]string{first(january, code), first(march, code)}; got != want {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
}

// More pay leaves more of it, but where the subsidy ends.
func TestNetPayGrows(t *testing.T) {
	last, limit := money.Zero, money.MustParse("11492.66")
	for pay := int64(0); pay < 600_000; pay += 613 {
		amount := money.FromInt(pay)
		net := amount.Sub(withheld(t, march, amount.String(), "400", "30").Components[0].Amount)
		if net.Less(last) && !(amount.Greater(limit) && amount.Sub(money.FromInt(613)).Less(limit)) {
			t.Errorf("pay of %d leaves %s, less than a lower pay (%s)", pay, net, last)
		}
		last = net
	}
}

func TestTheMinimumWageIsRefused(t *testing.T) {
	var none *tax.Unavailable
	if _, err := paid(march, "9451.20", "315.04", "30"); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
	// The base of the minimum wage is 330.57, with fifteen days' bonus and a quarter of twelve days' holiday.
	for _, base := range []string{"330.57", "462.60"} {
		_, err := registry.Calculate(&payroll.Payment{Jurisdiction: "MX", PayDate: march, Frequency: payroll.Monthly,
			Pay: money.MustParse("9451.20"), Facts: map[string]string{"daily_base": base, "days": "30", "risk_rate": "0.0054355",
				"minimum_wage": "true"}})
		if !errors.As(err, &none) {
			t.Errorf("a base of %s: %v", base, err)
		}
	}
}
