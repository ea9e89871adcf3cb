package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	fipayroll "github.com/tallystick/tallystick/domain/tax/fi/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(fipayroll.Jurisdiction())

var card = map[string]string{"tax_card": "wages", "withholding_rate": "0.15", "additional_rate": "0.33", "income_ceiling": "24000",
	"ceiling_used": "0", "birth_date": "1990-06-10", "pension_insurance_rate": "0.2485", "employer_wages_to_date": "0"}

func pay(day civil.Date, amount string, more map[string]string) (map[string]string, error) {
	facts := maps.Clone(card)
	maps.Copy(facts, more)
	for name, text := range facts {
		if text == "" {
			delete(facts, name)
		}
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "FI", PayDate: day, Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

func expect(t *testing.T, day civil.Date, amount string, more, want map[string]string) {
	t.Helper()
	got, err := pay(day, amount, more)
	if err != nil {
		t.Errorf("%s of %s, %v: %v", day, amount, more, err)
		return
	}
	for code, text := range want {
		if got[code] != text {
			t.Errorf("%s of %s, %v: %s is %q, want %q", day, amount, more, code, got[code], text)
		}
	}
}

// The tax administration's example: 15 % up to a ceiling of 24,000 and 33 % above;
// 23,000 were paid before and 3,000 are in December, so that 4,260 are withheld in
// the year.
func TestTheCeilingIsExceeded(t *testing.T) {
	expect(t, civil.Of(2026, 12, 15), "3000", map[string]string{"ceiling_used": "23000"}, map[string]string{"income_tax": "810.00"})
	expect(t, civil.Of(2026, 11, 15), "23000", nil, map[string]string{"income_tax": "3450.00"})
	expect(t, civil.Of(2026, 12, 15), "3000", map[string]string{"ceiling_used": "24000"}, map[string]string{"income_tax": "990.00"})
	without := map[string]string{"tax_card": "none", "withholding_rate": "", "additional_rate": "", "income_ceiling": "",
		"ceiling_used": ""}
	expect(t, civil.Of(2026, 12, 15), "3000", without, map[string]string{"income_tax": "1800.00"})
}

// By hand, of 4,000: pension 7.30 % and 24.85 % in all, unemployment 0.89 % and
// 0.31 %, health 1.91 %. 35.60 of unemployment contribution a month is the Employment
// Fund's own figure.
func TestContributions(t *testing.T) {
	expect(t, civil.Of(2026, 3, 13), "4000", nil, map[string]string{"pension_insurance": "292.00", "pension_insurance_employer": "702.00",
		"unemployment_insurance": "35.60", "unemployment_insurance_employer": "12.40", "health_insurance_employer": "76.40",
		"income_tax": "600.00", "total": "927.60"})
	// Of the last 1,500 below the sum of wages 0.31 %, of the rest 1.23 %.
	expect(t, civil.Of(2026, 9, 15), "4000", map[string]string{"employer_wages_to_date": "2508000"},
		map[string]string{"unemployment_insurance_employer": "35.40"})
	expect(t, civil.Of(2025, 9, 15), "4000", map[string]string{"birth_date": "1970-01-10"}, map[string]string{"pension_insurance": "346.00",
		"unemployment_insurance": "23.60", "unemployment_insurance_employer": "8.00", "health_insurance_employer": "74.80"})
}

// An insurance begins in the month after a birthday and ends with the month of another.
func TestAges(t *testing.T) {
	day := civil.Of(2026, 6, 15)
	for _, c := range []struct {
		birth string
		want  map[string]string // "" = not due
	}{
		{"2010-06-01", map[string]string{"health_insurance_employer": "", "pension_insurance": "", "unemployment_insurance": ""}},
		{"2010-05-31", map[string]string{"health_insurance_employer": "19.10", "pension_insurance": ""}},
		{"2009-06-01", map[string]string{"pension_insurance": ""}}, {"2009-05-31", map[string]string{"pension_insurance": "73.00"}},
		{"2008-06-01", map[string]string{"unemployment_insurance": ""}}, {"2008-05-31", map[string]string{"unemployment_insurance": "8.90"}},
		{"1961-07-01", map[string]string{"unemployment_insurance": "8.90"}}, {"1961-05-31", map[string]string{"unemployment_insurance": ""}},
		{"1958-06-30", map[string]string{"health_insurance_employer": "19.10", "pension_insurance": "73.00"}},
		{"1958-05-31", map[string]string{"health_insurance_employer": "", "pension_insurance": "73.00"}},
		{"1957-12-31", map[string]string{"pension_insurance": "", "pension_insurance_employer": ""}},
	} {
		expect(t, day, "1000", map[string]string{"birth_date": c.birth}, c.want)
	}
	for birth, want := range map[string]string{"1972-02-29": "71.50", "1972-01-31": "86.50", "1962-02-01": "86.50", "1962-01-31": "71.50"} {
		expect(t, civil.Of(2025, 2, 14), "1000", map[string]string{"birth_date": birth}, map[string]string{"pension_insurance": want})
	}
	var none *tax.Unavailable
	if _, err := pay(day, "1000", map[string]string{"birth_date": "1961-06-30"}); !errors.As(err, &none) {
		t.Errorf("the month of the 65th birthday: %v", err)
	}
}

func TestFactsOfTheCard(t *testing.T) {
	var wrong *tax.InputError
	for name, more := range map[string]map[string]string{
		"a card without its rate": {"withholding_rate": ""}, "a rate without a card": {"tax_card": "none"},
		"born after the pay date": {"birth_date": "2026-03-14"},
	} {
		if _, err := pay(civil.Of(2026, 3, 13), "4000", more); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
