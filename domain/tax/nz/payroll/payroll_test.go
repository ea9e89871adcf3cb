package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/nz"
	nzpayroll "github.com/tallystick/tallystick/domain/tax/nz/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

func pay(t *testing.T, frequency, amount string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := payroll.NewRegistry(nzpayroll.Jurisdiction()).Calculate(&payroll.Payment{Jurisdiction: "NZ", PayDate: civil.Of(2026, 5, 20),
		Frequency: frequency, Pay: money.MustParse(amount), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func component(r tax.Result, code string) string {
	for _, l := range r.Components {
		if l.Code == code {
			return l.Amount.String()
		}
	}
	return "none"
}

// The authority's example: 600 a week with a loan repays 16.32; and the account
// of 2026 of one that earns 564. A second job repays of all.
func TestStudentLoan(t *testing.T) {
	for _, c := range []struct{ code, amount, want string }{{"m", "600", "16.32"}, {"m", "564", "12.00"}, {"me", "464", "0.00"},
		{"s", "600", "72.00"}} {
		if got := component(pay(t, "weekly", c.amount, map[string]string{"tax_code": c.code, "student_loan": "true"}),
			"student_loan"); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.code, c.amount, got, c.want)
		}
	}
}

// A year of equal payments withholds the year's tax, but for what is cut.
func TestTheYearIsWithheld(t *testing.T) {
	year := tax.NewRegistry(nz.Jurisdiction())
	for _, c := range []struct {
		frequency, amount, income, code string
		periods                         int64
	}{{"monthly", "5000", "60000", "m", 12}, {"weekly", "500", "26000", "me", 52}, {"biweekly", "8000", "208000", "m", 26},
		{"four_weekly", "5200", "67600", "me", 13}} {
		facts := map[string]string{}
		if c.code == "me" {
			facts["independent_earner"] = "true"
		}
		owed, err := year.Calculate(&tax.Request{Jurisdiction: "NZ", TaxYear: "2026-27", Income: money.MustParse(c.income), HasIncome: true,
			Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		levied := owed.TotalTax.Add(money.MustParse(component(owed, "acc_earners_levy")))
		got := pay(t, c.frequency, c.amount, map[string]string{"tax_code": c.code}).TotalTax.Mul(money.FromInt(c.periods))
		if short := levied.Sub(got); short.Less(money.MustParse("-0.01")) ||
			short.Greater(money.MustParse("0.02").Mul(money.FromInt(c.periods))) {
			t.Errorf("%s: %s a year, %s withheld", c.amount, levied, got)
		}
	}
}

// A secondary code bears its rate and the levy on the whole dollars, without
// limit: 31.75 % for SH in 2026-27.
func TestSecondary(t *testing.T) {
	got := pay(t, "weekly", "1000.90", map[string]string{"tax_code": "sh", "kiwisaver_percent": "3.5"})
	if got.TotalTax.String() != "317.50" || component(got, "kiwisaver_employee") != "35.03" {
		t.Errorf("%s %s", got.TotalTax, component(got, "kiwisaver_employee"))
	}
}
