package payroll_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	"github.com/tallystick/tallystick/domain/tax/za"
	zapayroll "github.com/tallystick/tallystick/domain/tax/za/payroll"
)

func pay(t *testing.T, frequency, amount string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := payroll.NewRegistry(zapayroll.Jurisdiction()).Calculate(&payroll.Payment{Jurisdiction: "ZA", PayDate: civil.Of(2025, 6, 25),
		Frequency: frequency, Pay: money.MustParse(amount), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// At the thresholds that the authority prints for the years 2024 to 2026 (95,750
// below 65, 148,217 from 65, 165,689 from 75) nothing is withheld; a rand a
// month above, 18 % of it.
func TestThresholds(t *testing.T) {
	for age, threshold := range map[string]string{"40": "95750", "65": "148217", "75": "165689"} {
		month := money.MustParse(threshold).QuoRound(money.FromInt(12), 2, money.Down)
		for pays, want := range map[string]string{month.String(): "0.00", month.Add(money.FromInt(100)).String(): "18.00"} {
			got := pay(t, "monthly", pays, map[string]string{"age_at_year_end": age, "uif": "false", "skills_levy": "false"}).TotalTax
			if diff := got.Sub(money.MustParse(want)).Abs(); diff.Greater(money.MustParse("0.05")) {
				t.Errorf("age %s, %s: %s, want %s", age, pays, got, want)
			}
		}
	}
}

// Twelve months withhold what the year's calculation owes.
func TestTheYearIsWithheld(t *testing.T) {
	year := tax.NewRegistry(za.Jurisdiction())
	for _, c := range []struct{ month, year, age, members string }{{"30000", "360000", "40", "0"}, {"85000", "1020000", "66", "3"},
		{"7000", "84000", "30", "1"}, {"200000", "2400000", "80", "2"}} {
		owed, err := year.Calculate(&tax.Request{Jurisdiction: "ZA", TaxYear: "2026", Income: money.MustParse(c.year), HasIncome: true,
			Facts: map[string]string{"age": c.age, "medical_scheme_members": c.members}})
		if err != nil {
			t.Fatal(err)
		}
		got := pay(t, "monthly", c.month, map[string]string{"age_at_year_end": c.age, "medical_scheme_members": c.members, "uif": "false"})
		if diff := got.TotalTax.Mul(money.FromInt(12)).Sub(owed.TotalTax).Abs(); diff.Greater(money.MustParse("0.06")) {
			t.Errorf("%s: %s a month, %s a year", c.month, got.TotalTax, owed.TotalTax)
		}
	}
}

func TestContributions(t *testing.T) {
	got := pay(t, "monthly", "30000", map[string]string{"age_at_year_end": "40", "gross_pay": "32000"})
	for i, want := range []string{"", "177.12", "177.12", "300.00"} {
		if want != "" && got.Components[i].Amount.String() != want {
			t.Errorf("%s: %s, want %s", got.Components[i].Code, got.Components[i].Amount, want)
		}
	}
	weekly := pay(t, "weekly", "2000", map[string]string{"age_at_year_end": "40"})
	// (104,000 × 18 % − 17,235) / 52
	if a, b := weekly.Components[0].Amount.String(), weekly.Components[1].Amount.String(); a != "28.56" || b != "20.00" {
		t.Errorf("a week: %s, %s", a, b)
	}
}
