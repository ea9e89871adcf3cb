package pl_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/pl"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(pl.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The law prints the tax at the edge of the scale; a free amount of 30,000
// follows from the reducing amount.
func TestTheScaleAtItsEdges(t *testing.T) {
	for income, total := range map[string]string{"30000": "0.00", "120000": "10800.00", "1000000": "292400.00", "1000100": "292436.00",
		"25768.59": "0.00", "50000.50": "2400.00"} {
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse(income), HasIncome: true})
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s owes %s, want %s", income, got.TotalTax, total)
		}
	}
}

// Art. 6 ust. 2: spouses owe twice the tax on half of their income, and each
// the solidarity levy on what they have above a million. By hand: half of
// 250,001 is 125,001, which owes 12,400.32; half of 1,500,000 owes 212,400.
func TestJointAssessment(t *testing.T) {
	for _, c := range []struct{ base, spouse, total string }{
		{"60000", "", "0.00"}, {"240000", "", "21600.00"}, {"250001", "", "24801.00"}, {"100000", "", "4800.00"},
		{"1500000", "300000", "432800.00"}, {"1500000", "600000", "424800.00"}, {"2400000", "1100000", "728800.00"},
	} {
		facts := map[string]string{"assessment": "joint"}
		if c.spouse != "" {
			facts["spouse_base"] = c.spouse
		}
		got, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse(c.base), HasIncome: true,
			Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s jointly owe %s, want %s", c.base, got.TotalTax, c.total)
		}
	}
	for income, facts := range map[string]map[string]string{
		"1500000": {"assessment": "joint"}, "90000": {"spouse_base": "10000"}, "100000": {"assessment": "joint", "spouse_base": "100001"},
	} {
		if _, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse(income), HasIncome: true,
			Facts: facts}); err == nil {
			t.Errorf("%s with %v was computed", income, facts)
		}
	}
}

// grossFirst is the declaration with the gross wage as its default basis.
func grossFirst(years ...string) *tax.Registry {
	j := pl.Jurisdiction()
	j.Bases = []tax.Basis{tax.Gross, tax.Taxable}
	kept := j.Coverage[:0]
	for _, row := range j.Coverage {
		if slices.Contains(years, row.TaxYear) {
			kept = append(kept, row)
		}
	}
	j.Coverage = kept
	return tax.NewRegistry(j)
}

func TestGrossConforms(t *testing.T) { taxtest.Conforms(t, grossFirst("2024", "2025", "2026")) }

// By hand: of 120,000 in 2025, 13.71 % are 16,452; less costs of 3,000 the
// base is 100,548, the tax 12 % less 3,600, the health contribution 9 %.
func TestGrossByHand(t *testing.T) {
	got, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse("120000"), HasIncome: true,
		IncomeBasis: tax.Gross})
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "100548.00" || got.TotalTax.String() != "8466.00" || got.Components[4].Amount.String() != "9319.32" {
		t.Errorf("base %s, tax %s, health %s", got.TaxableIncome, got.TotalTax, got.Components[4].Amount)
	}
}

func TestGrossOf2023IsUnavailable(t *testing.T) {
	_, err := registry.Calculate(&tax.Request{Jurisdiction: "PL", TaxYear: "2023", Income: money.MustParse("120000"), HasIncome: true,
		IncomeBasis: tax.Gross})
	var gap *tax.Unavailable
	if !errors.As(err, &gap) {
		t.Errorf("gross wages of 2023: %v", err)
	}
}

func TestGrossGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, grossFirst(year), "gross-"+year,
			taxtest.Table{Title: "PL " + year + ", gross wages of one employment", Max: "1300000",
				Request: tax.Request{Jurisdiction: "PL", TaxYear: year}})
	}
}

func BenchmarkGross(b *testing.B) {
	req := tax.Request{Jurisdiction: "PL", TaxYear: "2025", Income: money.MustParse("120000.00"), HasIncome: true, IncomeBasis: tax.Gross}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year, taxtest.Table{Title: "PL " + year + ", tax base", Max: "1200000",
			Request: tax.Request{Jurisdiction: "PL", TaxYear: year}})
	}
}
