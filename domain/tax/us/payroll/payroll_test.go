package payroll

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

func dollars(text string) money.Dec { return money.MustParse(text) }

func payment(year int, wages string) *Payment {
	w := dollars(wages)
	return &Payment{
		PayDate: civil.Of(year, 6, 30), Frequency: "annually", W4: Certificate{Status: "single"},
		IncomeTaxWages: w, SocialSecurityWages: w, MedicareWages: w, UnemploymentWages: w,
	}
}

func levies(t interface {
	Helper()
	Fatal(...any)
}, in *Payment) map[string]string {
	t.Helper()
	out, err := Compute(in, true)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for _, l := range out.Components {
		m[l.Code] = l.Amount.String()
	}
	return m
}

// On a yearly payroll the standard schedules of 2022 to 2024 and 2026 are the rate
// schedules of Rev. Procs. 2021-45, 2022-38, 2023-34 and 2025-32 above the standard deduction: the
// withholding of the year equals the tax of a return that has nothing but these
// wages. The tables of 2025 are older than the standard deduction of that year.
func TestStandardScheduleIsTheReturnsTax(t *testing.T) {
	for _, year := range []int{2022, 2023, 2024, 2026} {
		p, err := form1040.ForYear(year)
		if err != nil {
			t.Fatal(err)
		}
		for status, returns := range map[string]form1040.Status{"single": form1040.Single, "married_joint": form1040.Joint,
			"head_of_household": form1040.Head} {
			for _, wages := range []int64{0, 16_100, 24_150, 32_200, 32_201, 50_000, 119_999, 250_000, 700_000, 1_500_000} {
				in := payment(year, "0")
				in.IncomeTaxWages, in.W4.Status = money.FromInt(wages), status
				r := form1040.Return{Year: year, Status: returns, Method: form1040.Schedule, You: form1040.Person{Age: 40, Wages: money.FromInt(wages)},
					Spouse: form1040.Person{Age: 40}}
				want := form1040.NewSheet(p, &r, form1040.Nothing).At(form1040.F16)
				if got := dollars(levies(t, in)[IncomeTax]); !got.Equal(want) {
					t.Errorf("%d %s %d: withheld %s, the tax is %s", year, status, wages, got, want)
				}
			}
		}
	}
}

// The checkbox schedules are half of the return's: two jobs of the same wages
// together have withheld what the return on both would owe, but for edges that
// are rounded to the dollar: half a dollar, at no more than 37 %.
func TestCheckboxScheduleIsHalfTheReturnsTax(t *testing.T) {
	for _, year := range []int{2022, 2023, 2024, 2026} {
		p, err := form1040.ForYear(year)
		if err != nil {
			t.Fatal(err)
		}
		for status, returns := range map[string]form1040.Status{"single": form1040.Single, "married_joint": form1040.Joint,
			"head_of_household": form1040.Head} {
			for _, wages := range []int64{0, 8_000, 12_075, 20_000, 40_000, 59_999, 125_000, 290_000, 400_000, 750_000} {
				in := payment(year, "0")
				in.IncomeTaxWages, in.W4.Status, in.W4.TwoJobs = money.FromInt(wages), status, true
				r := form1040.Return{Year: year, Status: returns, Method: form1040.Schedule,
					You: form1040.Person{Age: 40, Wages: money.FromInt(2 * wages)}, Spouse: form1040.Person{Age: 40}}
				want := form1040.NewSheet(p, &r, form1040.Nothing).At(form1040.F16).Quo(money.FromInt(2))
				if got := dollars(levies(t, in)[IncomeTax]); got.Sub(want).Abs().Greater(dollars("0.20")) {
					t.Errorf("%d %s twice %d: withheld %s, half the tax is %s", year, status, wages, got, want)
				}
			}
		}
	}
}

// Column C of the annual schedules is the tax on what lies below the row, to
// the half dollar that the publication rounds its edges by.
func TestColumnCFollowsFromTheRates(t *testing.T) {
	for _, year := range []int{2022, 2023, 2024, 2025, 2026} {
		p, err := onDate(nil, civil.Of(year, 12, 31))
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []map[string]*schedule{p.standard, p.checkbox} {
			for status, s := range set {
				for i := 1; i < len(s.rows); i++ {
					sum := s.rows[i-1].base.Add(s.rows[i].from.Sub(s.rows[i-1].from).Mul(s.rows[i-1].rate))
					if sum.Sub(s.rows[i].base).Abs().Greater(dollars("0.5")) {
						t.Errorf("%d %s row %d: column C %s, the rates make %s", year, status, i+1, s.rows[i].base, sum)
					}
				}
			}
		}
	}
}

func TestSocialSecurityStopsAtTheBase(t *testing.T) {
	in := payment(2026, "10000")
	in.YearSocialSecurity = dollars("180000")
	got := levies(t, in)
	if got[SocialSecurity] != "279.00" || got[EmployerSocialSecurity] != "279.00" || got[Medicare] != "145.00" {
		t.Errorf("4,500 under the base of 184,500: %v", got)
	}
	in.YearSocialSecurity = dollars("184500")
	if got := levies(t, in); got[SocialSecurity] != "0.00" {
		t.Errorf("above the base: %v", got)
	}
}

func TestAdditionalMedicareIsWithheldAboveTheThreshold(t *testing.T) {
	in := payment(2025, "50000")
	in.YearMedicare = dollars("180000")
	if got := levies(t, in)[AdditionalMedicare]; got != "270.00" {
		t.Errorf("on 30,000 of 50,000: %s", got)
	}
	in.YearMedicare = dollars("0")
	if got, there := levies(t, in)[AdditionalMedicare]; there {
		t.Errorf("under the threshold: %s", got)
	}
}

func TestUnemploymentTaxes(t *testing.T) {
	in := payment(2025, "5000")
	in.YearUnemployment, in.UnemploymentReduction = dollars("4000"), dollars("0.012")
	in.StateUnemploymentRate, in.StateUnemploymentBase, in.StateUnemploymentWages = dollars("0.034"), dollars("7000"), dollars("5000")
	got := levies(t, in)
	if got[FederalUnemployment] != "54.00" || got[StateUnemployment] != "170.00" {
		t.Errorf("%v", got)
	}
}

func TestWhatIsNotKnownIsRefused(t *testing.T) {
	var gone *tax.Unavailable
	if _, err := Compute(payment(2021, "1000"), false); !errors.As(err, &gone) {
		t.Errorf("2021: %v", err)
	}
	var bad *tax.InputError
	in := payment(2026, "1000")
	in.Frequency, in.W4.Status = "fortnightly", "widowed"
	if _, err := Compute(in, false); !errors.As(err, &bad) || len(bad.Fields) != 2 {
		t.Errorf("two faults: %v", err)
	}
}

// Paying the same wages more often withholds the same in the year, to a cent a
// payment; and a dollar more never lowers what is withheld.
func TestFrequencyAndMonotony(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.IntRange(2025, 2026).Draw(t, "year")
		wages := money.FromInt(rapid.Int64Range(0, 20_000).Draw(t, "wages"))
		frequency := rapid.SampledFrom(Frequencies()).Draw(t, "frequency")
		w4 := Certificate{
			Status:  rapid.SampledFrom([]string{"single", "married_joint", "head_of_household"}).Draw(t, "status"),
			TwoJobs: rapid.Bool().Draw(t, "two jobs"),
			Credits: money.FromInt(rapid.Int64Range(0, 6000).Draw(t, "credits")), Other: money.FromInt(rapid.Int64Range(0, 9000).Draw(t, "other")),
		}
		of := func(wages money.Dec, f Frequency) money.Dec {
			in := &Payment{PayDate: civil.Of(year, 3, 31), Frequency: f, W4: w4, IncomeTaxWages: wages}
			out, err := Compute(in, false)
			if err != nil {
				t.Fatal(err)
			}
			return out.Components[0].Amount
		}
		n := money.FromInt(periods[Frequency(frequency)])
		often, once := of(wages, Frequency(frequency)), of(wages.Mul(n), "annually")
		if often.Mul(n).Sub(once).Abs().Greater(n.Mul(dollars("0.01"))) {
			t.Fatalf("%s × %s against %s", often, n, once)
		}
		if of(wages.Add(money.One), Frequency(frequency)).Less(often) {
			t.Fatalf("a dollar more withholds less")
		}
	})
}

// TestRatesAreThoseOfTheNextDollar: biweekly 4,000 single lies in the 22 % row;
// the next dollar bears that and both contributions, and above the base of
// social security no more of it.
func TestRatesAreThoseOfTheNextDollar(t *testing.T) {
	in := Payment{PayDate: civil.Of(2025, 3, 14), Frequency: "biweekly", W4: Certificate{Status: "single"}}
	for _, wages := range []*money.Dec{&in.IncomeTaxWages, &in.SocialSecurityWages, &in.MedicareWages, &in.UnemploymentWages} {
		*wages = money.MustParse("4000.00")
	}
	got, err := Compute(&in, false)
	if err != nil || got.MarginalRate.String() != "0.2965" || got.StatutoryRate.String() != "0.22" || got.EffectiveRate.String() != "0.2159" {
		t.Errorf("%v %v %v, %v", got.MarginalRate, got.StatutoryRate, got.EffectiveRate, err)
	}
	in.YearSocialSecurity = money.MustParse("176100.00")
	if got, err = Compute(&in, false); err != nil || got.MarginalRate.String() != "0.2345" {
		t.Errorf("above the base: %v, %v", got.MarginalRate, err)
	}
}
