package ch_test

import (
	"errors"
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

func calculate(t *testing.T, req tax.Request, region string, basis tax.Basis) tax.Result {
	t.Helper()
	req.SubRegion, req.IncomeBasis = region, basis
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// By hand, of 100,000 in 2025: the simple tax is 3,993 up to 75,400 and 9 % of
// 24,600, 6,207; canton and city take 98 % and 119 % of it. Direct federal tax
// is 1,500 and 6.6 % of 18,000.
func TestCityOfZurichByHand(t *testing.T) {
	got := calculate(t, request("2025", "100000", nil), "zurich_city", "")
	want := map[string]string{"income_tax": "2688.00", "cantonal_tax": "6082.86", "communal_tax": "7386.33", "personal_tax": "24.00"}
	for _, l := range got.Components {
		if l.Amount.String() != want[l.Code] {
			t.Errorf("%s is %s, want %s", l.Code, l.Amount, want[l.Code])
		}
	}
	if got.TotalTax.String() != "16181.19" || got.MarginalRate.String() != "0.2613" {
		t.Errorf("total %s, marginal rate %s; 6.6 %% and 217 %% of 9 %%", got.TotalTax, got.MarginalRate)
	}
	less := calculate(t, request("2025", "100000", map[string]string{"cantonal_taxable_income": "90000"}), "zurich_city", "")
	if saved := got.TotalTax.Sub(less.TotalTax); saved.String() != "1953.00" {
		t.Errorf("10,000 less in the canton saves %s, want 217 %% of 900", saved)
	}
}

// By hand, of a wage of 100,000 in 2025 with 5,000 for the pension: 6.4 % of it
// leave 88,600, of which 3 % and the premiums come off. The Confederation taxes
// 84,100, the canton 83,000, whose simple tax is 3,993 and 9 % of 7,600.
func TestGrossByHand(t *testing.T) {
	req := request("2025", "100000", map[string]string{"pension_contributions": "5000"})
	if got := calculate(t, req, "", tax.Gross); got.TaxableIncome.String() != "84100.00" || got.TotalTax.String() != "1638.60" {
		t.Errorf("federal: taxable %s, total %s", got.TaxableIncome, got.TotalTax)
	}
	if got := calculate(t, req, "zurich_city", tax.Gross); got.TotalTax.String() != "11811.69" {
		t.Errorf("Zurich: total %s, want 1638.60 + 4583.46 + 5565.63 + 24", got.TotalTax)
	}
}

func TestWhatIsNotModelledIsRefused(t *testing.T) {
	pension := map[string]string{"pension_contributions": "5000"}
	for name, c := range map[string]struct {
		year, region string
		basis        tax.Basis
		facts        map[string]string
	}{
		"Zurich in 2026": {"2026", "zurich_city", "", nil}, "gross in 2023": {"2023", "", tax.Gross, pension},
		"a couple's gross wages": {"2025", "", tax.Gross, map[string]string{"pension_contributions": "5000", "status": "married"}},
	} {
		req := request(c.year, "80000", c.facts)
		req.SubRegion, req.IncomeBasis = c.region, c.basis
		var gap *tax.Unavailable
		if _, err := registry.Calculate(&req); !errors.As(err, &gap) {
			t.Errorf("%s: %v", name, err)
		}
	}
	req := request("2025", "80000", nil)
	req.IncomeBasis = tax.Gross
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(&req); !errors.As(err, &missing) {
		t.Errorf("gross wages without contributions to the pension: %v", err)
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
		if year == "2024" || year == "2025" {
			for _, status := range []string{"single", "married"} {
				tables = append(tables, taxtest.Table{Title: "CH " + year + " city of Zurich, " + status + ", taxable income", Max: "400000",
					Request: tax.Request{Jurisdiction: "CH", TaxYear: year, SubRegion: "zurich_city", Facts: map[string]string{"status": status}}})
			}
		}
		taxtest.Golden(t, registry, year, tables...)
	}
}
