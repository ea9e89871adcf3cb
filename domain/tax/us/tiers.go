package us

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// tier is the tier of the federal return of a year, exceptions apart. Each
// parameter of 2024 to 2026 stands on a document of the IRS and on one that is
// independent of it, as does what exceptions leave of 2023; complete returns of
// the IRS are known for 2024.
func tier(year int) tax.Tier {
	switch year {
	case 2024:
		return tax.Covered
	case 2023, 2025, 2026:
		return tax.Beta
	}
	return tax.Draft
}

// why says what earned the federal tier of a year, or what holds it down.
func why(year int) string {
	const both = "each parameter from a document of the IRS and from an independent source that agree, amounts of the Code that are not " +
		"indexed partly from the IRS's documents of another year"
	switch year {
	case 2024:
		return both + "; complete returns that the IRS published with Direct File pass line by line, for every filing status, and so do " +
			"entries of the 2024 Tax Table; no human reviewer"
	case 2025:
		return both + "; the 2025 Tax Table, Tax Computation Worksheet and EIC Table, Table 2 of Form 8962 and the worked examples of " +
			"Publication 17 pass; no complete return of the authority was run end to end"
	case 2026:
		return both + "; the IRS's own acceptance scenarios of its 2026 estimator pass; no 2026 form is final"
	case 2023:
		return both + "; the rate tables of Rev. Proc. 2022-38 pass at their edges; no complete return of the authority was run end to end"
	}
	return "figures from Rev. Proc. 2021-45 and the year's forms; " +
		"the poverty line, the income limits of the saver's credit and the rates of the earned income credit rest on secondary sources, and " +
		"its earned income amounts on the IRS alone; no complete return of the authority was run end to end"
}

// inReturns are the facts, and kindsInReturns the kinds of income, of the
// complete returns of 2024 that the IRS published and that pass.
var (
	inReturns = []string{
		"filing_status", "age", "children", "other_dependents", "spouse_age", "eic_children", "blind", "spouse_blind",
		"claimed_as_dependent", "qualifying_child_of_another", "no_valid_ssn", "spouse_no_valid_ssn", "lived_apart",
		"social_security_benefits", "unemployment",
		"educator_expenses", "spouse_educator_expenses", "hsa_deduction", "student_loan_interest",
		"care_persons", "care_expenses", "retirement_savings", "spouse_retirement_savings", "disability_income", "spouse_disability_income",
		"marketplace_months", "marketplace_premiums", "benchmark_premiums", "advance_premium_credit", "separate_premium_credit",
		"withheld", "estimated_payments",
	}
	kindsInReturns = []tax.Kind{tax.Employment, tax.Pension, tax.Interest, tax.OtherIncome}
)

// These facts, and self-employment in 2023, bring in parameters that lack an
// official or an independent source in some years.
var (
	saverFacts    = []string{"retirement_savings", "spouse_retirement_savings"}
	businessFacts = []string{"business_loss", "qualified_business_income", "reit_dividends"}
	premiumFacts  = []string{"marketplace_months", "marketplace_premiums", "benchmark_premiums", "advance_premium_credit", "dependents_income",
		"separate_premium_credit", "poverty_guidelines"}
	educatorFacts = []string{"educator_expenses", "spouse_educator_expenses"}
)

// exceptions are what lowers the federal tier of a year.
func exceptions(year int) []tax.Exception {
	switch year {
	case 2024:
		return []tax.Exception{{
			Facts: factsBeside(inReturns, year), Kinds: kindsBeside(kindsInReturns), Tier: tax.Beta,
			Why: "The complete returns that the IRS published hold no such income or fact; its parameters stand on a document of the IRS and an " +
				"independent source.",
		}}
	case 2023:
		return []tax.Exception{
			{Facts: premiumFacts, Tier: tax.Draft, Why: "The poverty line of the premium tax credit of 2023 rests on secondary sources."},
			{Facts: educatorFacts, Tier: tax.Draft, Why: "No source independent of the IRS was found for the limit on educator expenses of 2023."},
			{Facts: saverFacts, Tier: tax.Draft, Why: "The income limits of the saver's credit of 2023 rest on secondary sources."},
			{Facts: businessFacts, Kinds: []tax.Kind{tax.SelfEmployment}, Tier: tax.Draft,
				Why: "The threshold of the business income deduction of 2023 rests on secondary sources."},
		}
	case 2026:
		return []tax.Exception{
			{Facts: premiumFacts, Tier: tax.Draft, Why: "The poverty line and the applicable percentages of 2026 rest on secondary sources."},
			{Facts: educatorFacts, Tier: tax.Draft, Why: "No source independent of the IRS was found for the limit on educator expenses of 2026."},
		}
	}
	return nil
}

// factsBeside lists the facts of a year's return that are not among some.
func factsBeside(some []string, year int) (out []string) {
	first, last := civil.Of(year, 1, 1), civil.Of(year, 12, 31)
	for _, f := range facts() {
		late := !f.Since.IsZero() && f.Since.After(last)
		gone := !f.Until.IsZero() && f.Until.Before(first)
		if !late && !gone && !slices.Contains(some, f.Name) {
			out = append(out, f.Name)
		}
	}
	return out
}

func kindsBeside(some []tax.Kind) (out []tax.Kind) {
	for _, k := range incomeKinds {
		if !slices.Contains(some, k) {
			out = append(out, k)
		}
	}
	return out
}

// below keeps the exceptions that lower a tier, with the kinds that a row has;
// nil is all.
func below(row tax.Tier, kinds []tax.Kind, all []tax.Exception) (out []tax.Exception) {
	for _, e := range all {
		if !e.Tier.Below(row) {
			continue
		}
		if kinds != nil {
			e.Kinds = slices.DeleteFunc(slices.Clone(e.Kinds), func(k tax.Kind) bool { return !slices.Contains(kinds, k) })
		}
		out = append(out, e)
	}
	return out
}
