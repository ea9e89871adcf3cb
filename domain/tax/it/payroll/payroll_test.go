package payroll_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/it"
	itpayroll "github.com/tallystick/tallystick/domain/tax/it/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var (
	registry       = payroll.NewRegistry(itpayroll.Jurisdiction())
	annualRegistry = tax.NewRegistry(it.Jurisdiction())
)

var plain = map[string]string{"year_income": "27243", "days": "30", "contribution_rate": "0.0919", "insured_after_1995": "true",
	"pay_to_date": "0", "employer_rate": "0.2898"}

func pay(amount string, more map[string]string) (map[string]string, error) {
	facts := maps.Clone(plain)
	maps.Copy(facts, more)
	for name, text := range facts {
		if text == "" {
			delete(facts, name)
		}
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "IT", PayDate: civil.Of(2026, 6, 27), Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

// By hand, of 2,500: 229.75 of contribution leave 2,270.25, on which a twelfth of the
// scale is 522.16. Of 27,243 the credit is 1,910 + 1,190 × 0.0582 + 65 = 2,044.26, of 30
// days 168.02; the wedge cut gives 1,000, of 30 days 82.19.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		amount     string
		more, want map[string]string
	}{
		{"2500", nil, map[string]string{"social_security": "229.75", "income_tax": "271.95", "social_security_employer": "724.50",
			"total": "501.70", "trattamento_integrativo": ""}},
		{"2500", map[string]string{"other_credits": "50", "surtaxes": "41.20"}, map[string]string{"income_tax": "221.95", "surtaxes": "41.20",
			"total": "492.90"}},
		// 1,200 × 30 ÷ 365 and 4.8 to 7.1 % of the month's pay are paid out at low incomes.
		{"1250", map[string]string{"year_income": "13621"}, map[string]string{"social_security": "114.88", "income_tax": "100.40",
			"trattamento_integrativo": "98.63", "wedge_sum": "60.16"}},
		// Above 4,685 a hundredth more is due, and above 122,295 in a year nothing.
		{"6000", map[string]string{"year_income": "66000"}, map[string]string{"social_security": "564.55"}},
		{"6000", map[string]string{"year_income": "130000", "pay_to_date": "120295"}, map[string]string{"social_security": "183.80"}},
		{"6000", map[string]string{"year_income": "130000", "pay_to_date": "", "insured_after_1995": "false"}, map[string]string{
			"social_security": "564.55"}},
	} {
		got, err := pay(c.amount, c.more)
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

// Twelve equal months of 365 days in all withhold what the annual law makes of the
// year, to the cents of twelve roundings.
func TestTwelveMonthsAreTheYear(t *testing.T) {
	lengths := []string{"31", "28", "31", "30", "31", "30", "31", "31", "30", "31", "30", "31"}
	for _, amount := range []string{"1800", "2500", "3300", "5200"} {
		month := money.MustParse(amount)
		first, err := pay(amount, nil)
		if err != nil {
			t.Fatal(err)
		}
		income := month.Sub(money.MustParse(first["social_security"])).Mul(money.FromInt(12))
		var withheld money.Dec
		for _, days := range lengths {
			got, err := pay(amount, map[string]string{"days": days, "year_income": income.String()})
			if err != nil {
				t.Fatal(err)
			}
			withheld = withheld.Add(money.MustParse(got["income_tax"]))
		}
		annual, err := annualRegistry.Calculate(&tax.Request{Jurisdiction: "IT", TaxYear: "2026", HasIncome: true, Income: income,
			IncomeBasis: tax.Taxable})
		if err != nil {
			t.Fatal(err)
		}
		if diff := withheld.Sub(annual.TotalTax).Abs(); diff.Greater(money.MustParse("0.24")) {
			t.Errorf("12 × %s: %s withheld, %s owed", amount, withheld, annual.TotalTax)
		}
	}
}

func TestFaults(t *testing.T) {
	var wrong *tax.InputError
	for name, more := range map[string]map[string]string{
		"no pay to date":                {"pay_to_date": ""},
		"pay to date without a ceiling": {"insured_after_1995": "false"},
	} {
		if _, err := pay("2500", more); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
