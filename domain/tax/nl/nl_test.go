package nl_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/nl"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(nl.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The amounts at which each stretch of the labour credit ends follow from the
// rates and edges, to the whole euro.
func TestLabourCreditStretchesMeet(t *testing.T) {
	for _, v := range law.MustOpen("nl").Parameters["income_labour_credit"].Values {
		e := func(key string) money.Dec { return v.Table[key] }
		follows := func(want, got money.Dec) {
			if got.Sub(want).Abs().Greater(money.MustParse("0.75")) {
				t.Errorf("%s: the stretch ends at %s, the law says %s", v.From, got, want)
			}
		}
		follows(e("most_1"), e("above_1").Mul(e("rate_1")))
		follows(e("most_2"), e("most_1").Add(e("above_2").Sub(e("above_1")).Mul(e("rate_2"))))
		follows(e("most_3"), e("most_2").Add(e("above_3").Sub(e("above_2")).Mul(e("rate_3"))))
	}
}

// Published tables show where the credits end: 78,426 for the general credit
// and 132,920 for the labour credit of 2026.
func TestCreditsEndWhereTheTablesSay(t *testing.T) {
	for income, code := range map[string]string{"78426": "general_credit", "132920": "labour_credit"} {
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "NL", TaxYear: "2026", Income: money.MustParse(income), HasIncome: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range got.Components {
			if l.Code == code && l.Amount.Greater(money.MustParse("0.50")) {
				t.Errorf("%s at %s is still %s", code, income, l.Amount)
			}
		}
	}
}

func TestCaribbeanNetherlandsAreApart(t *testing.T) {
	req := &tax.Request{Jurisdiction: "NL", TaxYear: "2025", SubRegion: "caribbean_netherlands", Income: money.MustParse("50000"), HasIncome: true}
	if _, err := registry.Calculate(req); err == nil {
		t.Error("Bonaire was taxed as the European Netherlands")
	}
}

func BenchmarkIncome(b *testing.B) {
	req := &tax.Request{Jurisdiction: "NL", TaxYear: "2025", Income: money.MustParse("60000.00"), HasIncome: true}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{
			Title: "NL " + year + ", gross wage below AOW age", Request: tax.Request{Jurisdiction: "NL", TaxYear: year},
		})
	}
}
