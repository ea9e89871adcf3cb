package http

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/gb"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// TestCoverageShowsExceptions holds that the matrix lists what lowers a row's
// tier, with empty lists for what an exception does not name.
func TestCoverageShowsExceptions(t *testing.T) {
	j := gb.Jurisdiction()
	registry := tax.NewRegistry(j)
	found := false
	for i := range j.Coverage {
		v := viewCoverage(registry, j, &j.Coverage[i])
		if len(v.Exceptions) != len(j.Coverage[i].Except) {
			t.Errorf("%s %s: %d exceptions of %d", v.TaxYear, v.Region, len(v.Exceptions), len(j.Coverage[i].Except))
		}
		text, err := json.Marshal(v)
		if err != nil || strings.Contains(strings.Replace(string(text), `"profile":null`, "", 1), "null") {
			t.Errorf("%s %s: %s, %v", v.TaxYear, v.Region, text, err)
		}
		found = found || strings.Contains(string(text), `{"facts":["blind_person"],"income_kinds":[],"income_bases":[],"tier":"draft","why":"The blind person's`)
	}
	if !found {
		t.Error("the exception of the blind person's allowance is not shown")
	}
}

// TestTheListShowsTheLowestKind holds what the tier of a place in the list is:
// the lowest of the current year's rows and of their kinds of income.
func TestTheListShowsTheLowestKind(t *testing.T) {
	row := func(year string, tier tax.Tier, except ...tax.Exception) tax.CoverageRow {
		return tax.CoverageRow{TaxYear: year, Tier: tier, Except: except}
	}
	kind := tax.Exception{Kinds: []tax.Kind{tax.Dividends}, Tier: tax.Beta, Why: "x"}
	fact := tax.Exception{Facts: []string{"blind"}, Tier: tax.Draft, Why: "x"}
	for name, c := range map[string]struct {
		rows []tax.CoverageRow
		want tax.Tier
	}{
		"rows alone":             {[]tax.CoverageRow{row("2026", tax.Covered), row("2026", tax.Beta)}, tax.Beta},
		"a kind":                 {[]tax.CoverageRow{row("2026", tax.Covered, kind)}, tax.Beta},
		"a fact":                 {[]tax.CoverageRow{row("2026", tax.Covered, fact)}, tax.Covered},
		"a past year":            {[]tax.CoverageRow{row("2025", tax.Draft), row("2026", tax.Covered)}, tax.Covered},
		"a year to come":         {[]tax.CoverageRow{row("2026", tax.Covered), row("2027", tax.Draft)}, tax.Covered},
		"past years alone":       {[]tax.CoverageRow{row("2024", tax.Draft), row("2025", tax.Covered, kind)}, tax.Beta},
		"the order is no matter": {[]tax.CoverageRow{row("2027", tax.Draft), row("2026", tax.Covered, kind), row("2025", tax.Draft)}, tax.Beta},
	} {
		j := &tax.Jurisdiction{YearForm: tax.YearForm{Pattern: "2025", Start: [2]int{1, 1}}, Coverage: c.rows}
		if got := currentTier(j, civil.MustParse("2026-11-21"), tierOfKinds); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestCoverageHasPayroll holds that the matrix lists every place whose payroll
// is computed, with a period and a tier.
func TestCoverageHasPayroll(t *testing.T) {
	s := &Server{Deps: Deps{Registry: all.Registry()}}
	seen := map[string]bool{}
	for _, v := range s.coverage() {
		if v.TaxType != payroll.TaxType {
			continue
		}
		seen[v.Jurisdiction] = true
		if v.Period.From.IsZero() || v.Tier == "" || v.Why == "" || len(v.Scope) == 0 || v.Taxpayer != "employer" {
			t.Errorf("%+v", v)
		}
	}
	for _, code := range append(all.Payroll().Codes(), american) {
		if !seen[code] {
			t.Errorf("%s has no row", code)
		}
	}
}

// TestThePlainTier holds that it is that of employment income alone, and that
// every place has one.
func TestThePlainTier(t *testing.T) {
	row := tax.CoverageRow{TaxYear: "2026", Tier: tax.Covered, Except: []tax.Exception{{Kinds: []tax.Kind{tax.Dividends}, Tier: tax.Draft,
		Why: "x"}, {Facts: []string{"blind"}, Tier: tax.Draft, Why: "x"}}}
	company := tax.CoverageRow{TaxYear: "2026", TaxType: tax.CorporateIncome, Tier: tax.Draft}
	j := &tax.Jurisdiction{YearForm: tax.YearForm{Pattern: "2025", Start: [2]int{1, 1}}, Coverage: []tax.CoverageRow{row, company}}
	day := civil.MustParse("2026-11-21")
	if plain, lowest := currentTier(j, day, employedTier), currentTier(j, day, tierOfKinds); plain != tax.Covered || lowest != tax.Draft {
		t.Errorf("%s, lowest %s", plain, lowest)
	}
	for _, j := range all.Registry().All() {
		if currentTier(j, day, employedTier) == "" {
			t.Errorf("%s has none", j.Code)
		}
	}
}
