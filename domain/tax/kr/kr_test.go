package kr_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/kr"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(kr.Jurisdiction())

func salary(year, amount string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "KR", TaxYear: year, Income: money.MustParse(amount), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// A sample of a large firm, not of the authority: it shows that the steps
// agree, and earns no tier.
func TestPublishedSample(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{{
		Source:  "PwC, Korea, sample personal income tax calculation 2024: spouse and two children over eight",
		URL:     "https://taxsummaries.pwc.com/republic-of-korea/individual/sample-personal-income-tax-calculation",
		Request: salary("2024", "100000000", map[string]string{"dependent_spouse": "true", "dependants": "2", "children_for_credit": "2"}),
		Taxable: "79250000", Total: "13508000",
		Levies: map[string]string{"income_tax_before_credits": "13260000", "credits": "980000", "local_income_tax": "1228000"},
	}, {
		Source:  "PwC, Korea, sample personal income tax calculation 2025, reviewed 28 July 2025",
		URL:     "https://taxsummaries.pwc.com/republic-of-korea/individual/sample-personal-income-tax-calculation",
		Request: salary("2025", "100000000", map[string]string{"dependent_spouse": "true", "dependants": "2", "children_for_credit": "2"}),
		Taxable: "79250000", Total: "13288000",
		Levies: map[string]string{"income_tax_before_credits": "13260000", "credits": "1180000", "local_income_tax": "1208000"},
	}})
}

// The cumulative amounts of art. 55(1): 840,000 up to 14 million, 6,240,000
// up to 50 million, and so on. The salary is chosen so that the base lies on
// the edge.
func TestCumulativeAmountsOfTheAct(t *testing.T) {
	for base, want := range map[string]string{
		"14000000": "840000", "50000000": "6240000", "88000000": "15360000", "150000000": "37060000",
		"300000000": "94060000", "500000000": "174060000", "1000000000": "384060000",
	} {
		need := money.MustParse(base).Add(money.FromInt(1_500_000))
		req := salary("2026", salaryFor(need).String(), nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.Sub(money.MustParse(base)).Abs().Greater(money.One) ||
			got.Components[0].Amount.Sub(money.MustParse(want)).Abs().Greater(money.One) {
			t.Errorf("base %s: tax %s of %s, want %s", base, got.Components[0].Amount, got.TaxableIncome, want)
		}
	}
}

// salaryFor inverts the employment income deduction of art. 47 for wage
// incomes above 4.5 million.
func salaryFor(wage money.Dec) money.Dec {
	n := func(i int64) money.Dec { return money.FromInt(i) }
	switch {
	case !wage.Greater(n(7_500_000)):
		return wage.Sub(n(1_500_000)).QuoRound(money.MustParse("0.6"), 0, money.HalfUp).Add(n(0))
	case !wage.Greater(n(33_000_000)):
		return wage.Add(n(5_250_000)).QuoRound(money.MustParse("0.85"), 0, money.HalfUp)
	case !wage.Greater(n(85_250_000)):
		return wage.Add(n(9_750_000)).QuoRound(money.MustParse("0.95"), 0, money.HalfUp)
	case !wage.Greater(n(342_500_000)):
		return wage.Add(n(12_750_000)).QuoRound(money.MustParse("0.98"), 0, money.HalfUp)
	}
	return wage.Add(n(20_000_000))
}

func TestChildCreditAndContradiction(t *testing.T) {
	for _, c := range []struct{ year, children, credit string }{
		{"2023", "3", "600000"}, {"2024", "3", "650000"}, {"2025", "1", "250000"}, {"2026", "4", "1350000"},
	} {
		with := salary(c.year, "90000000", map[string]string{"dependants": c.children, "children_for_credit": c.children})
		without := salary(c.year, "90000000", map[string]string{"dependants": c.children})
		a, err := registry.Calculate(&with)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&without)
		if err != nil {
			t.Fatal(err)
		}
		if diff := a.Components[1].Amount.Sub(b.Components[1].Amount); !diff.Equal(money.MustParse(c.credit)) {
			t.Errorf("%s: %s children give %s, want %s", c.year, c.children, diff, c.credit)
		}
	}
	bad := salary("2025", "90000000", map[string]string{"children_for_credit": "2"})
	if _, err := registry.Calculate(&bad); err == nil {
		t.Error("two children for the credit without dependants passed")
	}
}

// By hand, 2025, salary 60,000,000: base 45,750,000, tax 5,602,500, wage credit
// 660,000, standard credit 130,000, 4,812,500 to ten won with a tenth.
func TestCredits(t *testing.T) {
	for _, c := range []struct {
		facts map[string]string
		want  string
	}{
		{nil, "5293750"},
		{map[string]string{"special_credits": "500000"}, "4886750"},                                            // no standard credit
		{map[string]string{"pension_savings": "7000000", "retirement_pension_payments": "5000000"}, "4105750"}, // 12 % of 9 million
		{map[string]string{"born_or_adopted": "second_child", "married_this_year": "true"}, "4193750"},         // 500,000 twice
		{map[string]string{"household": "single_parent", "dependants": "1"}, "4881250"},                        // 2.5 million at 15 %
		{map[string]string{"household": "woman_with_spouse_or_dependants"}, "5293750"},                         // income above 30 million
		{map[string]string{"other_deductions": "1000000"}, "5128750"},                                          // 1 million at 15 %
		{map[string]string{"foreign_flat_rate": "true", "dependants": "3"}, "12540000"},                        // 19 % and a tenth
	} {
		req := salary("2025", "60000000", c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(money.MustParse(c.want)) {
			t.Errorf("%v: %s, want %s", c.facts, got.TotalTax, c.want)
		}
	}
	// 40,000,000 leaves 28,750,000, of which a woman deducts 500,000 more.
	with, without := salary("2025", "40000000", map[string]string{"household": "woman_with_spouse_or_dependants"}),
		salary("2025", "40000000", nil)
	a, err := registry.Calculate(&with)
	if err != nil {
		t.Fatal(err)
	}
	b, err := registry.Calculate(&without)
	if err != nil || !b.TaxableIncome.Sub(a.TaxableIncome).Equal(money.FromInt(500_000)) {
		t.Errorf("%s and %s, %v", a.TaxableIncome, b.TaxableIncome, err)
	}
}

func TestGolden(t *testing.T) {
	edges := []string{"5000000", "15000000", "20000000", "33000000", "43000000", "45000000", "70000000", "70320000", "100000000", "120000000",
		"120600000", "362500000", "600000000", "1200000000"}
	for _, year := range []string{"2023", "2024", "2025", "2026", "2027"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "KR " + year + " single", Incomes: edges, Request: tax.Request{Jurisdiction: "KR", TaxYear: year}},
			taxtest.Table{Title: "KR " + year + " spouse and two children", Incomes: edges, Request: tax.Request{Jurisdiction: "KR", TaxYear: year,
				Facts: map[string]string{"dependent_spouse": "true", "dependants": "2", "children_for_credit": "2"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := salary("2026", "65000000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
