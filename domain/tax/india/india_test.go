package india_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/india"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(india.Jurisdiction())

func ask(year, income string, basis tax.Basis, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "IN", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
}

// The finance ministry's explanation of the relief: on 7,00,100 the tax is at
// most the 100 above 7 lakh; cess comes on top.
func TestPublishedExamples(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{{
		Source:  "Ministry of Finance, as the Press Trust of India reports on the amendment of the Finance Bill 2023",
		URL:     "https://www.moneycontrol.com/news/economy/policy/finance-bill-2023-individual-taxpayers-with-income-marginally-over-rs-7-lakh-to-get-relief-under-new-tax-regime-10306521.html/amp",
		Request: ask("2023-24", "700100", tax.Taxable, nil),
		Levies:  map[string]string{"income_tax": "25010.00", "rebate_87a": "24910.00"},
	}})
}

// TestAgainstTheBudget holds what the finance minister's speech of 1 February
// 2025 says that the slabs and rebate of 2025-26 take off the tax of 2024-25,
// cess apart, as reported by
// https://eastcoastdaily.in/2025/02/01/union-budget-2025-know-new-income-tax-slabs-rates-and-benefits.html,
// and the department's answer on 12,10,000, as reported by
// https://groyourwealth.com/economy/budget-2025s-%E2%82%B912-lakh-tax-break-heres-what-marginal-relief-rebate-means-for-your-income/
func TestAgainstTheBudget(t *testing.T) {
	before := func(year, income string) (slabs, due money.Dec) {
		req := ask(year, income, tax.Taxable, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range got.Components {
			switch l.Code {
			case "income_tax":
				slabs = slabs.Add(l.Amount)
				due = due.Add(l.Amount)
			case "rebate_87a":
				due = due.Sub(l.Amount)
			}
		}
		return slabs, due
	}
	for income, benefit := range map[string]string{"1200000": "80000.00", "1800000": "70000.00", "2500000": "110000.00"} {
		_, was := before("2024-25", income)
		_, is := before("2025-26", income)
		if less := was.Sub(is); less.String() != benefit {
			t.Errorf("%s: %s less, published %s", income, less, benefit)
		}
	}
	if slabs, due := before("2025-26", "1210000"); slabs.String() != "61500.00" || due.String() != "10000.00" {
		t.Errorf("12,10,000: %s by the slabs, %s with relief", slabs, due)
	}
}

func TestByHand(t *testing.T) {
	old := func(age string) map[string]string { return map[string]string{"regime": "old", "age": age} }
	for _, c := range []struct {
		req   tax.Request
		total string
	}{
		{ask("2025-26", "1275000", tax.Gross, nil), "0.00"},
		{ask("2025-26", "1210000", tax.Taxable, nil), "10400.00"},   // relief: 10,000 + 4 %
		{ask("2025-26", "1275000", tax.Taxable, nil), "74100.00"},   // 71,250 + 4 %: relief is spent
		{ask("2025-26", "2400000", tax.Taxable, nil), "312000.00"},  // 3,00,000 + 4 %
		{ask("2025-26", "5000000", tax.Taxable, nil), "1123200.00"}, // 10,80,000 + 4 %
		{ask("2025-26", "5010000", tax.Taxable, nil), "1133600.00"}, // 10,80,000 + 10,000, + 4 %
		{ask("2025-26", "6000000", tax.Taxable, nil), "1578720.00"}, // 13,80,000 × 1.1 × 1.04
		{ask("2024-25", "775000", tax.Gross, nil), "0.00"},
		{ask("2024-25", "1500000", tax.Taxable, nil), "145600.00"}, // 1,40,000 + 4 %
		{ask("2023-24", "1500000", tax.Taxable, nil), "156000.00"}, // 1,50,000 + 4 %
		{ask("2023-24", "750000", tax.Gross, nil), "0.00"},
		{ask("2024-25", "500000", tax.Taxable, old("40")), "0.00"},
		{ask("2024-25", "500010", tax.Taxable, old("40")), "13000.00"}, // no marginal relief: 12,502 + 4 %, to ten rupees
		{ask("2024-25", "1000000", tax.Taxable, old("40")), "117000.00"},
		{ask("2024-25", "1000000", tax.Taxable, old("60")), "114400.00"},
		{ask("2024-25", "1000000", tax.Taxable, old("80")), "104000.00"},
		{ask("2024-25", "60000000", tax.Taxable, old("40")), "25379250.00"}, // 1,78,12,500 × 1.37 × 1.04
		{ask("2024-25", "60000000", tax.Taxable, nil), "22997000.00"},       // 1,76,90,000 × 1.25 × 1.04
		{ask("2025-26", "1234567.89", tax.Taxable, nil), "35950.00"},        // total income 12,34,570
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s %v of %s: %s, want %s", c.req.Income, c.req.Facts, c.req.TaxYear, got.TotalTax, c.total)
		}
	}
}

func TestNonResidentHasNoRebate(t *testing.T) {
	req := ask("2025-26", "1200000", tax.Taxable, nil)
	req.Residence = &tax.Residence{Status: "non_resident"}
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TotalTax.String() != "62400.00" {
		t.Errorf("total %s", got.TotalTax)
	}
}

// No rupee of income costs more than a rupee and its cess, except where the
// old regime's rebate ends.
func TestMarginalReliefBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023-24", "2024-25", "2025-26", "2026-27"}).Draw(t, "year")
		income := rapid.Int64Range(0, 9_000_000).Draw(t, "income in tens") * 10
		more := income + rapid.Int64Range(1, 100_000).Draw(t, "more in tens")*10
		at := tax.Request{Jurisdiction: "IN", TaxYear: year, Income: money.FromInt(income), HasIncome: true, IncomeBasis: tax.Taxable}
		a, err := registry.Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		at.Income = money.FromInt(more)
		b, err := registry.Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		rise, most := b.TotalTax.Sub(a.TotalTax), money.FromInt(more-income).Mul(money.MustParse("1.04")).Add(money.FromInt(10))
		if rise.Sign() < 0 || rise.Greater(most) {
			t.Fatalf("tax rises by %s as total income rises from %d to %d", rise, income, more)
		}
	})
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023-24", "2024-25", "2025-26", "2026-27"} {
		table := func(title string, facts map[string]string) taxtest.Table {
			return taxtest.Table{Title: "IN " + year + " " + title, Max: "60000000",
				Request: tax.Request{Jurisdiction: "IN", TaxYear: year, IncomeBasis: tax.Taxable, Facts: facts}}
		}
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "IN " + year + " salary, new regime", Max: "3000000", Request: tax.Request{Jurisdiction: "IN", TaxYear: year}},
			table("total income, new regime", nil),
			table("total income, old regime, below 60", map[string]string{"regime": "old"}),
			table("total income, old regime, aged 60", map[string]string{"regime": "old", "age": "60"}),
			table("total income, old regime, aged 80", map[string]string{"regime": "old", "age": "80"}),
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025-26", "1800000", tax.Gross, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
