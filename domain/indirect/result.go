package indirect

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Version names the calculator in results.
const Version = "indirect/1.0.0"

// Blocked is one reason why a document cannot be calculated.
type Blocked = refusal.Blocked

// Blockers is everything that is unmet, at once; it answers 422.
type Blockers struct{ List []*Blocked }

func (b *Blockers) Error() string {
	parts := make([]string, len(b.List))
	for i, one := range b.List {
		parts[i] = one.Error()
	}
	return strings.Join(parts, "; ")
}

// Unwrap lets errors.As find a single *Blocked.
func (b *Blockers) Unwrap() []error {
	out := make([]error, len(b.List))
	for i, one := range b.List {
		out[i] = one
	}
	return out
}

// Result is a calculated document. Amounts are decimal strings in Currency.
type Result struct {
	Calculator        string                 `json:"calculator"`
	Date              civil.Date             `json:"date"`
	Currency          string                 `json:"currency"`
	PricesIncludeTax  bool                   `json:"prices_include_tax"`
	Scope             string                 `json:"scope"` // full | state_only
	Net               money.Dec              `json:"net"`
	Tax               money.Dec              `json:"tax"`
	Gross             money.Dec              `json:"gross"`
	Lines             []LineResult           `json:"lines"`
	Totals            []calc.ComponentAmount `json:"totals"` // by tax and rate
	Decisions         []Decision             `json:"decisions"`
	Rounding          RoundingUsed           `json:"rounding"`
	CoverageStatus    tax.Tier               `json:"coverage_status"` // the lowest of what was used
	SourceLastChecked civil.Date             `json:"source_last_checked"`
	LawRelease        string                 `json:"corpus_release_id"` // of the law that was read
	LocalDatasets     []string               `json:"local_datasets"`    // imported rate files that were read
	RulePacks         []string               `json:"rule_packs,omitempty" doc:"Those of the tenant whose values were read, with their versions; the result is then draft."`
	Assumptions       []string               `json:"assumptions"`
	Citations         []law.Citation         `json:"citations"`
	Steps             []Step                 `json:"steps,omitempty"` // with explain
}

// LineResult is a calculated line.
type LineResult struct {
	calc.LineResult
	Category    string   `json:"category"`
	RateClass   string   `json:"rate_class,omitempty"`
	Treatment   string   `json:"treatment"`
	Decision    int      `json:"decision"` // index into Decisions
	CitationIDs []string `json:"citation_ids"`
}

// Decision is where, by whom and why lines are taxed.
type Decision struct {
	Rule        string         `json:"rule"`
	Treatment   string         `json:"treatment"`
	Place       rates.Location `json:"place"`
	Liable      string         `json:"liable"`
	Scheme      string         `json:"scheme,omitempty"`
	Reason      string         `json:"reason"`
	CitationIDs []string       `json:"citation_ids"`
}

// RoundingUsed is the policy that was applied, and whose it is.
type RoundingUsed struct {
	Level       string   `json:"level"`
	Mode        string   `json:"mode"`
	Source      string   `json:"source"` // law | caller | assumed
	CitationIDs []string `json:"citation_ids"`
}
