package payroll

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func statePayment(year int, state, wages string) *Payment {
	return &Payment{PayDate: civil.Of(year, 12, 31), Frequency: "annually", W4: Certificate{Status: "single"}, State: state,
		StateWages: dollars(wages)}
}

// The most that an employee contributes in a year, and the worked amounts, as
// the agencies announced them.
func TestAnnouncedStateContributions(t *testing.T) {
	for _, c := range []struct {
		year         int
		state, wages string
		code, amount string
		source       string
	}{
		{2025, "ri", "31200", "ri_tdi", "405.60",
			"https://dlt.ri.gov/press-releases/2025-tax-rates-unemployment-insurance-and-temporary-disability-insurance"},
		{2025, "ri", "500000", "ri_tdi", "1159.60",
			"https://dlt.ri.gov/press-releases/2025-tax-rates-unemployment-insurance-and-temporary-disability-insurance"},
		{2024, "ri", "500000", "ri_tdi", "1044.00",
			"https://dlt.ri.gov/press-releases/2025-tax-rates-unemployment-insurance-and-temporary-disability-insurance"},
		{2026, "ri", "500000", "ri_tdi", "1100.00",
			"https://oceanstateobserver.com/article/876547389-2026-tax-rates-for-unemployment-insurance-and-temporary-disability-insurance"},
		{2026, "ri", "33280", "ri_tdi", "366.08",
			"https://oceanstateobserver.com/article/876547389-2026-tax-rates-for-unemployment-insurance-and-temporary-disability-insurance"},
		{2025, "nj", "500000", "nj_tdi", "380.42",
			"https://risk-strategies.com/blog/new-jersey-disability-and-family-leave-insurance-rate-increases-for-2025"},
		{2025, "nj", "500000", "nj_fli", "545.82",
			"https://risk-strategies.com/blog/new-jersey-disability-and-family-leave-insurance-rate-increases-for-2025"},
		{2024, "nj", "500000", "nj_fli", "145.26",
			"https://risk-strategies.com/blog/new-jersey-disability-and-family-leave-insurance-rate-increases-for-2025"},
		{2024, "nj", "500000", "nj_tdi", "0.00",
			"https://risk-strategies.com/blog/new-jersey-disability-and-family-leave-insurance-rate-increases-for-2025"},
		{2025, "ny", "500000", "ny_pfl", "354.53",
			"https://osc.ny.gov/state-agencies/payroll-bulletins/state-agencies/2293-2025-new-york-state-paid-family-leave-rate-increase"},
		{2025, "ny", "500000", "ny_dbl", "31.20", "https://www.nysenate.gov/legislation/laws/WKC/209"},
		{2023, "ri", "500000", "ri_tdi", "924.00", "https://pbn.com/dlt-lowers-ui-employer-tax-rate-in-2024/"},
		{2022, "nj", "500000", "nj_fli", "212.66", "https://www.checkwriters.com/states/nj/nj-2022/"},
		{2023, "wa", "65000", "wa_cares", "377.00",
			"https://www.seattleu.edu/su-today/archive/announcements/payroll-deduction-for-wa-cares-fund-begins.html"},
		{2026, "mn", "500000", "mn_pfml", "811.80", "https://info.paidleave.mn.gov/employers/premiums/index.jsp"}, // 0.44 % of 184,500
		{2023, "ny", "500000", "ny_pfl", "399.43",
			"https://www.osc.state.ny.us/state-agencies/payroll-bulletins/state-agencies/2101-2023-new-york-state-paid-family-leave-rate-decrease"},
		{2022, "ny", "500000", "ny_pfl", "423.71", "https://checkwriters.com/new-york-paid-family-leave"},
		{2023, "nj", "500000", "nj_tdi", "0.00", "https://totalbenefits.net/new-jersey-state-temporary-disability-rates-released"},
		// with the next 704.40, half of 0.8 % of 176,100
		{2025, "de", "500000", "de_parental", "281.76", "https://lawserver.com/law/state/delaware/de-code/delaware_code_title_19_3705"},
		{2025, "de", "500000", "de_medical", "422.64", "https://zeabe.com/family-medical-leave-contributions/"},
		{2024, "wa", "50000", "wa_pfml", "264.29",
			"https://www.everettpost.com/state-news/washingtons-family-medical-leave-rates-to-drop-slightly-in-2024"},
	} {
		if got := levies(t, statePayment(c.year, c.state, c.wages))[c.code]; got != c.amount {
			t.Errorf("%d %s of %s: %s, announced are %s (%s)", c.year, c.code, c.wages, got, c.amount, c.source)
		}
	}
}

// Every program of these states is known, each side where it pays: of all in
// 2024, 2025 and 2026, and of those that had begun before.
func TestStateProgramsOfEveryYear(t *testing.T) {
	want := map[string][]string{
		"ca": {"ca_sdi", "employer_ca_ett"}, "co": {"co_famli", "employer_co_famli"}, "ct": {"ct_pfml"},
		"ma": {"ma_pfml", "employer_ma_pfml"}, "nj": {"nj_ui", "nj_wf", "nj_tdi", "nj_fli"}, "ny": {"ny_dbl", "ny_pfl"},
		"or": {"or_pfml", "employer_or_pfml", "or_transit"}, "ri": {"ri_tdi"}, "wa": {"wa_pfml", "employer_wa_pfml", "wa_cares"},
	}
	begun := map[string]int{"co": 2023, "or": 2023, "wa": 2023}
	for year := 2022; year <= 2026; year++ {
		for state, codes := range want {
			if year < begun[state] {
				continue
			}
			got := levies(t, statePayment(year, state, "1000"))
			for _, code := range codes {
				if _, there := got[code]; !there {
					t.Errorf("%d %s has no %s", year, state, code)
				}
			}
		}
	}
}

func TestSmallEmployersOweNoShare(t *testing.T) {
	for state, c := range map[string]struct {
		from int
		code string
	}{"wa": {50, "wa_pfml"}, "ma": {25, "ma_pfml"}, "co": {10, "co_famli"}, "or": {25, "or_pfml"}} {
		in := statePayment(2025, state, "1000")
		in.Employees = c.from - 1
		small := levies(t, in)
		in.Employees = c.from
		large := levies(t, in)
		if _, owes := small["employer_"+c.code]; owes {
			t.Errorf("%s: an employer of %d owes %s", state, c.from-1, small["employer_"+c.code])
		}
		if _, owes := large["employer_"+c.code]; !owes || small[c.code] != large[c.code] {
			t.Errorf("%s: an employer of %d owes nothing, or its employee another %s: %v", state, c.from, c.code, large)
		}
	}
}

// Delaware covers parental leave from ten employees and the rest from 25.
func TestSmallEmployersOfDelaware(t *testing.T) {
	for employees, want := range map[int]string{9: "", 10: "1.60", 24: "1.60", 25: "4.00", 0: "4.00"} {
		in := statePayment(2026, "de", "1000")
		in.Employees = employees
		due := dollars("0.00")
		got := levies(t, in)
		for _, code := range []string{"de_parental", "de_medical"} {
			if amount, owes := got[code]; owes {
				due = due.Add(dollars(amount))
			}
			if got[code] != got["employer_"+code] {
				t.Errorf("%d employees: the sides bear %s and %s", employees, got[code], got["employer_"+code])
			}
		}
		if want == "" && !due.IsZero() || want != "" && !due.Equal(dollars(want)) {
			t.Errorf("%d employees: %s, want %q", employees, due, want)
		}
	}
}

func TestCaliforniaHadAWageLimit(t *testing.T) {
	for year, want := range map[int]string{2022: "1601.60", 2023: "1378.48", 2024: "5500.00"} { // 145,600 at 1.1 %, 153,164 at 0.9 %, none
		if got := levies(t, statePayment(year, "ca", "500000"))["ca_sdi"]; got != want {
			t.Errorf("%d: %s, want %s", year, got, want)
		}
	}
}

// Contributions that begin or change within a year are those of the pay date.
func TestContributionsChangeInJuly(t *testing.T) {
	for _, c := range []struct {
		year, month       int
		state, code, want string
	}{
		{2023, 6, "wa", "wa_cares", "0.00"}, {2023, 7, "wa", "wa_cares", "5.80"}, {2024, 6, "vt", "employer_vt_childcare", "0.00"},
		{2024, 7, "vt", "employer_vt_childcare", "3.30"}, {2024, 7, "vt", "vt_childcare", "1.10"}, {2022, 6, "dc", "employer_dc_pfl", "6.20"},
		{2022, 7, "dc", "employer_dc_pfl", "2.60"}, {2024, 6, "dc", "employer_dc_pfl", "2.60"}, {2024, 7, "dc", "employer_dc_pfl", "7.50"},
		{2022, 12, "pa", "pa_ui", "0.60"}, {2023, 1, "pa", "pa_ui", "0.70"},
	} {
		in := statePayment(c.year, c.state, "1000")
		in.PayDate = civil.Of(c.year, c.month, 15)
		if got := levies(t, in)[c.code]; got != c.want {
			t.Errorf("%d-%d %s: %s, want %s", c.year, c.month, c.code, got, c.want)
		}
	}
}

func TestCreditReductionAndWageBaseOfTheState(t *testing.T) {
	in := payment(2025, "100000")
	in.State, in.StateUnemploymentRate, in.StateUnemploymentWages = "ca", dollars("0.034"), dollars("100000")
	if got := levies(t, in); got[FederalUnemployment] != "126.00" || got[StateUnemployment] != "238.00" {
		t.Errorf("California 2025, 7,000 at 0.6 %% and 1.2 %%, and at 3.4 %%: %v", got)
	}
	in.State = "tx"
	if got := levies(t, in); got[FederalUnemployment] != "42.00" || got[StateUnemployment] != "306.00" {
		t.Errorf("Texas 2025: %v", got)
	}
	in.StateUnemploymentBase = dollars("1000")
	if got := levies(t, in)[StateUnemployment]; got != "34.00" {
		t.Errorf("a base that the caller gives: %s", got)
	}
	var gone *tax.Unavailable
	in = payment(2026, "1000")
	in.State, in.StateUnemploymentRate = "tn", dollars("0.01")
	if _, err := Compute(in, false); !errors.As(err, &gone) {
		t.Errorf("the base of Tennessee in 2026: %v", err)
	}
	in.State, in.StateUnemploymentWages = "co", dollars("50000")
	if got := levies(t, in)[StateUnemployment]; got != "306.00" {
		t.Errorf("Colorado 2026, 30,600 at 1 %%: %s", got)
	}
}

func TestUnknownStatesAreRefused(t *testing.T) {
	var gone *tax.Unavailable
	for _, in := range []*Payment{statePayment(2025, "ak", "1"), statePayment(2025, "zz", "1"), statePayment(2022, "or", "1"),
		statePayment(2025, "l ", "1")} {
		if _, err := Compute(in, false); !errors.As(err, &gone) {
			t.Errorf("%s: %v", in.State, err)
		}
	}
	if got := levies(t, statePayment(2025, "tx", "1000")); len(got) != 6 {
		t.Errorf("Texas takes nothing: %v", got)
	}
}

// The employee contributes the same in a year, to a cent a payment, however
// often wages are paid, and never more than on the wages of the whole year.
func TestStateContributionsOfAYear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := rapid.SampledFrom([]string{"ca", "co", "ct", "ma", "nj", "ny", "or", "ri", "wa"}).Draw(t, "state")
		year := rapid.IntRange(2024, 2026).Draw(t, "year")
		wages := money.FromInt(rapid.Int64Range(1, 30_000).Draw(t, "a month"))
		sum := map[string]money.Dec{}
		in := &Payment{PayDate: civil.Of(year, 6, 30), Frequency: "monthly", W4: Certificate{Status: "single"}, State: state, StateWages: wages}
		for range 12 {
			for code, amount := range levies(t, in) {
				sum[code] = sum[code].Add(dollars(amount))
			}
			in.YearStateWages = in.YearStateWages.Add(wages)
		}
		whole := statePayment(year, state, "0")
		whole.StateWages = wages.Mul(money.FromInt(12))
		for code, amount := range levies(t, whole) {
			if sum[code].Sub(dollars(amount)).Abs().Greater(dollars("0.07")) {
				t.Fatalf("%s %d: %s in twelve payments, %s in one", code, year, sum[code], amount)
			}
		}
	})
}

func TestFlatStateWithholding(t *testing.T) {
	in := statePayment(2025, "pa", "1000")
	in.StateIncomeTaxWages, in.StateExtra = dollars("1000"), dollars("5")
	if got := levies(t, in)[StateIncomeTax]; got != "35.70" {
		t.Errorf("Pennsylvania, 3.07 %% of 1,000 and 5 more: %s", got)
	}
	in.State = "az"
	if got := levies(t, in)[StateIncomeTax]; got != "25.00" {
		t.Errorf("Arizona without a form, 2 %%: %s", got)
	}
	rate := dollars("0.035")
	in.StateElected = &rate
	if got := levies(t, in)[StateIncomeTax]; got != "40.00" {
		t.Errorf("Arizona, 3.5 %% elected: %s", got)
	}
	var bad *tax.InputError
	for state, elected := range map[string]string{"az": "0.027", "pa": "0.01"} {
		rate := dollars(elected)
		in.State, in.StateElected = state, &rate
		if _, err := Compute(in, false); !errors.As(err, &bad) {
			t.Errorf("%s has no rate %s: %v", state, elected, err)
		}
	}
}
