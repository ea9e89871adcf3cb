package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	inpayroll "github.com/tallystick/tallystick/domain/tax/india/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(inpayroll.Jurisdiction())

var april, later = civil.Of(2025, 4, 30), civil.Of(2026, 4, 30)

func paid(day civil.Date, pay string, facts map[string]string) (tax.Result, error) {
	all := map[string]string{"annual_salary": "1000000", "tax_deducted_to_date": "0", "payments_left": "12", "fund_wages": "0"}
	maps.Copy(all, facts)
	return registry.Calculate(&payroll.Payment{Jurisdiction: "IN", PayDate: day, Frequency: payroll.Monthly, Pay: money.MustParse(pay),
		Facts: all})
}

func amounts(t *testing.T, day civil.Date, pay string, facts map[string]string) map[string]string {
	t.Helper()
	got, err := paid(day, pay, facts)
	if err != nil {
		t.Fatalf("%s %v: %v", pay, facts, err)
	}
	out := map[string]string{"total": got.TotalTax.String()}
	for _, c := range got.Components {
		out[c.Code] = c.Amount.String()
	}
	return out
}

// A salary of 10,00,000 less 1,50,000 under the old regime, whose slabs have not
// changed since, bears 85,800, in the month 7,150:
// https://support.taxaj.com/portal/en/kb/articles/how-to-calculate-tds-on-salary
func TestTaxOfAMonth(t *testing.T) {
	old := map[string]string{"regime": "old", "deductions": "100000"}
	for _, c := range []struct {
		name  string
		day   civil.Date
		facts map[string]string
		want  string
	}{
		{"published", april, old, "7150.00"},
		{"the act of 2025", later, old, "7150.00"},
		{"nothing under the rebate", april, nil, "0.00"},
		{"rounded to the rupee", april, map[string]string{"annual_salary": "1800000"}, "12567.00"}, // 1,50,800 ÷ 12 = 12,566.67
		{"a raise in October", civil.Of(2025, 10, 31), // 1,50,800 − 40,000 over six
			map[string]string{"annual_salary": "1800000", "tax_deducted_to_date": "40000", "payments_left": "6"}, "18467.00"},
		{"the last payment", civil.Of(2026, 3, 31),
			map[string]string{"annual_salary": "1800000", "tax_deducted_to_date": "138237", "payments_left": "1"}, "12563.00"},
		{"too much before", april, map[string]string{"tax_deducted_to_date": "9000"}, "0.00"},
	} {
		if got := amounts(t, c.day, "83333", c.facts)["income_tax"]; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The breakdown of 10,000 and of 20,000 is CiteHR's, but for the administration,
// whose rate has fallen since.
func TestTheFund(t *testing.T) {
	type sums = map[string]string
	for _, c := range []struct {
		wages, member string
		want          sums
	}{
		{"10000", "true", sums{"provident_fund": "1200.00", "pension_scheme_employer": "833.00", "provident_fund_employer": "367.00",
			"insurance_employer": "50.00", "fund_administration_employer": "50.00"}},
		{"20000", "true", sums{"provident_fund": "2400.00", "pension_scheme_employer": "1250.00", "provident_fund_employer": "1150.00",
			"insurance_employer": "75.00", "fund_administration_employer": "100.00"}},
		{"20000", "false", sums{"provident_fund": "2400.00", "provident_fund_employer": "2400.00", "insurance_employer": "75.00",
			"fund_administration_employer": "100.00"}},
		{"0", "true", sums{}},
	} {
		got := amounts(t, april, "40000", map[string]string{"fund_wages": c.wages, "pension_member": c.member})
		c.want["income_tax"], c.want["total"] = "0.00", "0.00"
		if own, there := c.want["provident_fund"]; there {
			c.want["total"] = own
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s, %s: %v, want %v", c.wages, c.member, got, c.want)
		}
	}
}

// What is spread over twelve payments is the year's tax, whatever the salary.
func TestAYearOfPaymentsIsTheYearsTax(t *testing.T) {
	for salary := int64(300_000); salary < 8_000_000; salary += 412_347 {
		deducted, year := money.Zero, money.FromInt(salary).String()
		var first money.Dec
		for month := range 12 {
			day := civil.Of(2025, 4+month, 28)
			if month > 8 {
				day = civil.Of(2026, month-8, 28)
			}
			got, err := paid(day, "700000", map[string]string{
				"annual_salary": money.FromInt(max(salary, 700_000)).String(), "tax_deducted_to_date": deducted.String(),
				"payments_left": money.FromInt(int64(12 - month)).String(),
			})
			if err != nil {
				t.Fatalf("%s in %s: %v", year, day, err)
			}
			if month == 0 {
				first = got.TotalTax
			}
			if off := got.TotalTax.Sub(first).Abs(); off.Greater(money.One) {
				t.Errorf("%s in %s: %s, at first %s", year, day, got.TotalTax, first)
			}
			deducted = deducted.Add(got.TotalTax)
		}
		whole, err := paid(civil.Of(2026, 3, 31), "4000000", map[string]string{
			"annual_salary": money.FromInt(max(salary, 4_000_000)).String(), "payments_left": "1"})
		if salary >= 4_000_000 && (err != nil || !whole.TotalTax.Equal(deducted)) {
			t.Errorf("%s: %s in a year, %s at once (%v)", year, deducted, whole.TotalTax, err)
		}
	}
}

func TestContradictionsAreNamed(t *testing.T) {
	for field, c := range map[string]struct {
		day   civil.Date
		facts map[string]string
	}{
		"facts.deductions":           {april, map[string]string{"deductions": "1"}},
		"facts.annual_salary":        {april, map[string]string{"annual_salary": "49999"}},
		"facts.fund_wages":           {april, map[string]string{"fund_wages": "50001"}},
		"facts.payments_left":        {civil.Of(2026, 1, 31), map[string]string{"payments_left": "4"}},
		"facts.tax_deducted_to_date": {april, map[string]string{"tax_deducted_to_date": "-1"}},
		"facts.pension_member":       {april, map[string]string{"pension_member": "perhaps"}},
	} {
		_, err := paid(c.day, "50000", c.facts)
		var in *tax.InputError
		if !errors.As(err, &in) || len(in.Fields) == 0 || in.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// The ceiling of 15,000 was notified anew in May 2026.
func TestTheCeilingOf2026(t *testing.T) {
	for _, wages := range []string{"15000", "15001", "40000"} {
		got := amounts(t, later, "50000", map[string]string{"fund_wages": wages})
		if got["pension_scheme_employer"] != "1250.00" || got["insurance_employer"] != "75.00" {
			t.Errorf("%s: %v", wages, got)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	var none *tax.Unavailable
	for name, c := range map[string]struct {
		day   civil.Date
		facts map[string]string
	}{
		"more tax than pay": {civil.Of(2026, 3, 31), map[string]string{"annual_salary": "3000000", "payments_left": "1"}},
		"a year not held":   {civil.Of(2025, 3, 31), map[string]string{"payments_left": "1"}},
	} {
		if _, err := paid(c.day, "50000", c.facts); !errors.As(err, &none) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
