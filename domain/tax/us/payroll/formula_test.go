package payroll

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func statePay(state, frequency, wages string, change func(*Payment)) *Payment {
	in := &Payment{PayDate: civil.Of(2026, 9, 30), Frequency: Frequency(frequency), W4: Certificate{Status: "single"},
		State: state, StateIncomeTaxWages: dollars(wages)}
	if change != nil {
		change(in)
	}
	return in
}

// Worked examples that the states print in their guides for 2026.
func TestPublishedStateWithholdingExamples(t *testing.T) {
	for _, c := range []struct {
		source string
		in     *Payment
		want   string
	}{
		{"Booklet IL-700-T (R-12/25), p. 4, Example B: 649.04 × 4.95 %. https://tax.illinois.gov/content/dam/soi/en/web/tax/forms/withholding/documents/currentyear/il-700-t.pdf",
			statePay("il", "weekly", "800", func(p *Payment) { p.StateAllowances, p.StateFurther = 2, 2 }), "32.13"},
		{"WH-1603F (2026), 750 weekly with 3 allowances: 549.90 a year. https://dor.sc.gov/sites/dor/files/forms/WH1603F_2026.pdf",
			statePay("sc", "weekly", "750", func(p *Payment) { p.StateAllowances = 3 }), "10.58"},
		{"2026 Missouri Withholding Tax Formula, 35,000 a year, married and spouse works: 707.81, 59.00 a month. https://dor.mo.gov/forms/Withholding%20Formula_2026.pdf",
			statePay("mo", "monthly", "2916.67", func(p *Payment) { p.StateStatus = "married_two_incomes" }), "59.00"},
		{"42A003(TCF) (10-2025), 1,500 biweekly: 1,247.40 a year, 1,247.40 ÷ 26. https://revenue.ky.gov/Forms/2026%20Withholding%20Formula.pdf",
			statePay("ky", "biweekly", "1500", nil), "47.98"},
		{"Iowa Withholding Formula (November 2025), Example 1: 60.80 − 40 ÷ 26. https://revenue.iowa.gov/media/53/download?inline=",
			statePay("ia", "biweekly", "2100", func(p *Payment) { p.StateAmount = dollars("40") }), "59.26"},
		{"NYS-50-T-NYS (1/26), Method II, Single Example 1: 36.95 × 4.40 % + 6.38. https://www.tax.ny.gov/pdf/publications/withholding/nys50_t_nys.pdf",
			statePay("ny", "weekly", "400", func(p *Payment) { p.StateAllowances = 3 }), "8.01"},
	} {
		if got := levies(t, c.in)[StateIncomeTax]; got != c.want {
			t.Errorf("%s: %s, printed is %s", c.source, got, c.want)
		}
	}
}

// Worked out by hand from the figures of withholding.yaml.
func TestStateWithholdingFormulas(t *testing.T) {
	allowances := func(n int) func(*Payment) { return func(p *Payment) { p.StateAllowances = n } }
	status := func(s string) func(*Payment) { return func(p *Payment) { p.StateStatus = s } }
	on := func(month, day int) func(*Payment) {
		return func(p *Payment) { p.PayDate = civil.Of(2026, month, day) }
	}
	for _, c := range []struct {
		state, frequency, wages string
		change                  func(*Payment)
		want                    string
	}{
		{"in", "weekly", "1000", allowances(1), "28.93"},                // (1000 − 19.23) × 2.95 %
		{"mi", "weekly", "1000", allowances(2), "32.86"},                // (52000 − 11800) × 4.25 % ÷ 52
		{"co", "monthly", "5000", nil, "201.67"},                        // (60000 − 5000) × 4.4 % ÷ 12
		{"co", "monthly", "5000", status("married"), "183.33"},          // (60000 − 10000) × 4.4 % ÷ 12
		{"nc", "weekly", "800", allowances(1), "21.00"},                 // (800 − 245.19 − 48.08) × 4.09 % = 20.73
		{"nc", "weekly", "353.85", nil, "4.00"},                         // 4.44 to the dollar; a year 5,650 × 4.09 % = 231.09
		{"ga", "weekly", "1000", allowances(2), "25.91"},                // (1000 − 288.46 − 2 × 96.15) × 4.99 %
		{"ga", "weekly", "1000", on(5, 10), "39.92"},                    // (1000 − 230.77) × 5.19 %
		{"sc", "monthly", "5000", nil, "245.33"},                        // no deduction without an allowance: 437.70 + 41770 × 6 %
		{"ms", "annually", "50000", nil, "1508.00"},                     // (50000 − 2300 − 10000) × 4 %
		{"mn", "monthly", "5000", status("single"), "273.12"},           // 1782.09 + 21990 × 6.8 %, ÷ 12
		{"mn", "monthly", "5000", status("married"), "201.96"},          // (60000 − 14700) × 5.35 % ÷ 12
		{"la", "monthly", "4000", nil, "90.45"},                         // (4000 − 1072.92) × 3.09 %
		{"va", "annually", "65750", allowances(5), "2752.63"},           // 720 + (65750 − 8750 − 4650 − 17000) × 5.75 %
		{"oh", "monthly", "5000", nil, "119.33"},                        // 416.80 + 33950 × 2.99 %, ÷ 12
		{"oh", "monthly", "5000", on(7, 31), "123.12"},                  // 462.39 + 33950 × 2.99 %, ÷ 12
		{"ca", "monthly", "1574.66", nil, "0.00"},                       // 18,896 a year
		{"ca", "monthly", "5000", allowances(1), "150.29"},              // 1124.21 + (54294 − 41452) × 6.6 % − 168.30, ÷ 12
		{"ca", "monthly", "5000", status("head_of_household"), "68.75"}, // 243.90 + (48588 − 22173) × 2.2 %, ÷ 12
		{"ny", "annually", "1100000", nil, "114176.70"},                 // (1100000 − 7400) × 10.45 %
		{"ny", "monthly", "10000", status("married"), "513.83"},         // 487.92 + (9337.50 − 8971) × 7.07 %
		{"ky", "monthly", "200", nil, "0.00"},
	} {
		if got := levies(t, statePay(c.state, c.frequency, c.wages, c.change))[StateIncomeTax]; got != c.want {
			t.Errorf("%s, %s %s: %s, want %s", c.state, c.frequency, c.wages, got, c.want)
		}
	}
}

func TestStateCertificates(t *testing.T) {
	exempt := statePay("il", "weekly", "800", func(p *Payment) { p.StateExempt, p.StateExtra = true, dollars("7") })
	if got := levies(t, exempt)[StateIncomeTax]; got != "7.00" {
		t.Errorf("exempt, with 7 more: %s", got)
	}
	var bad *tax.InputError
	for name, in := range map[string]*Payment{
		"Minnesota knows no head of household": statePay("mn", "weekly", "800", func(p *Payment) { p.W4.Status = "head_of_household" }),
		"Illinois publishes no daily divisor":  statePay("il", "daily", "800", nil),
		"New York prints no quarterly table":   statePay("ny", "quarterly", "800", nil),
		"Kentucky has no allowances":           statePay("ky", "weekly", "800", func(p *Payment) { p.StateAllowances = 1 }),
		"Michigan counts none apart":           statePay("mi", "weekly", "800", func(p *Payment) { p.StateFurther = 1 }),
		"Ohio's form has no yearly amount":     statePay("oh", "weekly", "800", func(p *Payment) { p.StateAmount = dollars("1") }),
		"no such status":                       statePay("mo", "weekly", "800", func(p *Payment) { p.StateStatus = "widowed" }),
	} {
		if _, err := Compute(in, false); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, in := range []*Payment{statePay("il", "weekly", "800", func(p *Payment) { p.PayDate = civil.Of(2025, 6, 30) }), statePay("tx", "weekly", "800", nil)} {
		if got, there := levies(t, in)[StateIncomeTax]; there {
			t.Errorf("%s %s: %s is withheld without a formula", in.State, in.PayDate, got)
		}
	}
}

// More wages never lower what a state has withheld, and more allowances never
// raise it.
func TestStateWithholdingIsMonotone(t *testing.T) {
	states := []string{"ca", "co", "ga", "ia", "il", "in", "ky", "la", "mi", "mn", "mo", "ms", "nc", "ny", "oh", "sc", "va"}
	counted := map[string]bool{"ca": true, "ga": true, "il": true, "in": true, "mi": true, "mn": true, "nc": true, "ny": true, "oh": true, "va": true}
	rapid.Check(t, func(t *rapid.T) {
		state := rapid.SampledFrom(states).Draw(t, "state")
		cents := rapid.Int64Range(0, 3_000_000).Draw(t, "cents")
		more := rapid.Int64Range(1, 100_000).Draw(t, "more")
		in := statePay(state, rapid.SampledFrom([]string{"weekly", "biweekly", "semimonthly", "monthly"}).Draw(t, "frequency"), "0", nil)
		if counted[state] {
			in.StateAllowances = rapid.IntRange(0, 5).Draw(t, "allowances")
		}
		at := func(cents int64) money.Dec {
			in.StateIncomeTaxWages = money.FromInt(cents).Mul(dollars("0.01"))
			return dollars(levies(t, in)[StateIncomeTax])
		}
		low, high := at(cents), at(cents+more)
		if high.Add(dollars("0.01")).Less(low) { // New York's printed amounts are to the cent
			t.Fatalf("%s: %s on %d cents, %s on %d more", state, low, cents, high, more)
		}
		if counted[state] {
			in.StateAllowances++
			if fewer := at(cents + more); fewer.Greater(high.Add(dollars("0.01"))) {
				t.Fatalf("%s: an allowance more raises %s to %s", state, high, fewer)
			}
		}
	})
}
