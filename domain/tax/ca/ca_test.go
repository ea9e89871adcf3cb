package ca_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ca"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ca.Jurisdiction())

func ask(year, region, income string, basis tax.Basis) tax.Request {
	return tax.Request{Jurisdiction: "CA", TaxYear: year, SubRegion: region, Income: money.MustParse(income), HasIncome: true,
		IncomeBasis: basis}
}

// table is the tax that a form prints at the lower edge of each column.
type table struct {
	source, year, region, component string
	edges, tax                      []string
}

// The returns and provincial forms of the Canada Revenue Agency, as cited in
// the law's files: T1 lines 70 to 76, Form 428 Part A. They round the amount
// printed at each edge to the cent, and carry it on.
var forms = []table{
	{"T1 2025, line 75", "2025", "alberta", "federal_tax",
		[]string{"57375", "114750", "177882", "253414"}, []string{"8319.38", "20081.25", "36495.57", "58399.85"}},
	{"T1 2024, line 80", "2024", "alberta", "federal_tax",
		[]string{"55867", "111733", "173205", "246752"}, []string{"8380.05", "19832.58", "35815.30", "57143.93"}},
	{"Form MB428 2025, line 7", "2025", "manitoba", "provincial_tax", []string{"47000", "100000"}, []string{"5076.00", "11833.50"}},
	{"Form AB428 2025, lines 7 and 14", "2025", "alberta", "provincial_tax",
		[]string{"60000", "151234", "181481", "241974", "362961"}, []string{"4800.00", "13923.40", "17553.04", "25417.13", "42355.31"}},
	{"Form ON428 2023, line 7", "2023", "ontario", "provincial_tax",
		[]string{"49231", "98463", "150000", "220000"}, []string{"2486.17", "6990.89", "12742.42", "21254.42"}},
	{"Form ON428 2024, line 7", "2024", "ontario", "provincial_tax",
		[]string{"51446", "102894", "150000", "220000"}, []string{"2598.02", "7305.52", "12562.54", "21074.54"}},
	{"Form ON428 2025, line 7", "2025", "ontario", "provincial_tax",
		[]string{"52886", "105775", "150000", "220000"}, []string{"2670.74", "7510.09", "12445.60", "20957.60"}},
	{"Form AB428 2023, line 7", "2023", "alberta", "provincial_tax",
		[]string{"142292", "170751", "227668", "341502"}, []string{"14229.20", "17644.28", "25043.49", "40980.25"}},
	{"Form AB428 2024, line 7", "2024", "alberta", "provincial_tax",
		[]string{"148269", "177922", "237230", "355845"}, []string{"14826.90", "18385.26", "26095.30", "42701.40"}},
	{"Form BC428 2023, lines 7 and 14", "2023", "british_columbia", "provincial_tax",
		[]string{"45654", "91310", "104835", "127299", "172602", "240716"},
		[]string{"2310.09", "5825.60", "7245.73", "10006.56", "16666.10", "28109.25"}},
	{"Form BC428 2024, lines 7 and 14", "2024", "british_columbia", "provincial_tax",
		[]string{"47937", "95875", "110076", "133664", "181232", "252752"},
		[]string{"2425.61", "6116.84", "7607.94", "10506.91", "17499.40", "29514.76"}},
	{"Form BC428 2025, lines 7 and 14", "2025", "british_columbia", "provincial_tax",
		[]string{"49279", "98560", "113158", "137407", "186306", "259829"},
		[]string{"2493.52", "6288.15", "7820.94", "10801.15", "17989.30", "30341.16"}},
}

func TestTablesOfTheForms(t *testing.T) {
	var examples []taxtest.Example
	for _, f := range forms {
		for i, edge := range f.edges {
			examples = append(examples, taxtest.Example{
				Source: f.source, URL: "https://www.canada.ca/en/revenue-agency/services/forms-publications/tax-packages-years.html",
				Request: ask(f.year, f.region, edge, tax.Taxable), Levies: map[string]string{f.component: f.tax[i]}, Within: "0.03",
			})
		}
	}
	taxtest.Examples(t, registry, examples)
}

// Form ON428, chart of line 89, with taxable income from line 26000.
func TestOntarioHealthPremium(t *testing.T) {
	var examples []taxtest.Example
	for income, premium := range map[string]string{
		"20000": "0.00", "22500": "150.00", "25000": "300.00", "36000": "300.00", "37000": "360.00", "38500": "450.00", "48000": "450.00",
		"48300": "525.00", "48600": "600.00", "72000": "600.00", "72600": "750.00", "200000": "750.00", "200400": "850.00", "200600": "900.00",
		"1000000": "900.00",
	} {
		examples = append(examples, taxtest.Example{Source: "Form ON428 2025, line 89",
			URL:     "https://www.canada.ca/en/revenue-agency/services/forms-publications/tax-packages-years.html",
			Request: ask("2025", "ontario", income, tax.Taxable), Levies: map[string]string{"ontario_health_premium": premium}})
	}
	taxtest.Examples(t, registry, examples)
}

// T4127, Tables 8.3 to 8.8: the most an employee contributes.
func TestMaximumContributions(t *testing.T) {
	for _, c := range []struct {
		year, region string
		levies       map[string]string
	}{
		{"2023", "ontario", map[string]string{"cpp": "3754.45", "ei": "1002.45"}},
		{"2024", "ontario", map[string]string{"cpp": "4055.50", "ei": "1049.12"}},
		{"2025", "ontario", map[string]string{"cpp": "4430.10", "ei": "1077.48"}},
		{"2026", "ontario", map[string]string{"cpp": "4646.45", "ei": "1123.07"}},
		{"2023", "quebec", map[string]string{"qpp": "4038.40", "ei": "781.05", "qpip": "449.54"}},
		{"2024", "quebec", map[string]string{"qpp": "4348.00", "ei": "834.24", "qpip": "464.36"}},
		{"2025", "quebec", map[string]string{"qpp": "4735.20", "ei": "860.67", "qpip": "484.12"}},
		{"2026", "quebec", map[string]string{"qpp": "4895.30", "ei": "895.70", "qpip": "442.90"}},
	} {
		taxtest.Examples(t, registry, []taxtest.Example{{Source: "T4127, Chapter 8",
			URL:     "https://www.canada.ca/en/revenue-agency/services/forms-publications/payroll/t4127-payroll-deductions-formulas.html",
			Request: ask(c.year, c.region, "200000", tax.Gross), Levies: c.levies}})
	}
}

// A return of 2025 for 60,000 of pay, line by line by hand.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, region, income, total string
	}{
		// CPP 2,796.75 + 565.00, EI 984.00; net 59,435.00. Federal 8,319.38 + 422.30 − 14.5 % of
		// (16,129 + 1,471 + 2,796.75 + 984.00). Ontario 2,670.74 + 599.23 − 5.05 % of 16,527.75; premium 600.
		{"2025", "ontario", "60000", "8676.79"},
		// The same; Alberta 8 % of 59,435 less 8 % of 26,103.75.
		{"2025", "alberta", "60000", "8307.97"},
	} {
		req := ask(c.year, c.region, c.income, tax.Gross)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s %s: %s, want %s", c.region, c.income, got.TotalTax, c.total)
			for _, l := range got.Components {
				t.Log(l.Code, l.Amount)
			}
		}
	}
}

// Ontario of 2025 at 60,000 of pay as above, with a spouse of 2,000: federal
// credits grow by 14.5 % of 14,129 and provincial ones by 5.05 % of 9,905. At
// 200 dollars the provincial maximum of 10,823 binds.
func TestSupportedSpouse(t *testing.T) {
	for other, total := range map[string]string{"2000": "6127.88", "200": "5820.52", "17000": "8676.79"} {
		req := ask("2025", "ontario", "60000", tax.Gross)
		req.Facts = map[string]string{"amount_claimed_for": "spouse", "supported_net_income": other}
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("spouse of %s: %s, want %s", other, got.TotalTax, total)
		}
	}
	for _, facts := range []map[string]string{
		{"supported_net_income": "5"},
		{"amount_claimed_for": "spouse", "supported_net_income": "50000"},
		{"amount_claimed_for": "eligible_dependant", "supported_net_income": "-1"},
	} {
		req := ask("2025", "ontario", "60000", tax.Gross)
		req.Facts = facts
		var fault *tax.InputError
		if _, err := registry.Calculate(&req); !errors.As(err, &fault) {
			t.Errorf("%v: %v", facts, err)
		}
	}
	req := ask("2025", "quebec", "60000", tax.Gross)
	req.Facts = map[string]string{"amount_claimed_for": "spouse"}
	var unavailable *tax.Unavailable
	if _, err := registry.Calculate(&req); !errors.As(err, &unavailable) {
		t.Error("an amount for a spouse is given in Quebec")
	}
}

func TestRegionIsRequired(t *testing.T) {
	req := ask("2025", "", "60000", tax.Gross)
	if _, err := registry.Calculate(&req); err == nil {
		t.Error("computed without a province")
	}
}

// 31,984 × 9.8 % + 31,985 × 13.8 % + 136,031 × 16.7 %, less 9.8 % of 12,750:
// 29,016.04, of which 10 % above 12,500.
func TestIslandSurtax(t *testing.T) {
	req := ask("2023", "prince_edward_island", "200000", tax.Taxable)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if l := got.Components[4]; l.Code != "pei_surtax" || l.Amount.String() != "1651.60" {
		t.Errorf("%+v", l)
	}
}

// The bands of both taxes add up to both taxes, and no cent of pay lowers the tax.
func TestBandsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := ca.Jurisdiction().Coverage
		row := rapid.SampledFrom(rows).Draw(t, "row")
		cents := rapid.Int64Range(0, 40_000_000).Draw(t, "cents")
		req := ask(row.TaxYear, row.Region, fmt.Sprintf("%d.%02d", cents/100, cents%100), tax.Gross)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		sum := money.Zero
		for _, b := range got.Bands {
			sum = sum.Add(b.Tax)
		}
		for _, l := range got.Components {
			if l.Code == "federal_tax" || l.Code == "provincial_tax" {
				sum = sum.Sub(l.Amount)
			}
		}
		if !sum.IsZero() {
			t.Fatalf("bands are %s apart", sum)
		}
		req.Income = req.Income.Add(money.MustParse("0.01"))
		next, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if next.TotalTax.Less(got.TotalTax) {
			t.Fatalf("tax falls from %s to %s with the next cent", got.TotalTax, next.TotalTax)
		}
		if got.MarginalRate.Sign() < 0 || got.MarginalRate.Greater(money.MustParse("0.90")) {
			t.Fatalf("marginal rate %s", got.MarginalRate)
		}
	})
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		var tables []taxtest.Table
		for _, row := range ca.Jurisdiction().Coverage {
			if row.TaxYear == year {
				tables = append(tables, taxtest.Table{
					Title:   "CA " + year + " " + row.Region + ", gross employment income",
					Request: tax.Request{Jurisdiction: "CA", TaxYear: year, SubRegion: row.Region},
				})
			}
		}
		for _, region := range []string{"alberta", "british_columbia", "manitoba", "ontario"} {
			if year != "2026" {
				tables = append(tables, taxtest.Table{
					Title: "CA " + year + " " + region + ", with a spouse without income", Max: "150000",
					Request: tax.Request{Jurisdiction: "CA", TaxYear: year, SubRegion: region, Facts: map[string]string{"amount_claimed_for": "spouse"}},
				})
			}
		}
		taxtest.Golden(t, registry, year, tables...)
	}
}

// A calculation allocates next to nothing, whatever its marginal rate is made of.
func TestAllocations(t *testing.T) {
	for _, region := range []string{"quebec", "ontario"} {
		req := ask("2025", region, "90000", tax.Gross)
		if n := testing.AllocsPerRun(100, func() {
			if _, err := registry.Calculate(&req); err != nil {
				t.Fatal(err)
			}
		}); n >= 10 {
			t.Errorf("%s: %v allocations", region, n)
		}
	}
}

func BenchmarkIncome(b *testing.B) {
	for _, region := range []string{"quebec", "ontario"} {
		b.Run(region, func(b *testing.B) {
			req := ask("2025", region, "90000", tax.Gross)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := registry.Calculate(&req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The federal tax alone needs no province, and is that of every one but Quebec.
func TestFederalTaxAlone(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		income := money.FromInt(rapid.Int64Range(0, 400_000).Draw(r, "income")).String()
		alone := ask("2025", "", income, tax.Gross)
		alone.Scope = &tax.Scope{Only: []string{"federal_tax", "federal_credits"}}
		got, err := registry.Calculate(&alone)
		if err != nil {
			r.Fatal(err)
		}
		for _, province := range []string{"alberta", "british_columbia", "manitoba", "nova_scotia"} {
			there := alone
			there.SubRegion = province
			want, err := registry.Calculate(&there)
			if err != nil || !want.TotalTax.Equal(got.TotalTax) {
				r.Errorf("%s: %s, without a province %s (%v)", province, want.TotalTax, got.TotalTax, err)
			}
		}
	})
	for _, codes := range [][]string{nil, {"federal_tax", "provincial_tax"}, {"quebec_abatement"}} {
		req := ask("2025", "", "70000", tax.Gross)
		req.Scope = &tax.Scope{Only: codes}
		var faults *tax.InputError
		if _, err := registry.Calculate(&req); !errors.As(err, &faults) {
			t.Errorf("%v is computed without a province: %v", codes, err)
		}
	}
}
