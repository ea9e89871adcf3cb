package ua_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
	"github.com/tallystick/tallystick/domain/tax/ua"
)

var registry = tax.NewRegistry(ua.Jurisdiction())

func wage(year, income string) *tax.Request {
	return &tax.Request{Jurisdiction: "UA", TaxYear: year, Income: money.MustParse(income), HasIncome: true}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// Of 10,000 a month the newspaper takes 1,800 and 500; twelve months of them make a year.
func TestPublishedExamples(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Nenka, a monthly salary of 10,000", Request: *wage("2025", "120000"), Total: "27600.00",
			URL:    "https://nenka.info/en/more-taxes-less-wages-what-has-changed-for-ukrainians-in-2025-",
			Levies: map[string]string{"income_tax": "21600.00", "military_levy": "6000.00"}},
		{Source: "Головбух, the minimum wage of a month, 1,556.46 and 432.35, twelve months that are rounded apart",
			URL:     "https://buhplatforma.com.ua/news/104644-podatky-iz-zarobitnoi-platy-2026-infografika",
			Request: *wage("2026", "103764"), Levies: map[string]string{"income_tax": "18677.52", "military_levy": "5188.20"}, Within: "0.06"},
	})
}

// The newspaper leaves 7,700 of the 10,000.
func TestTakeHome(t *testing.T) {
	got, err := registry.Calculate(wage("2025", "120000"))
	if err != nil {
		t.Fatal(err)
	}
	if got.TakeHome == nil || got.TakeHome.String() != "92400.00" {
		t.Errorf("of 120,000 are left %v", got.TakeHome)
	}
}

// By hand: of 120,000 in 2024, 110,000 bear 1.5 % and 10,000 bear 5 %.
func TestByHand(t *testing.T) {
	for _, c := range []struct{ year, income, tax, levy string }{
		{"2024", "120000", "21600.00", "2150.00"},
		{"2024", "100", "18.00", "1.79"},
		{"2026", "103764", "18677.52", "5188.20"},
		{"2026", "0.10", "0.02", "0.01"},
	} {
		got, err := registry.Calculate(wage(c.year, c.income))
		if err != nil {
			t.Fatal(err)
		}
		if got.Components[0].Amount.String() != c.tax || got.Components[1].Amount.String() != c.levy {
			t.Errorf("%s of %s: tax %s, levy %s; want %s, %s", c.income, c.year, got.Components[0].Amount, got.Components[1].Amount, c.tax, c.levy)
		}
	}
}

// A levy is never less for more, and 2024 owes less than the years after it.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		income := rapid.Int64Range(100, 20_000_000).Draw(r, "income")
		owed := func(year string, income int64) money.Dec {
			got, err := registry.Calculate(wage(year, money.FromInt(income).String()))
			if err != nil {
				r.Fatal(err)
			}
			return got.TotalTax
		}
		if before, after := owed("2024", income), owed("2025", income); !before.Less(after) || !after.Equal(owed("2026", income)) {
			r.Fatalf("%d owes %s in 2024, %s in 2025, %s in 2026", income, before, after, owed("2026", income))
		}
		for _, year := range []string{"2024", "2026"} {
			if owed(year, income+1).Less(owed(year, income)) {
				r.Fatalf("%d of %s owes more than one more", income, year)
			}
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "UA " + year + ", gross wage", Request: tax.Request{Jurisdiction: "UA", TaxYear: year}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wage("2024", "480000")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
