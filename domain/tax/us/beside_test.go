package us

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// What states alone ask stands in an answer only where the income or the persons are whom
// it is about.
func TestSentencesOfStatesStandBesideWhatTheyAreAbout(t *testing.T) {
	reg := tax.NewRegistry(Jurisdiction())
	said, looked := 0, 0
	for _, f := range localFacts() {
		if f.Type == "decimal" && f.Assumed == "0" {
			continue // one sentence names the sections of all such amounts
		}
		b := f.Beside
		for _, g := range Jurisdiction().Regions {
			wage := tax.Request{Jurisdiction: "US", TaxYear: "2025", SubRegion: g.Slug,
				Facts:      map[string]string{"filing_status": "single", "age": "40", "children": "0", "other_dependents": "0"},
				Components: []tax.Component{{Kind: tax.Employment, Amount: money.FromInt(60000)}}}
			plain, err := reg.Calculate(&wage)
			if err != nil {
				continue
			}
			looked++
			alone := len(b.Kinds) == 0 && len(b.Facts) == 0
			if got, want := slices.Contains(plain.Assumptions, f.Assumption), alone && slices.Contains(b.Regions, g.Slug); got != want {
				t.Errorf("%s, a wage alone: %q is %t", g.Slug, f.Assumption, got)
			}
			for _, kind := range b.Kinds {
				wage.Components = append(wage.Components, tax.Component{Kind: kind, Amount: money.FromInt(1000)})
			}
			for _, name := range b.Facts {
				wage.Facts[name] = "1"
			}
			beside, err := reg.Calculate(&wage)
			if err != nil {
				continue // it is asked for
			}
			got := slices.Contains(beside.Assumptions, f.Assumption)
			if got {
				said++
			}
			if got != slices.Contains(b.Regions, g.Slug) {
				t.Errorf("%s, beside what it is about: %q is %t", g.Slug, f.Assumption, got)
			}
		}
	}
	if said == 0 || looked == 0 {
		t.Errorf("%d said of %d looked at", said, looked)
	}
}
