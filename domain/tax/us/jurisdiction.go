package us

import (
	"slices"
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
	j.Facts = append(j.Facts, localFacts()...)
	j.Coverage = slices.Concat(stateCoverage(), federalCoverage(federalOnly), corporateCoverage())
	j.Compute = computeAny
	return j
}

// FederalRegistry computes the federal return alone: the same facts, no
// region.
var FederalRegistry = sync.OnceValue(func() *tax.Registry {
	j := declaration()
	j.RegionRule = tax.NoRegions
	j.Coverage = slices.Concat(federalCoverage(""), corporateCoverage())
	j.Compute = computeFederal
	return tax.NewRegistry(j)
})

// incomeKinds are the kinds of income of the return; the first is what bare
// income means.
var incomeKinds = []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Pension, tax.Interest, tax.Dividends, tax.Property, tax.CapitalGains,
	tax.OtherIncome}

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
		TotalMeans: "Total tax is line 24 of Form 1040; the employee's social security and Medicare taxes and the state income tax are shown " +
			"beside it, not in it.",
		Kinds:   incomeKinds,
		Facts:   append(facts(), companyFacts...),
		BandsOf: "income_tax",
		// The Tax Table taxes the middle of a row, and the gain worksheet rounds
		// each of its lines to the dollar.
		BandsWithin: money.FromInt(10),
		Check:       check,
	}
}

func federalRow(year int) tax.CoverageRow {
	label := strconv.Itoa(year)
	return tax.CoverageRow{
		TaxYear: label, Tier: tier(year), Why: why(year), Dataset: "us-income-" + label + "/2026.11", LawAsOf: lawAsOf, Scope: federalScope,
		Except: exceptions(year),
	}
}

// federalCoverage are the rows of the federal return alone.
func federalCoverage(region string) (out []tax.CoverageRow) {
	for year := firstYear; year <= lastYear; year++ {
		row := federalRow(year)
		row.Region = region
		out = append(out, row)
	}
	if region != "" {
		for i := range out {
			out[i].Scope = append(slices.Clone(federalScope), "No income tax of a state or a place within it is computed.")
		}
	}
	return out
}

var federalScope = []string{
	"Computed are Form 1040 with Schedules 1, 1-A, 2, 3, A, D, R, SE and 8812, Forms 2441, 2555 (earned income), 6251, 8615, 8863, 8880, " +
		"8959, 8960, 8962, 8995 and 8995-A (one business), and the worksheets of the instructions.",
	"Not computed are farm income averaging, net operating losses (section 172) and excess business losses, the passive loss limits, " +
		"at-risk rules, the credit for prior year minimum tax (Form 8801), elections of nontaxable combat pay and penalties; amounts that such " +
		"forms produce are taken as given.",
	"The premium tax credit has the same amounts in every month of coverage and no policy shared with another tax family, and below the " +
		"poverty line it needs advance payments; Form 8615 has no qualified dividends or capital gains of the child; deductions allocable to " +
		"excluded foreign income are not disallowed, and the limit of section 59(j) on a child's minimum tax exemption is not applied.",
	"Social security wages are the wages given; the alternative minimum tax foreign tax credit is the foreign tax credit given; gifts " +
		"carried over are not taken into account.",
}

// lowerTier is the lower of the tiers of the federal return and of the state's
// tax; a state without one adds nothing that could be wrong.
func lowerTier(federal tax.Tier, e *state.Entry, year int) tax.Tier {
	switch {
	case !slices.Contains(e.Agreed, year) || federal == tax.Draft:
		return tax.Draft
	case e.Untaxed():
		return federal
	}
	return tax.Beta
}

func stateCoverage() (out []tax.CoverageRow) {
	for _, e := range state.Entries {
		for year := e.From; year <= e.To; year++ {
			row := federalRow(year)
			row.Region, row.Kinds = e.Slug, e.Kinds
			row.Tier = lowerTier(row.Tier, e, year)
			row.Except = below(row.Tier, e.Kinds, row.Except)
			row.Why = "state: " + e.Why + "; federal: " + row.Why
			row.Dataset = "us-" + e.Code + "-income-" + row.TaxYear + "/2026.11"
			row.Scope = append(append([]string(nil), federalScope...), e.Scope)
			out = append(out, row)
		}
	}
	return out
}
