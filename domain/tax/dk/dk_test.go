package dk_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/dk"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(dk.Jurisdiction())

func wages(year, amount, municipal string) tax.Request {
	return tax.Request{Jurisdiction: "DK", TaxYear: year, Income: money.MustParse(amount), HasIncome: true,
		Facts: map[string]string{"municipal_rate": municipal}}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// By hand, 2025: 500,000 less 40,000 of contribution is 460,000. Employment
// allowance 55,600 (the most), job allowance 2,900 (the most). Bottom tax
// 55,246; municipal tax at 25 % of 401,500: 100,375; allowance 51,600 at 37.01 %:
// 19,097.16.
func TestByHand(t *testing.T) {
	req := wages("2025", "500000", "0.25")
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"40000.00", "55246.00", "0.00", "100375.00", "0.00", "19097.16"} {
		if got.Components[i].Amount.String() != want {
			t.Errorf("%s is %s, want %s", got.Components[i].Code, got.Components[i].Amount, want)
		}
	}
	if got.TotalTax.String() != "176523.84" || got.TaxableIncome.String() != "401500.00" {
		t.Errorf("total %s, taxable %s", got.TotalTax, got.TaxableIncome)
	}
}

// The ceilings that the sources print are the highest marginal rates without
// labour market contribution: 52.07 % in 2025; 44.57, 52.07 and 57.07 % in the
// three upper bands of 2026, wherever the municipality is expensive enough.
func TestTheTaxCeilingIsTheHighestRate(t *testing.T) {
	contribution, rest := money.MustParse("0.08"), money.MustParse("0.92")
	for _, c := range []struct{ year, income, municipal, ceiling string }{
		{"2025", "1500000", "0.263", "0.5207"}, {"2025", "1500000", "0.2506", "0.5207"},
		{"2026", "750000", "0.263", "0.4457"}, {"2026", "1500000", "0.263", "0.5207"}, {"2026", "4000000", "0.263", "0.5707"},
	} {
		req := wages(c.year, c.income, c.municipal)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if want := contribution.Add(rest.Mul(money.MustParse(c.ceiling))); !got.MarginalRate.Equal(want) {
			t.Errorf("%s at %s: marginal %s, want %s", c.year, c.income, got.MarginalRate, want)
		}
	}
	cheap := wages("2025", "1500000", "0.2339")
	got, err := registry.Calculate(&cheap)
	if err != nil {
		t.Fatal(err)
	}
	if want := contribution.Add(rest.Mul(money.MustParse("0.504"))); !got.MarginalRate.Equal(want) {
		t.Errorf("below the ceiling: %s, want %s", got.MarginalRate, want)
	}
}

// PSL § 20: the statute's amounts in the level of 2010 times the Ministry's
// index of the year, rounded up to whole hundreds, are the amounts here.
func TestAmountsFollowFromTheStatute(t *testing.T) {
	book, hundred := law.MustOpen("dk"), money.FromInt(100)
	for year, c := range map[string]struct {
		index   string
		amounts map[string]string
	}{
		"2023": {"121.8", map[string]string{"personal_allowance": "39350", "employment_allowance": "37400", "upper": "467000"}},
		"2024": {"126.1", map[string]string{"personal_allowance": "39350", "employment_allowance": "35700", "upper": "467000"}},
		"2025": {"131.0", map[string]string{"personal_allowance": "39350", "employment_allowance": "42400", "upper": "467000"}},
		"2026": {"137.3", map[string]string{"personal_allowance": "39350", "employment_allowance": "46100", "upper": "467000", "top": "566500",
			"top_top": "1888300"}},
	} {
		r := book.On(civil.MustParse(year + "-06-30"))
		bands := r.Schedule("income_upper_bands").Bands
		got := map[string]money.Dec{
			"personal_allowance": r.Num("income_personal_allowance").Dec, "employment_allowance": r.Entry("income_employment_allowance", "most").Dec,
			"upper":    *bands[0].To,
			"job_from": r.Entry("income_job_allowance", "from").Dec, "job_most": r.Entry("income_job_allowance", "most").Dec,
		}
		if year == "2026" {
			got["top"], got["top_top"] = *bands[1].To, *bands[2].To
		}
		c.amounts["job_from"], c.amounts["job_most"] = "171300", "2200"
		for name, base := range c.amounts {
			want := money.MustParse(base).Mul(money.MustParse(c.index)).QuoRound(money.FromInt(10_000), 0, money.Up).Mul(hundred)
			if !got[name].Equal(want) {
				t.Errorf("%s of %s is %s, the index gives %s", name, year, got[name], want)
			}
		}
	}
}

func TestOtherTaxSystemsOfTheRealmAreUnavailable(t *testing.T) {
	for _, region := range []string{"greenland", "faroe_islands"} {
		req := wages("2025", "400000", "0.25")
		req.SubRegion = region
		var gap *tax.Unavailable
		if _, err := registry.Calculate(&req); !errors.As(err, &gap) {
			t.Errorf("%s: %v", region, err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "DK " + year + ", municipal rate 25.05 %", Max: "4000000",
				Request: tax.Request{Jurisdiction: "DK", TaxYear: year, Facts: map[string]string{"municipal_rate": "0.2505"}}},
			taxtest.Table{Title: "DK " + year + ", municipal rate 26.3 %, church tax 0.7 %", Max: "4000000",
				Request: tax.Request{Jurisdiction: "DK", TaxYear: year,
					Facts: map[string]string{"municipal_rate": "0.263", "church_rate": "0.007"}}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "900000", "0.2505")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
