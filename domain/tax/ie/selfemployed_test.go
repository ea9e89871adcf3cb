package ie_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var years = []string{"2023", "2024", "2025", "2026"}

func levy(r *tax.Result, code string) money.Dec {
	for i := range r.Components {
		if r.Components[i].Code == code {
			return r.Components[i].Amount
		}
	}
	return money.Zero
}

// What Grant Thornton published of the Budget of 2025, no authority's: the law of 2024, whose rates
// were to run on, beside that of 2025; its whole euros are rounded, and income tax is after credits.
// https://grantthornton.ie/insights/how-the-budget-will-affect-you-and-your-family
func TestSelfEmployedSamples(t *testing.T) {
	married := map[string]string{"status": "married"}
	carer := map[string]string{"status": "married", "home_carer": "true"}
	for _, c := range []struct {
		name, year             string
		facts                  map[string]string
		components             []tax.Component
		incomeTax, usc, classS string
	}{
		{"single, 100,000", "2024", nil, []tax.Component{part(tax.SelfEmployment, 100_000, "")}, "27850", "4503", "4025"},
		{"single, 100,000", "2025", nil, []tax.Component{part(tax.SelfEmployment, 100_000, "")}, "27200", "4044", "4125"},
		{"married, 150,000", "2024", carer, []tax.Component{part(tax.SelfEmployment, 150_000, "")}, "42375", "10003", "6038"},
		{"married, 150,000", "2025", carer, []tax.Component{part(tax.SelfEmployment, 150_000, "")}, "41450", "9544", "6188"},
		{"pay and a spouse's profit", "2024", married,
			[]tax.Component{part(tax.Employment, 50_000, ""), part(tax.SelfEmployment, 100_000, "spouse")}, "35700", "", "4025"},
		{"pay and a spouse's profit", "2025", married,
			[]tax.Component{part(tax.Employment, 50_000, ""), part(tax.SelfEmployment, 100_000, "spouse")}, "34400", "", "4125"},
	} {
		got := calculated(t, of(c.year, c.facts, c.components...))
		after := levy(&got, "income_tax").Sub(levy(&got, "tax_credits"))
		for name, pair := range map[string][2]string{"income tax": {after.Round(0, money.HalfUp).String(), c.incomeTax},
			"usc":  {levy(&got, "usc").Round(0, money.HalfUp).String(), c.usc},
			"prsi": {levy(&got, "prsi_self_employed").Round(0, money.HalfUp).String(), c.classS}} {
			if pair[1] != "" && pair[0] != pair[1] {
				t.Errorf("%s in %s: %s %s, published %s", c.name, c.year, name, pair[0], pair[1])
			}
		}
	}
}

// Income costs the same as pay, as profit or as some of each, of either spouse, but for
// 3 % of what a person has beyond 100,000 that is no pay.
func TestProfitCostsWhatPayDoesUpToTheSurcharge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		status := rapid.SampledFrom([]string{"single", "married", "widowed", "single_parent"}).Draw(t, "status")
		facts := map[string]string{"status": status}
		var mixed, asPay []tax.Component
		surcharge := money.Zero
		for _, who := range []string{"", "spouse"} {
			if who != "" && status != "married" {
				continue
			}
			pay, profit := rapid.Int64Range(0, 150_000).Draw(t, "pay"+who), rapid.Int64Range(0, 250_000).Draw(t, "profit"+who)
			mixed = append(mixed, part(tax.Employment, pay, who), part(tax.SelfEmployment, profit, who))
			asPay = append(asPay, part(tax.Employment, pay+profit, who))
			surcharge = surcharge.Add(money.FromInt(max(0, profit-100_000)).Mul(money.MustParse("0.03")))
		}
		got, want := calculated(t, of(year, facts, mixed...)), calculated(t, of(year, facts, asPay...))
		if !got.TotalTax.Equal(want.TotalTax.Add(surcharge)) {
			t.Fatalf("%v in %s: %s, as pay %s and %s beyond it", mixed, year, got.TotalTax, want.TotalTax, surcharge)
		}
		for i := range mixed {
			mixed[i].Person = map[string]string{"": "spouse", "spouse": ""}[mixed[i].Person]
		}
		if status == "married" {
			if turned := calculated(t, of(year, facts, mixed...)); !turned.TotalTax.Equal(got.TotalTax) {
				t.Fatalf("%v in %s: exchanged %s, not %s", mixed, year, turned.TotalTax, got.TotalTax)
			}
		}
	})
}

// The rates and least amounts of a year are those that the Department publishes for its income:
// https://www.gov.ie/en/department-of-social-protection/publications/prsi-class-s-rates; those of 2026
// follow by the months (s. 38BA). Other income but pay is in the contribution, and all income in its limit.
func TestClassS(t *testing.T) {
	published := map[string][2]string{"2023": {"0.04", "500"}, "2024": {"0.04025", "537.50"}, "2025": {"0.04125", "650"},
		"2026": {"0.042375", "650"}}
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		most := rapid.SampledFrom([]int64{6_000, 20_000, 200_000}).Draw(t, "most")
		amount := func(name string, least int64) int64 { return rapid.Int64Range(least, most).Draw(t, name) }
		pay, profit, dividends, interest := amount("pay", 0), amount("profit", 1), amount("dividends", 0), amount("interest", 0)
		got := calculated(t, of(year, nil, part(tax.Employment, pay, ""), part(tax.SelfEmployment, profit, ""),
			part(tax.Dividends, dividends, ""), part(tax.Interest, interest, "")))
		want := money.Zero
		if pay+profit+dividends+interest >= 5000 {
			want = money.FromInt(profit + dividends + interest).Mul(money.MustParse(published[year][0]))
			want = money.Max(want, money.MustParse(published[year][1])).Round(2, money.HalfUp)
		}
		if due := levy(&got, "prsi_self_employed"); !due.Equal(want) {
			t.Fatalf("pay %d, profit %d, dividends %d, interest %d in %s: %s, want %s", pay, profit, dividends, interest, year, due, want)
		}
		bare := calculated(t, of(year, nil, part(tax.Employment, pay, "")))
		if !levy(&got, "prsi_employee").Equal(levy(&bare, "prsi_employee")) {
			t.Fatalf("pay of %d in %s owes %s beside profit", pay, year, levy(&got, "prsi_employee"))
		}
	})
}

// Dividends are no pay either: the charge on what exceeds 100,000 of them and of profit together is higher.
func TestSurchargeIsOnAllThatIsNoPay(t *testing.T) {
	for _, c := range []struct {
		name       string
		components []tax.Component
		usc        string // of 2025: 4,043.80 on 100,000
	}{
		{"profit at the limit", []tax.Component{part(tax.SelfEmployment, 100_000, "")}, "4043.80"},
		{"dividends", []tax.Component{part(tax.Dividends, 120_000, "")}, "6243.80"},
		{"profit and dividends", []tax.Component{part(tax.SelfEmployment, 60_000, ""), part(tax.Dividends, 60_000, "")}, "6243.80"},
		{"pay and profit", []tax.Component{part(tax.Employment, 60_000, ""), part(tax.SelfEmployment, 60_000, "")}, "5643.80"},
		{"deposit interest beside", []tax.Component{part(tax.SelfEmployment, 100_000, ""), part(tax.Interest, 50_000, "")}, "4043.80"},
	} {
		if got := calculated(t, of("2025", nil, c.components...)); levy(&got, "usc").String() != c.usc {
			t.Errorf("%s: %s, want %s", c.name, levy(&got, "usc"), c.usc)
		}
	}
	got := calculated(t, of("2025", nil, part(tax.SelfEmployment, 100_000, "")))
	if got.MarginalRate.String() != "0.51" {
		t.Errorf("the next euro of profit beyond 100,000 owes %s", got.MarginalRate)
	}
}

func TestLossesOfATradeAreRefused(t *testing.T) {
	req := of("2025", nil, part(tax.Employment, 50_000, ""))
	req.Components = append(req.Components, tax.Component{Kind: tax.SelfEmployment, Amount: money.MustParse("-0.01")})
	var faults *tax.InputError
	if _, err := registry.Calculate(&req); !errors.As(err, &faults) {
		t.Errorf("a loss: %v", err)
	}
	req = of("2025", map[string]string{"status": "married", "home_carer": "true"},
		part(tax.Employment, 50_000, ""), part(tax.SelfEmployment, 100, "spouse"))
	if _, err := registry.Calculate(&req); !errors.As(err, &faults) {
		t.Errorf("a home carer with profit: %v", err)
	}
	scoped := of("2025", nil, part(tax.SelfEmployment, 48_000, ""))
	scoped.Scope = &tax.Scope{With: []string{"prsi_self_employed", "prsi_employee"}}
	// Income tax 10,400 less 4,000, the charge of 986 and 4.125 % of 48,000.
	if got := calculated(t, scoped); got.TotalTax.String() != "9366.00" {
		t.Errorf("with PRSI: %s", got.TotalTax)
	}
}

// The next euro costs what the marginal rate says, between limits; each part that is due has its
// step and its sources, and so has what makes it up.
func TestMarginalRateAndStepsOfProfit(t *testing.T) {
	hundred := money.FromInt(100)
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		pay, profit := rapid.Int64Range(0, 90_000).Draw(t, "pay"), rapid.Int64Range(1, 240_000).Draw(t, "profit")
		at := func(more int64) tax.Result {
			req := of(year, nil, part(tax.SelfEmployment, profit+more, ""), part(tax.Employment, pay, ""))
			req.Explain = true
			return calculated(t, req)
		}
		here, there := at(0), at(100)
		slope := there.TotalTax.Sub(here.TotalTax)
		if here.MarginalRate.Equal(there.MarginalRate) && len(here.Assumptions) == len(there.Assumptions) &&
			slope.Sub(here.MarginalRate.Mul(hundred)).Abs().Greater(money.MustParse("0.02")) {
			t.Fatalf("pay %d and profit %d in %s: 100 more cost %s, at %s each", pay, profit, year, slope, here.MarginalRate)
		}
		// Where no PRSI is due, a step says so.
		for code, due := range map[string]bool{"earned_income_credit": true, "work_credits": pay > 0, "usc_surcharge": profit > 100_000,
			"prsi_self_employed": true} {
			i := slices.IndexFunc(here.Steps, func(s tax.Step) bool { return s.Code == code })
			if due != (i >= 0) || due && len(here.Steps[i].CitationIDs) == 0 {
				t.Fatalf("pay %d and profit %d in %s: step %s, due %v", pay, profit, year, code, due)
			}
			if code == "prsi_self_employed" && (here.Steps[i].Amount.Sign() > 0) != (pay+profit >= 5000) {
				t.Fatalf("pay %d and profit %d in %s: PRSI of %s", pay, profit, year, here.Steps[i].Amount)
			}
		}
	})
}
