package de_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/de"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(de.Jurisdiction())

var years = []string{"2023", "2024", "2025", "2026"}

func request(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "DE", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func calculate(t *testing.T, req *tax.Request) tax.Result {
	t.Helper()
	got, err := registry.Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The coefficients that the law prints follow from its edges and from entry
// rates of 14 %, 23.97 % and 42 %; a misprinted one breaks the chain.
func TestCoefficientsFollowFromTheEdges(t *testing.T) {
	book := law.MustOpen("de")
	for _, v := range book.Parameters["income_tariff"].Values {
		e := func(key string) money.Dec { return v.Table[key] }
		near := func(what string, got, want money.Dec) {
			if got.Sub(want).Abs().Greater(money.MustParse("0.1")) {
				t.Errorf("%s: %s is %s, but %s follows", v.From, what, got, want.Round(2, money.HalfUp))
			}
		}
		scale := money.MustParse("100000000")
		square := func(from, to, rise string) money.Dec {
			return money.MustParse(rise).Mul(scale).Quo(e(to).Sub(e(from)).Mul(money.FromInt(2)))
		}
		near("zone_2_square", e("zone_2_square"), square("zone_1_to", "zone_2_to", "0.0997"))
		near("zone_3_square", e("zone_3_square"), square("zone_2_to", "zone_3_to", "0.1803"))
		curve := func(square, linear, from, to string) money.Dec {
			y := e(to).Sub(e(from)).Mul(money.MustParse("0.0001"))
			return e(square).Mul(y).Add(e(linear)).Mul(y)
		}
		near("zone_3_constant", e("zone_3_constant"), curve("zone_2_square", "zone_2_linear", "zone_1_to", "zone_2_to"))
		at3 := curve("zone_3_square", "zone_3_linear", "zone_2_to", "zone_3_to").Add(e("zone_3_constant"))
		near("zone_4_less", e("zone_4_less"), e("zone_3_to").Mul(e("zone_4_rate")).Sub(at3))
		at4 := e("zone_4_to").Mul(e("zone_4_rate")).Sub(e("zone_4_less"))
		near("zone_5_less", e("zone_5_less"), e("zone_4_to").Mul(e("zone_5_rate")).Sub(at4))
	}
}

// § 32a Abs. 5: a couple owes twice what one person owes on half.
func TestSplittingIsTwiceTheHalf(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		half := money.FromInt(rapid.Int64Range(0, 400_000).Draw(r, "half"))
		year := rapid.SampledFrom(years).Draw(r, "year")
		couple := calculate(t, request(year, half.Add(half).String(), map[string]string{"status": "married_joint"}))
		person := calculate(t, request(year, half.String(), nil))
		if one := person.Components[0].Amount; !couple.Components[0].Amount.Equal(one.Add(one)) {
			r.Fatalf("%s: couple on twice %s owes %s, one person %s", year, half, couple.Components[0].Amount, one)
		}
	})
}

// § 31: with children no more is owed than without, and child benefit is
// added back exactly where the allowances are taken.
func TestChildrenNeverRaiseTheTax(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		income := money.FromInt(rapid.Int64Range(0, 300_000).Draw(r, "income")).String()
		year := rapid.SampledFrom(years).Draw(r, "year")
		with := calculate(t, request(year, income, map[string]string{"child_allowances": "1"}))
		without := calculate(t, request(year, income, nil))
		if with.TotalTax.Greater(without.TotalTax) {
			r.Fatalf("%s: %s with a child, %s without", year, with.TotalTax, without.TotalTax)
		}
	})
}

func TestContradictions(t *testing.T) {
	for name, facts := range map[string]map[string]string{
		"thirds of a child": {"child_allowances": "0.3"}, "odd church tax": {"church_tax_rate": "0.05"},
	} {
		if _, err := registry.Calculate(request("2025", "60000", facts)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func BenchmarkIncome(b *testing.B) {
	req := request("2025", "110000.00", map[string]string{"status": "married_joint", "child_allowances": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSingle(b *testing.B) {
	req := request("2025", "50000.00", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}

// edges are those of § 32a and of the solidarity surcharge's zone.
var edges = map[string][]string{
	"2023": {"10908", "15999", "40000", "62809", "65515", "100000", "277825", "500000"},
	"2024": {"11784", "17005", "40000", "66760", "68491", "100000", "277825", "500000"},
	"2025": {"12096", "17443", "40000", "68480", "73480", "100000", "277825", "500000"},
	"2026": {"12348", "17799", "40000", "69878", "74967", "100000", "277825", "500000"},
}

func TestGolden(t *testing.T) {
	for _, year := range years {
		var tables []taxtest.Table
		for _, c := range []struct {
			title string
			facts map[string]string
		}{
			{"single", nil},
			{"married, assessed jointly", map[string]string{"status": "married_joint"}},
			{"married, two children, church tax 9 %", map[string]string{"status": "married_joint", "child_allowances": "2",
				"church_tax_rate": "0.09"}},
		} {
			tables = append(tables, taxtest.Table{
				Title: "DE " + year + " " + c.title + ", taxable income", Incomes: edges[year],
				Request: tax.Request{Jurisdiction: "DE", TaxYear: year, Facts: c.facts},
			})
		}
		taxtest.Golden(t, registry, year, tables...)
	}
}
