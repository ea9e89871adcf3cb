package corpus

import (
	"cmp"
	"slices"
	"strings"
)

// IndexReport says whether a release's index is whole, and finds what it holds.
type IndexReport struct {
	Passages int `json:"passages" doc:"That the index holds."`
	Expected int `json:"expected" doc:"That the release has, with the embedded law's."`
	Probes   int `json:"probes" doc:"Passages that were looked for by some of their own words."`
	Found    int `json:"found" doc:"Of these, among the first ten."`
}

// Report is what the checks of a release found.
type Report struct {
	Diff         Diff         `json:"diff"`
	Provenance   []Provenance `json:"provenance" nullable:"false"`
	Index        IndexReport  `json:"index"`
	Errors       []Finding    `json:"errors" nullable:"false" doc:"What blocks it; the first two hundred."`
	ErrorCount   int          `json:"error_count"`
	Warnings     []Finding    `json:"warnings" nullable:"false" doc:"What is worth a look; the first two hundred."`
	WarningCount int          `json:"warning_count"`
	Conflicts    []Conflict   `json:"conflicts" nullable:"false" doc:"Each takes a decision when the release is promoted."`
	Supported    []Supported  `json:"supported" nullable:"false" doc:"Of each place, how much of the embedded law has its text in the release."`
}

const findingsMax = 200

// Trim counts what was found, and keeps the first of it.
func (r *Report) Trim() {
	order := func(all []Finding) ([]Finding, int) {
		slices.SortStableFunc(all, func(a, b Finding) int {
			return cmp.Or(strings.Compare(a.Code, b.Code), strings.Compare(a.Where, b.Where))
		})
		return all[:min(len(all), findingsMax)], len(all)
	}
	r.Errors, r.ErrorCount = order(r.Errors)
	r.Warnings, r.WarningCount = order(r.Warnings)
	if r.Supported == nil {
		r.Supported = []Supported{}
	}
}
