package ch_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ch"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ch.Jurisdiction())

func request(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "CH", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// Each amount that the law prints follows from the one before it, the step's
// width and its rate, to within 5 centimes of rounding: a misread one breaks
// the chain.
func TestPrintedAmountsFollowFromTheSteps(t *testing.T) {
	book := law.MustOpen("ch")
	for _, who := range []string{"single", "couple"} {
		for v, amounts := range book.Parameters["income_amounts_"+who].Values {
			bands := book.Parameters["income_rates_"+who].Values[v].Bands
			for i := 1; i+1 < len(bands); i++ {
				at, next := amounts.Table[fmt.Sprintf("step_%d", i)], amounts.Table[fmt.Sprintf("step_%d", i+1)]
				follows := at.Add(bands[i].To.Sub(*bands[i-1].To).Mul(bands[i].Rate))
				if diff := follows.Sub(next); diff.Abs().Greater(money.MustParse("0.05")) {
					t.Errorf("%s %s: step %d should begin with %s, the law prints %s", amounts.From, who, i+1, follows, next)
				}
			}
		}
	}
}

// The amounts that art. 36 DBG prints, for the year 2025.
func TestPublished(t *testing.T) {
	const url = "https://swissrights.ch/gesetze/Artikel-36-DBG-2025-DE.php"
	var examples []taxtest.Example
	for income, total := range map[string]string{
		"33200": "138.60", "43500": "229.20", "58000": "612.00", "76100": "1149.55", "82000": "1500.00", "108800": "3268.80",
		"141500": "6146.40", "184900": "10920.40", "793300": "91229.20", "793400": "91241.00",
	} {
		examples = append(examples, taxtest.Example{Source: "Art. 36 Abs. 1 DBG", URL: url, Request: request("2025", income, nil), Total: total})
	}
	taxtest.Examples(t, registry, examples)
}

func TestSmallTaxIsNotLevied(t *testing.T) {
	for income, total := range map[string]string{"18400": "0.00", "18500": "25.40"} {
		req := request("2025", income, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s owes %s, want %s", income, got.TotalTax, total)
		}
	}
}

func TestCantonsAreNotAnsweredWithTheFederalPart(t *testing.T) {
	req := request("2025", "80000", nil)
	req.SubRegion = "CH-ZH"
	if _, err := registry.Calculate(&req); err == nil {
		t.Error("a canton was answered with direct federal tax alone")
	}
}

func BenchmarkIncome(b *testing.B) {
	req := request("2025", "110000.00", map[string]string{"status": "married", "children": "2"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		var tables []taxtest.Table
		for _, c := range []struct {
			title string
			facts map[string]string
		}{
			{"single", nil}, {"married", map[string]string{"status": "married"}},
			{"single parent of one", map[string]string{"status": "single_parent", "children": "1"}},
		} {
			tables = append(tables, taxtest.Table{Title: "CH " + year + " " + c.title + ", taxable income, direct federal tax", Max: "1000000",
				Request: tax.Request{Jurisdiction: "CH", TaxYear: year, Facts: c.facts}})
		}
		taxtest.Golden(t, registry, year, tables...)
	}
}
