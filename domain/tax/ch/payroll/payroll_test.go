package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	chpayroll "github.com/tallystick/tallystick/domain/tax/ch/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(chpayroll.Jurisdiction())

var plain = map[string]string{"source_tax": "none", "birth_year": "1990", "non_occupational_accident_rate": "0.012",
	"pension_employee": "300", "pension_employer": "350", "occupational_accident_rate": "0.002", "family_allowance_rate": "0.0125",
	"pay_to_date": "0", "months_to_date": "0"}

func pay(month int, amount string, more map[string]string) (map[string]string, error) {
	facts := maps.Clone(plain)
	maps.Copy(facts, more)
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "CH", PayDate: civil.Of(2025, month, 25), Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

// By hand, of 6,000: 5.3 % to the first pillar and 1.1 % for unemployment of each side.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		month      int
		amount     string
		more, want map[string]string
	}{
		{1, "6000", nil, map[string]string{"first_pillar": "318.00", "first_pillar_employer": "318.00", "unemployment_insurance": "66.00",
			"non_occupational_accident_insurance": "72.00", "occupational_accident_insurance_employer": "12.00", "pension_fund": "300.00",
			"pension_fund_employer": "350.00", "family_allowances_employer": "75.00", "source_tax": "0.00", "total": "756.00"}},
		{1, "6000", map[string]string{"source_tax": "tariff", "source_tax_rate": "0.0834", "sickness_rate": "0.005"}, map[string]string{
			"source_tax": "500.40", "sickness_insurance": "30.00", "total": "1286.40"}},
		// The ceiling of a month is 12,350; what earlier months left of theirs is used.
		{1, "15000", nil, map[string]string{"unemployment_insurance": "135.85", "first_pillar": "795.00"}},
		{3, "30000", map[string]string{"pay_to_date": "16000", "months_to_date": "2"}, map[string]string{"unemployment_insurance": "231.55"}},
		{3, "10000", map[string]string{"pay_to_date": "40000", "months_to_date": "2"}, map[string]string{"unemployment_insurance": "135.85"}},
		{1, "6000", map[string]string{"birth_year": "2008"}, map[string]string{"first_pillar": "", "unemployment_insurance": "",
			"non_occupational_accident_insurance": "72.00"}},
		{1, "6000", map[string]string{"birth_year": "2007"}, map[string]string{"first_pillar": "318.00"}},
	} {
		got, err := pay(c.month, c.amount, c.more)
		if err != nil {
			t.Errorf("%s %v: %v", c.amount, c.more, err)
		}
		for code, text := range c.want {
			if got[code] != text {
				t.Errorf("%s %v: %s is %q, want %q", c.amount, c.more, code, got[code], text)
			}
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	var none *tax.Unavailable
	if _, err := pay(1, "6000", map[string]string{"birth_year": "1961"}); !errors.As(err, &none) {
		t.Errorf("the reference age: %v", err)
	}
	var wrong *tax.InputError
	for name, more := range map[string]map[string]string{
		"no rate of the tariff": {"source_tax": "tariff"}, "a rate without a tariff": {"source_tax_rate": "0.1"},
		"months ahead": {"months_to_date": "1", "pay_to_date": "1"}, "more pension than pay": {"pension_employee": "6000.01"},
	} {
		if _, err := pay(1, "6000", more); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
