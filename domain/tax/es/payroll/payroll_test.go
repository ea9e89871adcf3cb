package payroll_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	espayroll "github.com/tallystick/tallystick/domain/tax/es/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(espayroll.Jurisdiction())

func paid(region, pay string, facts map[string]string) (tax.Result, error) {
	given := map[string]string{"annual_pay": pay, "annual_contributions": "0", "family": "other", "birth_year": "1990", "children": "0",
		"contract": "general", "temporary": "false", "contribution_base": "2500", "accident_rate": "0.015"}
	for name, text := range facts {
		given[name] = text
	}
	return registry.Calculate(&payroll.Payment{Jurisdiction: "ES", SubRegion: region, PayDate: civil.Of(2026, 8, 31),
		Frequency: payroll.Monthly, Pay: money.MustParse(pay), Facts: given, Explain: true})
}

func withheld(t *testing.T, pay string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := paid("madrid", pay, facts)
	if err != nil {
		t.Fatalf("%s %v: %v", pay, facts, err)
	}
	return got
}

func step(r tax.Result, code string) string {
	for _, s := range r.Steps {
		if s.Code == code {
			return s.Amount.String()
		}
	}
	return ""
}

// Base, rate and the year's amount as the Agency's service answered them; the
// payment is the whole year's pay.
func TestAnswersOfTheAgency(t *testing.T) {
	for _, c := range []struct {
		pay, contributions, family, children, shared string
		base, rate, amount                           string
	}{
		{"30000", "1950", "other", "0", "false", "26050.00", "16.42", "4926.00"},
		{"15000", "1111.03", "other", "0", "false", "", "0", "0.00"},
		{"60000", "3900", "other", "0", "false", "54100.00", "24.44", "14664.00"},
		{"90000", "4038.16", "other", "0", "false", "83961.84", "30.69", "27621.00"},
		{"30000", "1950", "other", "1", "true", "26050.00", "15.66", "4698.00"},
		{"30000", "1950", "single_parent", "1", "false", "26050.00", "14.90", "4470.00"},
	} {
		got := withheld(t, c.pay, map[string]string{"annual_contributions": c.contributions, "family": c.family, "children": c.children,
			"children_shared": c.shared})
		if step(got, "base") != c.base || !money.MustParse(step(got, "rate")).Equal(money.MustParse(c.rate)) ||
			got.Components[0].Amount.String() != c.amount {
			t.Errorf("%+v: base %s, rate %s, withheld %s", c, step(got, "base"), step(got, "rate"), got.Components[0].Amount)
		}
	}
}

// The employee's contributions of a year that the Agency's cases rest on, and
// those of both sides on 2,500 that a public engine keeps.
func TestContributions(t *testing.T) {
	got := withheld(t, "30000", map[string]string{"annual_contributions": "1950"})
	want := []string{"common 117.50", "unemployment 38.75", "training 2.50", "equity 3.75", "common_employer 590.00",
		"unemployment_employer 137.50", "training_employer 15.00", "equity_employer 18.75", "wage_guarantee_employer 5.00",
		"accident_insurance_employer 37.50"}
	if len(got.Components) != len(want)+1 {
		t.Fatalf("components %+v", got.Components)
	}
	for i, w := range want {
		if c := got.Components[i+1]; c.Code+" "+c.Amount.String() != w {
			t.Errorf("component %d is %s %s, want %s", i, c.Code, c.Amount, w)
		}
	}
	if got := withheld(t, "30000", map[string]string{"annual_contributions": "1950", "temporary": "true"}); got.Components[2].Amount.String() !=
		"40.00" || got.Components[6].Amount.String() != "167.50" {
		t.Errorf("of a temporary contract: %+v", got.Components)
	}
	// 7,500 a month: 331.58 on the most base, 4.94 of solidarity, 4,038.16 a year by the Agency.
	got = withheld(t, "90000", map[string]string{"contribution_base": "7500"})
	sum := money.Zero
	for _, c := range got.Components[1:] {
		if c.InTotal {
			sum = sum.Add(c.Amount)
		}
	}
	if year := sum.Mul(money.FromInt(12)); year.Sub(money.MustParse("4038.16")).Abs().Greater(money.MustParse("0.12")) {
		t.Errorf("a year of contributions: %s", year)
	}
}

// Of 7,651.80 a month the solidarity quota of both sides is about 31.36 (Europa Press).
func TestTheSolidarityQuota(t *testing.T) {
	sum := money.Zero
	for _, c := range withheld(t, "90000", map[string]string{"contribution_base": "7651.80"}).Components {
		if c.Code == "solidarity" || c.Code == "solidarity_employer" {
			sum = sum.Add(c.Amount)
		}
	}
	if sum.Sub(money.MustParse("31.36")).Abs().Greater(money.MustParse("0.02")) {
		t.Errorf("%s", sum)
	}
}

// Up to the limit of the situation nothing is withheld, and just above it at most
// 43 % of what exceeds it.
func TestPayUpToTheLimit(t *testing.T) {
	for family, limits := range map[string][3]int{"single_parent": {0, 17644, 18694}, "spouse_without_income": {17197, 18130, 19262},
		"other": {15876, 16342, 16867}} {
		for children, limit := range limits {
			if limit == 0 {
				continue
			}
			facts := map[string]string{"family": family, "children": strconv.Itoa(children)}
			if got := withheld(t, strconv.Itoa(limit), facts).Components[0].Amount; !got.IsZero() {
				t.Errorf("%s, %d children: %d bears %s", family, children, limit, got)
			}
			above := withheld(t, strconv.Itoa(limit+400), facts).Components[0].Amount
			if above.Greater(money.FromInt(172)) { // 43 % of 400
				t.Errorf("%s, %d children: %d bears %s", family, children, limit+400, above)
			}
		}
	}
}

func TestCircumstances(t *testing.T) {
	rate := func(facts map[string]string) money.Dec {
		given := map[string]string{"annual_contributions": "1950"}
		for name, text := range facts {
			given[name] = text
		}
		return money.MustParse(step(withheld(t, "30000", given), "rate"))
	}
	plain := rate(nil)
	for name, facts := range map[string]map[string]string{
		"65":              {"birth_year": "1961"},
		"75":              {"birth_year": "1951"},
		"two children":    {"children": "2"},
		"a young child":   {"children": "1", "children_under_3": "1"},
		"an ascendant":    {"ascendants": "1", "ascendants_over_75": "1"},
		"disability":      {"disability": "33_to_64"},
		"more disability": {"disability": "65_or_more"},
		"mobility":        {"moved_for_work": "true"},
		"spousal support": {"spousal_support": "3000"},
		"child support":   {"child_support": "3000"},
		"home loan":       {"home_loan": "true"},
	} {
		if got := rate(facts); !got.Less(plain) {
			t.Errorf("%s: %s, without it %s", name, got, plain)
		}
	}
	// 2 % of 30,000 is 600: 4,326 ÷ 30,000.
	if got := rate(map[string]string{"home_loan": "true"}); got.String() != "14.42" {
		t.Errorf("home loan: %s", got)
	}
	if got := rate(map[string]string{"contract": "special"}); got.String() != plain.String() {
		t.Errorf("a least rate below the rate: %s", got)
	}
	got := withheld(t, "17000", map[string]string{"contract": "special", "annual_contributions": "1100"})
	if step(got, "least_rate") != "15.00" || got.Components[0].Amount.String() != "2550.00" {
		t.Errorf("least rate: %+v", got.Steps)
	}
}

// The least rates of art. 86.2 hold for pay up to the limit too (art. 81.3, V2750-21);
// that of special relationships not for the disabled (V1820-24).
func TestLeastRates(t *testing.T) {
	for _, c := range []struct{ pay, contract, disability, want string }{
		{"14000", "general", "none", "0.00"}, {"14000", "under_one_year", "none", "280.00"}, {"14000", "special", "none", "2100.00"},
		{"14000", "special", "33_to_64", "0.00"}, {"14000", "under_one_year", "33_to_64", "280.00"}, {"17000", "special", "65_or_more", "0.00"},
	} {
		got := withheld(t, c.pay, map[string]string{"contract": c.contract, "disability": c.disability})
		if amount := got.Components[0].Amount.String(); amount != c.want {
			t.Errorf("%+v: %s", c, amount)
		}
	}
}

// More pay never bears a lower rate, over every family; seeds are the steps.
func TestTheRateGrows(t *testing.T) {
	for _, facts := range []map[string]string{{}, {"children": "3", "children_under_3": "1"}, {"family": "spouse_without_income"},
		{"family": "single_parent", "children": "2"}} {
		last := money.Zero
		for pay := 10_000; pay < 400_000; pay += 1_777 {
			text := step(withheld(t, strconv.Itoa(pay), facts), "rate")
			if rate := money.MustParse(text); rate.Less(last) {
				t.Fatalf("%v: %d bears %s %%, a lower pay %s", facts, pay, rate, last)
			} else {
				last = rate
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	var malformed *tax.InputError
	for field, facts := range map[string]map[string]string{
		"facts.annual_contributions": {"annual_contributions": "30000.01"},
		"facts.children_under_3":     {"children": "1", "children_under_3": "2"},
		"facts.ascendants_over_75":   {"ascendants_over_75": "1"},
		"facts.family":               {"family": "single_parent"},
		"facts.needs_help":           {"needs_help": "true"},
	} {
		if _, err := paid("madrid", "30000", facts); !errors.As(err, &malformed) || malformed.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	var none *tax.Unavailable
	for _, region := range []string{"navarra", "pais_vasco", "ceuta", "melilla"} {
		if _, err := paid(region, "30000", nil); !errors.As(err, &none) {
			t.Errorf("%s: %v", region, err)
		}
	}
	if _, err := paid("", "30000", nil); !errors.As(err, &malformed) || malformed.Fields[0].Field != "sub_region" {
		t.Errorf("without a region: %v", err)
	}
}
