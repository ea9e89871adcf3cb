package contract

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

// A title or a locator may state the very figure that an unverified answer
// withholds; numbers of sections and years are no figures.
func TestTitlesAndLocatorsLoseFigures(t *testing.T) {
	cite := Citation{ID: "gb:vat", SourceID: "legislation.gov.uk", URL: "https://legislation.gov.uk/x", SHA256: strings.Repeat("a", 64), RetrievedAt: civil.MustParse("2026-11-01"), Excerpt: "20%"}
	for title, kept := range map[string]bool{"Value Added Tax Act 1994, section 2": true, "Rates of VAT: 20% from 2011": false,
		"Allowance of £12,570": false,
		"Act no. 1130 of 2025": true, "Threshold 50,270 for 2025-26": false, "Satz von 8,1 %": false} {
		cite.Title, cite.Locator = title, title
		for _, k := range []Contract{Stale(Scope{}, "Old.", []Citation{cite}, cite.RetrievedAt),
			Conflicting(Scope{}, []Conflict{{Key: "gb:vat", Values: []string{}, Reason: "They differ.", CitationIDs: []string{cite.ID}}},
				[]Citation{cite}, cite.RetrievedAt)} {
			got := k.Citations[0]
			if (got.Title == title) != kept || (got.Locator == title) != kept || got.Excerpt != "" {
				t.Errorf("%q leaves as %q, %q", title, got.Title, got.Locator)
			}
		}
	}
}
