package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	iepayroll "github.com/tallystick/tallystick/domain/tax/ie/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(iepayroll.Jurisdiction())

func pay(t *testing.T, day, frequency, amount string, facts map[string]string) map[string]string {
	t.Helper()
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "IE", PayDate: civil.MustParse(day), Frequency: frequency,
		Pay: money.MustParse(amount), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, l := range got.Components {
		out[l.Code] = l.Amount.String()
	}
	return out
}

func TestByHand(t *testing.T) {
	for name, c := range map[string]struct {
		day, frequency, amount string
		facts, want            map[string]string
	}{
		// 846.16 × 20 % + 153.84 × 40 % − 76.93; 1.155 + 5.9116 + 14.2026; 4.1 % and 11.15 %.
		"week 1": {"2025-03-07", "weekly", "1000", map[string]string{"basis": "week_1", "tax_credits": "4000", "cut_off_point": "44000"},
			map[string]string{"income_tax": "153.84", "usc": "21.27", "prsi_employee": "41.00", "prsi_employer": "111.50"}},
		// (3666.67 × 2 × 20 % + 0 − 333.34 × 2) less 399.98: two months of 3,000.
		"cumulative": {"2025-02-28", "monthly", "3000", map[string]string{"basis": "cumulative", "tax_credits": "4000", "cut_off_point": "44000",
			"pay_to_date": "3000",
			"tax_to_date": "266.66", "usc_pay_to_date": "3000", "usc_to_date": "47.18"},
			map[string]string{"income_tax": "266.66", "prsi_employee": "123.00"}},
		// The credits of a month without pay are given back.
		"a refund": {"2025-02-28", "monthly", "0", map[string]string{"basis": "cumulative", "tax_credits": "4000", "cut_off_point": "44000",
			"pay_to_date": "3000",
			"tax_to_date": "266.66", "usc_pay_to_date": "3000", "usc_to_date": "47.18"},
			map[string]string{"income_tax": "-266.66", "prsi_employee": "0.00"}},
		// 847 × 20 % + 153 × 40 %; 8 %.
		"emergency, week 1": {"2025-03-07", "weekly", "1000", map[string]string{"basis": "emergency", "employment_period": "1"},
			map[string]string{"income_tax": "230.60", "usc": "80.00"}},
		"emergency, week 5": {"2025-03-07", "weekly", "1000", map[string]string{"basis": "emergency", "employment_period": "5"},
			map[string]string{"income_tax": "400.00", "usc": "80.00"}},
		"without a number": {"2025-03-07", "monthly", "1000", map[string]string{"basis": "emergency_no_number"},
			map[string]string{"income_tax": "400.00", "usc": "80.00"}},
		// Budget 2016: 4 % of 377 less 12 less a sixth of 24.99.
		"the tapered credit": {"2024-03-07", "weekly", "377", map[string]string{"basis": "emergency_no_number"},
			map[string]string{"prsi_employee": "7.25", "prsi_employer": "33.18"}},
		"up to 352": {"2024-03-07", "weekly", "352", map[string]string{"basis": "emergency_no_number"},
			map[string]string{"prsi_employee": "0.00", "prsi_employer": "30.98"}},
		"October 2025": {"2025-10-03", "weekly", "1000", map[string]string{"basis": "emergency_no_number"},
			map[string]string{"prsi_employee": "42.00", "prsi_employer": "112.50"}},
	} {
		got := pay(t, c.day, c.frequency, c.amount, c.facts)
		for code, want := range c.want {
			if got[code] != want {
				t.Errorf("%s: %s is %s, want %s", name, code, got[code], want)
			}
		}
	}
}

// Twelve equal months withhold what the year owes, to the roundings of periods.
func TestTwelveMonths(t *testing.T) {
	paid, tax, usc := money.Zero, money.Zero, money.Zero
	for month := 1; month <= 12; month++ {
		got := pay(t, civil.Of(2025, month, 25).String(), "monthly", "5000",
			map[string]string{"basis": "cumulative", "tax_credits": "4000", "cut_off_point": "44000",
				"pay_to_date": paid.Fixed(2), "tax_to_date": tax.Fixed(2), "usc_pay_to_date": paid.Fixed(2), "usc_to_date": usc.Fixed(2)})
		paid, tax, usc = paid.Add(money.FromInt(5000)), tax.Add(money.MustParse(got["income_tax"])), usc.Add(money.MustParse(got["usc"]))
	}
	// 8,800 + 6,400 − 4,000; 60.06 + 307.40 + 978.54.
	if tax.Sub(money.FromInt(11200)).Abs().Greater(money.MustParse("0.10")) ||
		usc.Sub(money.MustParse("1346")).Abs().Greater(money.MustParse("0.10")) {
		t.Errorf("the year withholds %s and %s", tax, usc)
	}
}
