package us

import (
	"slices"
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

// excepted are the parameters of a year that only excepted facts bring in.
var excepted = map[int]map[string][]string{
	2023: {"poverty_line": premiumFacts, "educator_max": educatorFacts, "savers_agi_limits": saverFacts, "qbi_threshold": businessFacts},
	2026: {"premium_": premiumFacts, "poverty_line": premiumFacts, "educator_max": educatorFacts},
}

// A year above draft has every parameter of the return from a document of the
// authority and from a source independent of it, but for those that only facts
// of an exception bring in.
func TestTierOfTheFederalReturnIsEarned(t *testing.T) {
	book := law.MustOpen("us")
	for year := 2022; year <= 2026; year++ {
		read := 0
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
			if (!kinds[law.Primary] || !kinds[law.Secondary]) && !isExcepted(year, name) {
				lacking = append(lacking, name)
			}
		}
		switch above := tier(year) != tax.Draft; {
		case read < 80:
			t.Errorf("%d: only %d parameters were looked at", year, read)
		case above && len(lacking) > 0:
			t.Errorf("%d is %s, but an official or an independent source is missing of %v", year, tier(year), lacking)
		case !above && len(lacking) == 0:
			t.Errorf("%d is %s with both sources of every parameter", year, tier(year))
		}
	}
}

// isExcepted reports whether every fact that brings in a parameter lowers the
// tier to draft.
func isExcepted(year int, parameter string) bool {
	for prefix, facts := range excepted[year] {
		if !strings.HasPrefix(parameter, prefix) {
			continue
		}
		for _, fact := range facts {
			if !slices.ContainsFunc(exceptions(year), func(e tax.Exception) bool { return e.Tier == tax.Draft && slices.Contains(e.Facts, fact) }) {
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
	for _, name := range inReturns {
		if !facts[name] {
			t.Errorf("%s stands in no return", name)
		}
	}
	for _, k := range kindsInReturns {
		if !kinds[k] {
			t.Errorf("%s stands in no return", k)
		}
	}
}

func hasPrefix(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
