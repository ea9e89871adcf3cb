package pt_test

import (
	"testing"

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
// https://togai.pt/legislacao/codigo-irs/artigo-68
func TestAverageRatesOfTheStatute(t *testing.T) {
	for year, edges := range map[string][][2]string{
		"2024": {{"11623", "14.180"}, {"16472", "16.482"}, {"21321", "18.419"}, {"27146", "21.334"}, {"39791", "25.835"}, {"43000", "27.154"}, {"80000", "35.408"}},
		"2026": {{"12587", "13.579"}, {"17838", "15.823"}, {"23089", "17.705"}, {"29397", "20.579"}, {"43090", "25.130"}, {"46566", "26.472"}, {"86634", "34.856"}},
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
		if _, err := registry.Calculate(&tax.Request{Jurisdiction: "PT", TaxYear: "2025", SubRegion: region, Income: money.MustParse("30000"), HasIncome: true}); err == nil {
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
