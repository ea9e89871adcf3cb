package ca_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// withheld is what the Canada Revenue Agency's online payroll calculator takes
// from a fortnight's pay, federal and provincial, by edition of its formulas.
type withheld struct {
	region, pay string
	federal     []string // one edition for the year, or one for each half
	provincial  []string
}

// The online calculator's answers of December 2025, as kept by
// https://github.com/beanflowai/Beanflow-Payroll/tree/main/backend/tests/payroll/pdoc/fixtures.
// Thirteen fortnights by each edition of 2025 make the law of the whole year,
// as the edition of July spreads a change over six months.
var (
	withheld2025 = []withheld{
		{"ontario", "2307.69", []string{"223.89", "210.07"}, []string{"116.76", "116.76"}},
		{"alberta", "2307.69", []string{"223.89", "210.07"}, []string{"128.20", "76.92"}},
		{"british_columbia", "2307.69", []string{"223.89", "210.07"}, []string{"93.45", "93.45"}},
		{"manitoba", "2307.69", []string{"223.89", "210.07"}, []string{"173.77", "176.11"}},
		{"saskatchewan", "2307.69", []string{"223.89", "210.07"}, []string{"152.67", "148.63"}},
		{"new_brunswick", "2307.69", []string{"223.89", "210.07"}, []string{"167.16", "167.16"}},
		{"newfoundland_and_labrador", "2307.69", []string{"223.89", "210.07"}, []string{"183.20", "183.20"}},
		{"nova_scotia", "2307.69", []string{"223.89", "210.07"}, []string{"217.00", "217.00"}},
		{"prince_edward_island", "2307.69", []string{"223.89", "210.07"}, []string{"191.15", "188.23"}},
		{"northwest_territories", "2307.69", []string{"223.89", "210.07"}, []string{"93.56", "93.56"}},
		{"nunavut", "2307.69", []string{"223.89", "210.07"}, []string{"61.43", "61.43"}},
		{"yukon", "2307.69", []string{"223.89", "210.07"}, []string{"95.72", "95.72"}},
		{"british_columbia", "1153.85", []string{"59.61", "55.63"}, []string{"14.03", "14.03"}},
		{"nova_scotia", "1153.85", []string{"59.61", "55.63"}, []string{"54.73", "54.73"}},
	}
	withheld2026 = []withheld{
		{"ontario", "2307.69", []string{"205.32"}, []string{"114.68"}},
		{"alberta", "2307.69", []string{"205.32"}, []string{"101.20"}},
		{"manitoba", "2307.69", []string{"205.32"}, []string{"174.96"}},
		{"saskatchewan", "2307.69", []string{"205.32"}, []string{"146.23"}},
		{"new_brunswick", "2307.69", []string{"205.32"}, []string{"164.41"}},
		{"nova_scotia", "2307.69", []string{"205.32"}, []string{"215.23"}},
		{"prince_edward_island", "2307.69", []string{"205.32"}, []string{"187.51"}},
		{"northwest_territories", "2307.69", []string{"205.32"}, []string{"91.69"}},
		{"nunavut", "2307.69", []string{"205.32"}, []string{"59.58"}},
		{"yukon", "2307.69", []string{"205.32"}, []string{"93.71"}},
		{"manitoba", "1153.85", []string{"53.75"}, []string{"50.49"}},
		{"nova_scotia", "1153.85", []string{"53.75"}, []string{"54.10"}},
	}
)

// The formulas round the constants of a province to the dollar, and a fortnight
// to the cent, which keeps the year within three quarters of a dollar.
func TestAgainstThePayrollCalculator(t *testing.T) {
	near := money.MustParse("0.75")
	for year, all := range map[string][]withheld{"2025": withheld2025, "2026": withheld2026} {
		for _, c := range all {
			pay := money.MustParse(c.pay).Mul(money.FromInt(26))
			req := ask(year, c.region, pay.String(), tax.Gross)
			got, err := registry.Calculate(&req)
			if err != nil {
				t.Fatal(err)
			}
			federal, provincial := money.Zero, money.Zero
			for _, l := range got.Components {
				sum := &provincial
				if l.Code == "federal_tax" || l.Code == "federal_credits" {
					sum = &federal
				}
				switch {
				case !l.InTotal:
				case l.Kind == tax.LevyCredit:
					*sum = sum.Sub(l.Amount)
				default:
					*sum = sum.Add(l.Amount)
				}
			}
			if want := ofYear(c.federal); federal.Sub(want).Abs().Greater(near) {
				t.Errorf("%s %s, %s: federal %s, calculator %s", year, c.region, pay, federal, want)
			}
			if want := ofYear(c.provincial); provincial.Sub(want).Abs().Greater(near) {
				t.Errorf("%s %s, %s: provincial %s, calculator %s", year, c.region, pay, provincial, want)
			}
		}
	}
}

// ofYear is 26 fortnights' withholding, divided over the editions.
func ofYear(fortnights []string) (sum money.Dec) {
	for _, one := range fortnights {
		sum = sum.Add(money.MustParse(one).Mul(money.FromInt(26 / int64(len(fortnights)))))
	}
	return sum
}

// Revenu Québec's constants of 2023, by which tax is the rate on the income
// less the constant; and the tax in its worked example of the payroll formulas
// (TP-1015.F-V, Appendix 1): taxable income, and what is left after a credit
// of 14 % of 21,830, which is added back here.
func TestQuebec(t *testing.T) {
	const (
		kit     = "https://www.revenuquebec.ca/en/businesses/source-deductions-and-employer-contributions/employers-kit/principal-changes-for-2023/"
		formula = "https://www.revenuquebec.ca/en/online-services/forms-and-publications/current-details/tp-1015.f-v/"
	)
	var examples []taxtest.Example
	for _, c := range []struct{ source, url, year, taxable, tax string }{
		{"Revenu Québec, principal changes for 2023, constants", kit, "2023", "49275", "6898.50"},
		{"Revenu Québec, principal changes for 2023, constants", kit, "2023", "98540", "16259.60"},
		{"Revenu Québec, principal changes for 2023, constants", kit, "2023", "119910", "21388.40"},
		{"Revenu Québec, principal changes for 2023, constants", kit, "2023", "200000", "42011.00"},
		{"TP-1015.F-V (2024-01), Appendix 1", formula, "2024", "71419.92", "10980.78"},
		{"TP-1015.F-V (2025-01), Appendix 1", formula, "2025", "97379.88", "15840.18"},
		{"TP-1015.F-V (2026-01), Appendix 1", formula, "2026", "97349.98", "15779.50"},
		{"TP-1015.F-V (2026-01), Appendix 1, periods 20 and 21", formula, "2026", "93189.98", "14989.10"},
	} {
		examples = append(examples, taxtest.Example{Source: c.source, URL: c.url,
			Request: ask(c.year, "quebec", c.taxable, tax.Taxable), Levies: map[string]string{"provincial_tax": c.tax}, Within: "1.00"})
	}
	taxtest.Examples(t, registry, examples)
}
