package answer_test

import (
	"strings"
	"testing"
)

// A year that is called a tax year asks for no tax: a levy that is asked for alone stays
// alone, in whatever form its year is written.
func TestYearsNameNoTax(t *testing.T) {
	p, e := everywhere()
	years := map[string][]string{
		"2025-26": {"in 2025-26", "for the tax year 2025-26", "in the 2025-26 tax year", "(tax year 2025-26)"},
		"2025":    {"in 2025", "for tax year 2025", "in the 2025 tax year", "(tax year 2025)"},
	}
	for question, year := range map[string]string{
		"How much NI do I pay on a salary of £60,000 in England YEAR?":                                 "2025-26",
		"National Insurance on a salary of £60,000 in England YEAR?":                                   "2025-26",
		"How much National Insurance does someone on £23,500 pay in Wales YEAR?":                       "2025-26",
		"FICA on wages of $60,000 YEAR?":                                                               "2025",
		"How much Medicare tax on wages of $60,000 YEAR?":                                              "2025",
		"What is Kansas state income tax for a single filer with wages of $60,000 YEAR?":               "2025",
		"California state income tax on $60,000 of wages YEAR, single, no children, age 35?":           "2025",
		"How much USC on a salary of €60,000 in Ireland YEAR?":                                         "2025",
		"How much CPP on a salary of $60,000 in Ontario, Canada YEAR?":                                 "2025",
		"What Medicare levy is due on a taxable income of $90,000 in Australia YEAR, single, no kids?": "2025-26",
	} {
		var first string
		for i, form := range years[year] {
			c := put(t, p, strings.Replace(question, "YEAR", form, 1), e).Contract
			if len(c.Claims) == 0 {
				t.Errorf("%q %s: %s %v", question, form, c.VerificationStatus, c.NextActions)
				continue
			}
			switch claim := c.Claims[0].Text; {
			case i == 0:
				first = claim
			case claim != first:
				t.Errorf("%q %s: %q, not %q", question, form, claim, first)
			}
		}
		if strings.HasPrefix(first, "Income tax") || strings.HasPrefix(first, "Federal income tax") {
			t.Errorf("%q: %q", question, first)
		}
	}
}
