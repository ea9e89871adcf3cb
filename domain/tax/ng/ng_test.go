package ng_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ng"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ng.Jurisdiction())

func ask(year, income string, basis tax.Basis, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "NG", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

// paid is a wage from which so much was contributed.
func paid(amount string) map[string]string { return map[string]string{"contributions": amount} }

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// A minimum tax stands among the components only where it was worked out: of a
// gross wage, under the law that has it.
func TestMinimumTaxStandsWhereItIsComputed(t *testing.T) {
	for _, c := range []struct {
		year  string
		basis tax.Basis
		want  bool
	}{{"2025", tax.Gross, true}, {"2025", tax.Taxable, false}, {"2026", tax.Gross, false}, {"2026", tax.Taxable, false}} {
		var facts map[string]string
		if c.basis == tax.Gross {
			facts = paid("0")
		}
		got, err := registry.Calculate(ask(c.year, "5000000", c.basis, facts))
		if err != nil {
			t.Fatal(err)
		}
		if has := slices.ContainsFunc(got.Components, func(l tax.Levy) bool { return l.Code == "minimum_tax" }); has != c.want {
			t.Errorf("%s, %s: a minimum tax among the components: %t", c.year, c.basis, has)
		}
	}
}

func TestPublishedExamples(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "PwC, sample calculation (of 2024, whose rates and relief 2025 keeps)",
			URL:     "https://taxsummaries.pwc.com/nigeria/individual/sample-personal-income-tax-calculation",
			Request: *ask("2025", "4000000", tax.Gross, paid("320000")), Taxable: "2744000.00", Total: "464240.00"},
		{Source: "Dankoresoft, 5,000,000", URL: "https://nigerian-tax-id-checker.dankoresoft.com/nigerian-tax-act-2025",
			Request: *ask("2026", "5000000", tax.Taxable, nil), Total: "690000.00"},
		{Source: "Keepam, cumulative tax at 50,000,000", URL: "https://keepam.ng/nigeria-tax-rates-2026",
			Request: *ask("2026", "50000000", tax.Taxable, nil), Total: "10430000.00"},
		{Source: "Nigerian Bulletin, taxable income of 13,200,000", Request: *ask("2026", "13200000", tax.Taxable, nil), Total: "2202000.00",
			URL: "https://nigerianbulletin.com/ams/how-to-calculate-your-taxable-income-in-nigeria-under-the-new-tax-act-2026.23053"},
	})
}

// By hand. Of 900,000 in 2025 the relief is 380,000, and the tax of 520,000 is
// 45,200; the minimum tax 9,000. Of 30,000,000 it is 6,300,000, 1 % and 20 %.
func TestByHand(t *testing.T) {
	rent := map[string]string{"contributions": "480000", "rent_paid": "4000000", "home_loan_interest": "120000"}
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		chargeable   string
		tax          string
	}{
		{"2025", "840000", paid("0"), "0.00", "0.00"},
		{"2025", "900000", paid("0"), "520000.00", "45200.00"},
		{"2025", "900000", paid("700000"), "0.00", "9000.00"},
		{"2025", "30000000", paid("0"), "23700000.00", "5480000.00"},
		{"2026", "840000", paid("0"), "0.00", "0.00"},
		{"2026", "840001", paid("0"), "840001.00", "6000.15"},
		{"2026", "6000000", rent, "4900000.00", "672000.00"},
		{"2026", "60000000", paid("0"), "60000000.00", "12930000.00"},
	} {
		got, err := registry.Calculate(ask(c.year, c.income, tax.Gross, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.chargeable || got.TotalTax.String() != c.tax {
			t.Errorf("%s of %s with %v: chargeable %s, tax %s; want %s, %s", c.income, c.year, c.facts, got.TaxableIncome, got.TotalTax,
				c.chargeable, c.tax)
		}
	}
}

func TestWhatIsAskedOrRefused(t *testing.T) {
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(ask("2026", "6000000", tax.Gross, nil)); !errors.As(err, &missing) {
		t.Errorf("a wage without its contributions: %v", err)
	}
	var input *tax.InputError
	if _, err := registry.Calculate(ask("2026", "6000000", tax.Taxable, map[string]string{"rent_paid": "10"})); !errors.As(err, &input) {
		t.Errorf("rent from chargeable income: %v", err)
	}
	early := map[string]string{"contributions": "0", "rent_paid": "10"}
	if _, err := registry.Calculate(ask("2025", "6000000", tax.Gross, early)); err == nil {
		t.Error("rent was taken in a year without relief for it")
	}
}

// Above the minimum tax a wage owes what its chargeable income owes; more never owes less.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(0, 90_000_000).Draw(r, "income")
		contributed := paid(money.FromInt(rapid.Int64Range(0, income/5).Draw(r, "contributed")).String())
		owed := func(income int64, basis tax.Basis, facts map[string]string) tax.Result {
			got, err := registry.Calculate(ask(year, money.FromInt(income).String(), basis, facts))
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		got, more := owed(income, tax.Gross, contributed), owed(income+1, tax.Gross, contributed)
		if more.TotalTax.Less(got.TotalTax) {
			r.Fatalf("%d of %s owes %s, one more %s", income, year, got.TotalTax, more.TotalTax)
		}
		plain, err := registry.Calculate(ask(year, got.TaxableIncome.String(), tax.Taxable, nil))
		if err != nil {
			r.Fatal(err)
		}
		if floor := money.FromInt(income).Mul(money.MustParse("0.01")); got.TotalTax.Greater(floor) && !plain.TotalTax.Equal(got.TotalTax) {
			r.Fatalf("%d of %s owes %s, its chargeable income %s", income, year, got.TotalTax, plain.TotalTax)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "NG " + year + ", gross wage", Max: "60000000",
				Request: tax.Request{Jurisdiction: "NG", TaxYear: year, IncomeBasis: tax.Gross, Facts: paid("0")}},
			taxtest.Table{Title: "NG " + year + ", chargeable income", Max: "60000000",
				Request: tax.Request{Jurisdiction: "NG", TaxYear: year, IncomeBasis: tax.Taxable}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "6000000", tax.Gross, paid("480000"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
