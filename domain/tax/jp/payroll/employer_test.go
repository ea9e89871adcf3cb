package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

func employed(day civil.Date, pay string, facts map[string]string) (tax.Result, error) {
	all := map[string]string{"dependants_declared": "true", "dependants": "0", "social_insurance": "44000", "standard_remuneration": "300000",
		"health_rate": "0.0985", "business": "general", "accident_rate": "0.003"}
	maps.Copy(all, facts)
	for name, text := range facts {
		if text == "" {
			delete(all, name)
		}
	}
	return registry.Calculate(&payroll.Payment{Jurisdiction: "JP", PayDate: day, Frequency: payroll.Monthly, Pay: money.MustParse(pay), Facts: all})
}

// Tokyo's rate of 2026 on 300,000: 29,550 a month in all, 54,900 of pension, 4,860
// of care, 690 of child support, each by halves; 1,080 for child-rearing; 8.5 per
// mille of the pay.
func TestTheEmployersPremiums(t *testing.T) {
	may := civil.Of(2026, 5, 25)
	for _, c := range []struct {
		pay   string
		facts map[string]string
		want  map[string]string
	}{
		{"300000", nil, map[string]string{"health_insurance_employer": "14775", "child_support_employer": "345", "pension_employer": "27450",
			"child_rearing_employer": "1080", "employment_insurance_employer": "2550", "accident_insurance_employer": "900"}},
		{"300000", map[string]string{"care_rate": "0.0162", "business": "construction"}, map[string]string{
			"care_insurance_employer": "2430", "employment_insurance_employer": "3150"}},
		{"300000", map[string]string{"business": "agriculture"}, map[string]string{"employment_insurance_employer": "2850"}},
		// Pension ends at 650,000 and begins at 88,000.
		{"1400000", map[string]string{"standard_remuneration": "1390000"}, map[string]string{"pension_employer": "59475",
			"child_rearing_employer": "2340", "health_insurance_employer": "68458"}},
		{"60000", map[string]string{"standard_remuneration": "58000"}, map[string]string{"pension_employer": "8052"}},
	} {
		got, err := employed(may, c.pay, c.facts)
		if err != nil {
			t.Fatalf("%s %v: %v", c.pay, c.facts, err)
		}
		amounts := map[string]string{}
		for _, l := range got.Components {
			amounts[l.Code] = l.Amount.String()
			if l.InTotal != (l.Code == "income_tax" || l.Code == "social_insurance") {
				t.Errorf("%s stands in the total: %t", l.Code, l.InTotal)
			}
		}
		for code, want := range c.want {
			if amounts[code] != want {
				t.Errorf("%s %v, %s: %s, want %s", c.pay, c.facts, code, amounts[code], want)
			}
		}
	}
}

func TestTheEmployersFacts(t *testing.T) {
	may := civil.Of(2026, 5, 25)
	var malformed *tax.InputError
	for field, facts := range map[string]map[string]string{
		"facts.health_rate": {"health_rate": ""}, "facts.business": {"business": ""}, "facts.accident_rate": {"accident_rate": ""},
		"facts.care_rate": {"standard_remuneration": "", "health_rate": "", "business": "", "accident_rate": "", "care_rate": "0.0162"},
	} {
		if _, err := employed(may, "300000", facts); !errors.As(err, &malformed) || malformed.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	var none *tax.Unavailable
	if _, err := employed(civil.Of(2026, 4, 25), "300000", nil); !errors.As(err, &none) {
		t.Errorf("before May: %v", err)
	}
	got, err := employed(may, "300000", nil)
	if err != nil || got.CoverageStatus != tax.Draft {
		t.Errorf("the tier with the employer's side is %s (%v)", got.CoverageStatus, err)
	}
}
