package us

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/corporate"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

func lower(s string) string { return strings.ToLower(s) }

// Jurisdiction declares the United States with its states.
func Jurisdiction() *tax.Jurisdiction {
	j := declaration()
	j.RegionRule, j.Regions = tax.RegionRequired, regions()
	j.Facts = append(j.Facts, localFacts()...)
	j.Coverage = slices.Concat(stateCoverage(), federalCoverage(federalOnly), tax.CoverageOf("us", tax.CorporateIncome))
	j.Compute = computeAny
	return j
}

// FederalRegistry computes the federal return alone: the same facts, no
// region.
var FederalRegistry = sync.OnceValue(func() *tax.Registry {
	j := declaration()
	j.RegionRule = tax.NoRegions
	j.Coverage = slices.Concat(federalCoverage(""), tax.CoverageOf("us", tax.CorporateIncome))
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
		TotalMeans:  "Total tax is line 24 of Form 1040; the employee's contributions and the state's tax stand beside it.",
		Kinds:       incomeKinds,
		Facts:       append(facts(), companyFacts...),
		BandsOf:     "income_tax",
		Law:         []law.Resolver{corporate.Law, form1040.Law},
		// The Tax Table taxes the middle of a row, and the gain worksheet rounds
		// each of its lines to the dollar.
		BandsWithin: money.FromInt(10),
		Check:       check,
	}
}

// federalRemarks are about forms that few returns have.
var federalRemarks = []tax.Remark{
	{Text: "Computed are Form 1040 with Schedules 1, 1-A, 2, 3, A, D, R, SE and 8812, Forms 2441, 2555 (earned income), 6251, 8615, 8863, " +
		"8880, 8959, 8960, 8962, 8995 and 8995-A (one business), and the worksheets of the instructions.",
		Beside: tax.Beside{Kinds: kindsBeside([]tax.Kind{tax.Employment})}},
	{Text: "Farm income averaging, excess business losses, the passive loss limits and at-risk rules are not computed; amounts that such " +
		"forms produce are taken as given.", Beside: tax.Beside{Kinds: []tax.Kind{tax.SelfEmployment, tax.Property},
		Facts: []string{"passthrough_income"}}},
	{Text: "The premium tax credit has the same amounts in every month of coverage and no policy shared with another tax family, and below " +
		"the poverty line it needs advance payments.", Beside: *whenInsured},
	{Text: "Form 8615 has no qualified dividends or capital gains of the child, and the limit of section 59(j) on a child's minimum tax " +
		"exemption is not applied.", Beside: *asChild},
	{Text: "Deductions allocable to excluded foreign income are not disallowed.", Beside: *withExclusion},
	{Text: "The alternative minimum tax foreign tax credit is the foreign tax credit given.",
		Beside: tax.Beside{Facts: []string{"foreign_tax_credit"}}},
	{Text: "Gifts carried over are not taken into account.", Beside: tax.Beside{Facts: []string{"gifts_cash", "gifts_property"}}},
}

// stateRemarks are about incomes that states tax in ways of their own.
var stateRemarks = []tax.Remark{
	{Text: "Pensions and IRA distributions are those of private employers and accounts, received when they are due.",
		Beside: tax.Beside{Kinds: []tax.Kind{tax.Pension}, Facts: []string{"ira_distributions"}}},
	{Text: "Of the state, incomes other than wages, interest and dividends are taxed as its parameters say, and not at all without one.",
		Beside: tax.Beside{Kinds: kindsBeside([]tax.Kind{tax.Employment, tax.Interest, tax.Dividends})}},
	{Text: "Capital gains are those of assets for which the state has no exclusion of their own, such as farms, businesses and property in " +
		"the state.", Beside: *withGains},
}

// federalRows are those of the federal return, by year, in their order.
func federalRows() (out []tax.CoverageRow) {
	for _, row := range tax.CoverageOf("us", tax.IndividualIncome) {
		if row.Region == federalOnly {
			row.Except, row.ScopeBeside = named(row), federalRemarks
			out = append(out, row)
		}
	}
	return out
}

// federalCoverage are the rows of the federal return alone, under a region.
func federalCoverage(region string) []tax.CoverageRow {
	out := federalRows()
	for i := range out {
		out[i].Region = region
		if region != "" {
			out[i].Scope = append(slices.Clip(out[i].Scope), "No income tax of a state or a place within it is computed.")
		}
	}
	return out
}

// stateCoverage are the rows of states: each has the lower of the tiers of the
// federal return and of the state's own tax.
func stateCoverage() (out []tax.CoverageRow) {
	federal := map[string]tax.CoverageRow{}
	for _, row := range federalRows() {
		federal[row.TaxYear] = row
	}
	for _, e := range state.Entries {
		for _, row := range e.Held().Rows {
			of := federal[row.TaxYear]
			row.Tier = tax.Lowest(row.Tier, of.Tier)
			row.Except = joined(below(row.Tier, row.Kinds, of.Except), below(row.Tier, row.Kinds, row.Except))
			row.Why = "state: " + row.Why + "; federal: " + of.Why
			row.Dataset = "us-" + e.Code + "-income-" + row.TaxYear + "/2026.11"
			row.Scope, row.ScopeBeside = slices.Concat(of.Scope, row.Scope), slices.Concat(row.ScopeBeside, federalRemarks)
			if !e.Untaxed() {
				row.ScopeBeside = slices.Concat(row.ScopeBeside, stateRemarks)
			}
			out = append(out, row)
		}
	}
	return out
}

// named spells out the exceptions that are for other facts and kinds of income
// than those they list.
func named(row tax.CoverageRow) []tax.Exception {
	out := slices.Clone(row.Except)
	for i := range out {
		if e := &out[i]; e.Others {
			year, _ := strconv.Atoi(row.TaxYear)
			e.Facts, e.Kinds, e.Others = factsBeside(e.Facts, year), kindsBeside(e.Kinds), false
		}
	}
	return out
}
