package payroll_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	plpayroll "github.com/tallystick/tallystick/domain/tax/pl/payroll"
)

var registry = payroll.NewRegistry(plpayroll.Jurisdiction())

func pay(t *testing.T, amount string, facts map[string]string) (tax.Result, money.Dec) {
	t.Helper()
	all := map[string]string{"reducing_amount": "one", "income_to_date": "0", "pension_base_to_date": "0"}
	for k, v := range facts {
		all[k] = v
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "PL", PayDate: civil.Of(2026, 6, 30), Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: all, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	employer := money.Zero
	for _, l := range got.Components {
		if !l.InTotal {
			employer = employer.Add(l.Amount)
		}
	}
	return got, employer
}

// The minimum wage of 2026, 4,806 gross: 3,605.85 net, and a cost of 5,790.28
// (City Desk and Biznesplan, as cited in the law's file).
func TestPublishedExample(t *testing.T) {
	got, employer := pay(t, "4806", nil)
	if net := money.MustParse("4806").Sub(got.TotalTax); net.String() != "3605.85" || employer.String() != "984.28" {
		t.Errorf("net %s, employer %s: %+v", net, employer, got.Components)
	}
}

// Below the minimum wage nobody but the employer knows whether the Labour Fund is owed.
func TestLabourFundBelowTheMinimumWage(t *testing.T) {
	for amount, asked := range map[string]bool{"2403": true, "4805.99": true, "4806": false} {
		facts := map[string]string{"reducing_amount": "one", "income_to_date": "0", "pension_base_to_date": "0"}
		p := &payroll.Payment{Jurisdiction: "PL", PayDate: civil.Of(2026, 6, 30), Frequency: payroll.Monthly,
			Pay: money.MustParse(amount), Facts: facts}
		var lacks *tax.InputError
		if _, err := registry.Calculate(p); errors.As(err, &lacks) != asked || asked && lacks.Fields[0].Field != "facts.labour_fund" {
			t.Errorf("%s: %v", amount, err)
		}
		facts["labour_fund"] = "false"
		if _, err := registry.Calculate(p); err != nil {
			t.Errorf("%s, said: %v", amount, err)
		}
	}
}

// By hand: 10,000 with 115,000 of income before: 5,000 at 12 % and 3,379 at 32 %,
// less 300; then all at 32 %; and no pension contributions above the ceiling.
func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		facts map[string]string
		want  string
	}{
		"below":      {nil, "705"},
		"crossing":   {map[string]string{"income_to_date": "115000"}, "1381"},
		"above":      {map[string]string{"income_to_date": "130000"}, "2381"},
		"no PIT-2":   {map[string]string{"reducing_amount": "none"}, "1005"},
		"two payers": {map[string]string{"reducing_amount": "two"}, "855"},
		"commuter":   {map[string]string{"costs": "commuter"}, "699"},
		"ceiling":    {map[string]string{"pension_base_to_date": "282600"}, "841"},
	} {
		if got, _ := pay(t, "10000", c.facts); !got.Components[0].Amount.Equal(money.MustParse(c.want)) {
			t.Errorf("%s: %s, want %s", name, got.Components[0].Amount, c.want)
		}
	}
}
