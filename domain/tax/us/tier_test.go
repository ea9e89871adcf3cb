package us

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// elsewhere are the parameters of domain/tax/law/us that the individual return
// does not read.
var elsewhere = []string{"sales_", "corporate_", "withholding_", "contribution_", "futa_", "state_unemployment_",
	"additional_medicare_withholding_"}

// Facts that bring in parameters which lack an official or an independent source
// in some years.
var (
	saverFacts    = []string{"retirement_savings", "spouse_retirement_savings"}
	businessFacts = []string{"business_loss", "qualified_business_income", "reit_dividends"}
	premiumFacts  = []string{"marketplace_months", "marketplace_premiums", "benchmark_premiums", "advance_premium_credit", "dependents_income",
		"separate_premium_credit", "poverty_guidelines"}
	educatorFacts = []string{"educator_expenses", "spouse_educator_expenses"}
)

// federalRow is the federal return of a year, as coverage.yaml declares it.
func federalRow(t *testing.T, year int) tax.CoverageRow {
	t.Helper()
	for _, row := range federalRows() {
		if row.TaxYear == strconv.Itoa(year) {
			return row
		}
	}
	t.Fatalf("there is no row of %d", year)
	return tax.CoverageRow{}
}

// excepted are the parameters of a year that only excepted facts bring in.
var excepted = map[string]map[string][]string{
	"2023": {"poverty_line": premiumFacts, "educator_max": educatorFacts, "savers_agi_limits": saverFacts, "qbi_threshold": businessFacts},
	"2026": {"premium_": premiumFacts, "poverty_line": premiumFacts, "educator_max": educatorFacts},
}

// A year above draft has every parameter of the return from a document of the
// authority and from a source independent of it, but for those that only facts
// of an exception bring in.
func TestTierOfTheFederalReturnIsEarned(t *testing.T) {
	book := law.MustOpen("us")
	for year := 2022; year <= 2026; year++ {
		read, row := 0, federalRow(t, year)
		var lacking []string
		for name, p := range book.Parameters {
			v := p.On(civil.Of(year, 12, 31))
			if v == nil || hasPrefix(name, elsewhere) {
				continue
			}
			read++
			kinds := map[law.Kind]bool{}
			for _, c := range v.Cite {
				kinds[book.Sources[c.Source].Kind] = true
			}
			if (!kinds[law.Primary] || !kinds[law.Secondary]) && !isExcepted(&row, name) {
				lacking = append(lacking, name)
			}
		}
		switch above := row.Tier != tax.Draft; {
		case read < 80:
			t.Errorf("%d: only %d parameters were looked at", year, read)
		case above && len(lacking) > 0:
			t.Errorf("%d is %s, but an official or an independent source is missing of %v", year, row.Tier, lacking)
		case !above && len(lacking) == 0:
			t.Errorf("%d is %s with both sources of every parameter", year, row.Tier)
		}
	}
}

// isExcepted reports whether every fact that brings in a parameter lowers the
// tier to draft.
func isExcepted(row *tax.CoverageRow, parameter string) bool {
	for prefix, facts := range excepted[row.TaxYear] {
		if !strings.HasPrefix(parameter, prefix) {
			continue
		}
		for _, fact := range facts {
			if !slices.ContainsFunc(row.Except, func(e tax.Exception) bool { return e.Tier == tax.Draft && slices.Contains(e.Facts, fact) }) {
				return false
			}
		}
		return true
	}
	return false
}

// What is covered in 2024 stands in a complete return that passes.
func TestCoveredFactsStandInPublishedReturns(t *testing.T) {
	facts, kinds := map[string]bool{"filing_status": true}, map[tax.Kind]bool{}
	for _, c := range completed {
		for _, pair := range fields(c.facts) {
			facts[pair[0]] = true
		}
		for _, part := range c.request("2024").Components {
			kinds[part.Kind] = true
		}
	}
	row := federalRow(t, 2024)
	lowered := row.Except[0]
	for _, f := range facts2024() {
		if !slices.Contains(lowered.Facts, f) && !facts[f] {
			t.Errorf("%s stands in no return", f)
		}
	}
	for _, k := range incomeKinds {
		if !slices.Contains(lowered.Kinds, k) && !kinds[k] {
			t.Errorf("%s stands in no return", k)
		}
	}
}

// facts2024 names the facts of the return of 2024.
func facts2024() []string { return factsBeside(nil, 2024) }

func hasPrefix(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
