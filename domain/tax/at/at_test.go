package at_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/at"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(at.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// § 33 Abs. 1a indexes credits and their limits; rounded up to whole euros,
// the published figures of 2023 lead to the published ones of 2026.
func TestIndexationLinksTheYears(t *testing.T) {
	values := law.MustOpen("at").Parameters["income_transport_supplement"].Values
	for i, factor := range []string{"1.099", "1.05", "1.01733"} {
		for _, key := range []string{"amount", "from", "to"} {
			want := values[i].Table[key].Mul(money.MustParse(factor)).Whole(money.Up)
			if got := values[i+1].Table[key]; !got.Equal(want) {
				t.Errorf("%s %s is %s, indexation gives %s", values[i+1].From, key, got, want)
			}
		}
	}
}

// The Ministry says what the higher brackets of 2025 save an employee: 178
// euros at the pension and profit of examples C and D (third band), 311 euros
// in example L (fourth band):
// https://www.bmf.gv.at/public/informationen/entlastungen2025/rechenbeispiele.html
func TestPublishedReliefOf2025(t *testing.T) {
	for income, relief := range map[string]string{"32000": "178", "45000": "311"} {
		var totals []money.Dec
		for _, year := range []string{"2024", "2025"} {
			got, err := registry.Calculate(&tax.Request{Jurisdiction: "AT", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: map[string]string{"employee": "false"}})
			if err != nil {
				t.Fatal(err)
			}
			totals = append(totals, got.TotalTax)
		}
		if saved := totals[0].Sub(totals[1]).Whole(money.HalfUp); saved.String() != relief {
			t.Errorf("at %s the brackets of 2025 save %s, the Ministry says %s", income, saved, relief)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "AT " + year + " employee, taxable income", Max: "1100000", Request: tax.Request{Jurisdiction: "AT", TaxYear: year}},
			taxtest.Table{Title: "AT " + year + " no employee, family bonus of 2,000, taxable income", Max: "1100000",
				Request: tax.Request{Jurisdiction: "AT", TaxYear: year, Facts: map[string]string{"employee": "false", "family_bonus": "2000"}}})
	}
}
