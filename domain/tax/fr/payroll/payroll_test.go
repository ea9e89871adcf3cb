package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	frpayroll "github.com/tallystick/tallystick/domain/tax/fr/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(frpayroll.Jurisdiction())

func pay(t *testing.T, day civil.Date, region, amount string, facts map[string]string) tax.Result {
	t.Helper()
	all := map[string]string{"rate_kind": "neutral", "pay_to_date": "0", "months_to_date": "0"}
	for k, v := range facts {
		all[k] = v
	}
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "FR", SubRegion: region, PayDate: day, Frequency: payroll.Monthly,
		Pay: money.MustParse(amount), Facts: all, Explain: true})
	if err != nil {
		t.Fatalf("%s %s: %v", day, amount, err)
	}
	return got
}

func component(got tax.Result, code string) money.Dec {
	for _, l := range got.Components {
		if l.Code == code {
			return l.Amount
		}
	}
	return money.Zero
}

// The net pay before and after tax that the public simulators keep as their
// tests' answers (mon-entreprise, site/test/regressions, June 2026), to the euro:
// neutral rate, and a health insurance of 40 euros that both sides share. Above
// some pay they take the annual scale for the neutral rate, which has no answer here.
func TestPublicSimulators(t *testing.T) {
	insured := map[string]string{"supplementary_employee": "20", "supplementary_health_employer": "20"}
	for _, c := range []struct{ gross, before, after string }{
		{"1000", "770", "770"}, {"1500", "1165", "1165"}, {"2000", "1561", "1553"}, {"2500", "1957", "1898"}, {"3000", "2353", "2223"},
		{"4000", "3144", "2820"}, {"5000", "3941", "3375"}, {"10000", "7951", ""}, {"20000", "15966", ""},
	} {
		got := pay(t, civil.Of(2026, 6, 30), "metropole", c.gross, insured)
		net := money.MustParse(c.gross).Sub(got.TotalTax).Sub(money.FromInt(20))
		before := net.Add(component(got, "income_tax"))
		if !before.Whole(money.HalfUp).Equal(money.MustParse(c.before)) || c.after != "" &&
			!net.Whole(money.HalfUp).Equal(money.MustParse(c.after)) {
			t.Errorf("%s: %s and %s, want %s and %s", c.gross, before, net, c.before, c.after)
		}
	}
}

// A year's contributions do not depend on how the year's pay falls on its
// months, but for roundings: the ceilings are those of the year to date.
func TestCeilingsOfTheYear(t *testing.T) {
	sum := func(pays []string) (out money.Dec) {
		total := money.Zero
		for i, amount := range pays {
			got := pay(t, civil.Of(2025, i+1, 28), "metropole", amount, map[string]string{"pay_to_date": total.String(),
				"months_to_date": money.FromInt(int64(i)).String(), "executive": "true"})
			total = total.Add(money.MustParse(amount))
			out = out.Add(got.TotalTax).Sub(component(got, "income_tax"))
		}
		return out
	}
	even := sum([]string{"5000", "5000", "5000", "5000", "5000", "5000", "5000", "5000", "5000", "5000", "5000", "5000"})
	uneven := sum([]string{"1000", "20000", "3000", "0", "12000", "2000", "2000", "4000", "4000", "4000", "4000", "4000"})
	if even.Sub(uneven).Abs().Greater(money.MustParse("0.20")) {
		t.Errorf("a year of 60,000 bears %s evenly and %s unevenly", even, uneven)
	}
}

// 4.2 % of the net taxable pay of 3,000 in 2025: 3,000 − 12 − 207 − 120.30 − 200.43.
func TestAPersonalRate(t *testing.T) {
	got := pay(t, civil.Of(2025, 3, 31), "metropole", "3000", map[string]string{"rate_kind": "personal", "withholding_rate": "0.042"})
	if got.TaxableIncome.String() != "2460.27" || component(got, "income_tax").String() != "103.33" {
		t.Errorf("%s, %+v", got.TaxableIncome, got.Components)
	}
}
