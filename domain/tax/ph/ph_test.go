package ph_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ph"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(ph.Jurisdiction())

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "PH", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

// falls are the steps of the salary credit of SSS: at each, a month's
// contribution rises at once, and so the tax of the year falls.
func falls() (out []taxtest.Fall) {
	for _, of := range []struct {
		years []string
		rate  string
		most  int64
	}{{[]string{"2024"}, "0.045", 30_000}, {[]string{"2025", "2026"}, "0.05", 35_000}} {
		for credit := int64(20_000); credit < of.most; credit += 500 {
			at := money.FromInt(12 * (credit + 250))
			paid := money.FromInt(12 * credit).Mul(money.MustParse(of.rate)).Add(at.Mul(money.MustParse("0.025"))).Add(money.FromInt(2400))
			if !at.Sub(paid).Greater(money.FromInt(250_100)) { // the Pag-IBIG savings of January 2024 were 100 less
				continue
			}
			rise := money.FromInt(6000).Mul(money.MustParse(of.rate))
			out = append(out, taxtest.Fall{Jurisdiction: "PH", Years: of.years, At: at.Sub(money.MustParse("0.01")).String(),
				By: rise.Mul(money.MustParse("0.20")).String(), Parameter: "wages_sss"})
		}
	}
	return out
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry, falls()...) }

// taxableFirst is the declaration with taxable income as its default basis.
func taxableFirst() *tax.Registry {
	j := ph.Jurisdiction()
	j.Bases = []tax.Basis{tax.Taxable, tax.Gross}
	return tax.NewRegistry(j)
}

func TestTaxableConforms(t *testing.T) { taxtest.Conforms(t, taxableFirst()) }

// The law prints the tax at the edges of the bands.
func TestTheScaleAtItsEdges(t *testing.T) {
	for income, total := range map[string]string{"250000": "0.00", "400000": "22500.00", "800000": "102500.00", "2000000": "402500.00",
		"8000000": "2202500.00", "8000100": "2202535.00"} {
		for _, year := range []string{"2024", "2025", "2026"} {
			req := ask(year, income, nil)
			req.IncomeBasis = tax.Taxable
			got, err := registry.Calculate(&req)
			if err != nil {
				t.Fatal(err)
			}
			if got.TotalTax.String() != total {
				t.Errorf("%s of %s owes %s, want %s", income, year, got.TotalTax, total)
			}
		}
	}
}

// The rate of eight per cent and the ceiling of benefits are those of 2018, to
// which the printed examples belong; the tax on compensation is not.
func TestPrintedExamples(t *testing.T) {
	business := func(amount string) []tax.Component {
		return []tax.Component{{Kind: tax.SelfEmployment, Amount: money.MustParse(amount)}}
	}
	elected := map[string]string{"business_rate": "eight_percent"}
	mixed := ask("2025", "4000000", map[string]string{"business_rate": "eight_percent", "thirteenth_month_and_benefits": "120000",
		"contributions_paid": "0"})
	mixed.Components = append(business("2500000"), tax.Component{Kind: tax.Employment, Amount: money.MustParse("1500000")})
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Sample BIR computations, mixed income, option 1", URL: "https://www.scribd.com/document/541087227/Document-145",
			Request: mixed, Taxable: "3910000.00", Levies: map[string]string{"eight_percent_tax": "200000.00", "income_tax": "255000.00"}},
		{Source: "Discussion and computations, self-employed, option 2",
			URL:     "https://www.scribd.com/document/651597765/DISCUSSION-COMPUTATIONS",
			Request: tax.Request{Jurisdiction: "PH", TaxYear: "2025", Components: business("2800000"), Facts: elected},
			Taxable: "2550000.00", Total: "204000.00"},
		{Source: "Philippines tax calculator, sample for 2025, monthly salary 50,000", URL: "https://pinoycompute.com/?p=1559",
			Request: ask("2025", "600000", nil), Taxable: "561600.00", Total: "54820.00",
			Levies: map[string]string{"sss": "21000.00", "philhealth": "15000.00", "pag_ibig": "2400.00"}},
		{Source: "2026 Philippines salary calculator, monthly salary 30,000", URL: "https://calchub.link/ph/salary",
			Request: ask("2026", "360000", nil), Total: "12090.00", Within: "6.00",
			Levies: map[string]string{"sss": "18000.00", "philhealth": "9000.00", "pag_ibig": "2400.00"}},
	})
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		total        string
	}{
		// 2024: credit 30,000 × 4.5 % × 12 = 16,200; 50,000 × 2.5 % × 12 = 15,000; 100 + 11 × 200 = 2,300; taxable 566,500.
		{"2024", "600000", nil, "55800.00"},
		// 650,000 with 50,000 of thirteenth-month pay: as 600,000 without.
		{"2025", "650000", map[string]string{"thirteenth_month_and_benefits": "50000"}, "54820.00"},
		// of 120,000 of benefits 30,000 are taxable: 20 % more of them.
		{"2025", "720000", map[string]string{"thirteenth_month_and_benefits": "120000"}, "60820.00"},
		{"2025", "600000", map[string]string{"exempt_pay": "0.00", "contributions_paid": "54000"}, "51700.00"},
		{"2025", "240000", map[string]string{"minimum_wage_earner": "true"}, "0.00"},
		{"2025", "600000", map[string]string{"minimum_wage_earner": "true"}, "0.00"},
	} {
		req := ask(c.year, c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s of %s with %v: %s, want %s", c.income, c.year, c.facts, got.TotalTax, c.total)
		}
	}
}

// The salary credit is the middle of a range of 500, from half of it below on
// (SSS Circulars 2022-033 and 2024-006).
func TestSalaryCredit(t *testing.T) {
	for monthly, paid := range map[string]string{"5000": "250", "5249.99": "250", "5250": "275", "5749.99": "275", "14750": "750",
		"15249.99": "750", "34749.99": "1725", "34750": "1750", "90000": "1750"} {
		req := ask("2025", money.MustParse(monthly).Mul(money.FromInt(12)).String(), nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		want := money.MustParse(paid).Mul(money.FromInt(12))
		for _, l := range got.Components {
			if l.Code == "sss" && !l.Amount.Equal(want) {
				t.Errorf("%s a month pays %s a year, want %s", monthly, l.Amount, want)
			}
		}
	}
}

func TestFinalTaxes(t *testing.T) {
	req := tax.Request{Jurisdiction: "PH", TaxYear: "2025", IncomeBasis: tax.Taxable, Components: []tax.Component{
		{Kind: tax.Employment, Amount: money.FromInt(400_000)}, {Kind: tax.Interest, Amount: money.FromInt(1_000)},
		{Kind: tax.Dividends, Amount: money.FromInt(5_000)}}}
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TotalTax.String() != "23200.00" || got.TaxableIncome.String() != "400000.00" || got.CoverageStatus != tax.Draft {
		t.Errorf("total %s of %s, tier %s", got.TotalTax, got.TaxableIncome, got.CoverageStatus)
	}
}

// The statutory rate is that of the band or of the flat rate that the income is under.
func TestStatutoryRates(t *testing.T) {
	elected := map[string]string{"business_rate": "eight_percent"}
	for _, c := range []struct {
		kind  tax.Kind
		facts map[string]string
		want  string
	}{{tax.Employment, nil, "0.15"}, {tax.SelfEmployment, nil, "0.15"}, {tax.SelfEmployment, elected, "0.08"}, {tax.Interest, nil, "0.20"},
		{tax.Dividends, nil, "0.10"}} {
		req := tax.Request{Jurisdiction: "PH", TaxYear: "2025", Facts: c.facts,
			Components: []tax.Component{{Kind: c.kind, Amount: money.FromInt(300_000)}}}
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.StatutoryRate.String() != c.want {
			t.Errorf("%s with %v: %s, want %s", c.kind, c.facts, got.StatutoryRate, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	over := tax.Request{Jurisdiction: "PH", TaxYear: "2025", Facts: map[string]string{"business_rate": "eight_percent"},
		Components: []tax.Component{{Kind: tax.SelfEmployment, Amount: money.MustParse("3000000.01")}}}
	taxable := ask("2025", "300000", map[string]string{"thirteenth_month_and_benefits": "10000"})
	taxable.IncomeBasis = tax.Taxable
	for name, req := range map[string]tax.Request{
		"receipts above the limit":    over,
		"benefits of taxable income":  taxable,
		"benefits above the pay":      ask("2025", "80000", map[string]string{"thirteenth_month_and_benefits": "80001"}),
		"contributions above the pay": ask("2025", "80000", map[string]string{"contributions_paid": "80001"}),
		"benefits of a minimum wage":  ask("2025", "80000", map[string]string{"minimum_wage_earner": "true", "exempt_pay": "1"}),
	} {
		_, err := registry.Calculate(&req)
		var faults *tax.InputError
		if !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, taxableFirst(), year,
			taxtest.Table{Title: "PH " + year + ", taxable income", Max: "9000000", Request: tax.Request{Jurisdiction: "PH", TaxYear: year}})
		taxtest.Golden(t, registry, fmt.Sprintf("gross-%s", year),
			taxtest.Table{Title: "PH " + year + ", gross compensation", Request: tax.Request{Jurisdiction: "PH", TaxYear: year},
				Incomes: []string{"18000", "120000", "273000", "417000", "600000", "1200000", "8000000"}})
	}
}

func BenchmarkGross(b *testing.B) {
	req := ask("2025", "600000", nil)
	if _, err := registry.Calculate(&req); err != nil { // reads the law
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
