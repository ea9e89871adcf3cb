package cn_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/cn"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(cn.Jurisdiction())

// taxableFirst is the declaration with taxable income as its default basis.
func taxableFirst() *tax.Registry {
	j := cn.Jurisdiction()
	j.Bases = []tax.Basis{tax.Taxable, tax.Gross}
	return tax.NewRegistry(j)
}

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "CN", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T)        { taxtest.Conforms(t, registry) }
func TestTaxableConforms(t *testing.T) { taxtest.Conforms(t, taxableFirst()) }

// The tables that are printed show a quick deduction for each grade: the tax
// at its lower edge follows from it.
func TestQuickDeductions(t *testing.T) {
	for _, c := range []struct{ income, rate, quick string }{
		{"36000", "0.03", "0"}, {"144000", "0.10", "2520"}, {"300000", "0.20", "16920"}, {"420000", "0.25", "31920"},
		{"660000", "0.30", "52920"}, {"960000", "0.35", "85920"}, {"2000000", "0.45", "181920"},
	} {
		req := ask("2025", c.income, nil)
		req.IncomeBasis = tax.Taxable
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if want := req.Income.Mul(money.MustParse(c.rate)).Sub(money.MustParse(c.quick)); !got.TotalTax.Equal(want) {
			t.Errorf("%s owes %s, want %s", c.income, got.TotalTax, want)
		}
	}
}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		income string
		facts  map[string]string
		total  string
	}{
		{"60000", nil, "0.00"},
		{"96000", nil, "1080.00"},
		// 240,000 − 60,000 − 30,000 = 150,000; × 20 % − 16,920.
		{"240000", map[string]string{"social_insurance_and_housing_fund": "30000"}, "13080.00"},
		// Less 24,000 for a child, 36,000 for parents, 12,000 for the loan: 78,000; × 10 % − 2,520.
		{"240000", map[string]string{"social_insurance_and_housing_fund": "30000", "children_in_education": "1",
			"support_of_the_elderly": "only_child", "housing": "first_home_loan"}, "5280.00"},
		// A share above the limit is cut to 1,500 × 12 = 18,000: 240,000 − 60,000 − 18,000 = 162,000.
		{"240000", map[string]string{"support_of_the_elderly": "shared_with_siblings", "elderly_share_per_month": "2000"}, "15480.00"},
		{"240000", map[string]string{"support_of_the_elderly": "shared_with_siblings", "elderly_share_per_month": "1000"}, "16680.00"},
		// 180,000 − 400 × 12 − 18,000 of rent − 2 × 24,000 = 109,200.
		{"240000", map[string]string{"continuing_education": "degree", "housing": "rent_first_level", "children_under_three": "2"}, "8400.00"},
		{"240000", map[string]string{"continuing_education": "qualification"}, "18360.00"},
		// 100,000 of costs: 80,000 at most; 14,000 of pension: 12,000: 180,000 − 92,000 = 88,000.
		{"240000", map[string]string{"serious_illness_costs": "100000", "individual_pension": "14000"}, "6280.00"},
		{"240000", map[string]string{"serious_illness_costs": "15000"}, "19080.00"},
	} {
		req := ask("2025", c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s with %v owes %s, want %s", c.income, c.facts, got.TotalTax, c.total)
		}
	}
}

// Table 1 by months has the quick deductions 210, 1,410, 2,660, 4,410, 7,160
// and 15,160, a twelfth of those by years; just above an edge the rate is on
// all of the bonus.
func TestBonusTakenApart(t *testing.T) {
	for bonus, due := range map[string]string{"36000": "1080.00", "36001": "3390.10", "144000": "14190.00", "144001": "27390.20",
		"300000": "58590.00", "300001": "72340.25", "420001": "121590.30", "660001": "223840.35", "960001": "416840.45"} {
		income := money.MustParse(bonus).Add(money.FromInt(60_000))
		req := ask("2025", income.String(), map[string]string{"annual_bonus_taxed_apart": bonus})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != due {
			t.Errorf("a bonus of %s owes %s, want %s", bonus, got.TotalTax, due)
		}
	}
}

func TestSelfEmployment(t *testing.T) {
	of := func(amount, form string, more ...tax.Component) tax.Request {
		req := tax.Request{Jurisdiction: "CN", TaxYear: "2025", Components: append([]tax.Component{{Kind: tax.SelfEmployment,
			Amount: money.MustParse(amount)}}, more...)}
		if form != "" {
			req.Facts = map[string]string{"self_employment_form": form}
		}
		return req
	}
	wages := tax.Component{Kind: tax.Employment, Amount: money.FromInt(100_000)}
	for _, c := range []struct {
		name, total string
		req         tax.Request
	}{
		// 100,000 × 80 % − 60,000 = 20,000 at 3 %.
		{"labour services", "600.00", of("100000", "labour_services")},
		// 100,000 + 80,000 − 60,000 = 120,000; × 10 % − 2,520.
		{"labour services beside wages", "9480.00", of("100000", "labour_services", wages)},
		// 360,000 − 60,000 = 300,000; × 20 % − 10,500, halved.
		{"individual business", "24750.00", of("360000", "individual_business")},
		{"other business", "49500.00", of("360000", "other_business")},
		// Beside wages, which take the deduction: 300,000 × 20 % − 10,500 and 40,000 × 10 % − 2,520.
		{"other business beside wages", "50980.00", of("300000", "other_business", wages)},
		// Half of the tax on 2,000,000 (634,500) is taken off 984,500 of 3,000,000.
		{"large individual business", "667250.00", of("3060000", "individual_business")},
		{"dividends", "2000.00", tax.Request{Jurisdiction: "CN", TaxYear: "2025", Components: []tax.Component{{Kind: tax.Dividends,
			Amount: money.FromInt(10_000)}}}},
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s owes %s, want %s", c.name, got.TotalTax, c.total)
		}
		if c.name == "dividends" && got.StatutoryRate.String() != "0.20" {
			t.Errorf("%s are at %s", c.name, got.StatutoryRate)
		}
	}
	var missing *tax.MissingFacts
	unnamed := of("100000", "")
	if _, err := registry.Calculate(&unnamed); !errors.As(err, &missing) || missing.Facts[0].Name != "self_employment_form" {
		t.Errorf("self-employment of no form: %v", err)
	}
}

// The person's own contributions decide how far a figure can be relied on.
func TestTiers(t *testing.T) {
	for want, facts := range map[tax.Tier]map[string]string{tax.Draft: nil, tax.Beta: {"social_insurance_and_housing_fund": "20000"}} {
		req := ask("2025", "240000", facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.CoverageStatus != want {
			t.Errorf("with %v: %s, want %s", facts, got.CoverageStatus, want)
		}
	}
}

func TestRefused(t *testing.T) {
	taxable := ask("2025", "100000", map[string]string{"children_in_education": "1"})
	taxable.IncomeBasis = tax.Taxable
	for name, req := range map[string]tax.Request{
		"deductions of taxable income": taxable,
		"a bonus above the wages":      ask("2025", "50000", map[string]string{"annual_bonus_taxed_apart": "50001"}),
		"a share of an only child": ask("2025", "50000", map[string]string{"support_of_the_elderly": "only_child",
			"elderly_share_per_month": "1000"}),
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
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "CN " + year + ", gross wages", Max: "1200000", Request: tax.Request{Jurisdiction: "CN", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025", "240000", map[string]string{"social_insurance_and_housing_fund": "30000", "children_in_education": "1"})
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
