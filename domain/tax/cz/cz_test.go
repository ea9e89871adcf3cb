package cz_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/cz"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(cz.Jurisdiction())

func wage(year, income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "CZ", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// By hand: of 600,000 the tax is 90,000, less 30,840; a first child 15,204, a
// second 22,320, further ones 27,840; a spouse 2,070 a month. Taxomat's page on
// the rates of 2025 computes 251,407.80 and 97,508 of a base of 2,100,000, which
// are 348,915.84 to the haléř.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income     string
		facts      map[string]string
		total, net string
	}{
		{"600000", nil, "59160.00", "59160.00"},
		{"600099.99", nil, "59160.00", "59160.00"},
		{"600000", map[string]string{"children": "1"}, "43956.00", "43956.00"},
		{"600000", map[string]string{"children": "2"}, "21636.00", "21636.00"},
		{"600000", map[string]string{"children": "3"}, "0.00", "-6204.00"},
		{"600000", map[string]string{"spouse_credit_months": "12"}, "34320.00", "34320.00"},
		{"600000", map[string]string{"spouse_credit_months": "5", "spouse_ztp": "true"}, "38460.00", "38460.00"},
		{"600000", map[string]string{"deductions": "48050", "other_credits": "2520"}, "49425.00", "49425.00"},
		{"205600", map[string]string{"children": "1"}, "0.00", "-15204.00"},
		// The credit is all but 99 used: a bonus below 100 is not paid.
		{"2100000", nil, "318076.00", "318076.00"},
		{"306200", map[string]string{"children": "1"}, "0.00", "-114.00"},
		{"306300", map[string]string{"children": "1"}, "0.00", "0.00"},
		{"124799", map[string]string{"children": "2"}, "0.00", "0.00"},
		{"124800", map[string]string{"children": "2"}, "0.00", "-37524.00"},
	} {
		got, err := registry.Calculate(wage("2025", c.income, c.facts))
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total || got.NetPayable.String() != c.net {
			t.Errorf("%s with %v owes %s, payable %s; want %s, %s", c.income, c.facts, got.TotalTax, got.NetPayable, c.total, c.net)
		}
	}
}

// Social insurance ends at 48 average wages, health insurance does not.
func TestContributions(t *testing.T) {
	for year, social := range map[string]string{"2024": "149839.54", "2025": "158666.26", "2026": "166879.54"} {
		got, err := registry.Calculate(wage(year, "3000000", nil))
		if err != nil {
			t.Fatal(err)
		}
		if s, h := got.Components[2].Amount, got.Components[3].Amount; s.String() != social || h.String() != "135000.00" {
			t.Errorf("%s: social %s, health %s", year, s, h)
		}
	}
}

func TestTaxBase(t *testing.T) {
	req := wage("2025", "100000", map[string]string{"children": "1"})
	req.IncomeBasis = tax.Taxable
	var gap *tax.Unavailable
	if _, err := registry.Calculate(req); !errors.As(err, &gap) {
		t.Errorf("a bonus on a base below the least income: %v", err)
	}
	req.Facts = map[string]string{"deductions": "10"}
	var input *tax.InputError
	if _, err := registry.Calculate(req); !errors.As(err, &input) {
		t.Errorf("deductions from a base: %v", err)
	}
}

// A gross wage owes what the base that it leaves owes, and never less for more
// income, nor more for more children.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(150_000, 4_000_000).Draw(r, "income")
		children := rapid.Int64Range(0, 4).Draw(r, "children")
		of := func(income, children int64, basis tax.Basis) tax.Result {
			req := wage(year, money.FromInt(income).String(), map[string]string{"children": money.FromInt(children).String()})
			req.IncomeBasis = basis
			got, err := registry.Calculate(req)
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		got := of(income, children, tax.Gross)
		base, more, family := of(income, children, tax.Taxable), of(income+100, children, tax.Gross), of(income, children+1, tax.Gross)
		if !got.TotalTax.Equal(base.TotalTax) || more.NetPayable.Less(got.NetPayable) || got.NetPayable.Less(family.NetPayable) {
			r.Fatalf("%d with %d children: %s, its base %s, 100 more %s, one child more %s", income, children, got.NetPayable, base.TotalTax,
				more.NetPayable, family.NetPayable)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "CZ " + year + ", gross wage", Max: "3000000", Request: tax.Request{Jurisdiction: "CZ", TaxYear: year}},
			taxtest.Table{Title: "CZ " + year + ", two children, a spouse the whole year", Max: "3000000",
				Request: tax.Request{Jurisdiction: "CZ", TaxYear: year,
					Facts: map[string]string{"children": "2", "spouse_credit_months": "12"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wage("2025", "1200000", map[string]string{"children": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
