package payroll_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	ptpayroll "github.com/tallystick/tallystick/domain/tax/pt/payroll"
)

var registry = payroll.NewRegistry(ptpayroll.Jurisdiction())

func paid(pay string, facts map[string]string) (tax.Result, error) {
	given := map[string]string{"marriage": "unmarried", "dependants": "0"}
	for name, text := range facts {
		given[name] = text
	}
	return registry.Calculate(&payroll.Payment{Jurisdiction: "PT",
		PayDate: civil.Of(2026, 3, 31), Frequency: payroll.Monthly, Pay: money.MustParse(pay), Facts: given, Explain: true})
}

func withheld(t *testing.T, pay string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := paid(pay, facts)
	if err != nil {
		t.Fatalf("%s: %v", pay, err)
	}
	return got
}

func step(r tax.Result, code string) money.Dec {
	for _, s := range r.Steps {
		if s.Code == code {
			return s.Amount
		}
	}
	return money.Zero
}

// The Despacho prints beside each band the effective rate at its limit.
func TestPrintedEffectiveRates(t *testing.T) {
	for marriage, rows := range map[string][][2]string{
		"unmarried": {{"920", "0"}, {"1042", "0.053"}, {"1108", "0.072"}, {"1154", "0.075"}, {"1212", "0.081"}, {"1819", "0.135"},
			{"2119", "0.160"}, {"2499", "0.188"}, {"3305", "0.236"}, {"5547", "0.301"}, {"20221", "0.409"}},
		"married_one_earner": {{"991", "0"}, {"1042", "0.022"}, {"1108", "0.038"}, {"1119", "0.039"}, {"1432", "0.058"}, {"1962", "0.085"},
			{"2240", "0.098"}, {"2773", "0.123"}, {"3389", "0.148"}, {"5965", "0.208"}, {"20265", "0.332"}},
	} {
		for _, row := range rows {
			got := withheld(t, row[0], map[string]string{"marriage": marriage})
			rate := step(got, "income_tax_exact").QuoRound(money.MustParse(row[0]), 3, money.HalfUp)
			if !rate.Equal(money.MustParse(row[1])) {
				t.Errorf("%s of %s: %s, printed %s", marriage, row[0], rate, row[1])
			}
		}
	}
}

// 2,050 is worked in the press to 316.89 before the rounding, 1,500 after it to
// 168; contributions of 1,600 are kept by a public program.
func TestPublishedExamples(t *testing.T) {
	if got := withheld(t, "2050", nil); !step(got, "income_tax_exact").Equal(money.MustParse("316.89")) ||
		got.Components[0].Amount.String() != "316.00" {
		t.Errorf("of 2,050: %+v", got.Steps)
	}
	if got := withheld(t, "1500", nil); got.Components[0].Amount.String() != "168.00" {
		t.Errorf("of 1,500: %+v", got.Components)
	}
	if got := withheld(t, "1600", nil); got.Components[1].Amount.String() != "176.00" || got.Components[2].Amount.String() != "380.00" ||
		got.TotalTax.String() != "368.00" {
		t.Errorf("of 1,600: %+v", got.Components)
	}
}

// Each of the seven tables is reached, and only by the circumstances of its title.
func TestTheTableFollowsFromTheCircumstances(t *testing.T) {
	for _, c := range []struct {
		marriage, dependants, disabled string
		exact                          string // of 2,400
	}{
		{"unmarried", "0", "false", "436.41"},           // I: 0.349 × 2400 − 401.19
		{"married_two_earners", "2", "false", "393.55"}, // I, less 2 × 21.43
		{"unmarried", "2", "false", "367.83"},           // II, less 2 × 34.29
		{"unmarried", "3", "false", "309.54"},           // II, 0.339, less 3 × 34.29
		{"married_one_earner", "1", "false", "214.15"},  // III: 0.2277 × 2400 − 289.47 − 42.86
		{"unmarried", "0", "true", "183.03"},            // IV: 0.311 × 2400 − 563.37
		{"married_two_earners", "0", "true", "183.03"},
		{"unmarried", "1", "true", "88.58"},            // V: 0.311 × 2400 − 614.96 − 42.86
		{"married_two_earners", "1", "true", "140.53"}, // VI: 0.241 × 2400 − 416.44 − 21.43
		{"married_one_earner", "0", "true", "17.07"},   // VII: 0.2277 × 2400 − 529.41
	} {
		got := withheld(t, "2400", map[string]string{"marriage": c.marriage, "dependants": c.dependants, "disabled": c.disabled})
		if exact := step(got, "income_tax_exact"); !exact.Equal(money.MustParse(c.exact)) {
			t.Errorf("%+v: %s", c, exact)
		}
	}
}

// More pay leaves more of it but for the euro that the rounding takes, and a
// further dependant never raises the tax.
func TestNetPayGrows(t *testing.T) {
	for _, facts := range []map[string]string{nil, {"marriage": "married_one_earner"}, {"marriage": "married_two_earners", "disabled": "true"}} {
		last, one := money.Zero, money.One
		for pay := int64(0); pay < 25_000; pay += 97 {
			amount := money.FromInt(pay)
			due := withheld(t, amount.String(), facts).Components[0].Amount
			if amount.Sub(due).Add(one).Less(last) {
				t.Errorf("%v: pay of %d leaves less than 97 less does", facts, pay)
			}
			last = amount.Sub(due)
		}
	}
	last := money.FromInt(10_000)
	for n := range 9 {
		due := withheld(t, "3000", map[string]string{"dependants": strconv.Itoa(n)}).Components[0].Amount
		if due.Greater(last) {
			t.Errorf("%d dependants: %s, with one less %s", n, due, last)
		}
		last = due
	}
}

func TestSubsidiesAreTaxedApart(t *testing.T) {
	alone, both := withheld(t, "1500", nil), withheld(t, "3000", map[string]string{"subsidy": "1500"})
	if !both.Components[0].Amount.Equal(alone.Components[0].Amount.Mul(money.FromInt(2))) {
		t.Errorf("pay and subsidy of 1,500: %s, each %s", both.Components[0].Amount, alone.Components[0].Amount)
	}
	if both.Components[1].Amount.String() != "330.00" {
		t.Errorf("contributions on both: %s", both.Components[1].Amount)
	}
	var malformed *tax.InputError
	if _, err := paid("1000", map[string]string{"subsidy": "1000.01"}); !errors.As(err, &malformed) || malformed.Fields[0].Field != "facts.subsidy" {
		t.Errorf("a subsidy above the pay: %v", err)
	}
}

func TestTheIslandsAreRefused(t *testing.T) {
	for _, region := range []string{"madeira", "PT-20"} {
		_, err := registry.Calculate(&payroll.Payment{Jurisdiction: "PT", SubRegion: region, PayDate: civil.Of(2026, 3, 31),
			Frequency: payroll.Monthly, Pay: money.MustParse("1500"), Facts: map[string]string{"marriage": "unmarried", "dependants": "0"}})
		var none *tax.Unavailable
		if !errors.As(err, &none) {
			t.Errorf("%s: %v", region, err)
		}
	}
}
