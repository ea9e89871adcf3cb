package projections_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
)

// textless are projections of categories with personal data that show none of it,
// each with the reason.
var textless = map[string]string{
	"audit":       "who did what, from the metadata",
	"proofs":      "hashes of ciphertext",
	"jobs":        "which work is open",
	"blobs":       "names of files, which are hashes and subjects",
	"anomalies":   "the reasons of decisions are read from the log",
	"feeds":       "what was asked for and how it ended",
	"taxcoverage": "rules",
}

// Every projection of a category that keeps personal data hears of forgetting, or is
// listed as showing nothing that could be forgotten.
func TestEveryProjectionHearsOfForgetting(t *testing.T) {
	for _, p := range projections.All(eventstore.Registry.Categories()) {
		personal := slices.ContainsFunc(commands.Holdings, func(h commands.Holding) bool { return slices.Contains(p.Categories, h.Category) })
		if personal && !slices.Contains(p.Categories, privacy.Category.Name) && textless[p.Name] == "" {
			t.Errorf("projection %s reads personal data and does not hear of forgetting: make it Redacting", p.Name)
		}
	}
}
