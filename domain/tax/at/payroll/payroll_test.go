package payroll_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	atpayroll "github.com/tallystick/tallystick/domain/tax/at/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(atpayroll.Jurisdiction())

func pay(amount string, facts map[string]string) (tax.Result, error) {
	all := map[string]string{"in_vienna": "false"}
	for k, v := range facts {
		all[k] = v
	}
	return registry.Calculate(&payroll.Payment{Jurisdiction: "AT", PayDate: civil.Of(2026, 6, 30), Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: all, Explain: true})
}

func sum(got tax.Result, own bool, without ...string) (out money.Dec) {
next:
	for _, l := range got.Components {
		for _, code := range without {
			if l.Code == code {
				continue next
			}
		}
		if l.InTotal == own {
			out = out.Add(l.Amount)
		}
	}
	return out
}

// 3,060 a month in 2026: 552.94 of contributions, 298.57 of tax (jobs.at); the
// employer's contributions are 20.98 % (jobaktuell.eu), family fund and municipal
// tax 6.7 %, the provision fund 655.48 of fourteen months.
func TestAgainstCalculators(t *testing.T) {
	got, err := pay("3060", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Components[0].Amount.String() != "298.57" || sum(got, true, "wage_tax").String() != "552.94" {
		t.Errorf("tax %s, contributions %s", got.Components[0].Amount, sum(got, true, "wage_tax"))
	}
	near := money.MustParse("0.02")
	if employer := sum(got, false, "provision_employer", "family_fund_employer",
		"municipal_employer"); employer.Sub(money.MustParse("641.99")).Abs().Greater(near) {
		t.Errorf("the employer's contributions are %s", employer)
	}
	for _, l := range got.Components {
		if l.Code == "provision_employer" &&
			l.Amount.Mul(money.FromInt(14)).Sub(money.MustParse("655.48")).Abs().Greater(money.MustParse("0.07")) {
			t.Errorf("provision fund: %s", l.Amount)
		}
	}
}

// By hand: at 2,400 unemployment insurance is 1 %; above the ceiling 6,930 bears
// contributions; Vienna adds a quarter of a percent on each side.
func TestByHand(t *testing.T) {
	for _, c := range []struct{ pay, vienna, want string }{
		{"2400", "false", "386.88"}, {"10000", "false", "1252.26"}, {"3060", "true", "560.59"},
	} {
		got, err := pay(c.pay, map[string]string{"in_vienna": c.vienna})
		if err != nil || sum(got, true, "wage_tax").String() != c.want {
			t.Errorf("%+v: %s %v", c, sum(got, true, "wage_tax"), err)
		}
	}
	for vienna, named := range map[string]bool{"true": true, "false": false} {
		got, err := pay("3060", map[string]string{"in_vienna": vienna})
		if err != nil || strings.Contains(strings.Join(got.Assumptions, " "), "Dienstgeberabgabe") != named {
			t.Errorf("in Vienna %s: %q %v", vienna, got.Assumptions, err)
		}
	}
	var none *tax.Unavailable
	if _, err := pay("551.10", nil); !errors.As(err, &none) {
		t.Errorf("marginal employment: %v", err)
	}
	if got, err := pay("3060", map[string]string{"credits_month": "166.68"}); err != nil || got.Components[0].Amount.String() != "131.89" {
		t.Errorf("with a family bonus: %v %v", got.Components[0].Amount, err)
	}
}
