package corporate_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// cliffs are the profits above which a class has other rates on all of its
// profit, by place: those of small companies in Japan from April 2025 on.
var cliffs = map[string]string{"JP small": "1000000000"}

// More profit owes no less tax, in every place, year and class.
func TestMoreProfitOwesNoLess(t *testing.T) {
	codes := slices.DeleteFunc(registry.Codes(), func(code string) bool { return len(registry.Years(code, tax.CorporateIncome)) == 0 })
	rapid.Check(t, func(r *rapid.T) {
		code := rapid.SampledFrom(codes).Draw(r, "place")
		year := rapid.SampledFrom(registry.Years(code, tax.CorporateIncome)).Draw(r, "year")
		facts := map[string]string{}
		if classes := classesOf(code, year); len(classes) > 0 {
			facts["company_class"] = rapid.SampledFrom(classes).Draw(r, "class")
		}
		most := rapid.SampledFrom([]int64{1e5, 1e7, 1e9, 1e12}).Draw(r, "scale")
		less := rapid.Int64Range(0, most).Draw(r, "profit")
		more := less + rapid.Int64Range(0, most).Draw(r, "more")
		if cliff, ok := cliffs[code+" "+facts["company_class"]]; ok && money.FromInt(more).Greater(money.MustParse(cliff)) {
			return
		}
		low, known := owed(r, code, year, money.FromInt(less), facts)
		high, _ := owed(r, code, year, money.FromInt(more), facts)
		if known && high.Less(low) {
			r.Fatalf("%s %s %v: %d owes %s, but %d %s", code, year, facts, less, low, more, high)
		}
	})
}

// The limits of the marginal relief are divided exactly: n companies with a
// profit each owe what one with all their profits does, save for rounding.
func TestAssociatedCompaniesShareTheLimits(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.Int64Range(1, 40).Draw(r, "companies")
		profit := cents(rapid.Int64Range(0, 40_000_000/n).Draw(r, "profit"))
		exempt := cents(rapid.Int64Range(0, 10_000_000/n).Draw(r, "distributions"))
		year := rapid.SampledFrom([]string{"2023-24", "2024-25", "2025-26", "2026-27"}).Draw(r, "year")
		all := money.FromInt(n)
		each, _ := owed(r, "GB", year, profit, map[string]string{"associated_companies": money.FromInt(n - 1).String(),
			"exempt_distributions": exempt.String()})
		one, _ := owed(r, "GB", year, profit.Mul(all), map[string]string{"exempt_distributions": exempt.Mul(all).String()})
		near(r, each.Mul(all), one, all.Add(money.One), "0.01")
	})
}

// A British period over 1 April 2023 owes what its two parts would, each a
// period with the profit of its days.
func TestAPeriodOverTheChangeOwesWhatItsPartsDo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		start := rapid.SampledFrom([]struct {
			begins        string
			ends          string
			before, after int64
		}{
			{"2022-04-02", "2023-04-01", 364, 1}, {"2022-10-01", "2023-09-30", 182, 183}, {"2023-01-01", "2023-12-31", 90, 275},
			{"2023-03-31", "2024-03-30", 1, 365}, {"2023-01-01", "2023-06-30", 90, 91},
		}).Draw(r, "period")
		daily, exempt := cents(rapid.Int64Range(0, 120_000).Draw(r, "daily")), cents(rapid.Int64Range(0, 20_000).Draw(r, "daily distributions"))
		associated := money.FromInt(rapid.Int64Range(0, 5).Draw(r, "associated")).String()
		of := func(year, from, to string, days int64) money.Dec {
			n := money.FromInt(days)
			got, _ := owed(r, "GB", year, daily.Mul(n), map[string]string{"period_start": from, "period_end": to,
				"exempt_distributions": exempt.Mul(n).String(), "associated_companies": associated})
			return got
		}
		whole := of("2022-23", start.begins, start.ends, start.before+start.after)
		parts := of("2022-23", start.begins, "2023-03-31", start.before).Add(of("2023-24", "2023-04-01", start.ends, start.after))
		near(r, parts, whole, money.One, "0.03")
	})
}

// Limits that shrink with the period: a company with a share of the year's
// profit in that share of the year owes the share of the year's tax.
func TestAShareOfTheYearOwesItsShareOfTheTax(t *testing.T) {
	shares := []struct {
		code, year, class, from, to string
		of                          int64
		within                      string
	}{
		{"GB", "2023-24", "", "2023-04-01", "2023-09-30", 2, "0.03"}, // 183 of 366 days
		{"GB", "2025-26", "", "2025-04-01", "2025-06-12", 5, "0.06"},
		{"CA", "2025", "small", "2025-01-01", "2025-03-14", 5, "0.06"},
		{"ES", "2024", "small", "2024-01-01", "2024-03-13", 5, "0.06"}, // of 365 days, in a leap year too
		{"ES", "2026", "small", "2026-01-01", "2026-03-14", 5, "0.06"},
		{"FR", "2025", "small", "2025-01-01", "2025-03-14", 5, "0.06"},
		{"JP", "2026", "small", "2026-04-01", "2026-06-30", 4, "10"},
		{"JP", "2026", "standard", "2026-04-01", "2026-09-30", 2, "10"},
		{"KR", "2026", "standard", "2026-01-01", "2026-06-30", 2, "10"},
		{"KR", "2025", "leasing", "2025-07-01", "2025-12-31", 2, "10"},
		{"BR", "2025", "", "2025-01-01", "2025-03-31", 4, "0.06"},
	}
	rapid.Check(t, func(r *rapid.T) {
		c := rapid.SampledFrom(shares).Draw(r, "share")
		profit := money.FromInt(rapid.Int64Range(0, rapid.SampledFrom([]int64{1e5, 1e7, 2e8}).Draw(r, "scale")).Draw(r, "profit"))
		facts := map[string]string{"period_start": c.from, "period_end": c.to}
		year := map[string]string{"period_start": c.from}
		if c.class != "" {
			facts["company_class"], year["company_class"] = c.class, c.class
		}
		part, _ := owed(r, c.code, c.year, profit, facts)
		whole, _ := owed(r, c.code, c.year, profit.Mul(money.FromInt(c.of)), year)
		near(r, part.Mul(money.FromInt(c.of)), whole, money.One, c.within)
	})
}

// A rebate or reduction never exceeds the tax, nor its cap.
func TestRebatesEndAtTheirCaps(t *testing.T) {
	caps := map[string]string{"SG YA 2025": "40000", "SG YA 2026": "30000", "HK 2023-24": "3000", "HK 2024-25": "1500"}
	rapid.Check(t, func(r *rapid.T) {
		of := rapid.SampledFrom([]string{"SG YA 2025", "SG YA 2026", "HK 2023-24", "HK 2024-25"}).Draw(r, "year")
		req := request(of[:2], of[3:], money.FromInt(rapid.Int64Range(0, 5_000_000).Draw(r, "profit")).String(), nil)
		got, err := registry.Calculate(&req)
		if err != nil {
			r.Fatal(err)
		}
		for _, levy := range got.Components {
			if levy.Code == "tax_rebate" && (levy.Amount.Greater(money.MustParse(caps[of])) || levy.Amount.Greater(got.Components[0].Amount)) {
				r.Fatalf("%s: rebate of %s on a tax of %s", of, levy.Amount, got.Components[0].Amount)
			}
		}
	})
}

func cents(n int64) money.Dec { return money.FromInt(n).Mul(money.MustParse("0.01")) }

// near fails unless two amounts differ by at most some steps.
func near(r *rapid.T, got, want, steps money.Dec, step string) {
	r.Helper()
	if got.Sub(want).Abs().Greater(steps.Mul(money.MustParse(step))) {
		r.Fatalf("%s, want %s", got, want)
	}
}

func classesOf(code, year string) []string {
	for _, f := range registry.Facts(code, year, tax.CorporateIncome, "") {
		if f.Name == "company_class" {
			return f.Choices
		}
	}
	return nil
}

// owed is the total tax; not known where the class has no law in the year.
func owed(r *rapid.T, code, year string, profit money.Dec, facts map[string]string) (total money.Dec, known bool) {
	r.Helper()
	req := request(code, year, profit.String(), facts)
	got, err := registry.Calculate(&req)
	var gap *tax.Unavailable
	if errors.As(err, &gap) && facts["period_start"] == "" {
		return total, false
	}
	if err != nil {
		r.Fatalf("%s %s %v: %v", code, year, facts, err)
	}
	return got.TotalTax, true
}
