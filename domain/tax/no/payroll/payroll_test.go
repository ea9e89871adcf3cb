package payroll_test

import (
	"errors"
	"fmt"
	"maps"
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

// Half of a month's tax is withheld before Christmas where it is whole kroner, and
// is refused where it is not; of one week or two nothing is.
func TestHalfTheTax(t *testing.T) {
	even, odd := 0, 0
	for pay := int64(20_000); pay < 90_000; pay += 1_009 {
		of := func(frequency, half string) (tax.Result, error) {
			return registry.Calculate(&payroll.Payment{Jurisdiction: "NO", PayDate: civil.Of(2026, 12, 15), Frequency: frequency,
				Pay: money.FromInt(pay), Facts: map[string]string{"tax_card": "table", "table_number": "8100", "zone": "1", "half_tax": half}})
		}
		full, err := of(payroll.Monthly, "false")
		if err != nil {
			t.Fatal(err)
		}
		twice := full.TotalTax.Quo(money.FromInt(2))
		got, err := of(payroll.Monthly, "true")
		var none *tax.Unavailable
		if whole := twice.Equal(twice.Whole(money.Down)); whole {
			even++
			if err != nil || !got.TotalTax.Equal(twice) {
				t.Errorf("%d: %s, half of %s: %v", pay, got.TotalTax, full.TotalTax, err)
			}
		} else if odd++; !errors.As(err, &none) {
			t.Errorf("%d: half of %s: %v", pay, full.TotalTax, err)
		}
		for _, frequency := range []string{payroll.Biweekly, payroll.Weekly} {
			if got, err := of(frequency, "true"); err != nil || !got.TotalTax.IsZero() || got.Components[1].Amount.IsZero() {
				t.Errorf("%s of %d: %+v %v", frequency, pay, got.Components, err)
			}
		}
	}
	if even == 0 || odd == 0 {
		t.Errorf("%d even taxes, %d odd", even, odd)
	}
}

// Of November and December the employer chooses the one that bears half the tax;
// the other bears the whole.
func TestThePaymentBeforeChristmas(t *testing.T) {
	pay := func(month int, half string, facts map[string]string) (tax.Result, error) {
		given := maps.Clone(facts)
		if half != "" {
			given["half_tax"] = half
		}
		return registry.Calculate(&payroll.Payment{Jurisdiction: "NO", PayDate: civil.Of(2026, month, 20), Frequency: payroll.Monthly,
			Pay: money.MustParse("50000"), Facts: given})
	}
	for _, facts := range []map[string]string{
		{"tax_card": "table", "table_number": "8000", "zone": "1"}, {"tax_card": "percentage", "card_percentage": "0.34", "zone": "1"},
	} {
		whole, err := pay(10, "", facts)
		if err != nil {
			t.Fatal(err)
		}
		for month := 1; month <= 12; month++ {
			got, err := pay(month, "false", facts)
			if err != nil || !got.TotalTax.Equal(whole.TotalTax) {
				t.Errorf("%v, month %d, the whole tax: %v %v", facts, month, got.TotalTax, err)
			}
			var wrong *tax.InputError
			if _, err := pay(month, "", facts); errors.As(err, &wrong) != (month >= 11) {
				t.Errorf("%v, month %d, not said: %v", facts, month, err)
			}
			if _, err := pay(month, "true", facts); errors.As(err, &wrong) != (month < 11) {
				t.Errorf("%v, month %d, half the tax: %v", facts, month, err)
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
