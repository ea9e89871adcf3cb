package payroll_test

import (
	"errors"
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

// What an employee costs in all, as the public simulators keep their tests' answers
// (April 2026), to the euro: by size, rate of accidents and standing. The rise of the
// minimum wage in June, which the general reduction leaves out, changes none of them.
func TestCostOfTheEmployer(t *testing.T) {
	for _, c := range []struct{ gross, headcount, accidents, executive, want string }{
		{"100", "4", "0.0208", "false", "123"}, {"1000", "4", "0.0208", "false", "1051"}, {"1500", "4", "0.0208", "false", "1566"},
		{"2000", "4", "0.0208", "false", "2249"}, {"2500", "4", "0.0208", "false", "3163"}, {"3000", "4", "0.0208", "false", "4007"},
		{"4000", "4", "0.0208", "false", "5578"}, {"5000", "4", "0.0208", "false", "7065"}, {"10000", "4", "0.0208", "false", "14325"},
		{"20000", "4", "0.0208", "false", "28458"}, {"100000", "4", "0.0208", "false", "129426"},
		{"1000000", "4", "0.0208", "false", "1245300"},
		{"2000", "10", "0.0208", "false", "2249"}, {"2000", "20", "0.0208", "false", "2259"}, {"2000", "50", "0.0208", "false", "2270"},
		{"2000", "100", "0.0208", "false", "2270"}, {"2000", "4", "0.03", "false", "2267"}, {"2000", "4", "0.005", "false", "2217"},
	} {
		for _, day := range []civil.Date{civil.Of(2026, 4, 30), civil.Of(2026, 11, 30)} {
			got := pay(t, day, "metropole", c.gross, map[string]string{"supplementary_employee": "20",
				"supplementary_health_employer": "20", "headcount": c.headcount, "accident_rate": c.accidents, "executive": c.executive})
			if cost := costOf(got, c.gross); !cost.Whole(money.HalfUp).Equal(money.MustParse(c.want)) {
				t.Errorf("%+v on %s: %s", c, day, cost)
			}
		}
	}
}

// costOf is the gross pay with what the employer owes beside it.
func costOf(got tax.Result, gross string) money.Dec {
	cost := money.MustParse(gross)
	for _, l := range got.Components {
		switch {
		case l.InTotal:
		case l.Kind == tax.LevyCredit:
			cost = cost.Sub(l.Amount)
		default:
			cost = cost.Add(l.Amount)
		}
	}
	return cost
}

// The reduction falls as pay rises, has four decimals, and ends at three times the
// minimum wage of 1 January, all year.
func TestTheGeneralReduction(t *testing.T) {
	of := func(month int, gross string) money.Dec {
		return component(pay(t, civil.Of(2026, month, 28), "metropole", gross, map[string]string{"headcount": "4", "accident_rate": "0.02"}),
			"general_reduction_employer")
	}
	for _, c := range []struct {
		month        int
		gross, wants string
	}{
		{5, "5469.09", "109.38"}, {5, "5469.10", "0"}, {6, "5469.09", "109.38"}, {6, "5469.10", "0"}, // the least, 2 %, and its end
		{6, "1823", "725.74"}, // 39.81 %
		{6, "2000", "629.40"}, // 31.47 %
		{6, "0", "0"},
	} {
		if got := of(c.month, c.gross); !got.Equal(money.MustParse(c.wants)) {
			t.Errorf("%s in month %d: %s, want %s", c.gross, c.month, got, c.wants)
		}
	}
	last := money.One
	for gross := int64(1_000); gross < 5_469; gross += 13 {
		rate := of(6, money.FromInt(gross).String()).Quo(money.FromInt(gross))
		if rate.Greater(last.Add(money.MustParse("0.00001"))) {
			t.Fatalf("of %d the reduction is %s, more than of a lower pay", gross, rate)
		}
		last = rate
	}
}

func TestTheEmployersFacts(t *testing.T) {
	base := map[string]string{"rate_kind": "neutral", "pay_to_date": "0", "months_to_date": "0"}
	ask := func(day civil.Date, region string, facts map[string]string) error {
		all := map[string]string{}
		for _, m := range []map[string]string{base, facts} {
			for k, v := range m {
				all[k] = v
			}
		}
		_, err := registry.Calculate(&payroll.Payment{Jurisdiction: "FR", SubRegion: region, PayDate: day, Frequency: payroll.Monthly,
			Pay: money.MustParse("3000"), Facts: all})
		return err
	}
	var malformed *tax.InputError
	for field, facts := range map[string]map[string]string{"facts.accident_rate": {"headcount": "4"}, "facts.mobility_rate": {"mobility_rate": "0.02"}} {
		if err := ask(civil.Of(2026, 6, 30), "metropole", facts); !errors.As(err, &malformed) || malformed.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if err := ask(civil.Of(2025, 6, 30), "metropole", map[string]string{"headcount": "4", "accident_rate": "0.02"}); !errors.As(err, &malformed) {
		t.Errorf("before 2026: %v", err)
	}
	var none *tax.Unavailable
	if err := ask(civil.Of(2026, 6, 30), "guyane", map[string]string{"headcount": "4", "accident_rate": "0.02"}); !errors.As(err, &none) {
		t.Errorf("overseas: %v", err)
	}
	if err := ask(civil.Of(2026, 6, 30), "guyane", nil); err != nil {
		t.Errorf("the employee's side overseas: %v", err)
	}
}
