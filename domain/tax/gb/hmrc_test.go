package gb_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// The calculator that HM Revenue and Customs publishes comes with computations
// of its own, each with the year, the country and the tax it expects.
const (
	hmrcCases   = "HMRC, tax calculator, published computations"
	hmrcCasesAt = "https://github.com/hmrc/tax-kalculator/tree/main/src/jvmTest/resources"
)

// TestAgainstHMRCsCalculator holds computations of pay of every year and
// region. By the tax code 1257L the first 12,579 of pay is free of tax, by 0T
// nothing is: what remains is taxable income. Where HMRC's calculator takes
// away the allowance above 100,000 by itself, the whole liability is held.
func TestAgainstHMRCsCalculator(t *testing.T) {
	type row struct{ pay, free, tax string }
	var elsewhere = []row{{"20000", "12579", "1484.20"}, {"40000", "12579", "5484.20"}, {"60000", "12579", "11428.40"}}
	var examples []taxtest.Example
	for _, c := range []struct {
		year    string
		regions []string
		rows    []row
	}{
		{"2022-23", []string{"england", "wales"}, append(elsewhere, row{"200000", "0", "74960.00"})},
		{"2023-24", []string{"england", "wales"}, append(elsewhere, row{"80000", "12579", "19428.40"}, row{"130000", "0", "44703.00"})},
		{"2024-25", []string{"england", "wales"}, append(elsewhere, row{"80000", "12579", "19428.40"})},
		{"2025-26", []string{"england", "wales"}, append(elsewhere, row{"80000", "12579", "19428.40"}, row{"150000", "12579", "48042.45"})},
		{"2026-27", []string{"england", "wales"}, append(elsewhere, row{"80000", "12579", "19428.40"}, row{"150000", "0", "53703.00"})},
		{"2022-23", []string{"scotland"}, []row{{"20000", "12579", "1462.58"}, {"40000", "12579", "5605.61"}, {"60000", "12579", "13071.41"},
			{"150000", "12579", "49971.41"}}},
		{"2023-24", []string{"scotland"}, []row{{"20000", "12579", "1462.58"}, {"40000", "12579", "5605.61"}, {"60000", "12579", "13234.70"},
			{"150000", "0", "57560.88"}}},
		{"2024-25", []string{"scotland"}, []row{{"20000", "12579", "1461.14"}, {"40000", "12579", "5595.44"}, {"60000", "12579", "13224.53"},
			{"150000", "12579", "53642.69"}}},
		{"2025-26", []string{"scotland"}, []row{{"20000", "12579", "1455.93"}, {"40000", "12579", "5580.93"}, {"60000", "12579", "13210.02"},
			{"80000", "12579", "21759.75"}}},
		{"2026-27", []string{"scotland"}, []row{{"20000", "12579", "1444.53"}, {"40000", "12579", "5549.18"}, {"60000", "12579", "13178.27"},
			{"150000", "0", "59634.35"}}},
	} {
		for _, region := range c.regions {
			for _, r := range c.rows {
				taxable := money.MustParse(r.pay).Sub(money.MustParse(r.free)).String()
				examples = append(examples, taxtest.Example{Source: hmrcCases, URL: hmrcCasesAt,
					Request: basis(employee(c.year, region, taxable), tax.Taxable), Total: r.tax, Within: "0.01"})
			}
		}
	}
	for _, c := range []struct{ year, region, pay, tax string }{
		{"2024-25", "england", "150000", "53703.00"}, {"2024-25", "scotland", "150000", "59680.61"},
		{"2025-26", "england", "150000", "53703.00"}, {"2025-26", "scotland", "150000", "59666.10"},
		{"2023-24", "england", "130000", "44703.00"}, {"2025-26", "wales", "130000", "44703.00"},
	} {
		examples = append(examples, taxtest.Example{Source: hmrcCases, URL: hmrcCasesAt, Request: employee(c.year, c.region, c.pay), Total: c.tax,
			Within: "0.01"})
	}
	taxtest.Examples(t, registry, examples)
}

// TestLoansAgainstHMRCsCalculator holds its student loan repayments, in whole
// pounds, and its employee's National Insurance of an unchanging year.
func TestLoansAgainstHMRCsCalculator(t *testing.T) {
	var examples []taxtest.Example
	for _, c := range []struct{ year, pay, plan, loan, insurance string }{
		{"2025-26", "40000", "plan_1", "1254", "2194.40"}, {"2025-26", "60000", "plan_2", "2837", "3210.60"},
		{"2025-26", "80000", "plan_4", "4252", "3610.60"}, {"2026-27", "40000", "plan_1", "1179", "2194.40"},
		{"2026-27", "60000", "plan_2", "2755", "3210.60"}, {"2026-27", "80000", "plan_4", "4158", "3610.60"},
	} {
		req := with(employee(c.year, "england", c.pay), "student_loan", c.plan)
		examples = append(examples,
			taxtest.Example{Source: hmrcCases, URL: hmrcCasesAt, Request: req, Levies: map[string]string{"student_loan": c.loan}, Within: "0.99"},
			taxtest.Example{Source: hmrcCases, URL: hmrcCasesAt, Request: req, Levies: map[string]string{"ni_class_1_employee": c.insurance}})
	}
	taxtest.Examples(t, registry, examples)
}
