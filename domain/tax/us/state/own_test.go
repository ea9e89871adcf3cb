package state

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from the figures in domain/tax/law/us-xx, for the states
// with rules of their own.
func TestStatesWithRulesOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		slug     string
		year     int
		status   form1040.Status
		wages    int64
		children int
		others   int
		want     string
	}{
		// 110 + (50000 − 2500 − 1500 − 4019 − 3000) × 5 %; the federal tax is 4019
		{"alabama", 2024, form1040.Single, 50000, 0, 0, "2059"},
		{"alabama", 2024, form1040.Joint, 30000, 2, 0, "824"},         // 220 + (30000 − (8500 − 9 × 175) − 3000 − 2 × 1000 − 6000) × 5 %
		{"connecticut", 2024, form1040.Single, 35000, 0, 0, "787"},    // 200 + 15000 × 4.5 % = 875, less a tenth: 88
		{"connecticut", 2024, form1040.Single, 60000, 0, 0, "2317"},   // 2550 + 25 to take back the lowest rate, less a tenth: 258
		{"connecticut", 2023, form1040.Single, 60000, 0, 0, "2583"},   // 2850 + 20, less a tenth
		{"connecticut", 2024, form1040.Single, 250000, 0, 0, "15400"}, // 14000 + 250 + 250 + 10 × 90
		{"connecticut", 2024, form1040.Joint, 1200000, 0, 0, "83780"}, // 76480 + 500 + 500 + 5400 + 900
		// 3910.53 + (120000 − 14600 × (1 − 22850 / 75000) − 5000 − 61600) × 7.15 %
		{"maine", 2024, form1040.Single, 120000, 0, 0, "7003"},
		{"maine", 2023, form1040.Joint, 60000, 0, 2, "728"},         // (60000 − 27700 − 9400) × 5.8 % − 600
		{"maine", 2025, form1040.Single, 60000, 0, 0, "2435"},       // 1554.40 + (60000 − 15000 − 5150 − 26800) × 6.75 %
		{"maryland", 2024, form1040.Single, 60000, 0, 0, "2517"},    // 90 + (60000 − 2700 − 3200 − 3000) × 4.75 %
		{"maryland", 2025, form1040.Joint, 160000, 0, 2, "6925"},    // 90 + (160000 − 6700 − 4 × 1600 − 3000) × 4.75 %
		{"maryland", 2025, form1040.Single, 1200000, 0, 0, "71167"}, // 58385 + (1196650 − 1000000) × 6.5 %
		{"maryland", 2024, form1040.Single, 14000, 0, 0, "0"},       // the earned income and poverty level credits leave nothing of 361
		{"minnesota", 2025, form1040.Single, 60000, 0, 0, "2591"},   // 1742.50 + (60000 − 14950 − 32570) × 6.8 %
		{"minnesota", 2022, form1040.Single, 210000, 0, 0, "14626"}, // 3 % of 3950 is lost of the deduction of 12900
		{"minnesota", 2025, form1040.Joint, 250000, 1, 0, "14219"},  // 12173.75 + (250000 − (29900 − 331.50) − 5200 − 189180) × 7.85 %
		// the minimum tax, (250000 − (92710 − 25000)) × 6.75 %, is more than 11635
		{"minnesota", 2024, form1040.Joint, 250000, 0, 8, "12305"},
		{"minnesota", 2025, form1040.Single, 1200000, 0, 0, "112337"}, // a fifth of the deduction is left
		// 256 + (50000 − 15750 − 969 − 9191) × 4.7 %; 969 is a quarter of the federal tax
		{"missouri", 2025, form1040.Single, 50000, 0, 0, "1388"},
		{"missouri", 2024, form1040.Joint, 120000, 2, 0, "4163"},      // 248 + (120000 − 29200 − 322 − 8911) × 4.8 %; 322 is 5 % of 6435
		{"new_mexico", 2025, form1040.Single, 30000, 0, 0, "331"},     // 82.50 + (30000 − 15750 − 1000 − 5500) × 3.2 %
		{"new_mexico", 2024, form1040.Joint, 80000, 3, 0, "1689"},     // 768 + (80000 − 29200 − 2 × 4000 − 24000) × 4.9 %
		{"oklahoma", 2025, form1040.Single, 60000, 0, 0, "2314"},      // row of 52650: 153.50 + (52675 − 7200) × 4.75 %
		{"oklahoma", 2024, form1040.Joint, 90000, 2, 0, "2906"},       // row of 73300: 307 + (73325 − 14400) × 4.75 % = 3106, less 5 % of 4000
		{"oklahoma", 2026, form1040.Single, 60000, 0, 0, "2156"},      // row of 52650: 109.25 + (52675 − 7200) × 4.5 %
		{"oregon", 2024, form1040.Single, 60000, 0, 0, "4003"},        // 639.63 + (60000 − 5219 − 2745 − 10750) × 8.75 % − 249
		{"oregon", 2024, form1040.Joint, 265000, 0, 0, "21724"},       // 4950 of the federal tax is subtracted; no exemption credit
		{"west_virginia", 2025, form1040.Single, 60000, 0, 0, "1965"}, // 1165.50 + 18000 × 4.44 %
		{"west_virginia", 2024, form1040.Single, 15500, 0, 0, "69"},   // 236 + 3500 × 3.15 % = 346, of which 80 % is forgiven: 440 above 15060
		{"west_virginia", 2024, form1040.Single, 15060, 0, 0, "0"},    // at the guideline
		{"wisconsin", 2025, form1040.Single, 60000, 0, 0, "2095"},     // the deduction is 13560 − 40450 × 12 % = 8706
		{"wisconsin", 2024, form1040.Head, 50000, 1, 0, "1652"},       // the deduction is 17090 − 30930 × 22.515 % = 10126.11
		// no deduction is left: 322.35 + 405.24 + 184360 × 5.3 % + (999300 − 202780) × 7.65 %
		{"wisconsin", 2023, form1040.Separate, 1000000, 0, 0, "71432"},
		{"connecticut", 2025, form1040.Separate, 12000, 0, 0, "0"}, // the exemption
		{"maryland", 2023, form1040.Head, 30000, 1, 0, "0"},        // 854.75 on 19100; half the federal credit of about 2646 is more
		// 68 + 128 + 188 + 1650 × 4.9 %; at this income the exemption is 2500 − 12500 × 20 % = 0
		{"new_mexico", 2023, form1040.Separate, 27500, 0, 0, "465"},
		{"minnesota", 2023, form1040.Head, 20800, 0, 0, "0"},           // the standard deduction
		{"missouri", 2023, form1040.SurvivingSpouse, 30000, 0, 0, "0"}, // 27700 + 1400 leave 900
		{"alabama", 2022, form1040.Separate, 17750, 0, 0, "623"},       // 110 + (17750 − 2500 − 1500 − 483 − 3000) × 5 %
		// no subtraction and no credit: 10627.50 + (145000 − 2835 − 125000) × 9.9 %
		{"oregon", 2025, form1040.Separate, 145000, 0, 0, "12327"},
		{"oklahoma", 2022, form1040.Head, 30000, 0, 0, "580"}, // row of 19650: 224.50 + (19675 − 12200) × 4.75 %
		{"maine", 2022, form1040.Head, 12950, 0, 0, "0"},      // below the standard deduction
	} {
		owes(t, c.slug, wagesOf(c.year, c.status, c.wages, c.children, c.others), c.want)
	}
}

// The Standard Deduction Chart of the Form 40 booklet for 2024:
// https://taxformfinder.org/alabama/standard-deduction-chart-form-40. Its first
// and last incomes and some between.
func TestAlabamaStandardDeductionChart(t *testing.T) {
	p, err := Of("alabama").params(2024)
	if err != nil {
		t.Fatal(err)
	}
	for status, rows := range map[form1040.Status]map[int64]int64{
		form1040.Joint: {0: 8500, 25999: 8500, 26000: 8325, 27000: 7975, 27999: 7800, 29499: 7275, 30000: 6925, 32500: 6050, 33999: 5700,
			35000: 5175, 35499: 5175, 35500: 5000, 90000: 5000},
		form1040.Separate: {0: 4250, 12999: 4250, 13000: 4162, 13249: 4162, 13250: 4074, 14999: 3546, 15000: 3458, 16249: 3106, 17000: 2754,
			17749: 2578, 17750: 2500, 90000: 2500},
	} {
		for agi, want := range rows {
			in := wagesOf(2024, status, agi, 0, 0)
			c := filing{in: in, f: sheet(t, in), p: p, agi: dollars(agi), start: dollars(agi)}
			federal := c.f.At(form1040.F22).Sub(c.f.At(form1040.F27)).Positive()
			if got := p.own.deduct(&c).Sub(federal); !got.Equal(dollars(want)) {
				t.Errorf("%s, %d: %s, charted %d", status, agi, got, want)
			}
		}
	}
}

// The tax at the foot of each band as the State Tax Division prints it for 2024
// (https://tax.wv.gov/Individuals/Pages/PersonalIncomeTaxReductionBill.aspx)
// and W. Va. Code § 11-21-4i for 2025.
func TestWestVirginiaPrintedTables(t *testing.T) {
	for year, feet := range map[int]map[int64]string{
		2024: {10000: "236", 25000: "708.50", 40000: "1239.50", 60000: "2183.50"},
		2025: {10000: "222", 25000: "666", 40000: "1165.50", 60000: "2053.50"},
	} {
		p, err := Of("west_virginia").params(year)
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range feet {
			if got := p.tariff[form1040.Single].Tax(dollars(at)); !got.Equal(money.MustParse(want)) {
				t.Errorf("%d, %d: %s, printed %s", year, at, got, want)
			}
		}
	}
}

// The tax at the foot of each band as the Comptroller prints it for 2023:
// https://interactive.marylandtaxes.gov/individual/credits-deductions/local-countytax-rates.php.
func TestMarylandPrintedTables(t *testing.T) {
	p, err := Of("maryland").params(2023)
	if err != nil {
		t.Fatal(err)
	}
	for status, feet := range map[form1040.Status]map[int64]string{
		form1040.Single:   {1000: "20", 2000: "50", 3000: "90", 100000: "4697.50", 125000: "5947.50", 150000: "7260", 250000: "12760"},
		form1040.Separate: {100000: "4697.50", 250000: "12760"},
		form1040.Joint:    {3000: "90", 150000: "7072.50", 175000: "8322.50", 225000: "10947.50", 300000: "15072.50"},
		form1040.Head:     {150000: "7072.50", 300000: "15072.50"},
	} {
		for at, want := range feet {
			if got := p.tariff[status].Tax(dollars(at)); !got.Equal(money.MustParse(want)) {
				t.Errorf("%s, %d: %s, printed %s", status, at, got, want)
			}
		}
	}
}

// Table A of the 2023 Form CT-1040 TCS, first rows:
// https://taxformfinder.org/connecticut/form-ct-1040-tcs.
func TestConnecticutTableA(t *testing.T) {
	p, err := Of("connecticut").params(2023)
	if err != nil {
		t.Fatal(err)
	}
	for agi, want := range map[int64]int64{0: 15000, 30000: 15000, 30001: 14000, 31000: 14000, 45000: 0} {
		c := filing{in: wagesOf(2023, form1040.Single, agi, 0, 0), p: p, agi: dollars(agi), start: dollars(agi)}
		if got := p.own.deduct(&c); !got.Equal(dollars(want)) {
			t.Errorf("%d: %s, tabled %d", agi, got, want)
		}
	}
}

// weak are parameters that lack an official source in a year above draft, by what
// on a request brings them in: a fact, a kind of income, or an age.
var weak = map[string]map[string]string{
	"michigan": {"pensions_": "pension", "retirement_": "pension", "invested_most": "age", "aged_": "age", "standard_reduced_": "age",
		"no_care_credit": "care_expenses"},
	"idaho":     {"care_deduction_most": "care_expenses"},
	"new_york":  {"itemized_": "mortgage_interest"},
	"louisiana": {"pension": "pension", "aged_": "age", "itemized_none": "mortgage_interest"},
	"alabama":   {"pensions_": "pension", "retirement_": "pension", "no_care_credit": "care_expenses"},
}

// excepted reports whether an exception of the row lowers the tier of the requests
// that a weak parameter changes.
func excepted(row *tax.CoverageRow, name string) bool {
	if slices.ContainsFunc(row.Except, func(x tax.Exception) bool {
		return strings.HasSuffix(name, "_gains_taxed") && slices.Contains(x.Kinds, tax.CapitalGains) ||
			strings.HasPrefix(name, "care_") && slices.Contains(x.Facts, "care_expenses")
	}) {
		return true
	}
	for prefix, by := range weak[row.Region] {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		return slices.ContainsFunc(row.Except, func(x tax.Exception) bool {
			return x.Tier == tax.Draft && (slices.Contains(x.Facts, by) || slices.Contains(x.Kinds, tax.Kind(by)) || x.AtLeast[by] == agedFrom)
		})
	}
	return false
}

// A year that is said to agree has an official source and another one behind
// every parameter of the state's law but those of an exception.
func TestAgreedYearsHaveTwoSources(t *testing.T) {
	agreed := 0
	for _, e := range Entries {
		book := law.MustOpen("us-" + e.Code)
		for _, row := range e.Held().Rows {
			year, _ := strconv.Atoi(row.TaxYear)
			if row.Tier == tax.Draft {
				continue
			}
			for name, p := range book.Parameters {
				v := p.On(civil.Of(year, 12, 31))
				if v == nil || strings.HasPrefix(name, "withholding_") || excepted(&row, name) { // the first of payroll
					continue
				}
				official, others := 0, 0
				for _, c := range v.Cite {
					if book.Sources[c.Source].Kind == law.Primary {
						official++
					} else {
						others++
					}
				}
				if (official == 0 || others == 0) && !excepted(&row, name) {
					t.Errorf("%s %d, %s: %d official sources, %d others", e.Name, year, name, official, others)
				}
				agreed++
			}
		}
	}
	if agreed < 40 {
		t.Errorf("%d parameters looked at", agreed)
	}
}

// What these states' entries do not model is refused.
func TestRefusalsOfTheirOwn(t *testing.T) {
	for name, c := range map[string]struct {
		slug   string
		change func(*form1040.Return)
	}{
		"foreign tax credit":   {"missouri", func(r *form1040.Return) { r.ForeignTaxCredit = dollars(1) }},
		"education credit":     {"oregon", func(r *form1040.Return) { r.AmericanOpportunity[0] = dollars(1) }},
		"premium repayment":    {"alabama", func(r *form1040.Return) { r.AdvancePremiumRepayment = dollars(1) }},
		"marketplace":          {"oregon", func(r *form1040.Return) { r.Marketplace.Months = 12 }},
		"parent's rate":        {"missouri", func(r *form1040.Return) { r.Parent.Applies = true }},
		"foreign income":       {"connecticut", func(r *form1040.Return) { r.You.ForeignIncome = dollars(1) }},
		"investment income":    {"minnesota", func(r *form1040.Return) { r.Interest = dollars(1000001) }},
		"minimum tax":          {"west_virginia", func(r *form1040.Return) { r.AMTAdjustments = dollars(1) }},
		"spouse itemises":      {"maryland", func(r *form1040.Return) { r.Status, r.SpouseItemizes = form1040.Separate, true }},
		"under 25":             {"maryland", func(r *form1040.Return) { r.You.Age = 24 }},
		"two earners":          {"minnesota", func(r *form1040.Return) { r.Status, r.Spouse.SelfEmployment = form1040.Joint, dollars(1) }},
		"two earners, credit":  {"wisconsin", func(r *form1040.Return) { r.Status, r.Spouse.SelfEmployment = form1040.Joint, dollars(1) }},
		"surviving spouse":     {"west_virginia", func(r *form1040.Return) { r.Status = form1040.SurvivingSpouse }},
		"dependent, no child":  {"oklahoma", func(r *form1040.Return) { r.OtherDependents = 1 }},
		"itemised deductions":  {"new_mexico", func(r *form1040.Return) { r.MortgageInterest = dollars(1) }},
		"adjustment to income": {"connecticut", func(r *form1040.Return) { r.HSA = dollars(1) }},
		"sixty-five":           {"minnesota", func(r *form1040.Return) { r.You.Age = 65 }},
	} {
		in := wagesOf(2024, form1040.Single, 50000, 0, 0)
		if why := Of(c.slug).Refuse(in); why != "" {
			t.Errorf("%s: a plain return is refused: %s", c.slug, why)
		}
		c.change(in)
		if why := Of(c.slug).Refuse(in); !strings.Contains(why, "not modelled") {
			t.Errorf("%s, %s: refused with %q", c.slug, name, why)
		}
	}
}
