package taxreturn

import (
	"maps"
	"strings"
	"testing"
)

// Summaries without the form's own numbers and words: what a sum bears out is taken, and the
// rest is left to a person. Each is told with its form, as nothing printed names it.
func TestSummariesMadeAtHome(t *testing.T) {
	for name, c := range map[string]struct {
		form, text string
		want       map[string]string
	}{
		"ireland, with what was paid": {"ie-form11", "Form 11 2024\nIncome from employment (PAYE)   50,000.00\nProfit from trade or profession   12,000.00\n" +
			"Total income   62,000.00\nIncome tax chargeable   16,000.00\nUSC chargeable   1,621.82\nPRSI chargeable   2,495.50\n" +
			"Total tax chargeable   20,117.32\nTax already paid (PAYE)   9,000.00\nBalance of tax payable   11,117.32",
			map[string]string{"employment": "50000.00", "trade": "12000.00", "income": "62000.00", "income_tax": "16000.00", "usc": "1621.82",
				"prsi": "2495.50", "total_tax": "20117.32", "paid": "9000.00", "balance_due": "11117.32"}},
		"ireland, what was paid is not borne out": {"ie-form11", "Form 11 2024\nTotal income   62,000.00\nTotal tax chargeable   20,117.32\n" +
			"Tax already paid (PAYE)   9,000.00\nBalance of tax payable   10,000.00",
			map[string]string{"income": "62000.00", "total_tax": "20117.32", "balance_due": "10000.00"}},
		"ireland, another person in brackets": {"ie-form11", "Form 11 2024\nTotal income   62,000.00\nUSC chargeable (spouse)   1,621.82\n",
			map[string]string{"income": "62000.00"}},
		"ireland, another person's in brackets would make the sum": {"ie-form11", "Form 11 2024\nTotal income   62,000.00\n" +
			"Income tax chargeable   16,000.00\nUSC chargeable (spouse)   1,621.82\nTotal tax chargeable   17,621.82\n",
			map[string]string{"income": "62000.00"}},
		"the kingdom": {"gb-sa302", "My tax year 2024-25\nEmployment income   60,000\nBank interest   500\nDividends   2,500\nTotal income   63,000\n" +
			"Less: Personal allowance   12,570\nTaxable income   50,430\nIncome tax due   12,107\nTax already paid (PAYE)   11,432\nTax to pay   675",
			map[string]string{"employment": "60000", "interest": "500", "dividends": "2500", "total_income": "63000", "personal_allowance": "12570",
				"taxable_income": "50430", "tax": "12107", "tax_deducted": "11432", "balance_due": "675"}},
		"the kingdom, an income that no line has": {"gb-sa302", "My tax year 2024-25\nEmployment income   60,000\nPrizes   500\nTotal income   60,500\nTaxable income   1",
			map[string]string{}},
		"germany": {"de-est", "Einkommensteuerbescheid 2024\nEinkünfte aus nichtselbständiger Arbeit   64.770\nEinkünfte aus Vermietung und Verpachtung   1.230\n" +
			"Summe der Einkünfte   66.000\nzu versteuerndes Einkommen   60.000\nfestzusetzende Einkommensteuer   14.646\nFestgesetzte Einkommensteuer   14.646\n" +
			"abzüglich Lohnsteuer   15.000\nErstattung   354",
			map[string]string{"employment": "64770", "rental": "1230", "sum_of_incomes": "66000", "taxable_income": "60000", "assessed_tax": "14646",
				"fixed_tax": "14646", "wage_tax": "15000", "overpaid": "354"}},
		"germany, what was paid in advance": {"de-est", "Bescheid für 2019 über Einkommensteuer\nFestgesetzt werden ........ 14.646,00   100,00\n" +
			"ab Steuerabzug vom Lohn ..... 9.000,00   50,00\nverbleibende Steuer ..... 5.646,00   50,00\nbereits getilgt ..... 4.000,00   20,00\n" +
			"mithin sind zu wenig entrichtet ..... 1.646,00   30,00",
			map[string]string{"fixed_tax": "14646.00", "fixed_solidarity": "100.00", "wage_tax": "9000.00", "remaining": "5646.00", "already_paid": "4000.00",
				"underpaid": "1646.00"}},
		"the states": {"us-1040", "U.S. Individual Income Tax Return 2024\nWages   60,000\nInterest   500\nTotal income   60,500\nStandard deduction   14,600\n" +
			"Taxable income   45,900\nTax   5,279\nFederal income tax withheld   6,000\nRefund   721",
			map[string]string{"wages": "60000", "taxable_interest": "500", "total_income": "60500", "deductions": "14600", "taxable_income": "45900",
				"tax": "5279", "withheld": "6000", "refund": "721"}},
		"the states, nothing bears it out": {"us-1040", "U.S. Individual Income Tax Return 2024\nWages   60,000\nTotal income   61,000\nTax   5,279\nRefund   700",
			map[string]string{}},
		"the states, a label within another's": {"us-1040", "U.S. Individual Income Tax Return 2024\nTaxable wages   60,000\nState tax   500\nTotal income   60,000\n" +
			"Estimated tax   400\nRefund   400", map[string]string{}},
		"the states, numbered, so that words alone name nothing": {"us-1040", "Form 1040 (2024)\n1z Add lines 1a through 1h   1z   60,000\n" +
			"9 This is your total income   9   60,500\nInterest   500", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			form, _ := FormByID(c.form)
			s := packet(t, Receive{Form: c.form, Jurisdiction: form.Jurisdiction}, c.text)
			if got := values(s); !maps.Equal(got, c.want) {
				t.Errorf("it gives %v, not %v: %+v", got, c.want, s.Checks)
			}
		})
	}
}

// An assessment whose title a scan left unread is known by a line that no other tax has, and
// its year by what the office prints at the foot of each page; that of another tax is not.
func TestAssessmentWithoutItsTitle(t *testing.T) {
	const table = "Finanzamt Musterstadt\nFestgesetzt werden   14.646,00\n%s   9.000,00\nverbleibende Steuer   5.646,00\n" +
		"Form.Nr. 025339 G   Rt. 7.12.2020 ESt 2019"
	s := packet(t, Receive{}, strings.Replace(table, "%s", "ab Steuerabzug vom Lohn", 1))
	if s.Form != "de-est" || s.TaxYear != "2019" || values(s)["fixed_tax"] != "14646.00" || values(s)["wage_tax"] != "9000.00" {
		t.Errorf("%s of %s: %v", s.Form, s.TaxYear, values(s))
	}
	if s := packet(t, Receive{}, strings.Replace(table, "%s", "ab Vorsteuer", 1)); s.Form != "" || len(s.Figures) > 0 {
		t.Errorf("an assessment of another tax is %s: %v", s.Form, values(s))
	}
}
