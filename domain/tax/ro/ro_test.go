package ro_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ro"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ro.Jurisdiction())

func salary(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "RO", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: tax.Gross,
		Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// net is what is left of a gross salary.
func net(t *testing.T, req *tax.Request) string {
	t.Helper()
	got, err := registry.Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	return req.Income.Sub(got.TotalTax).Sub(got.Components[1].Amount).Sub(got.Components[2].Amount).String()
}

// The published net pay of a month, twelve times: 2,574 of the minimum wage of
// 2025 (Ziua de Constanța, Capital), 4,504 of 7,700 (SalariuCalculator).
func TestPublishedNetPay(t *testing.T) {
	if got := net(t, salary("2025", "48600", map[string]string{"minimum_wage": "true"})); got != "30888.00" {
		t.Errorf("12 × 4,050 leave %s, published 12 × 2,574", got)
	}
	for _, year := range []string{"2024", "2025", "2026"} {
		if got := net(t, salary(year, "92400", nil)); got != "54048.00" {
			t.Errorf("12 × 7,700 of %s leave %s, published 12 × 4,504", year, got)
		}
	}
}

// By hand for 2025: 5,000 a month are 950 above the minimum wage, 19 steps, and
// the deduction 10.5 % of 4,050, 425.25, is 425; with one dependant 15.5 %,
// 627.75, is 628; 3,250 less 425 owe 282.50, which are 283. A half goes down in the
// deduction (607.50 of 15 %) and up in a month's tax. In 2026 the second
// half-year's steps are 14, and 13 % of 4,325 are 562.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		base, total  string
	}{
		{"2025", "60000", nil, "33900.00", "3396.00"},
		{"2025", "60000", map[string]string{"dependants": "1"}, "31464.00", "3144.00"},
		{"2025", "60000", map[string]string{"up_to_26": "true"}, "26616.00", "2664.00"},
		{"2025", "60000", map[string]string{"children_at_school": "2"}, "31500.00", "3156.00"},
		{"2025", "72600", nil, "47184.00", "4716.00"},
		{"2025", "72612", map[string]string{"dependants": "4"}, "47196.00", "4716.00"},
		{"2025", "72600", map[string]string{"dependants": "4"}, "35040.00", "3504.00"},
		{"2026", "60000", nil, "33078.00", "3312.00"},
	} {
		got, err := registry.Calculate(salary(c.year, c.income, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.base || got.TotalTax.String() != c.total {
			t.Errorf("%s of %s with %v: base %s, tax %s; want %s, %s", c.income, c.year, c.facts, got.TaxableIncome, got.TotalTax, c.base,
				c.total)
		}
	}
}

func TestWhatIsNotComputed(t *testing.T) {
	var gap *tax.Unavailable
	for name, req := range map[string]*tax.Request{
		"at the minimum wage without saying so": salary("2025", "48600", nil),
		"below the minimum wage":                salary("2025", "40000", map[string]string{"minimum_wage": "true"}),
		"beyond the exempt part's limit":        salary("2025", "51612", map[string]string{"minimum_wage": "true"}),
		"deduction of 2024":                     salary("2024", "60000", nil),
	} {
		if _, err := registry.Calculate(req); !errors.As(err, &gap) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var input *tax.InputError
	onBase := salary("2025", "60000", map[string]string{"dependants": "1"})
	onBase.IncomeBasis = tax.Taxable
	if _, err := registry.Calculate(onBase); !errors.As(err, &input) {
		t.Errorf("dependants on a taxable income: %v", err)
	}
}

// More salary never owes less; a dependant more never owes more.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2025", "2026"}).Draw(r, "year")
		month := rapid.Int64Range(4_326, 20_000).Draw(r, "month")
		people := rapid.Int64Range(0, 5).Draw(r, "dependants")
		owed := func(month, people int64) money.Dec {
			got, err := registry.Calculate(salary(year, money.FromInt(month*12).String(),
				map[string]string{"dependants": money.FromInt(people).String()}))
			if err != nil {
				r.Fatal(err)
			}
			return got.TotalTax
		}
		here := owed(month, people)
		if owed(month+2, people).Less(here) || here.Less(owed(month, people+1)) {
			r.Fatalf("%d a month with %d dependants owes %s", month, people, here)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "RO " + year + ", taxable income", Incomes: []string{"60000", "200000"},
			Request: tax.Request{Jurisdiction: "RO", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := salary("2026", "60000", map[string]string{"dependants": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
