package pt_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/pt"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(pt.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The statute prints the average rate at each edge, to three decimals of a
// percent (art. 68 column B); the bands must lead there. As republished in
// https://www.apcmc.pt/legislacao/irs-alteracao-de-taxas-e-deducoes-a-coleta/ and
// https://togai.pt/legislacao/codigo-irs/artigo-68; of 2023 in
// https://informador.pt/legislacao/lexit/codigos/direito-fiscal/codigo-do-irs/capitulo-iii-taxas/artigo-68-o-taxas-gerais/.
func TestAverageRatesOfTheStatute(t *testing.T) {
	for year, edges := range map[string][][2]string{
		"2023": {{"11284", "16.692"}, {"15992", "19.579"}, {"20700", "21.608"}, {"26355", "24.482"}, {"38632", "28.460"}, {"50483", "31.991"},
			{"78834", "36.669"}},
		"2024": {{"11623", "14.180"}, {"16472", "16.482"}, {"21321", "18.419"}, {"27146", "21.334"}, {"39791", "25.835"}, {"43000", "27.154"},
			{"80000", "35.408"}},
		"2026": {{"12587", "13.579"}, {"17838", "15.823"}, {"23089", "17.705"}, {"29397", "20.579"}, {"43090", "25.130"}, {"46566", "26.472"},
			{"86634", "34.856"}},
	} {
		for _, e := range edges {
			got, err := registry.Calculate(&tax.Request{Jurisdiction: "PT", TaxYear: year, Income: money.MustParse(e[0]), HasIncome: true})
			if err != nil {
				t.Fatal(err)
			}
			average := got.Components[0].Amount.Mul(money.FromInt(100)).QuoRound(money.MustParse(e[0]), 3, money.HalfUp)
			if average.Sub(money.MustParse(e[1])).Abs().Greater(money.MustParse("0.001")) {
				t.Errorf("%s at %s: the average rate is %s %%, the statute prints %s %%", year, e[0], average, e[1])
			}
		}
	}
}

func TestIslandsAreNotTheMainland(t *testing.T) {
	for _, region := range []string{"madeira", "PT-20"} {
		if _, err := registry.Calculate(&tax.Request{Jurisdiction: "PT", TaxYear: "2025", SubRegion: region, Income: money.MustParse("30000"),
			HasIncome: true}); err == nil {
			t.Errorf("%s was taxed as the mainland", region)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "PT " + year + " separate, taxable income", Request: tax.Request{Jurisdiction: "PT", TaxYear: year}},
			taxtest.Table{Title: "PT " + year + " joint, credits of 1,200, taxable income", Max: "600000",
				Request: tax.Request{Jurisdiction: "PT", TaxYear: year, Facts: map[string]string{"assessment": "joint", "tax_credits": "1200"}}})
	}
}

func gross(year, income string) *tax.Request {
	return &tax.Request{Jurisdiction: "PT", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: tax.Gross}
}

// Gross wages owe what their taxable income owes, and never less for more.
func TestGrossIsTaxedAsItsTaxableIncome(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2023", "2024", "2025"}).Draw(r, "year")
		wage := rapid.Int64Range(20_000, 2_000_000).Draw(r, "wage")
		got, err := registry.Calculate(gross(year, money.FromInt(wage).String()))
		if err != nil {
			r.Fatal(err)
		}
		plain, err := registry.Calculate(&tax.Request{Jurisdiction: "PT", TaxYear: year, Income: got.TaxableIncome, HasIncome: true})
		if err != nil {
			r.Fatal(err)
		}
		more, err := registry.Calculate(gross(year, money.FromInt(wage+1).String()))
		if err != nil {
			r.Fatal(err)
		}
		if !got.TotalTax.Equal(plain.TotalTax) || more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d owes %s, its taxable income %s, one more %s", wage, got.TotalTax, plain.TotalTax, more.TotalTax)
		}
	})
}

// By hand for 2025: of 30,000, the 4,462.15 are more than 11 %; of 60,000, 11 % are more.
func TestGrossByHand(t *testing.T) {
	for wage, taxable := range map[string]string{"30000": "25537.85", "60000": "53400.00"} {
		got, err := registry.Calculate(gross("2025", wage))
		if err != nil || got.TaxableIncome.String() != taxable {
			t.Errorf("%s gross: taxable %s, want %s; %v", wage, got.TaxableIncome, taxable, err)
		}
	}
}

func TestGrossOfTwo(t *testing.T) {
	req := &tax.Request{Jurisdiction: "PT", TaxYear: "2025", IncomeBasis: tax.Gross, Facts: map[string]string{"assessment": "joint"},
		Components: []tax.Component{
			{Kind: tax.Employment, Amount: money.MustParse("30000")}, {Kind: tax.Employment, Amount: money.MustParse("20000"), Person: "spouse"}}}
	got, err := registry.Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "41075.70" {
		t.Errorf("50,000 less 4,462.15 twice: taxable %s", got.TaxableIncome)
	}
}

// The specific deduction of 2026 is not known, and the subsistence minimum not
// modelled.
func TestGrossThatIsUnavailable(t *testing.T) {
	for year, wage := range map[string]string{"2026": "30000", "2025": "14000"} {
		var gap *tax.Unavailable
		if _, err := registry.Calculate(gross(year, wage)); !errors.As(err, &gap) {
			t.Errorf("gross wages of %s in %s: %v", wage, year, err)
		}
	}
}

func TestGrossGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025"} {
		taxtest.Golden(t, registry, "gross-"+year, taxtest.Table{Title: "PT " + year + " separate, gross wages",
			Incomes: []string{"20001", "30000", "40565", "60000", "120000", "300000"},
			Request: tax.Request{Jurisdiction: "PT", TaxYear: year, IncomeBasis: tax.Gross}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := gross("2025", "45000.00")
	req.Facts = map[string]string{"assessment": "joint", "tax_credits": "1200.00"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
