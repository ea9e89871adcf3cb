package us

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// What facts stand beside: without it they change nothing on the return.
var (
	onJointReturn = &tax.Beside{Of: "filing_status", Is: []string{form1040.Joint.String()}}
	whenSeparate  = &tax.Beside{Of: "filing_status", Is: []string{form1040.Separate.String()}}
	withGains     = &tax.Beside{Kinds: []tax.Kind{tax.CapitalGains}}
	withDividends = &tax.Beside{Kinds: []tax.Kind{tax.Dividends}}
	withBusiness  = &tax.Beside{Kinds: []tax.Kind{tax.SelfEmployment},
		Facts: []string{"passthrough_income", "qualified_business_income", "reit_dividends"}}
	whenInsured   = &tax.Beside{Facts: []string{"marketplace_months"}}
	withExclusion = &tax.Beside{Facts: []string{"foreign_earned_income", "spouse_foreign_earned_income", "foreign_housing_exclusion"}}
	asChild       = &tax.Beside{Facts: []string{"taxed_at_parents_rates"}}
)

var beside = map[string]*tax.Beside{
	"spouse_age": onJointReturn, "spouse_blind": onJointReturn, "spouse_no_valid_ssn": onJointReturn,
	"lived_apart": whenSeparate, "spouse_itemizes": whenSeparate,
	"spouse_educator_expenses": onJointReturn, "spouse_qualified_tips": onJointReturn, "spouse_qualified_overtime": onJointReturn,
	"spouse_disability_income": onJointReturn, "spouse_retirement_savings": onJointReturn,
	"qualified_dividends": withDividends,
	"short_term_gains":    withGains, "collectibles_gain": withGains, "section_1250_gain": withGains,
	"business_wages": withBusiness, "business_property": withBusiness, "specified_service": withBusiness,
	"marketplace_premiums": whenInsured, "benchmark_premiums": whenInsured, "advance_premium_credit": whenInsured,
	"dependents_income": whenInsured, "poverty_guidelines": whenInsured, "separate_premium_credit": whenInsured,
	"spouse_foreign_earned_income": onJointReturn, "foreign_days": withExclusion, "spouse_foreign_days": withExclusion,
	"parent_filing_status": asChild, "parent_taxable_income": asChild, "parent_gains": asChild, "siblings_unearned_income": asChild,
	"care_expenses": {Facts: []string{"care_persons"}},
}
