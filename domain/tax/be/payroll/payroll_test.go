package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	bepayroll "github.com/tallystick/tallystick/domain/tax/be/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(bepayroll.Jurisdiction())

var alone = map[string]string{"status": "employee", "household": "single", "children": "0", "employer_rate": "0.25"}

func pay(month int, amount string, more map[string]string) (map[string]string, error) {
	facts := maps.Clone(alone)
	maps.Copy(facts, more)
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "BE", PayDate: civil.Of(2026, month, 30), Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

func expect(t *testing.T, month int, amount string, more, want map[string]string) {
	t.Helper()
	got, err := pay(month, amount, more)
	if err != nil {
		t.Errorf("%s in month %d, %v: %v", amount, month, more, err)
		return
	}
	for code, text := range want {
		if got[code] != text {
			t.Errorf("%s in month %d, %v: %s is %s, want %s", amount, month, more, code, got[code], text)
		}
	}
}

// What is withheld from 3,000 after contributions by the key formula, as a reading of
// it records the official result: 596.93, of a single person without children. And
// from 2,500 with a child, by the ministry's simulator, 329.01 (see TestTheSimulator).
func TestTheKeyFormula(t *testing.T) {
	expect(t, 5, "3451.05", nil, map[string]string{"social_security": "451.05", "income_tax": "596.93"})
	expect(t, 5, "3500", nil, map[string]string{"social_security": "457.45", "income_tax": "617.41", "social_security_employer": "875.00"})
	// By hand: 4,000 less 522.80, times 12, less 6,070 is 35,656.40; of it 10,696.92
	// and 24,959.48 on the scale are 2,861.43 and 8,000.71, less 5,975.96 and 1,656:
	// 3,230.18 ÷ 12.
	expect(t, 5, "4000", map[string]string{"household": "partner_without_income", "children": "2"}, map[string]string{"income_tax": "269.18"})
	expect(t, 5, "3500", map[string]string{"status": "worker"}, map[string]string{"social_security": "494.05",
		"social_security_employer": "945.00"})
	// By hand: 35,656.40 on the scale is 12,908.36; less 2,987.98 and twice 624 it is
	// 8,672.38 a year, and without these two 9,920.38.
	expect(t, 5, "4000", map[string]string{"children": "1", "lone_parent": "true"}, map[string]string{"income_tax": "722.70"})
	expect(t, 5, "4000", map[string]string{"children": "9"}, map[string]string{"income_tax": "0.00"})
	expect(t, 5, "4000", map[string]string{"special_contribution": "36.64"}, map[string]string{"total": "1386.14"})
}

// The ministry's simulator takes 329.01 from 2,500 after contributions of a single
// person with a child. In October 2,635.19 leave 2,500 after 344.42 less a bonus of
// 127.54 and 81.69, of which 85.19 reduce the tax.
func TestTheSimulator(t *testing.T) {
	expect(t, 10, "2635.19", map[string]string{"children": "1"}, map[string]string{"social_security": "135.19", "income_tax": "243.82"})
}

// Low pay from September 2026, as two readings record it: what the work bonus exceeds
// the contribution by is taken from its second part.
func TestTheWorkBonus(t *testing.T) {
	expect(t, 10, "2200", nil, map[string]string{"social_security": "0.00", "income_tax": "126.28"})
	expect(t, 10, "3403.63", nil, map[string]string{"social_security": "444.85"})
	expect(t, 10, "2937.93", nil, map[string]string{"social_security": "256.45"})
	expect(t, 10, "2937.93", map[string]string{"status": "worker"}, map[string]string{"social_security": "276.97"})
	var none *tax.Unavailable
	if _, err := pay(8, "3403.62", nil); !errors.As(err, &none) {
		t.Errorf("the bonus before September: %v", err)
	}
}

func TestTheScaleRises(t *testing.T) {
	last := money.Zero
	for amount := int64(3404); amount < 20000; amount += 53 {
		got, err := pay(5, money.FromInt(amount).String(), nil)
		due := money.MustParse(got["income_tax"])
		if err != nil || due.Less(last) {
			t.Fatalf("%d: %s after %s (%v)", amount, due, last, err)
		}
		last = due
	}
}

func TestFaults(t *testing.T) {
	var wrong *tax.InputError
	for name, more := range map[string]map[string]string{
		"a lone parent with a partner": {"lone_parent": "true", "household": "partner_with_income", "children": "1"},
		"a lone parent without child":  {"lone_parent": "true"},
	} {
		if _, err := pay(5, "4000", more); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
