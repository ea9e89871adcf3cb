package answer

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
)

// A figure that is the whole tax of one level of government is called by that tax, not by the
// components that it is made of.

// The keys of the names of such taxes.
const (
	federalTax    = "federal"
	provincialTax = "provincial"
	cantonalTax   = "cantonal"
)

// levelCodes are the components that one level's tax on income consists of, by place: what a
// question that asks for that tax alone is narrowed to.
var levelCodes = map[string]map[string][]string{
	"CA": {
		federalTax: {"federal_tax", "federal_credits", "federal_dividend_credit", "quebec_abatement"},
		provincialTax: {"provincial_tax", "provincial_credits", "provincial_dividend_credit", "ontario_surtax", "ontario_health_premium",
			"ontario_tax_reduction", "ontario_lift_credit", "bc_tax_reduction", "pei_surtax"},
	},
	"CH": {
		federalTax:  {"income_tax", "child_reduction"},
		cantonalTax: {"cantonal_tax", "communal_tax", "personal_tax"},
	},
}

// levelOf returns the key of the level whose tax a figure is; "" = of no one level.
func levelOf(c *plan.Case, s *tax.Scope) string {
	if c.Supply != nil || c.TaxType != tax.IndividualIncome {
		return ""
	}
	switch c.Jurisdiction.Code {
	case "US":
		if s.Empty() {
			return federalTax
		}
	case "CH":
		if s.Empty() && c.Request.SubRegion == "" {
			return federalTax
		}
	}
	if s == nil || len(s.Only) < 2 || len(s.With)+len(s.Without) > 0 {
		return ""
	}
	for _, key := range []string{federalTax, provincialTax, cantonalTax} {
		codes := levelCodes[c.Jurisdiction.Code][key]
		other := func(code string) bool { return !slices.Contains(codes, code) }
		if len(codes) > 0 && s.Only[0] == codes[0] && !slices.ContainsFunc(s.Only, other) {
			return key
		}
	}
	return ""
}
