package payroll_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	nopayroll "github.com/tallystick/tallystick/domain/tax/no/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(nopayroll.Jurisdiction())

func withheld(t *testing.T, year int, frequency, amount, table string) money.Dec {
	t.Helper()
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "NO", PayDate: civil.Of(year, 3, 20), Frequency: frequency,
		Pay:   money.MustParse(amount),
		Facts: map[string]string{"tax_card": "table", "table_number": table, "zone": "1"}, Explain: true})
	if err != nil {
		t.Fatalf("%s %s: %v", table, amount, err)
	}
	return got.TotalTax
}

// By hand, along the program. A month of 50,000 by table 8000 in 2026: 50,050 ×
// 12.12 = 606,606; less 84,216 and 114,540 leave 407,850; 56,079 local and
// 33,648 common, 13,100 of brackets, 46,102 of insurance: 148,929 ÷ 10.5.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year                           int
		frequency, amount, table, want string
	}{
		{2026, payroll.Monthly, "50000", "8000", "14184"}, {2026, payroll.Monthly, "50099.99", "8000", "14184"},
		// The deduction of 120,000 lowers local tax by 16,500 and common tax by 9,900.
		{2026, payroll.Monthly, "50000", "8120", "11669"},
		{2026, payroll.Monthly, "0", "9400", "0"}, {2026, payroll.Monthly, "5000", "8000", "0"},
	} {
		if got := withheld(t, c.year, c.frequency, c.amount, c.table); !got.Equal(money.MustParse(c.want)) {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// What the program's own tests hold: no more than the pay; a larger deduction
// lowers the tax, a larger addition raises it; a step more of pay never lowers it.
func TestAsTheProgramIsTested(t *testing.T) {
	for _, year := range []int{2025, 2026} {
		last := withheld(t, year, payroll.Monthly, "80000", "8000")
		for n := 8010; n <= 8400; n += 10 {
			now := withheld(t, year, payroll.Monthly, "80000", fmt.Sprint(n))
			if !now.Less(last) {
				t.Errorf("%d, table %d: %s after %s", year, n, now, last)
			}
			last = now
		}
		last = withheld(t, year, payroll.Monthly, "80000", "8000")
		for n := 9010; n <= 9400; n += 10 {
			now := withheld(t, year, payroll.Monthly, "80000", fmt.Sprint(n))
			if !now.Greater(last) {
				t.Errorf("%d, table %d: %s after %s", year, n, now, last)
			}
			last = now
		}
		for _, frequency := range []string{payroll.Weekly, payroll.Biweekly, payroll.Monthly} {
			last := money.Zero
			for pay := int64(0); pay < 150000; pay += 1700 {
				now := withheld(t, year, frequency, fmt.Sprint(pay), "9400")
				if now.Greater(money.FromInt(pay)) || now.Less(last) {
					t.Errorf("%d %s: %s of %d after %s", year, frequency, now, pay, last)
				}
				last = now
			}
		}
	}
}

// Half the tax is withheld from a month's pay before Christmas; which, no fact says.
func TestTheMonthsOfHalfTaxAreRefused(t *testing.T) {
	for _, facts := range []map[string]string{
		{"tax_card": "table", "table_number": "8000", "zone": "1"}, {"tax_card": "percentage", "card_percentage": "0.34", "zone": "1"},
	} {
		for month := 1; month <= 12; month++ {
			_, err := registry.Calculate(&payroll.Payment{Jurisdiction: "NO", PayDate: civil.Of(2026, month, 20), Frequency: payroll.Monthly,
				Pay: money.MustParse("50000"), Facts: facts})
			var none *tax.Unavailable
			if errors.As(err, &none) != (month >= 11) || err != nil && month < 11 {
				t.Errorf("%v, month %d: %v", facts, month, err)
			}
		}
	}
}

func TestPercentageAndContribution(t *testing.T) {
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "NO", PayDate: civil.Of(2026, 3, 20), Frequency: payroll.Monthly,
		Pay:   money.MustParse("30001.50"),
		Facts: map[string]string{"tax_card": "percentage", "card_percentage": "0.34", "zone": "4"}})
	if err != nil || got.TotalTax.String() != "10200.00" || got.Components[1].Amount.String() != "1530.08" {
		t.Errorf("%v %+v", err, got.Components)
	}
}
