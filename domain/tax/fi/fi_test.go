package fi_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/fi"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(fi.Jurisdiction())

func wages(year, amount string, facts map[string]string) tax.Request {
	if facts["municipal_rate"] == "" {
		with := map[string]string{"municipal_rate": "0.076"}
		for k, v := range facts {
			with[k] = v
		}
		facts = with
	}
	return tax.Request{Jurisdiction: "FI", TaxYear: year, Income: money.MustParse(amount), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The table of the Taxpayers' Association for wages of 25,000 in 2024: net
// earned income 24,250, pension 1,788, daily allowance 253, unemployment 198,
// basic deduction 1,294. No authority's publication, so it earns no tier.
func TestPublishedTable2024(t *testing.T) {
	req := wages("2024", "25000", nil)
	req.Explain = true
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"net_earned_income": "24250", "pension_contribution": "1788", "daily_allowance_contribution": "253",
		"unemployment_contribution": "198", "basic_deduction": "1294"}
	for _, s := range got.Steps {
		if w := want[s.Code]; w != "" {
			if !s.Amount.Round(0, money.HalfUp).Equal(money.MustParse(w)) {
				t.Errorf("%s: %s, published %s", s.Code, s.Amount, w)
			}
			delete(want, s.Code)
		}
	}
	if len(want) > 0 {
		t.Errorf("no steps for %v", want)
	}
}

// The acts print the tax at each edge of the scale.
func TestTaxAtTheEdgesOfTheScale(t *testing.T) {
	for year, edges := range map[string][][2]string{
		"2023": {{"19900", "2515.36"}, {"29700", "4377.36"}, {"49000", "10215.61"}, {"85800", "22727.61"}},
		"2024": {{"20500", "2591.20"}, {"30500", "4491.20"}, {"50400", "10510.95"}, {"88200", "23362.95"}, {"150000", "49318.95"}},
		"2025": {{"21200", "2679.68"}, {"31500", "4636.68"}, {"52100", "10868.18"}, {"88200", "23142.18"}, {"150000", "48943.68"}},
		"2026": {{"22000", "2780.80"}, {"32600", "4794.80"}, {"40100", "7063.55"}, {"52100", "11053.55"}},
	} {
		for _, e := range edges {
			state := stateTaxAt(t, year, e[0])
			if diff := state.Sub(money.MustParse(e[1])).Abs(); diff.Greater(money.MustParse("0.02")) {
				t.Errorf("%s: state tax at %s is %s, the act says %s", year, e[0], state, e[1])
			}
		}
	}
}

// stateTaxAt searches the wages whose taxable income is the edge.
func stateTaxAt(t *testing.T, year, edge string) money.Dec {
	t.Helper()
	target := money.MustParse(edge)
	lo, hi := int64(0), int64(40_000_000)
	for lo < hi {
		mid := (lo + hi) / 2
		req := wages(year, money.FromInt(mid).Mul(money.MustParse("0.01")).String(), nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.Less(target) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	req := wages(year, money.FromInt(lo).Mul(money.MustParse("0.01")).String(), nil)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	return got.Components[0].Amount
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name        string
		req, beside tax.Request
		lower       bool
	}{
		{"a child in 2026", wages("2026", "40000", map[string]string{"minor_children": "2"}), wages("2026", "40000", nil), true},
		{"church tax", wages("2026", "40000", map[string]string{"church_rate": "0.01"}), wages("2026", "40000", nil), false},
		{"pension from 53", wages("2025", "40000", map[string]string{"age": "55"}), wages("2025", "40000", nil), true},
	} {
		a, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Calculate(&c.beside)
		if err != nil {
			t.Fatal(err)
		}
		if a.TotalTax.Less(b.TotalTax) != c.lower || a.TotalTax.Equal(b.TotalTax) {
			t.Errorf("%s: %s beside %s", c.name, a.TotalTax, b.TotalTax)
		}
	}
	old := wages("2023", "40000", map[string]string{"age": "61"})
	if _, err := registry.Calculate(&old); err == nil {
		t.Error("61 years passed in 2023")
	}
}

func TestGolden(t *testing.T) {
	edges := []string{"10000", "14750", "15900", "17000", "17255", "25000", "35750", "40000", "51300", "60000", "80000", "100000", "170000"}
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "FI " + year + ", municipal rate 7.6 %", Incomes: edges,
			Request: tax.Request{Jurisdiction: "FI", TaxYear: year, Facts: map[string]string{"municipal_rate": "0.076"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "48000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
