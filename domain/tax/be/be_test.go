package be_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/be"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(be.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestPublished(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{{
		Source:  "SPF Finances, Jean's basic tax, income of 2023",
		URL:     "https://finances.belgium.be/fr/particuliers/declaration_impot/taux-revenus-imposables/taux",
		Request: tax.Request{Jurisdiction: "BE", TaxYear: "2023", Income: money.MustParse("38000"), HasIncome: true},
		Levies:  map[string]string{"income_tax": "13478.50"},
	}})
}

// What lies within the exempt amount owes nothing, and the surcharge is on
// what is left of the tax.
func TestExemptAmountAndSurcharge(t *testing.T) {
	for income, total := range map[string]string{"10570": "0.00", "11570": "267.50", "15820": "1404.38"} {
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "BE", TaxYear: "2024", Income: money.MustParse(income), HasIncome: true,
			Facts: map[string]string{"communal_rate": "0.07"}})
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s owes %s, want %s", income, got.TotalTax, total)
		}
	}
}

// An accountant's table prints the tax at each edge of the scale:
// https://www.bona-accountants.be/blog/fiscaliteit-3/tarieven-personenbelasting-2
func TestTaxAtTheEdges(t *testing.T) {
	for year, edges := range map[string][][2]string{
		"2023": {{"15200", "3800.00"}, {"26830", "8452.00"}, {"46440", "17276.50"}},
		"2024": {{"15820", "3955.00"}, {"27920", "8795.00"}, {"48320", "17975.00"}},
		"2025": {{"16320", "4080.00"}, {"28800", "9072.00"}, {"49840", "18540.00"}},
	} {
		for _, e := range edges {
			got, err := registry.Calculate(&tax.Request{Jurisdiction: "BE", TaxYear: year, Income: money.MustParse(e[0]), HasIncome: true})
			if err != nil {
				t.Fatal(err)
			}
			if got.Components[0].Amount.String() != e[1] {
				t.Errorf("%s at %s: %s, printed %s", year, e[0], got.Components[0].Amount, e[1])
			}
		}
	}
}

// By hand, art. 134 on the exempt amounts of 2025: 10,910 + 1,980 = 12,890 is
// 2,865 + 30 % of 1,430; 10,910 + 18,510 + 7,070 = 36,490 is 8,671 + 45 % of 9,300.
// 16,020 is 2,865 + 30 % of 4,560.
func TestChildren(t *testing.T) {
	for children, exempt := range map[string]string{"0": "2727.50", "1": "3294.00", "2": "4233.00", "5": "12856.00"} {
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "BE", TaxYear: "2025", Income: money.MustParse("60000"), HasIncome: true,
			Facts: map[string]string{"children": children}})
		if err != nil {
			t.Fatal(err)
		}
		if got.Components[1].Amount.String() != exempt {
			t.Errorf("%s children: the exempt amount saves %s, want %s", children, got.Components[1].Amount, exempt)
		}
	}
	if _, err := registry.Calculate(&tax.Request{Jurisdiction: "BE", TaxYear: "2024", Income: money.MustParse("60000"), HasIncome: true,
		Facts: map[string]string{"children": "1"}}); err == nil {
		t.Error("children of 2024 were accepted, whose scale is not known")
	}
}

func TestAssessmentYearsMapBack(t *testing.T) {
	form := be.Jurisdiction().YearForm
	for text, want := range map[string]string{"aanslagjaar 2025": "2024", "exercice 2025": "2024", "revenus 2024": "2024", "2024": "2024"} {
		if got, err := form.Read(text); err != nil || got.Label != want {
			t.Errorf("%q is read as %q, %v; want %s", text, got.Label, err, want)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "BE " + year + ", taxable income", Request: tax.Request{Jurisdiction: "BE", TaxYear: year}},
			taxtest.Table{Title: "BE " + year + ", communal surcharge of 7 %",
				Request: tax.Request{Jurisdiction: "BE", TaxYear: year, Facts: map[string]string{"communal_rate": "0.07"}}})
	}
}

func gross(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "BE", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: tax.Gross,
		Facts: facts}
}

// 45,000 less contributions of 5,881.50 and the lump sum of 5,750 are 33,368.50.
func TestGrossByHand(t *testing.T) {
	req := gross("2024", "45000", map[string]string{"social_contributions": "5881.50"})
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := registry.Calculate(&tax.Request{Jurisdiction: "BE", TaxYear: "2024", Income: money.MustParse("33368.50"), HasIncome: true})
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "33368.50" || !got.TotalTax.Equal(plain.TotalTax) {
		t.Errorf("taxable %s, tax %s; the tax on 33,368.50 is %s", got.TaxableIncome, got.TotalTax, plain.TotalTax)
	}
	req = gross("2024", "10000", map[string]string{"social_contributions": "1000"})
	if got, err = registry.Calculate(&req); err != nil || got.TaxableIncome.String() != "6300.00" {
		t.Errorf("30 %% of 9,000 are deducted: taxable %s, %v", got.TaxableIncome, err)
	}
}

func TestGrossNeedsTheContributions(t *testing.T) {
	req := gross("2024", "45000", nil)
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(&req); !errors.As(err, &missing) || missing.Facts[0].Name != "social_contributions" {
		t.Errorf("gross wages without contributions: %v", err)
	}
	req = tax.Request{Jurisdiction: "BE", TaxYear: "2024", Income: money.MustParse("45000"), HasIncome: true,
		Facts: map[string]string{"social_contributions": "5000"}}
	var bad *tax.InputError
	if _, err := registry.Calculate(&req); !errors.As(err, &bad) {
		t.Errorf("contributions beside a taxable income: %v", err)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := gross("2025", "45000.00", map[string]string{"social_contributions": "5881.50", "communal_rate": "0.0725"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
