package payroll_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	nlpayroll "github.com/tallystick/tallystick/domain/tax/nl/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(nlpayroll.Jurisdiction())

func pay(day civil.Date, amount string, facts map[string]string) (tax.Result, error) {
	all := map[string]string{"table": "white", "tax_credit": "true", "pay_to_date": "0", "months_to_date": "0"}
	for k, v := range facts {
		all[k] = v
	}
	return registry.Calculate(&payroll.Payment{Jurisdiction: "NL", PayDate: day, Frequency: payroll.Monthly, Pay: money.MustParse(amount),
		Facts: all, Explain: true})
}

func component(got tax.Result, code string) string {
	for _, l := range got.Components {
		if l.Code == code {
			return l.Amount.String()
		}
	}
	return ""
}

// Rows of the white month table of 2026 (wit_mnd_nl_std_20260101), with the
// credit, as public test suites quote them; a wage just below the next row is of
// the same row.
func TestWhiteMonthTable(t *testing.T) {
	for _, c := range []struct{ pay, want string }{
		{"2700", "267.50"}, {"2704.49", "267.50"}, {"3001.50", "388.58"}, {"4000.50", "820.92"}, {"4004.99", "820.92"},
		{"6502.50", "2083.58"}, {"8001", "2921.17"}, {"11002.50", "4602.25"}, {"0", "0.00"},
	} {
		got, err := pay(civil.Of(2026, 3, 31), c.pay, nil)
		if err != nil || component(got, "wage_tax") != c.want {
			t.Errorf("%s: %v %v, want %s", c.pay, component(got, "wage_tax"), err, c.want)
		}
	}
}

// The same suites quote the parts of two rows: 17,326 less 1,947 and 5,528, and
// 28,603 less 26 and 3,574.
func TestCreditsApart(t *testing.T) {
	for _, c := range []struct{ pay, table, credit, want string }{
		{"4000.50", "white", "false", "1443.83"}, {"4000.50", "green", "true", "1281.58"}, {"6502.50", "white", "false", "2383.58"},
		{"6502.50", "green", "true", "2381.42"},
	} {
		got, err := pay(civil.Of(2026, 3, 31), c.pay, map[string]string{"table": c.table, "tax_credit": c.credit,
			"insured": "false", "health_contribution": "withheld"})
		if err != nil || component(got, "wage_tax") != c.want {
			t.Errorf("%+v: %v %v", c, component(got, "wage_tax"), err)
		}
	}
}

// Premiums end at the ceiling of the year however the pay falls: 79,409 × 6.1 %.
func TestCeilingOfTheYear(t *testing.T) {
	sum, paid := money.Zero, money.Zero
	for month := range 12 {
		amount := money.FromInt(int64(1000 + 1000*month))
		got, err := pay(civil.Of(2026, month+1, 25), money.Min(amount, money.FromInt(11000)).String(),
			map[string]string{"pay_to_date": paid.String(), "months_to_date": money.FromInt(int64(month)).String()})
		if err != nil {
			t.Fatal(err)
		}
		paid = paid.Add(money.Min(amount, money.FromInt(11000)))
		sum = sum.Add(money.MustParse(component(got, "health_levy_employer")))
	}
	// 77,000 is paid: under the ceiling of the year, though above some months'.
	if want := money.Min(paid, money.FromInt(79409)).Mul(money.MustParse("0.061")); sum.Sub(want).Abs().Greater(money.MustParse("0.06")) {
		t.Errorf("%s of %s, want %s", sum, paid, want)
	}
}

// Of a pension nothing is assumed: who bears the health contribution, and whether
// it is insured, is asked for.
func TestAPensionIsAskedFor(t *testing.T) {
	for _, facts := range []map[string]string{
		{"table": "green"}, {"table": "green", "insured": "false"}, {"table": "green", "health_contribution": "withheld"},
	} {
		var lacks *tax.InputError
		if got, err := pay(civil.Of(2026, 3, 31), "3000", facts); !errors.As(err, &lacks) || len(lacks.Fields) != 3-len(facts) {
			t.Errorf("%v: %v %+v", facts, err, got.Components)
		}
	}
	got, err := pay(civil.Of(2026, 3, 31), "3000", map[string]string{"table": "green", "insured": "false", "health_contribution": "withheld"})
	if err != nil || component(got, "unemployment_employer") != "" || component(got, "health_levy_employer") != "" {
		t.Errorf("%v %+v", err, got.Components)
	}
}

func TestRefused(t *testing.T) {
	var none *tax.Unavailable
	if _, err := pay(civil.Of(2026, 3, 31), "12000", nil); !errors.As(err, &none) {
		t.Errorf("above the tables: %v", err)
	}
	if _, err := pay(civil.Of(2026, 3, 31), "3000", map[string]string{"state_pension_age": "true"}); !errors.As(err, &none) {
		t.Errorf("state pension age: %v", err)
	}
}
