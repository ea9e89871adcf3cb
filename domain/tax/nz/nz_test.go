package nz_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/nz"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var (
	registry = tax.NewRegistry(nz.Jurisdiction())
	claiming = map[string]string{"independent_earner": "true"}
)

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "NZ", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

// Figures worked by hand from Inland Revenue's tables of rates
// (https://ird.govt.nz/tax-rates) and the text of ss. LC 14 and LC 15.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		year, income string
		facts        map[string]string
		total        string
	}{
		{"2023-24", "70000", nil, "14020.00"},     // 1,470 + 5,950 + 6,600
		{"2024-25", "15600", nil, "1675.12"},      // 1,470 + 1,600 × 12.82 %
		{"2024-25", "53500", nil, "8535.32"},      // … + 32,400 × 17.5 % + 5,500 × 21.64 %
		{"2024-25", "180000", nil, "49622.51"},    // … + 4,950 + 8,100 × 30.99 % + 101,900 × 33 %
		{"2025-26", "78100", nil, "15650.50"},     // 1,638 + 6,632.50 + 7,380
		{"2025-26", "200000", nil, "57077.50"},    // 49,277.50 + 7,800
		{"2025-26", "60000", claiming, "9700.50"}, // 10,220.50 − 520
		{"2025-26", "68000.99", claiming, "12360.80"},
		// 520 for 244 of 365 days; nothing for the 121 days before.
		{"2024-25", "60000", claiming, "10137.70"},
		{"2023-24", "48000", claiming, "7420.00"},
	} {
		req := ask(c.year, c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total {
			t.Errorf("%s of %s: %s, want %s", c.income, c.year, got.TotalTax, c.total)
		}
	}
}

// Inland Revenue's worked examples of John and Sarah, at rates that stood until
// 30 July 2024 (https://www.ird.govt.nz/how-to/taxrates-codes/itaxsalaryandwage-incometaxrates.html).
func TestPublishedExamples(t *testing.T) {
	for income, total := range map[string]string{"65238": "12591.40", "45000": "6895.00"} {
		req := ask("2023-24", income, nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != total {
			t.Errorf("%s: %s, want %s", income, got.TotalTax, total)
		}
	}
}

// What the Budget of 2024 gave a fortnight once its thresholds stood for a whole
// year, as its calculator's figures were reported
// (https://wellington.live/budget-day-what-will-you-do-with-yours).
func TestBudgetOf2024(t *testing.T) {
	for income, gain := range map[string]string{"50000": "33.92", "70000": "30.75", "100000": "40.10"} {
		before, after := ask("2023-24", income, claiming), ask("2025-26", income, claiming)
		was, err := registry.Calculate(&before)
		if err != nil {
			t.Fatal(err)
		}
		is, err := registry.Calculate(&after)
		if err != nil {
			t.Fatal(err)
		}
		fortnight := was.TotalTax.Sub(is.TotalTax).Quo(money.FromInt(26)).Round(2, money.HalfUp)
		if fortnight.String() != gain {
			t.Errorf("%s: %s a fortnight, want %s", income, fortnight, gain)
		}
	}
}

// The most anyone can pay is published with the rates:
// http://www.salaries.co.nz/tag/acc-earners-levy/ (2023-24, 2024-25),
// https://nzppa.co.nz/blog/acc-rates-of-levy-and-maximum-liable-income-1-april-2025,
// https://blogs.oracle.com/peoplesoft (2026-27); those of the first two years
// drop a part of a cent, which is rounded here as in the later two.
func TestEarnersLevyMaximum(t *testing.T) {
	for year, most := range map[string]string{"2023-24": "2132.58", "2024-25": "2276.53", "2025-26": "2551.59", "2026-27": "2741.22"} {
		req := ask(year, "160000", nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if l := got.Components[len(got.Components)-1]; l.Code != "acc_earners_levy" || l.Amount.String() != most || l.InTotal {
			t.Errorf("%s: %+v", year, l)
		}
	}
}

func TestCreditStartsAtACliff(t *testing.T) {
	req := ask("2025-26", "23999.9999", claiming)
	req.Income = money.MustParse("23999.99")
	before, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	req.Income = money.MustParse("24000")
	at, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if drop := before.TotalTax.Sub(at.TotalTax); drop.String() != "520.00" || at.MarginalRate.String() != "0.175" {
		t.Errorf("drop %s, marginal %s", drop, at.MarginalRate)
	}
}

// TestInterestOwesNoLevy holds that interest beside pay is taxed like it, and
// that the earners' levy is on the pay alone.
func TestInterestOwesNoLevy(t *testing.T) {
	pay, whole := ask("2025-26", "60000", nil), ask("2025-26", "70000", nil)
	beside := tax.Request{Jurisdiction: "NZ", TaxYear: "2025-26", Components: []tax.Component{
		{Kind: tax.Employment, Amount: money.MustParse("60000")}, {Kind: tax.Interest, Amount: money.MustParse("10000")}}}
	of := func(req tax.Request) tax.Result {
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := of(beside)
	if !got.TotalTax.Equal(of(whole).TotalTax) {
		t.Errorf("tax %s, on the whole as pay %s", got.TotalTax, of(whole).TotalTax)
	}
	levy := func(r tax.Result) money.Dec { return r.Components[len(r.Components)-1].Amount }
	if !levy(got).Equal(levy(of(pay))) || levy(got).IsZero() {
		t.Errorf("levy %s, on the pay %s", levy(got), levy(of(pay)))
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023-24", "2024-25", "2025-26", "2026-27"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "NZ " + year, Request: tax.Request{Jurisdiction: "NZ", TaxYear: year}},
			taxtest.Table{Title: "NZ " + year + " with independent earner tax credit",
				Request: tax.Request{Jurisdiction: "NZ", TaxYear: year, Facts: claiming},
				Incomes: []string{"24000", "44000", "48000", "66000", "70000"}},
		)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025-26", "90000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
