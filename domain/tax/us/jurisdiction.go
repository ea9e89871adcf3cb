package us

import (
	"strconv"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

const (
	firstYear = 2022
	lastYear  = 2026
)

var lawAsOf = civil.Of(2026, 11, 20)

func lower(s string) string { return strings.ToLower(s) }

// Jurisdiction declares the United States with its states.
func Jurisdiction() *tax.Jurisdiction {
	j := declaration()
	j.RegionRule, j.Regions = tax.RegionRequired, regions()
	j.Coverage = append(stateCoverage(), corporateCoverage()...)
	j.Compute = computeAny
	return j
}

// FederalRegistry computes the federal return alone: the same facts, no
// region.
var FederalRegistry = sync.OnceValue(func() *tax.Registry {
	j := declaration()
	j.RegionRule = tax.NoRegions
	for year := firstYear; year <= lastYear; year++ {
		j.Coverage = append(j.Coverage, federalRow(year))
	}
	j.Coverage = append(j.Coverage, corporateCoverage()...)
	j.Compute = computeFederal
	return tax.NewRegistry(j)
})

func declaration() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "US", Name: "United States", Authority: "Internal Revenue Service",
		Currency: "USD", TimeZone: "America/New_York", Languages: []string{"en", "es"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"united states", "united states of america", "usa", "u.s.a.", "u.s.", "america", "estados unidos"},
			Demonyms: []string{"american", "us citizen", "us resident", "us taxpayer"},
			Currency: []string{"usd", "us dollar", "us dollars", "us$"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "taxable year", "calendar year"}},
		IncomeMeans: "Income is the wages (Form W-2, box 1) of the taxpayer, a U.S. citizen or full-year resident.",
		TotalMeans:  "Total tax is line 24 of Form 1040; the employee's social security and Medicare taxes and the state income tax are shown beside it, not in it.",
		Kinds:       []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.CapitalGains, tax.OtherIncome},
		Facts:       append(facts(), companyFacts...),
		BandsOf:     "income_tax",
		// The Tax Table taxes the middle of a row, and the gain worksheet rounds
		// each of its lines to the dollar.
		BandsWithin: money.FromInt(10),
		Check:       check,
	}
}

// why says what holds the federal tier of a year down.
func why(year int) string {
	const rest = "no complete return of the authority was run end to end, and some constants of the Code rest on two independent secondary sources"
	switch year {
	case 2025:
		return "rates, deductions, gains, benefits and the EIC from the 2025 instructions, whose Tax Table, Tax Computation Worksheet and EIC Table pass; " + rest
	case 2026:
		return "figures from Rev. Proc. 2025-32 and the IRS's 2026 estimator; no 2026 form is final; " + rest
	case 2024:
		return "rates and credits from the IRS's own 2024 software, other figures from two independent secondary sources; " + rest
	}
	return "figures from the revenue procedure of the year; " + rest
}

func federalRow(year int) tax.CoverageRow {
	label := strconv.Itoa(year)
	return tax.CoverageRow{
		TaxYear: label, Tier: tax.Draft, Why: why(year), Dataset: "us-income-" + label + "/2026.11", LawAsOf: lawAsOf, Scope: federalScope,
	}
}

var federalScope = []string{
	"Computed are Form 1040 with Schedules 1, 1-A, 2, 3, A, D, SE and 8812, Forms 2441, 6251, 8863, 8880, 8959, 8960, 8995 and 8995-A (one business), and the worksheets of the instructions.",
	"Not computed are the tax on a child's unearned income (Form 8615), foreign earned income (Form 2555), farm income averaging, net operating and excess business losses, the passive loss limits, at-risk rules, the credit for the elderly, premium tax credits, alternative minimum tax credits and penalties; amounts that such forms produce are taken as given.",
	"Social security wages are the wages given; the alternative minimum tax foreign tax credit is the foreign tax credit given; gifts carried over are not taken into account.",
}

func stateCoverage() (out []tax.CoverageRow) {
	for _, e := range state.Entries {
		for year := e.From; year <= e.To; year++ {
			row := federalRow(year)
			row.Region, row.Kinds = e.Slug, e.Kinds
			row.Why = "state: " + e.Why + "; federal: " + row.Why
			row.Dataset = "us-" + e.Code + "-income-" + row.TaxYear + "/2026.11"
			row.Scope = append(append([]string(nil), federalScope...), e.Scope)
			out = append(out, row)
		}
	}
	return out
}
