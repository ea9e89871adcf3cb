package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	dkpayroll "github.com/tallystick/tallystick/domain/tax/dk/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(dkpayroll.Jurisdiction())

func pay(year int, frequency, amount string, facts, more map[string]string) (map[string]string, error) {
	facts = maps.Clone(facts)
	maps.Copy(facts, more)
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "DK", PayDate: civil.Of(year, 5, 29), Frequency: frequency,
		Pay: money.MustParse(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

var main = map[string]string{"tax_card": "main", "withholding_rate": "0.39", "card_deduction": "5000", "hours": "160.33"}

// By hand, of 38,404.35: 99 of ATP leave 38,305.35; 8 % of it is 3,064.43; 39 % of
// 35,240.92 less 5,000 is 11,793.96. To the krone the contribution is 3,064 and the
// tax 11,794.13, hence 11,794.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		frequency, amount string
		facts, more, want map[string]string
	}{
		{payroll.Monthly, "38404.35", main, nil, map[string]string{"atp": "99.00", "atp_employer": "198.00",
			"labour_market_contribution": "3064.43", "income_tax": "11793.96", "total": "14957.39"}},
		{payroll.Monthly, "38404.35", main, map[string]string{"rounding": "krone"}, map[string]string{
			"labour_market_contribution": "3064.00", "income_tax": "11794.00"}},
		{payroll.Monthly, "38404.85", main, map[string]string{"rounding": "krone_down"}, map[string]string{
			"labour_market_contribution": "3064.00", "income_tax": "11794.00"}},
		// 2,000 with no hours of ATP: the guide's example of four days has 160 of contribution.
		{payroll.Weekly, "2000", main, map[string]string{"hours": "8.9", "card_deduction": "465"}, map[string]string{"atp": "0.00",
			"labour_market_contribution": "160.00", "income_tax": "536.25"}},
		{payroll.Monthly, "5000", main, nil, map[string]string{"income_tax": "0.00", "labour_market_contribution": "392.08"}},
		{payroll.Monthly, "30099", map[string]string{"tax_card": "secondary", "withholding_rate": "0.40", "hours": "117"}, nil,
			map[string]string{"income_tax": "11040.00", "labour_market_contribution": "2400.00"}},
		{payroll.Monthly, "30099", map[string]string{"tax_card": "none", "hours": "160"}, nil, map[string]string{"income_tax": "15180.00"}},
		{payroll.Monthly, "10099", map[string]string{"tax_card": "exempt", "exempt_left": "9200", "hours": "160"}, nil,
			map[string]string{"income_tax": "0.00", "labour_market_contribution": "800.00"}},
		{payroll.Monthly, "31599", main, map[string]string{"own_pension": "1500"}, map[string]string{
			"labour_market_contribution": "2400.00", "income_tax": "8814.00"}},
	} {
		got, err := pay(2025, c.frequency, c.amount, c.facts, c.more)
		if err != nil {
			t.Errorf("%s %v: %v", c.amount, c.more, err)
		}
		for code, text := range c.want {
			if got[code] != text {
				t.Errorf("%s of %v %v: %s is %s, want %s", c.amount, c.facts, c.more, code, got[code], text)
			}
		}
	}
}

// ATP's own table of 2024: the employee's and the employer's share by hours.
func TestTheTableOfATP(t *testing.T) {
	for _, c := range []struct{ frequency, hours, own, employers string }{
		{payroll.Monthly, "117", "99.00", "198.00"}, {payroll.Monthly, "116.99", "66.00", "132.00"},
		{payroll.Monthly, "78", "66.00", "132.00"}, {payroll.Monthly, "77.99", "33.00", "66.00"},
		{payroll.Monthly, "39", "33.00", "66.00"}, {payroll.Monthly, "38.99", "0.00", "0.00"},
		{payroll.Biweekly, "54", "52.20", "104.40"}, {payroll.Biweekly, "53", "34.80", "69.60"},
		{payroll.Biweekly, "18", "17.40", "34.80"}, {payroll.Biweekly, "17", "0.00", "0.00"},
		{payroll.Weekly, "27", "26.10", "52.20"}, {payroll.Weekly, "18", "17.40", "34.80"},
		{payroll.Weekly, "9", "8.70", "17.40"}, {payroll.Weekly, "8", "0.00", "0.00"},
	} {
		got, err := pay(2024, c.frequency, "20000", main, map[string]string{"hours": c.hours})
		if err != nil || got["atp"] != c.own || got["atp_employer"] != c.employers {
			t.Errorf("%+v: %v %v", c, got, err)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	var none *tax.Unavailable
	for name, c := range map[string]struct {
		year        int
		amount      string
		facts, more map[string]string
	}{
		"beyond the exempt card": {2025, "10100", map[string]string{"tax_card": "exempt", "exempt_left": "9200", "hours": "160"}, nil},
		"under 18 from 2026":     {2026, "10100", main, map[string]string{"under_18": "true"}},
		"less pay than ATP":      {2025, "98", main, nil},
	} {
		if _, err := pay(c.year, payroll.Monthly, c.amount, c.facts, c.more); !errors.As(err, &none) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var wrong *tax.InputError
	for name, more := range map[string]map[string]string{
		"an exempt amount on a main card": {"exempt_left": "1"}, "a deduction without a card": {"tax_card": "none"},
		"more pension than pay": {"own_pension": "20000.01"}, "under 18 before 2026": {"under_18": "true"},
	} {
		if _, err := pay(2025, payroll.Monthly, "20000", main, more); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
