package taxtest

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// TestSourcesAreJudged holds that a value counts at the highest tier of the
// results that rest on it, and that a primary source is wanted above draft.
func TestSourcesAreJudged(t *testing.T) {
	cite := func(id, source string) law.Citation { return law.Citation{ID: id, SourceID: source} }
	act, blog := cite("gb:rate@2025-04-06#1", "act"), cite("gb:rate@2025-04-06#2", "blog")
	loans := cite("gb:loans@2025-04-06#1", "blog")
	row := func(tier tax.Tier) *tax.CoverageRow {
		return &tax.CoverageRow{Tier: tax.Covered, Except: []tax.Exception{{Facts: []string{"loan"}, Tier: tier, Why: "Loans rest on a blog."}}}
	}
	met := func(tier tax.Tier, cites ...law.Citation) reached {
		return reached{tier, []string{"Coverage of this request is " + string(tier) + ". Loans rest on a blog."}, cites}
	}
	for _, c := range []struct {
		name string
		row  *tax.CoverageRow
		seen []reached
		want string
	}{
		{"primary throughout", &tax.CoverageRow{Tier: tax.Covered}, []reached{{tax.Covered, nil, []law.Citation{act, blog}}}, ""},
		{"secondary alone", &tax.CoverageRow{Tier: tax.Covered}, []reached{{tax.Covered, nil, []law.Citation{blog}}},
			"results that are covered rest on gb:rate@2025-04-06"},
		{"secondary behind a draft exception", row(tax.Draft), []reached{{tax.Covered, nil, []law.Citation{act}}, met(tax.Draft, act, loans)},
			""},
		{"secondary behind a beta exception", row(tax.Beta), []reached{{tax.Covered, nil, []law.Citation{act}}, met(tax.Beta, act, loans)},
			"results that are beta rest on gb:loans"},
		{"reached without the exception too", row(tax.Draft),
			[]reached{{tax.Covered, nil, []law.Citation{act, loans}}, met(tax.Draft, act, loans)}, "results that are covered rest on gb:loans"},
		{"an exception that nothing meets", row(tax.Draft), []reached{{tax.Covered, nil, []law.Citation{act}}},
			"no request meets the exception of [loan]"},
	} {
		faults := judgeSources(c.row, c.seen, func(cite *law.Citation) bool { return cite.SourceID == "act" })
		if got := strings.Join(faults, "; "); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
