package it_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/it"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(it.Jurisdiction())

func calculate(t *testing.T, year, income string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := registry.Calculate(&tax.Request{Jurisdiction: "IT", TaxYear: year, Income: money.MustParse(income), HasIncome: true,
		Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The law's own steps: the employment credit jumps above 15,000, the wedge
// credit replaces a sum paid out above 20,000, a supplement begins above 25,000.
var falls = []taxtest.Fall{
	{Jurisdiction: "IT", Years: []string{"2023"}, At: "15000", By: "1219.88", Parameter: "income_employment_credit"},
	{Jurisdiction: "IT", Years: []string{"2024", "2025", "2026"}, At: "15000", By: "1144.88", Parameter: "income_employment_credit"},
	{Jurisdiction: "IT", Years: []string{"2025", "2026"}, At: "20000", By: "1000.00", Parameter: "income_wedge_credit"},
	{Jurisdiction: "IT", At: "25000", By: "65.00", Parameter: "income_employment_credit"},
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry, falls...) }

// At 15,000 euros the employment credit jumps from 1,955 to 3,100, at 20,000
// the wedge credit of 1,000 replaces a sum paid out, above 25,000 the
// supplement of 65 begins. The total falls there and nowhere else.
func TestTheLawsOwnSteps(t *testing.T) {
	steps := map[string]map[int64]string{
		"2023": {15000: "-1219.88", 25000: "-65.00"}, "2024": {15000: "-1144.88", 25000: "-65.00"},
		"2025": {15000: "-1144.88", 20000: "-1000.00", 25000: "-65.00"}, "2026": {15000: "-1144.88", 20000: "-1000.00", 25000: "-65.00"},
	}
	for year, falls := range steps {
		last := money.Zero
		for n := int64(0); n <= 120_000; n += 100 {
			at := calculate(t, year, money.FromInt(n).String(), nil).TotalTax
			if at.Less(last) {
				t.Errorf("%s: the total falls from %s to %s as income reaches %d", year, last, at, n)
			}
			beyond := calculate(t, year, money.FromInt(n).Add(money.MustParse("0.01")).String(), nil).TotalTax
			if change := beyond.Sub(at); change.Sign() < 0 && change.String() != falls[n] {
				t.Errorf("%s: the total falls by %s above %d, want %q", year, change, n, falls[n])
			}
			last = beyond
		}
		for n, want := range falls {
			change := calculate(t, year, money.FromInt(n).Add(money.MustParse("0.01")).String(),
				nil).TotalTax.Sub(calculate(t, year, money.FromInt(n).String(), nil).TotalTax)
			if change.String() != want {
				t.Errorf("%s: the step above %d is %s, want %s", year, n, change, want)
			}
		}
	}
}

// Scale and employment credit leave employees untaxed up to 8,174 euros in
// 2023 and 8,500 from 2024; the rate of 2026 saves at most 440 euros.
func TestPublishedLandmarks(t *testing.T) {
	for year, income := range map[string]string{"2023": "8173", "2024": "8500", "2025": "8500"} {
		if got := calculate(t, year, income, nil); got.TotalTax.Sign() != 0 {
			t.Errorf("%s: %s owes %s", year, income, got.TotalTax)
		}
		if got := calculate(t, year, money.MustParse(income).Add(money.FromInt(2)).String(), nil); got.TotalTax.Sign() == 0 {
			t.Errorf("%s: 2 euros above %s owe nothing", year, income)
		}
	}
	if saved := calculate(t, "2025", "60000", nil).TotalTax.Sub(calculate(t, "2026", "60000", nil).TotalTax); saved.String() != "440.00" {
		t.Errorf("the rates of 2026 save %s, want 440", saved)
	}
}

// The ratio (50,000 − 31,783.50) ÷ 22,000 is 0.82802…, cut to 0.8280.
func TestRatiosAreCut(t *testing.T) {
	for _, l := range calculate(t, "2026", "31783.50", nil).Components {
		if l.Code == "employment_credit" && l.Amount.String() != "1646.48" {
			t.Errorf("credit %s, want 1910 × 0.8280 + 65", l.Amount)
		}
	}
}

func component(r *tax.Result, code string) string {
	for _, c := range r.Components {
		if c.Code == code {
			return c.Amount.String()
		}
	}
	return ""
}

// The Agency's page of rates has the tax at the edges of the scale: 6,440 at
// 28,000, and at 50,000 euros 14,140 in 2025 and 13,700 in 2026:
// https://www.agenziaentrate.gov.it/portale/imposta-sul-reddito-delle-persone-fisiche-irpef-/aliquote-e-calcolo-dell-irpef
func TestPublishedTaxAtTheEdges(t *testing.T) {
	for _, c := range [][3]string{{"2025", "28000", "6440.00"}, {"2025", "50000", "14140.00"}, {"2026", "28000", "6440.00"},
		{"2026", "50000", "13700.00"}} {
		got := calculate(t, c[0], c[1], nil)
		if tax := component(&got, "income_tax"); tax != c[2] {
			t.Errorf("%s on %s: %s, the Agency prints %s", c[0], c[1], tax, c[2])
		}
	}
}

// Each side of the law's own steps, as a public project worked them out from
// the statute and the circular 4/E of 2025:
// https://github.com/teodea/jethr-task/tree/main/docs/ricerca
func TestEachSideOfTheSteps(t *testing.T) {
	for _, year := range []string{"2025", "2026"} {
		for _, c := range [][3]string{
			{"8173.91", "trattamento_integrativo", ""}, {"8174", "trattamento_integrativo", "1200.00"},
			{"8500", "wedge_sum", "603.50"}, {"8501", "wedge_sum", "450.55"}, {"7718.85", "wedge_sum", "548.04"},
			{"15000", "wedge_sum", "795.00"}, {"15001", "wedge_sum", "720.05"}, {"15000", "trattamento_integrativo", "1200.00"},
			{"15001", "trattamento_integrativo", ""},
			{"20000", "wedge_sum", "960.00"}, {"20001", "wedge_sum", ""}, {"20000", "wedge_credit", ""}, {"20001", "wedge_credit", "1000.00"},
			{"32000", "wedge_credit", "1000.00"}, {"32001", "wedge_credit", "999.88"}, {"40000", "wedge_credit", ""},
			{"15000", "employment_credit", "1955.00"}, {"15001", "employment_credit", "3099.88"}, {"25000", "employment_credit", "2184.53"},
			{"25001", "employment_credit", "2249.41"},
			{"28000", "employment_credit", "1975.00"}, {"28001", "employment_credit", "1974.81"}, {"30000", "employment_credit", "1801.19"},
			{"35000", "employment_credit", "1367.24"}, {"35001", "employment_credit", "1302.05"}, {"50000", "employment_credit", "0.00"},
		} {
			got := calculate(t, year, c[0], nil)
			if amount := component(&got, c[1]); amount != c[2] {
				t.Errorf("%s: %s on %s is %q, want %q", year, c[1], c[0], amount, c[2])
			}
		}
	}
}

// The payments end at their limits and do not change the total.
func TestPayments(t *testing.T) {
	for income, want := range map[string]string{"8100": "-575.10", "15000": "-500.00", "20000": "997.79"} {
		if got := calculate(t, "2025", income, nil); got.NetPayable.String() != want {
			t.Errorf("%s: net payable %s, want %s (total %s)", income, got.NetPayable, want, got.TotalTax)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "IT " + year + " employee, taxable income", Request: tax.Request{Jurisdiction: "IT", TaxYear: year},
				Incomes: []string{"8173.91", "8500", "15000", "20000", "25000", "28000", "32000", "35000", "40000", "50000", "100000"}},
			taxtest.Table{Title: "IT " + year + " employee, surtaxes of 1.73 % and 0.8 %, taxable income",
				Request: tax.Request{Jurisdiction: "IT", TaxYear: year, Facts: map[string]string{"regional_rate": "0.0173", "municipal_rate": "0.008"}},
				Incomes: []string{"8500", "15000", "28000", "35000", "50000"}})
	}
}

// 30,000 less contributions of 2,757 are 27,243, and owe what 27,243 owe.
func TestGross(t *testing.T) {
	req := tax.Request{Jurisdiction: "IT", TaxYear: "2025", Income: money.MustParse("30000"), HasIncome: true, IncomeBasis: tax.Gross,
		Facts: map[string]string{"social_contributions": "2757"}}
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if plain := calculate(t, "2025", "27243", nil); got.TaxableIncome.String() != "27243.00" || !got.TotalTax.Equal(plain.TotalTax) {
		t.Errorf("taxable %s, tax %s; 27,243 owe %s", got.TaxableIncome, got.TotalTax, plain.TotalTax)
	}
	req.Facts = nil
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(&req); !errors.As(err, &missing) {
		t.Errorf("gross wages without contributions: %v", err)
	}
}

// On 18,000 the tax of the scale is 4,140 and the employment credit 2,825.35:
// credits of 2,000 exceed it by 685.35.
func TestIntegrativeAboveItsFirstLimit(t *testing.T) {
	facts := map[string]string{"other_credits": "2500", "integrative_credits": "2000"}
	for income, want := range map[string]string{"18000": "685.35", "15500": "1200.00", "24000": "", "26000": ""} {
		for _, year := range []string{"2024", "2025"} {
			got := calculate(t, year, income, facts)
			if amount := component(&got, "trattamento_integrativo"); amount != want {
				t.Errorf("on %s of %s the trattamento integrativo is %q, want %q", income, year, amount, want)
			}
		}
	}
	// In 2023 the scale takes 25 % from 15,000 on: 4,200 on 18,000.
	got := calculate(t, "2023", "18000", facts)
	if amount := component(&got, "trattamento_integrativo"); amount != "625.35" {
		t.Errorf("on 18000 of 2023 the trattamento integrativo is %q", amount)
	}
}

// An employee whose credits shrink with income, beside both surtaxes.
func BenchmarkIncome(b *testing.B) {
	req := tax.Request{Jurisdiction: "IT", TaxYear: "2026", Income: money.MustParse("36000.13"), HasIncome: true,
		Facts: map[string]string{"regional_rate": "0.0173", "municipal_rate": "0.008", "other_credits": "950.37"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
