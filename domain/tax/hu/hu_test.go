package hu_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/hu"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(hu.Jurisdiction())

func wage(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "HU", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestPublishedExamples(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Kontír Trend: the minimum wage of 2024, 266,800 a month, is 177,422 net", URL: "https://kontirtrend.hu/?p=9666",
			Request: *wage("2024", "3201600", nil), Total: "480240.00", Levies: map[string]string{"social_contribution": "592296.00"}},
		{Source: "Kontír Trend: the guaranteed minimum wage of 2024, 326,000 a month, is 216,790 net", URL: "https://kontirtrend.hu/?p=9666",
			Request: *wage("2024", "3912000", nil), Total: "586800.00", Levies: map[string]string{"social_contribution": "723720.00"}},
		{Source: "NAV: the allowance of people under 25 saves 1,288,377 of 2026",
			URL:     "https://nav.gov.hu/ado/szja/25-ev-alatti-fiatalok-kedvezmenye",
			Request: *wage("2026", "8589180", map[string]string{"under_25_months": "12"}), Total: "0.00"},
		{Source: "NAV: the same income without the allowance", URL: "https://nav.gov.hu/ado/szja/25-ev-alatti-fiatalok-kedvezmenye",
			Request: *wage("2026", "8589180", nil), Total: "1288377.00"},
	})
}

// By hand: of 6,000,000 the tax is 900,000 and the contribution 1,110,000. The
// allowance of 2025 is 1,000,020 for one child, 1,999,980 each for two,
// 3,300,000 each for three, of which 3,900,000 are unused, and 15 % of them 585,000.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year          string
		facts         map[string]string
		total, social string
	}{
		{"2025", nil, "900000.00", "1110000.00"},
		{"2025", map[string]string{"children": "1"}, "749997.00", "1110000.00"},
		{"2025", map[string]string{"children": "2"}, "300006.00", "1110000.00"},
		{"2025", map[string]string{"children": "3"}, "0.00", "525000.00"},
		{"2025", map[string]string{"children": "1", "other_dependants": "2"}, "405000.00", "1110000.00"},
		{"2026", map[string]string{"children": "3"}, "0.00", "0.00"},
		{"2026", map[string]string{"personal_allowance_months": "12"}, "706320.00", "1110000.00"},
		{"2024", map[string]string{"children": "2", "other_allowances": "6000000"}, "0.00", "630012.00"},
	} {
		got, err := registry.Calculate(wage(c.year, "6000000", c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total || got.Components[1].Amount.String() != c.social {
			t.Errorf("%s with %v: tax %s, contribution %s; want %s, %s", c.year, c.facts, got.TotalTax, got.Components[1].Amount, c.total,
				c.social)
		}
	}
}

func TestRefused(t *testing.T) {
	var input *tax.InputError
	onBase := wage("2025", "6000000", map[string]string{"children": "1"})
	onBase.IncomeBasis = tax.Taxable
	for name, req := range map[string]*tax.Request{
		"children on a tax base":  onBase,
		"dependants without any":  wage("2025", "6000000", map[string]string{"other_dependants": "1"}),
		"a limit of 2025 unknown": wage("2025", "6000000", map[string]string{"under_25_months": "1"}),
	} {
		if _, err := registry.Calculate(req); !errors.As(err, &input) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// More income never leaves less, and more children never cost.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(0, 60_000_000).Draw(r, "income")
		children := rapid.Int64Range(0, 5).Draw(r, "children")
		borne := func(income, children int64) money.Dec {
			got, err := registry.Calculate(wage(year, money.FromInt(income).String(),
				map[string]string{"children": money.FromInt(children).String()}))
			if err != nil {
				r.Fatal(err)
			}
			return got.TotalTax.Add(got.Components[1].Amount)
		}
		here, more, family := borne(income, children), borne(income+1000, children), borne(income, children+1)
		if more.Less(here) || more.Sub(here).Greater(money.FromInt(1000)) || here.Less(family) {
			r.Fatalf("%d with %d children bears %s, 1,000 more %s, one child more %s", income, children, here, more, family)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "HU " + year + ", gross wage", Incomes: []string{"3201600", "6000000", "12000000", "40000000"},
				Request: tax.Request{Jurisdiction: "HU", TaxYear: year}},
			taxtest.Table{Title: "HU " + year + ", two children", Max: "12000000",
				Request: tax.Request{Jurisdiction: "HU", TaxYear: year, Facts: map[string]string{"children": "2"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wage("2026", "9000000", map[string]string{"children": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
