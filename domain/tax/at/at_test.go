package at_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/at"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(at.Jurisdiction())

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// § 33 Abs. 1a indexes credits and their limits; rounded up to whole euros,
// the published figures of 2023 lead to the published ones of 2026.
func TestIndexationLinksTheYears(t *testing.T) {
	values := law.MustOpen("at").Parameters["income_transport_supplement"].Values
	for i, factor := range []string{"1.099", "1.05", "1.01733"} {
		for _, key := range []string{"amount", "from", "to"} {
			want := values[i].Table[key].Mul(money.MustParse(factor)).Whole(money.Up)
			if got := values[i+1].Table[key]; !got.Equal(want) {
				t.Errorf("%s %s is %s, indexation gives %s", values[i+1].From, key, got, want)
			}
		}
	}
}

// The edges of the tariff below a million rise by 3.8333 % for 2025 (BGBl. I
// Nr. 144/2024) and by 1.733 % for 2026 (BGBl. II Nr. 191/2025), rounded up to
// whole euros.
func TestIndexationLinksTheTariffs(t *testing.T) {
	values := law.MustOpen("at").Parameters["income_tariff"].Values
	for i, factor := range []string{"1.0383333333", "1.01733"} {
		before, after := values[i+1].Bands, values[i+2].Bands
		for j := range 5 {
			if want := before[j].To.Mul(money.MustParse(factor)).Whole(money.Up); !after[j].To.Equal(want) {
				t.Errorf("%s: edge %s, indexation gives %s", values[i+2].From, after[j].To, want)
			}
		}
	}
}

// The Ministry says what the higher brackets of 2025 save an employee: 178
// euros at the pension and profit of examples C and D (third band), 311 euros
// in example L (fourth band):
// https://www.bmf.gv.at/public/informationen/entlastungen2025/rechenbeispiele.html
func TestPublishedReliefOf2025(t *testing.T) {
	for income, relief := range map[string]string{"32000": "178", "45000": "311"} {
		var totals []money.Dec
		for _, year := range []string{"2024", "2025"} {
			got, err := registry.Calculate(&tax.Request{Jurisdiction: "AT", TaxYear: year, Income: money.MustParse(income), HasIncome: true,
				Facts: map[string]string{"employee": "false"}})
			if err != nil {
				t.Fatal(err)
			}
			totals = append(totals, got.TotalTax)
		}
		if saved := totals[0].Sub(totals[1]).Whole(money.HalfUp); saved.String() != relief {
			t.Errorf("at %s the brackets of 2025 save %s, the Ministry says %s", income, saved, relief)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "AT " + year + " employee, taxable income", Max: "1100000",
				Request: tax.Request{Jurisdiction: "AT", TaxYear: year}},
			taxtest.Table{Title: "AT " + year + " no employee, family bonus of 2,000, taxable income", Max: "1100000",
				Request: tax.Request{Jurisdiction: "AT", TaxYear: year, Facts: map[string]string{"employee": "false", "family_bonus": "2000"}}})
	}
}

func gross(income string, facts map[string]string) *tax.Request {
	return &tax.Request{Jurisdiction: "AT", TaxYear: "2026", Income: money.MustParse(income), HasIncome: true, IncomeBasis: tax.Gross,
		Facts: facts}
}

// By hand: 56,000 are fourteen salaries of 4,000. Contributions are 18.07 % of
// 48,000 and 17.07 % of 8,000; of 8,000 − 1,365.60, what exceeds 620 bears 6 %.
func TestGrossByHand(t *testing.T) {
	got, err := registry.Calculate(gross("56000", nil))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"special_payments_tax": "360.86", "social_contributions": "10039.20"}
	for _, l := range got.Components {
		if text, ok := want[l.Code]; ok && l.Amount.String() != text {
			t.Errorf("%s is %s, want %s", l.Code, l.Amount, text)
		}
	}
	if got.TaxableIncome.String() != "39194.40" {
		t.Errorf("48,000 − 8,673.60 − 132 are taxed by the tariff, not %s", got.TaxableIncome)
	}
	// 20 % of 8,453, 30 % of 14,466 and 40 % of 2,736.40, less 496, and 360.86.
	if got.TotalTax.String() != "6989.82" {
		t.Errorf("total %s", got.TotalTax)
	}
	vienna, err := registry.Calculate(gross("56000", map[string]string{"works_in_vienna": "true"}))
	if err != nil || vienna.TaxableIncome.String() != "39074.40" {
		t.Errorf("in Vienna 120 less are taxed: %s, %v", vienna.TaxableIncome, err)
	}
}

// By hand, of 2024: 42,000 are fourteen salaries of 3,000. Contributions are
// 18.07 % of 36,000 and 17.07 % of 6,000; of 6,000 − 1,024.20, what exceeds 620
// bears 6 %. The tariff taxes 36,000 − 6,505.20 − 132: 20 % of 8,002 and 30 % of
// 8,544.80, less the transport credit of 463 that has no supplement left.
func TestGrossOf2024ByHand(t *testing.T) {
	req := gross("42000", nil)
	req.TaxYear = "2024"
	got, err := registry.Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "29362.80" || got.TotalTax.String() != "3962.19" {
		t.Errorf("taxable %s, total %s", got.TaxableIncome, got.TotalTax)
	}
}

// Fourteen salaries of 2,225 bear no unemployment insurance, a cent more 1 %.
func TestUnemploymentInsuranceSteps(t *testing.T) {
	low, err := registry.Calculate(gross("31150", nil))
	if err != nil {
		t.Fatal(err)
	}
	high, err := registry.Calculate(gross("31150.14", nil))
	if err != nil {
		t.Fatal(err)
	}
	social := func(r *tax.Result) money.Dec { return r.Components[len(r.Components)-1].Amount }
	if rise := social(&high).Sub(social(&low)); rise.Sub(money.MustParse("311.50")).Abs().Greater(money.MustParse("0.05")) {
		t.Errorf("contributions rise by %s, want 1 %% of 31,150", rise)
	}
}

func TestGrossThatIsUnavailable(t *testing.T) {
	for name, req := range map[string]*tax.Request{
		"just above the free amount": gross("20000", nil), "beyond the fixed rates": gross("900000", nil),
		"no employee": gross("50000", map[string]string{"employee": "false"}),
	} {
		var gap *tax.Unavailable
		if _, err := registry.Calculate(req); !errors.As(err, &gap) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A gross wage keeps most of each euro, and its parts add up to the total.
func TestGrossIsSound(t *testing.T) {
	for _, wage := range []string{"0", "7715.40", "18000", "28000", "31150", "36820", "42000", "56000", "97020", "200000", "500000"} {
		got, err := registry.Calculate(gross(wage, nil))
		if err != nil {
			t.Fatal(wage, err)
		}
		sum := money.Zero
		for _, l := range got.Components {
			switch {
			case !l.InTotal:
			case l.Kind == tax.LevyCredit:
				sum = sum.Sub(l.Amount)
			default:
				sum = sum.Add(l.Amount)
			}
		}
		if !sum.Equal(got.TotalTax) || got.MarginalRate.Greater(money.MustParse("0.56")) || got.MarginalRate.Sign() < 0 {
			t.Errorf("%s: parts %s, total %s, marginal %s", wage, sum, got.TotalTax, got.MarginalRate)
		}
	}
}

func BenchmarkIncome(b *testing.B) {
	req := tax.Request{Jurisdiction: "AT", TaxYear: "2026", Income: money.MustParse("18000.37"), HasIncome: true}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGross(b *testing.B) {
	req := gross("75000.05", map[string]string{"family_bonus": "700.37"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}

// Within a band the slope of the tax on gross wages is the same everywhere, to
// every place that is shown, although a month is a fourteenth of the year.
func TestSlopeOfGrossWagesIsExact(t *testing.T) {
	for _, band := range [][]int64{{30_000, 30_001, 30_007, 30_100}, {56_000, 56_001, 56_003, 56_200}} {
		seen := map[string]bool{}
		for _, gross := range band {
			r, err := registry.Calculate(&tax.Request{Jurisdiction: "AT", TaxYear: "2026", Income: money.FromInt(gross), HasIncome: true,
				IncomeBasis: tax.Gross})
			if err != nil {
				t.Fatal(err)
			}
			seen[r.MarginalRate.String()] = true
		}
		if len(seen) != 1 {
			t.Errorf("around %d: slopes %v", band[0], seen)
		}
	}
}

// Results of a computation apart in exact fractions, for the years whose
// parameters are not those of the computations by hand.
func TestGrossComputedApart(t *testing.T) {
	for _, c := range []struct{ year, gross, taxable, total, contributions string }{
		{"2023", "28000", "19999.20", "1051.54", "4473.60"},
		{"2023", "56000", "39170.40", "8219.23", "10067.20"},
		{"2023", "140000", "107147.76", "40207.25", "14723.28"},
		{"2023", "420000", "347147.76", "170236.34", "14723.28"},
		{"2025", "28000", "20239.20", "340.56", "4193.60"},
		{"2025", "56000", "39194.40", "7144.72", "10039.20"},
		{"2025", "140000", "105881.82", "37482.97", "16188.21"},
		{"2025", "420000", "345881.82", "167452.86", "16188.21"},
	} {
		req := gross(c.gross, nil)
		req.TaxYear = c.year
		got, err := registry.Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		contributions := got.Components[len(got.Components)-1].Amount
		if got.TaxableIncome.String() != c.taxable || got.TotalTax.String() != c.total || contributions.String() != c.contributions {
			t.Errorf("%s %s: taxable %s, total %s, contributions %s", c.year, c.gross, got.TaxableIncome, got.TotalTax, contributions)
		}
	}
}
